// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "reference/inline_vector.hpp"
#include "reference/int_tuple.hpp"
#include "reference/profile.hpp"
#include "reference/shape.hpp"

namespace strideweave {

/// An ordered tree of strides >= 0. (Shape, Stride, Layout)
class Stride {
 public:
  Stride() = default;
  /// A stride < 0: ValueError; a stride beyond the range of Int: OverflowError.
  Stride(std::initializer_list<IntTuple> modes);
  /// A list gives the modes; an integer n is the same as `[n]`.
  explicit Stride(const IntTuple& modes);
  /// Precondition: as many strides as the profile has leaves.
  Stride(Profile profile, Leaves strides);

  /// `[1,[10,100]]`; `5` is `[5]`. ValueError for anything else.
  static Stride parse(std::string_view text);

  const Profile& profile() const { return profile_; }
  std::span<const Int> strides() const { return {strides_.data(), strides_.size()}; }
  std::size_t leaf_count() const { return strides_.size(); }
  std::size_t rank() const { return profile_.rank(); }

  friend bool operator==(const Stride&, const Stride&) = default;

 private:
  Profile profile_;
  Leaves strides_;
};

/// Exactly the same tree.
bool congruent(const Shape& shape, const Stride& stride);

std::string to_string(const Stride& stride);
IntTuple to_int_tuple(const Stride& stride);
std::ostream& operator<<(std::ostream& out, const Stride& stride);

}  // namespace strideweave
