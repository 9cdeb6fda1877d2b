// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "reference/carriers.hpp"
#include "reference/error.hpp"

namespace strideweave {
namespace {

Scalar iota(const DType& dtype, Int index) {
  if (dtype == dtype::boolean()) return index % 2 == 1;
  if (dtype.is_subtype_of(dtype::integer())) return index;
  return static_cast<double>(index.raw());
}

}  // namespace

VirtualCarrier::VirtualCarrier(const DType& dtype, Int size, Value value)
    : dtype_(&dtype), size_(size), value_(std::move(value)) {}

VirtualCarrier::VirtualCarrier(const DType& dtype, Int size)
    : VirtualCarrier(dtype, size, [&dtype](Int index) { return iota(dtype, index); }) {}

void VirtualCarrier::do_set(Int, const Scalar&) { raise_runtime_error("a virtual carrier is not mutable"); }

CarrierPtr VirtualCarrier::do_new_like(std::span<const Scalar> values) const {
  std::vector<Scalar> copy(values.begin(), values.end());
  const Int size = copy.size();
  return std::make_shared<VirtualCarrier>(*dtype_, size,
                                          [copy = std::move(copy)](Int index) { return copy[index.to_size()]; });
}

}  // namespace strideweave
