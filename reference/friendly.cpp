// SPDX-License-Identifier: Apache-2.0
#include "reference/friendly.hpp"

#include <fmt/format.h>

#include "reference/elementwise.hpp"
#include "reference/error.hpp"

namespace strideweave {
namespace {

[[noreturn]] void raise_no(const std::string& type, std::string_view attribute) {
  raise_attribute_error(fmt::format("{} has no {}", type, attribute));
}

}  // namespace

Argument Foreign::attribute(std::string_view name) const {
  const auto found = attributes.find(name);
  if (found == attributes.end()) raise_no(type_name(), name);
  return found->second;
}

Argument Foreign::call(std::string_view name) const {
  const auto found = methods.find(name);
  if (found == methods.end()) raise_no(type_name(), fmt::format("method {}", name));  // Q26
  return found->second();
}

namespace friendly {
namespace {

using ForeignPtr = std::shared_ptr<const Foreign>;

/// AttributeError if it is no Foreign at all: then it has neither a `size` method nor a `layout`.
const Foreign& require_foreign(const Argument& object, std::string_view attribute) {
  if (const ForeignPtr* foreign = object.get_if<ForeignPtr>()) return **foreign;
  raise_no(type_name(object), attribute);
}

Argument attribute(const Argument& object, std::string_view name) {
  return require_foreign(object, name).attribute(name);
}

Argument call(const Argument& object, std::string_view name) { return require_foreign(object, name).call(name); }

/// Where a Foreign keeps its values.
struct Place {
  Layout layout;
  Int offset;
  CarrierPtr carrier;
};

Place place(const Argument& object) {
  return {require<Layout>(attribute(object, "layout"), "layout", "a Layout"),
          require_integer(attribute(object, "offset"), "offset"),
          require<CarrierPtr>(attribute(object, "carrier"), "carrier", "a Carrier")};
}

/// The element an integer key names. (friendly.item.2-5, friendly.to-list.4-7)
Scalar element(const Place& at, Int key) { return at.carrier->get(at.offset + at.layout(key)); }

[[noreturn]] void raise_not_one() {
  raise_value_error("item requires a tensor with exactly one element");  // friendly.item.8-10
}

}  // namespace

Scalar item(const Argument& argument) {
  if (const Tensor* tensor = argument.get_if<Tensor>()) {
    require_one_subtensor(*tensor, "item");  // representation.boundary.13
    // whether the size is one, at any size
    if (tensor->layout().shape().contains(1)) raise_not_one();
    return element({tensor->layout(), tensor->offset(), tensor->carrier()}, 0);
  }
  const Argument size = call(argument, "size");  // friendly.item.11, 12
  const Int* const count = size.get_if<Int>();
  if (count == nullptr || *count != 1) raise_not_one();
  return element(place(argument), 0);
}

std::vector<Scalar> to_list(const Argument& argument) {
  if (const Tensor* tensor = argument.get_if<Tensor>()) {
    require_one_subtensor(*tensor, "to_list");  // representation.boundary.13
    return logical_values(*tensor);             // friendly.to-list.3-7
  }
  const Place at = place(argument);  // friendly.to-list.10, 11
  std::vector<Scalar> values;
  const Int length = require_integer(call(argument, "size"), "size()");
  for (Int key = 0; key < length; key += 1) values.push_back(element(at, key));
  return values;
}

}  // namespace friendly
}  // namespace strideweave
