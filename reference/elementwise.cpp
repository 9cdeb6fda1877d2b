// SPDX-License-Identifier: Apache-2.0
#include "reference/elementwise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "reference/error.hpp"

namespace strideweave {
namespace {

/// Reserved at once; longer vectors grow with what is really read.
constexpr std::size_t reserved_at_most = std::size_t{1} << 20;

}  // namespace

std::vector<Scalar> logical_values(const Tensor& tensor) {
  std::vector<Scalar> values;
  const Int size = tensor.size();
  if (size > values.max_size()) raise_overflow_error(fmt::format("no list has {} values", to_string(size)));
  values.reserve(std::min(size.to_size(), reserved_at_most));
  tensor.carrier()->read(tensor.offset(), tensor.layout(), values);
  return values;
}

Tensor compact_like(const Tensor& like, CarrierPtr carrier) {
  Representation::Subtensors subtensors;
  subtensors.push_back(
      {like.representation().subtensors()[0].dtype, std::move(carrier), 0, compact(like.layout().shape())});
  return Tensor::from_representation(Representation(like.dtype(), std::move(subtensors), {}));
}

void RecordedSum::propagate(std::size_t, std::span<const double> cotangent, std::span<double> gradient) const {
  std::transform(cotangent.begin(), cotangent.end(), gradient.begin(), gradient.begin(), std::plus<>());
}

}  // namespace strideweave
