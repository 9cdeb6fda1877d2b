// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <typeindex>
#include <typeinfo>
#include <utility>
#include <vector>

#include "reference/argument.hpp"
#include "reference/dtype.hpp"
#include "reference/layout.hpp"

namespace strideweave {

class Carrier;
using CarrierPtr = std::shared_ptr<Carrier>;

/// The exact class of a carrier. Equality is identity of the class.
class CarrierClass {
 public:
  CarrierClass(std::type_index type) : type_(type) {}
  CarrierClass(const std::type_info& type) : type_(type) {}
  /// A class of another language: its address, which no other class has while carriers of it live, and its name.
  CarrierClass(const void* address, std::string name)
      : type_(typeid(CarrierClass)), address_(address), name_(std::move(name)) {}

  /// Readable, e.g. `strideweave::Generic`.
  std::string name() const;
  const void* identity() const { return address_ != nullptr ? address_ : type_.name(); }

  friend bool operator==(const CarrierClass& a, const CarrierClass& b) {
    return a.type_ == b.type_ && a.address_ == b.address_;
  }

 private:
  std::type_index type_;
  const void* address_ = nullptr;  // null for a C++ class
  std::string name_;
};

/// A one-dimensional store of values of one dtype, open for extension: derive and override the protected functions.
/// The public ones check release, mutability and bounds and keep the version, so that this holds for every class.
/// What an override throws passes through unchanged. (Carriers)
class Carrier {
 public:
  Carrier(const Carrier&) = delete;
  Carrier& operator=(const Carrier&) = delete;
  virtual ~Carrier() = default;

  /// Still answered after release; a user's carrier may report nonsense, a negative number included.
  Int size() const { return do_size(); }
  const DType& dtype() const { return do_dtype(); }
  bool is_mutable() const { return do_is_mutable(); }
  /// 0 at birth, one more after each successful write.
  Int version() const { return version_; }
  bool is_released() const { return released_; }
  /// Ends element access. Idempotent.
  void release();

  /// RuntimeError once released; TypeError unless `index` is an integer; IndexError outside [0, size()).
  Scalar get(const Argument& index) const;
  /// Also TypeError for a value of the wrong type, OverflowError for one out of range, RuntimeError where the carrier
  /// is not mutable. A failed write changes nothing.
  void set(const Argument& index, const Argument& value);
  /// A fresh carrier of the same exact class and dtype with these values. RuntimeError if a class fails to deliver one.
  CarrierPtr new_like(std::span<const Scalar> values) const;

  /// The values at offset + layout(0), offset + layout(1), ... appended to `out`; the errors of `get`.
  /// Precondition: layout.size() does not pass SIZE_MAX.
  void read(Int offset, const Layout& layout, std::vector<Scalar>& out) const;

  // The same for gradients, which are floats. An integer counts as the float of the same value; a bool is a TypeError.
  CarrierPtr new_like_floats(std::span<const double> values) const;
  /// Precondition: `out` has layout.size() elements.
  void read_floats(Int offset, const Layout& layout, std::span<double> out) const;

 protected:
  Carrier() = default;

  virtual Int do_size() const = 0;
  virtual const DType& do_dtype() const = 0;
  /// Precondition: not released, 0 <= index < size(). (The same holds for do_set.)
  virtual Scalar do_get(Int index) const = 0;
  /// Stores the value or throws, all or nothing. Precondition: is_mutable().
  virtual void do_set(Int index, const Scalar& value) = 0;
  virtual bool do_is_mutable() const { return true; }
  /// Called once, by the first release.
  virtual void do_release() {}
  virtual CarrierPtr do_new_like(std::span<const Scalar> values) const = 0;
  /// Many reads at once. This one calls `get` for each. A class that reads its storage directly must do so only where
  /// it is the exact class, or reads would bypass an override of do_get in a class derived from it.
  /// Precondition: not released, and every index lies in [0, size()).
  virtual void do_read(Int offset, const Layout& layout, std::vector<Scalar>& out) const;
  /// By way of do_read and do_new_like. The same warning holds for overrides.
  virtual void do_read_floats(Int offset, const Layout& layout, std::span<double> out) const;
  virtual CarrierPtr do_new_like_floats(std::span<const double> values) const;
  /// The dynamic type, unless another language has classes of its own.
  virtual CarrierClass do_exact_class() const { return typeid(*this); }

 private:
  friend CarrierClass exact_class(const Carrier& carrier);
  CarrierPtr require_own_class(CarrierPtr fresh) const;
  void read_each(Int offset, const Layout& layout, std::vector<Scalar>& out) const;

  std::int64_t version_ = 0;
  bool released_ = false;
};

CarrierClass exact_class(const Carrier& carrier);
/// The readable name of any C++ class.
std::string class_name(std::type_index type);

/// Whether the library's own carriers store values of this dtype: Float32, Float64, Int32, Int8 and Bool.
bool is_storable(const DType& dtype);

/// The value as a carrier of this dtype stores it: Float32 is rounded to binary32, an integer stored as a float becomes
/// one. TypeError for a value of another type (bool and numbers never mix, no float becomes an integer), OverflowError
/// for an integer out of range, ValueError unless the dtype is storable.
Scalar to_stored(const DType& dtype, const Scalar& value);

}  // namespace strideweave
