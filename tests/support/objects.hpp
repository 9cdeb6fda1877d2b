// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "reference/carriers.hpp"
#include "reference/representation.hpp"
#include "reference/tensor.hpp"

// What the tests of carriers, representations and tensors are written with.
namespace swconform::test {

/// What was thrown: the kind ("ValueError"; "" for nothing, "other" for a foreign exception) and its message.
struct Thrown {
  std::string kind;
  std::string message;

  bool mentions(std::string_view text) const { return message.find(text) != std::string::npos; }
};
Thrown thrown_by(const std::function<void()>& action);

/// The exception of a user: no class of the library.
struct Boom {
  int number;
};

/// A user's carrier: Float32, v(i) = i, counts its reads, and throws Boom{7} at read number `fails_at` (from 1).
class Spy : public strideweave::Carrier {
 public:
  explicit Spy(strideweave::Int size) : size_(size) {}

  mutable int reads = 0;
  int writes = 0;
  int releases = 0;
  std::optional<int> fails_at;
  bool fails_to_write = false;

 protected:
  strideweave::Int do_size() const override { return size_; }
  const strideweave::DType& do_dtype() const override { return strideweave::dtype::float32(); }
  strideweave::Scalar do_get(strideweave::Int index) const override;
  void do_set(strideweave::Int index, const strideweave::Scalar& value) override;
  void do_release() override { ++releases; }
  strideweave::CarrierPtr do_new_like(std::span<const strideweave::Scalar> values) const override;

 private:
  strideweave::Int size_;
};

/// A class derived from Host that overrides reading: every value is one more than the stored one.
class OneMore : public strideweave::Host {
 public:
  using Host::Host;

 protected:
  strideweave::Scalar do_get(strideweave::Int index) const override;
};

/// A Host of n values 0, 1, 2, ... of a dtype of numbers.
strideweave::CarrierPtr iota(const strideweave::DType& dtype, int n);

/// A Float32 Tensor on a Host that just fits.
strideweave::Tensor tensor(const char* layout, int offset = 0);

/// A new compound dtype of Float32 and Int32 under a name of its own.
const strideweave::CompoundDType& new_pair(strideweave::CompoundDType::Rules rules = {});

/// A two-level Tensor of that dtype: L_0 with v(i) = i, the given S_0, and L_1 = size:1.
strideweave::Tensor two_levels(const strideweave::CompoundDType& pair, const char* placement, const char* adjacent,
                               int next_size);

}  // namespace swconform::test
