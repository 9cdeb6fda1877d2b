// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <variant>

#include "bindings/reference/conversions.hpp"
#include "bindings/reference/families.hpp"
#include "reference/add.hpp"
#include "reference/as_strided.hpp"
#include "reference/backward.hpp"
#include "reference/broadcast_in_dim.hpp"
#include "reference/broadcast_to.hpp"
#include "reference/index.hpp"
#include "reference/no_grad.hpp"
#include "reference/permute.hpp"
#include "reference/rearrange.hpp"
#include "reference/reshape.hpp"
#include "reference/scatter.hpp"
#include "reference/squeeze.hpp"
#include "reference/unsqueeze.hpp"

namespace swconform::reference {
namespace {

using sdk::Arguments;
using sdk::Item;
using strideweave::Argument;
using strideweave::Tensor;

// None where the argument was left out, as the library's own defaults have it.
Argument argument(const Arguments& arguments, std::size_t index) { return to_argument(arguments.item(index)); }

Item value_or_view(const std::variant<strideweave::Scalar, Tensor>& result) {
  if (const auto* view = std::get_if<Tensor>(&result)) return Item::object(*view);
  return from_scalar(std::get<strideweave::Scalar>(result));
}

void add_view_operations(sdk::Harness& harness) {
  harness.operation("index", {"tensor", "key"}, [](const Arguments& arguments) {
    return value_or_view(index(arguments.get<Tensor>(0), argument(arguments, 1)));
  });
  harness.operation("rearrange", {"tensor", "output", "selection?"}, [](const Arguments& arguments) {
    return rearrange(arguments.get<Tensor>(0), argument(arguments, 1), argument(arguments, 2));
  });
  harness.operation("permute", {"tensor", "order"}, [](const Arguments& arguments) {
    return permute(arguments.get<Tensor>(0), to_arguments(arguments.get<std::vector<Item>>(1)));
  });
  harness.operation("reshape", {"tensor", "target"}, [](const Arguments& arguments) {
    return reshape(arguments.get<Tensor>(0), argument(arguments, 1));
  });
  harness.operation("as_strided", {"tensor", "shape", "stride"}, [](const Arguments& arguments) {
    return as_strided(arguments.get<Tensor>(0), argument(arguments, 1), argument(arguments, 2));
  });
  harness.operation("broadcast_to", {"tensor", "target"}, [](const Arguments& arguments) {
    return broadcast_to(arguments.get<Tensor>(0), argument(arguments, 1));
  });
  harness.operation("broadcast_in_dim", {"tensor", "target", "broadcast_dimensions"}, [](const Arguments& arguments) {
    return broadcast_in_dim(arguments.get<Tensor>(0), argument(arguments, 1),
                            to_arguments(arguments.get<std::vector<Item>>(2)));
  });
  harness.operation("squeeze", {"tensor", "dim"}, [](const Arguments& arguments) {
    return squeeze(arguments.get<Tensor>(0), argument(arguments, 1));
  });
  harness.operation("unsqueeze", {"tensor", "dim"}, [](const Arguments& arguments) {
    return unsqueeze(arguments.get<Tensor>(0), argument(arguments, 1));
  });
}

void add_reverse_mode(sdk::Harness& harness) {
  harness.no_grad([] { return std::make_shared<strideweave::NoGrad>(); });
  harness.operation("backward", {"tensor", "gradient?", "retain_graph?"}, [](const Arguments& arguments) {
    backward(arguments.get<Tensor>(0), argument(arguments, 1), arguments.get_or<bool>(2, false));
  });
  harness.operation("retain_grad", {"tensor"},
                    [](const Arguments& arguments) { retain_grad(arguments.get<Tensor>(0)); });
  harness.operation("clear_grad", {"tensor"}, [](const Arguments& arguments) { clear_grad(arguments.get<Tensor>(0)); });
}

}  // namespace

void add_views(sdk::Harness& harness) {
  add_view_operations(harness);
  add_reverse_mode(harness);
  harness.operation("assign", {"tensor", "key", "value"}, [](const Arguments& arguments) {
    assign(arguments.get<Tensor>(0), argument(arguments, 1), argument(arguments, 2));
  });
  harness.operation("add", {"a", "b"},
                    [](const Arguments& arguments) { return add(argument(arguments, 0), argument(arguments, 1)); });
  harness.operation("scatter", {"source", "onto", "ordinals"}, [](const Arguments& arguments) {
    return scatter(argument(arguments, 0), argument(arguments, 1), argument(arguments, 2));
  });
}

}  // namespace swconform::reference
