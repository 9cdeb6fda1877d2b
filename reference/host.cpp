// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "reference/carriers.hpp"
#include "reference/error.hpp"
#include "reference/indexing.hpp"

namespace strideweave {
namespace {

// A Bool is a byte in storage; every other machine type is converted as it is.
template <class T>
Scalar unpacked(T value) {
  if constexpr (std::is_same_v<T, std::uint8_t>) {
    return value != 0;
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<double>(value);
  } else {
    return Int(value);
  }
}

/// Precondition: a result of to_stored for the dtype whose machine type T is.
template <class T>
T packed(const Scalar& value) {
  if constexpr (std::is_same_v<T, std::uint8_t>) {
    return std::get<bool>(value) ? 1 : 0;
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(std::get<double>(value));
  } else {
    return *std::get<Int>(value).to<T>();
  }
}

}  // namespace

Host::Host(const DType& dtype, std::span<const Scalar> values, bool is_mutable)
    : dtype_(&dtype), size_(values.size()), mutable_(is_mutable) {
  if (dtype == dtype::float32()) storage_->emplace<std::vector<float>>();
  if (dtype == dtype::float64()) storage_->emplace<std::vector<double>>();
  if (dtype == dtype::int32()) storage_->emplace<std::vector<std::int32_t>>();
  if (dtype == dtype::int8()) storage_->emplace<std::vector<std::int8_t>>();
  if (dtype == dtype::boolean()) storage_->emplace<std::vector<std::uint8_t>>();
  if (!is_storable(dtype)) raise_value_error(fmt::format("no carrier stores {}", dtype.name()));
  std::visit(
      [&]<class T>(std::vector<T>& storage) {
        storage.reserve(values.size());
        for (const Scalar& value : values) storage.push_back(packed<T>(to_stored(dtype, value)));
      },
      *storage_);
}

Host::Host(const DType& dtype, std::initializer_list<Scalar> values, bool is_mutable)
    : Host(dtype, std::span<const Scalar>(values.begin(), values.size()), is_mutable) {}

Scalar Host::do_get(Int index) const {
  return std::visit([&](const auto& storage) { return unpacked(storage[index.to_size()]); }, *storage_);
}

void Host::do_set(Int index, const Scalar& value) {
  const Scalar stored = to_stored(*dtype_, value);
  std::visit([&]<class T>(std::vector<T>& storage) { storage[index.to_size()] = packed<T>(stored); }, *storage_);
}

std::shared_ptr<void> Host::memory() const {
  if (is_released() || typeid(*this) != typeid(Host)) return nullptr;
  return std::visit([&](auto& storage) { return std::shared_ptr<void>(storage_, storage.data()); }, *storage_);
}

void Host::do_release() {  // others may hold the memory on
  std::visit([&]<class T>(const std::vector<T>&) { storage_ = std::make_shared<Storage>(std::vector<T>()); },
             *storage_);
}

CarrierPtr Host::do_new_like(std::span<const Scalar> values) const { return std::make_shared<Host>(*dtype_, values); }

void Host::do_read(Int offset, const Layout& layout, std::vector<Scalar>& out) const {
  if (typeid(*this) != typeid(Host)) return Carrier::do_read(offset, layout, out);
  std::visit(
      [&](const auto& storage) {
        for_each_memory_index(layout, offset, [&](std::size_t index) { out.push_back(unpacked(storage[index])); });
      },
      *storage_);
}

void Host::do_read_floats(Int offset, const Layout& layout, std::span<double> out) const {
  if (typeid(*this) != typeid(Host)) return Carrier::do_read_floats(offset, layout, out);
  std::visit(
      [&]<class T>(const std::vector<T>& storage) {
        if constexpr (std::is_floating_point_v<T>) {
          double* next = out.data();
          for_each_memory_index(layout, offset,
                                [&](std::size_t index) { *next++ = static_cast<double>(storage[index]); });
        } else {
          Carrier::do_read_floats(offset, layout, out);
        }
      },
      *storage_);
}

CarrierPtr Host::do_new_like_floats(std::span<const double> values) const {
  if (typeid(*this) != typeid(Host)) return Carrier::do_new_like_floats(values);
  return std::visit(
      [&]<class T>(const std::vector<T>&) -> CarrierPtr {
        if constexpr (std::is_floating_point_v<T>) {
          std::vector<T> storage(values.size());
          std::transform(values.begin(), values.end(), storage.begin(),
                         [](double value) { return static_cast<T>(value); });
          const auto fresh = std::make_shared<Host>(*dtype_, std::span<const Scalar>());
          *fresh->storage_ = std::move(storage);
          fresh->size_ = values.size();
          return fresh;
        } else {
          return Carrier::do_new_like_floats(values);
        }
      },
      *storage_);
}

}  // namespace strideweave
