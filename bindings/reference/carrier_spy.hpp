// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "reference/carrier.hpp"

namespace swconform::reference {

/// A carrier as a user of the library would write one, for what the library's own cannot do: any dtype, any declared
/// size, a choice of exact classes, counts of what is done to it, and reads and queries that fail.
class CarrierSpy : public strideweave::Carrier {
 public:
  struct FailingRead {
    std::optional<strideweave::Int> index;  // nothing: every read fails
    std::exception_ptr exception;
  };
  struct Setup {
    const strideweave::DType* dtype = nullptr;
    strideweave::Int size;  // as reported; need not be that of `values`
    std::vector<strideweave::Scalar> values;
    bool is_virtual = false;  // v(i) computed from i, no values, not mutable
    bool counts = false;      // whether its counts are facts
    std::optional<FailingRead> fail_read = {};
    std::exception_ptr fail_size = {};  // thrown by size()
    std::exception_ptr fail_dtype = {};
  };
  struct Counts {
    std::int64_t reads = 0;
    std::int64_t writes = 0;
    std::int64_t allocations = 0;
  };

  const Setup& setup() const { return setup_; }
  const Counts& counts() const { return counts_; }

 protected:
  explicit CarrierSpy(Setup setup) : setup_(std::move(setup)) {}
  /// A carrier of the same exact class.
  virtual strideweave::CarrierPtr make(Setup setup) const = 0;

  strideweave::Int do_size() const override;
  const strideweave::DType& do_dtype() const override;
  bool do_is_mutable() const override { return !setup_.is_virtual; }
  strideweave::Scalar do_get(strideweave::Int index) const override;
  void do_set(strideweave::Int index, const strideweave::Scalar& value) override;
  strideweave::CarrierPtr do_new_like(std::span<const strideweave::Scalar> values) const override;

 private:
  Setup setup_;
  mutable Counts counts_;
};

/// Exact classes: one, a class derived from it, and a third.
class BaseCarrier : public CarrierSpy {
 public:
  explicit BaseCarrier(Setup setup) : CarrierSpy(std::move(setup)) {}

 protected:
  strideweave::CarrierPtr make(Setup setup) const override;
};

class SubCarrier : public BaseCarrier {
 public:
  explicit SubCarrier(Setup setup) : BaseCarrier(std::move(setup)) {}

 protected:
  strideweave::CarrierPtr make(Setup setup) const override;
};

class OtherCarrier : public CarrierSpy {
 public:
  explicit OtherCarrier(Setup setup) : CarrierSpy(std::move(setup)) {}

 protected:
  strideweave::CarrierPtr make(Setup setup) const override;
};

/// v(i) = i, as a float unless the dtype is an integer one; for Bool whether i is odd.
strideweave::Scalar value_from_index(const strideweave::DType& dtype, strideweave::Int index);

}  // namespace swconform::reference
