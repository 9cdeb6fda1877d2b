// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <typeinfo>

#include "reference/carriers.hpp"
#include "reference/error.hpp"
#include "reference/indexing.hpp"

namespace strideweave {

Generic::Generic(const DType& dtype, std::span<const Scalar> values, bool is_mutable)
    : dtype_(&dtype), size_(values.size()), mutable_(is_mutable) {
  if (!is_storable(dtype)) raise_value_error(fmt::format("no carrier stores {}", dtype.name()));
  values_.reserve(values.size());
  for (const Scalar& value : values) values_.push_back(to_stored(dtype, value));
}

Generic::Generic(const DType& dtype, std::initializer_list<Scalar> values, bool is_mutable)
    : Generic(dtype, std::span<const Scalar>(values.begin(), values.size()), is_mutable) {}

Scalar Generic::do_get(Int index) const { return values_[index.to_size()]; }

void Generic::do_set(Int index, const Scalar& value) { values_[index.to_size()] = to_stored(*dtype_, value); }

void Generic::do_release() { values_ = {}; }

CarrierPtr Generic::do_new_like(std::span<const Scalar> values) const {
  return std::make_shared<Generic>(*dtype_, values);
}

void Generic::do_read(Int offset, const Layout& layout, std::vector<Scalar>& out) const {
  if (typeid(*this) != typeid(Generic)) return Carrier::do_read(offset, layout, out);
  for_each_memory_index(layout, offset, [&](std::size_t index) { out.push_back(values_[index]); });
}

}  // namespace strideweave
