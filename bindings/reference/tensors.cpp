// SPDX-License-Identifier: Apache-2.0
#include "bindings/reference/conversions.hpp"
#include "bindings/reference/families.hpp"
#include "reference/friendly.hpp"
#include "reference/tensor.hpp"

namespace swconform::reference {
namespace {

using sdk::Arguments;
using sdk::Item;
using strideweave::Tensor;

Item make_tensor(const Arguments& arguments) {
  return Item::object(
      Tensor(to_argument(arguments.item(0)), to_argument(arguments.item(1)), to_argument(arguments.item(2))));
}

strideweave::Argument field(const Item& map, std::string_view name) {
  const Item* content = map.find(name);
  if (content == nullptr) sdk::internal("a subtensor is a map with dtype, carrier, offset and layout");
  return to_argument(*content);
}

// Framework-owned construction: not public, but there for tests.
Item make_representation(const Arguments& arguments) {
  std::vector<strideweave::SubtensorArguments> subtensors;
  for (const Item& subtensor : arguments.get<std::vector<Item>>("subtensors")) {
    subtensors.push_back({field(subtensor, "dtype"), field(subtensor, "carrier"), field(subtensor, "offset"),
                          field(subtensor, "layout")});
  }
  const auto adjacent = to_arguments(arguments.get_or<std::vector<Item>>("adjacent", {}));
  return Item::object(Tensor::from_representation(
      strideweave::Representation::create(to_argument(arguments.item("dtype")), subtensors, adjacent)));
}

}  // namespace

void add_tensors(sdk::Harness& harness) {
  harness.operation("tensor", {"carrier", "offset", "layout"}, make_tensor);
  harness.operation("representation", {"dtype", "subtensors", "adjacent?"}, make_representation);
  harness.operation("item", {"tensor"}, [](const Arguments& arguments) {
    return from_scalar(strideweave::friendly::item(to_argument(arguments.item(0))));
  });
  harness.operation("to_list", {"tensor"}, [](const Arguments& arguments) {
    return from_scalars(strideweave::friendly::to_list(to_argument(arguments.item(0))));
  });
}

}  // namespace swconform::reference
