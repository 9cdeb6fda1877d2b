// SPDX-License-Identifier: Apache-2.0
#include "reference/add.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "reference/elementwise.hpp"
#include "reference/error.hpp"

namespace strideweave {
namespace {

/// A one-subtensor Tensor.
const Tensor& operand(const Argument& argument) {
  const Tensor& tensor = require<Tensor>(argument, "an operand of add", "a Tensor");
  require_one_subtensor(tensor, "add");  // representation.boundary.8
  return tensor;
}

Scalar sum(const Scalar& a, const Scalar& b) {
  if (const Int* const integer = std::get_if<Int>(&a); integer != nullptr && std::holds_alternative<Int>(b)) {
    return *integer + std::get<Int>(b);
  }
  return std::visit(
      []<class A, class B>(const A& x, const B& y) -> Scalar {
        if constexpr (std::is_same_v<A, double> && std::is_same_v<B, double>) {
          return x + y;
        } else {
          raise_type_error("add takes numbers of one kind");
        }
      },
      a, b);
}

}  // namespace

Tensor add(const Argument& a, const Argument& b) {
  const Tensor& left = operand(a);
  const Tensor& right = operand(b);
  if (left.dtype() != right.dtype()) {
    raise_value_error(fmt::format("add of {} and {}", left.dtype().name(), right.dtype().name()));
  }
  const Shape& shape = left.layout().shape();
  if (shape != right.layout().shape()) {
    raise_value_error(fmt::format("add of shapes {} and {}", to_string(shape), to_string(right.layout().shape())));
  }
  std::vector<Scalar> sums = logical_values(left);
  const std::vector<Scalar> addends = logical_values(right);
  std::transform(sums.begin(), sums.end(), addends.begin(), sums.begin(), sum);
  const Tensor result = compact_like(left, left.carrier()->new_like(sums));
  if (records(left)) record(result, std::make_unique<RecordedSum>(std::initializer_list<Tensor>{left, right}));
  return result;
}

}  // namespace strideweave
