// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <variant>

#include "reference/carrier.hpp"
#include "reference/host_memory.hpp"

// The carriers that come with the library. All are open for derivation; a class derived from one is another exact class
// and overrides do_new_like accordingly.
namespace strideweave {

/// Holds values of any storable dtype as Scalars.
class Generic : public Carrier {
 public:
  /// ValueError unless the dtype is storable; TypeError or OverflowError as for `to_stored`.
  Generic(const DType& dtype, std::span<const Scalar> values, bool is_mutable = true);
  Generic(const DType& dtype, std::initializer_list<Scalar> values, bool is_mutable = true);

 protected:
  Int do_size() const override { return size_; }
  const DType& do_dtype() const override { return *dtype_; }
  Scalar do_get(Int index) const override;
  void do_set(Int index, const Scalar& value) override;
  bool do_is_mutable() const override { return mutable_; }
  void do_release() override;
  CarrierPtr do_new_like(std::span<const Scalar> values) const override;
  void do_read(Int offset, const Layout& layout, std::vector<Scalar>& out) const override;

 private:
  const DType* dtype_;
  std::vector<Scalar> values_;
  Int size_;
  bool mutable_;
};

/// Holds values of any storable dtype packed, as the machine type of that dtype.
class Host : public Carrier, public HostMemory {
 public:
  Host(const DType& dtype, std::span<const Scalar> values, bool is_mutable = true);
  Host(const DType& dtype, std::initializer_list<Scalar> values, bool is_mutable = true);

  /// Null once released; also where a class derives from this one, which may see other values in the same memory.
  std::shared_ptr<void> memory() const override;

 protected:
  Int do_size() const override { return size_; }
  const DType& do_dtype() const override { return *dtype_; }
  Scalar do_get(Int index) const override;
  void do_set(Int index, const Scalar& value) override;
  bool do_is_mutable() const override { return mutable_; }
  void do_release() override;
  CarrierPtr do_new_like(std::span<const Scalar> values) const override;
  void do_read(Int offset, const Layout& layout, std::vector<Scalar>& out) const override;
  void do_read_floats(Int offset, const Layout& layout, std::span<double> out) const override;
  CarrierPtr do_new_like_floats(std::span<const double> values) const override;

 private:
  using Storage = std::variant<std::vector<float>, std::vector<double>, std::vector<std::int32_t>,
                               std::vector<std::int8_t>, std::vector<std::uint8_t>>;

  const DType* dtype_;
  std::shared_ptr<Storage> storage_ = std::make_shared<Storage>();  // shared with those who asked for its memory
  Int size_;
  bool mutable_;
};

/// Holds nothing: any declared size, even a negative one, any dtype, even a category, values computed from the index.
/// Not mutable.
class VirtualCarrier : public Carrier {
 public:
  using Value = std::function<Scalar(Int)>;

  VirtualCarrier(const DType& dtype, Int size, Value value);
  /// v(i) = i, as a float unless the dtype is an integer one; for Bool whether i is odd.
  VirtualCarrier(const DType& dtype, Int size);

 protected:
  Int do_size() const override { return size_; }
  const DType& do_dtype() const override { return *dtype_; }
  Scalar do_get(Int index) const override { return value_(index); }
  void do_set(Int index, const Scalar& value) override;
  bool do_is_mutable() const override { return false; }
  /// Computed from a copy of the values.
  CarrierPtr do_new_like(std::span<const Scalar> values) const override;

 private:
  const DType* dtype_;
  Int size_;
  Value value_;
};

}  // namespace strideweave
