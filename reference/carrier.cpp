// SPDX-License-Identifier: Apache-2.0
#include "reference/carrier.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <typeinfo>

#include "reference/error.hpp"
#include "reference/indexing.hpp"

namespace strideweave {
namespace {

Scalar require_scalar(const Argument& value) {
  if (const bool* truth = value.get_if<bool>()) return *truth;
  if (const Int* integer = value.get_if<Int>()) return *integer;
  if (const double* real = value.get_if<double>()) return *real;
  raise_wrong_type(value, "a value", "a number or a bool");
}

/// The value if it holds a T, else a TypeError.
template <class T>
T stored_as(const DType& dtype, const Scalar& value) {
  if (const T* held = std::get_if<T>(&value)) return *held;
  raise_type_error(fmt::format("{} does not store {}", dtype.name(), type_name(value)));
}

double as_float(const Scalar& value) {
  if (const double* real = std::get_if<double>(&value)) return *real;
  if (const Int* integer = std::get_if<Int>(&value)) return static_cast<double>(integer->raw());
  raise_type_error("a bool is no float");
}

/// A float, or an integer, rounded once from the number itself.
template <class T>
Scalar rounded(const DType& dtype, const Scalar& value) {
  if (const Int* integer = std::get_if<Int>(&value)) return static_cast<double>(static_cast<T>(integer->raw()));
  return static_cast<double>(static_cast<T>(stored_as<double>(dtype, value)));
}

template <class T>
Scalar ranged(const DType& dtype, const Scalar& value) {
  const Int integer = stored_as<Int>(dtype, value);
  if (!integer.to<T>()) raise_overflow_error(fmt::format("{} is out of range for {}", to_string(value), dtype.name()));
  return integer;
}

}  // namespace

void Carrier::release() {
  if (released_) return;
  released_ = true;
  do_release();
}

Scalar Carrier::get(const Argument& index) const {
  if (released_) raise_runtime_error("the carrier has been released");
  const Int position = require_integer(index, "a carrier index");
  if (position < 0 || position >= size()) {
    raise_index_error(fmt::format("index {} is outside the carrier", to_string(position)));
  }
  return do_get(position);
}

void Carrier::set(const Argument& index, const Argument& value) {
  if (released_) raise_runtime_error("the carrier has been released");
  const Int position = require_integer(index, "a carrier index");
  const Scalar scalar = require_scalar(value);
  if (position < 0 || position >= size()) {
    raise_index_error(fmt::format("index {} is outside the carrier", to_string(position)));
  }
  if (!is_mutable()) raise_runtime_error("the carrier is not mutable");
  do_set(position, scalar);
  ++version_;
}

CarrierPtr Carrier::new_like(std::span<const Scalar> values) const { return require_own_class(do_new_like(values)); }

CarrierPtr Carrier::new_like_floats(std::span<const double> values) const {
  return require_own_class(do_new_like_floats(values));
}

CarrierPtr Carrier::require_own_class(CarrierPtr fresh) const {
  if (fresh == nullptr || exact_class(*fresh) != exact_class(*this)) {
    raise_runtime_error(exact_class(*this).name() + " does not create carriers of its own class");
  }
  return fresh;
}

void Carrier::read(Int offset, const Layout& layout, std::vector<Scalar>& out) const {
  if (released_) raise_runtime_error("the carrier has been released");
  if (offset >= 0 && layout.fits(size(), offset)) {
    do_read(offset, layout, out);
  } else {
    read_each(offset, layout, out);  // up to the first index that is outside
  }
}

void Carrier::read_floats(Int offset, const Layout& layout, std::span<double> out) const {
  if (!released_ && offset >= 0 && layout.fits(size(), offset)) {
    do_read_floats(offset, layout, out);
  } else {
    Carrier::do_read_floats(offset, layout, out);
  }
}

void Carrier::do_read_floats(Int offset, const Layout& layout, std::span<double> out) const {
  std::vector<Scalar> values;
  read(offset, layout, values);
  std::transform(values.begin(), values.end(), out.begin(), as_float);
}

CarrierPtr Carrier::do_new_like_floats(std::span<const double> values) const {
  const std::vector<Scalar> scalars(values.begin(), values.end());
  return do_new_like(scalars);
}

void Carrier::do_read(Int offset, const Layout& layout, std::vector<Scalar>& out) const {
  read_each(offset, layout, out);
}

void Carrier::read_each(Int offset, const Layout& layout, std::vector<Scalar>& out) const {
  InlineVector<Leaf<Int>, 8> leaves;
  for (std::size_t k = 0; k < layout.leaf_count(); ++k) leaves.push_back({layout.extents()[k], layout.strides()[k]});
  for_each_index<Int>({leaves.data(), leaves.size()}, offset, [&](Int index) { out.push_back(get(index)); });
}

CarrierClass exact_class(const Carrier& carrier) { return carrier.do_exact_class(); }

std::string CarrierClass::name() const { return address_ != nullptr ? name_ : class_name(type_); }

std::string class_name(std::type_index type) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(type.name(), nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 ? name.get() : type.name();
}

bool is_storable(const DType& dtype) {
  return dtype == dtype::float32() || dtype == dtype::float64() || dtype == dtype::int32() || dtype == dtype::int8() ||
         dtype == dtype::boolean();
}

Scalar to_stored(const DType& dtype, const Scalar& value) {
  if (dtype == dtype::float32()) return rounded<float>(dtype, value);
  if (dtype == dtype::float64()) return rounded<double>(dtype, value);
  if (dtype == dtype::int32()) return ranged<std::int32_t>(dtype, value);
  if (dtype == dtype::int8()) return ranged<std::int8_t>(dtype, value);
  if (dtype == dtype::boolean()) return stored_as<bool>(dtype, value);
  raise_value_error(fmt::format("no carrier stores {}", dtype.name()));
}

}  // namespace strideweave
