// SPDX-License-Identifier: Apache-2.0
#include "reference/broadcast_in_dim.hpp"

#include <fmt/format.h>

#include "reference/error.hpp"
#include "reference/view.hpp"

namespace strideweave {
namespace {

/// The modes of a target that no source mode occupies.
using Omitted = InlineVector<Int, 6>;

Omitted omitted_modes(const Layout& source, const Shape& target, const Leaves& dimensions) {
  if (dimensions.size() != source.rank()) {  // views.broadcast-in-dim.2, 10
    raise_value_error(fmt::format("{} broadcast dimensions for {}", dimensions.size(), to_string(source.shape())));
  }
  Omitted omitted;
  Int next = 0;
  const std::size_t rank = target.rank();
  for (const Int dimension : dimensions) {
    if (dimension < 0 || dimension >= rank) {  // views.broadcast-in-dim.11
      raise_value_error(
          fmt::format("broadcast dimension {} is out of domain for {}", to_string(dimension), to_string(target)));
    }
    if (dimension < next) raise_value_error("broadcast dimensions must increase");  // views.broadcast-in-dim.3, 12
    for (; next < dimension; next += 1) omitted.push_back(next);
    next = dimension + 1;
  }
  for (; next < rank; next += 1) omitted.push_back(next);
  return omitted;
}

}  // namespace

Tensor broadcast_in_dim(const Tensor& tensor, const Argument& target, std::span<const Argument> broadcast_dimensions) {
  const Shape& shape = require<Shape>(target, "target", "a Shape");  // views.broadcast-in-dim.1, 8
  Leaves dimensions;
  for (const Argument& entry : broadcast_dimensions) {
    dimensions.push_back(require_integer(entry, "a broadcast dimension"));  // views.broadcast-in-dim.2, 9
  }
  const Omitted omitted = omitted_modes(tensor.layout(), shape, dimensions);
  return make_view(tensor, [shape, omitted](const Layout& layout) {  // views.broadcast-in-dim.5, 16, 17
    Layout widened = layout;
    for (const Int dim : omitted) widened = unsqueeze(widened, dim);
    return Placed{0, broadcast_to(widened, shape)};  // views.broadcast-in-dim.4, 6, 7, 13
  });
}

Tensor broadcast_in_dim(const Tensor& tensor, const Argument& target,
                        std::initializer_list<Argument> broadcast_dimensions) {
  return broadcast_in_dim(tensor, target,
                          std::span<const Argument>(broadcast_dimensions.begin(), broadcast_dimensions.size()));
}

}  // namespace strideweave
