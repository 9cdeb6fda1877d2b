// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "reference/inline_vector.hpp"
#include "reference/int_tuple.hpp"
#include "reference/profile.hpp"

namespace strideweave {

/// An ordered tree of extents >= 1. (Shape, Stride, Layout)
/// Equality compares profile and extents: `[3,[2]]`, `[[3],2]` and `[3,2]` are three shapes.
class Shape {
 public:
  /// Rank 0, size 1.
  Shape() = default;
  /// `Shape{2, {3, 4}}` is `[2,[3,4]]` and `Shape{5}` is `[5]`.
  /// An extent < 1: ValueError; an extent beyond the range of Int: OverflowError.
  Shape(std::initializer_list<IntTuple> modes);
  /// A list gives the modes; an integer n is the same as `[n]`.
  explicit Shape(const IntTuple& modes);
  /// Precondition: as many extents as the profile has leaves.
  Shape(Profile profile, Leaves extents);

  /// `[2,[3,4]]`; `5` is `[5]`. ValueError for anything else.
  static Shape parse(std::string_view text);

  const Profile& profile() const { return profile_; }
  std::span<const Int> extents() const { return {extents_.data(), extents_.size()}; }
  std::size_t leaf_count() const { return extents_.size(); }
  std::size_t rank() const { return profile_.rank(); }

  /// The mode as a shape: a leaf mode of extent n is `[n]`, a nested mode `[a,b]` is `[a,b]`.
  /// Precondition: index < rank(). (The same holds for is_leaf.)
  Shape mode(std::size_t index) const;
  bool is_leaf(std::size_t index) const { return profile_.mode(index).is_leaf(); }

  /// The product of the extents; OverflowError past 2^127 - 1.
  Int size() const;
  /// The same, clamped to Int::max(). Use `contains` and `same_size` for questions: they are exact at any size.
  Int saturating_size() const noexcept;
  /// 0 <= ordinal < size, at any size.
  bool contains(Int ordinal) const;

  /// The coordinate of an ordinal, first mode fastest, recursively. ValueError unless contains(ordinal).
  IntTuple coordinate(Int ordinal) const;

  friend bool operator==(const Shape&, const Shape&) = default;

 private:
  Profile profile_;
  Leaves extents_;
};

/// Whether the sizes are equal, exactly, whatever their magnitude.
bool same_size(const Shape& a, const Shape& b);

/// `[2,[3,4]]`; one leaf mode is printed without brackets.
std::string to_string(const Shape& shape);
IntTuple to_int_tuple(const Shape& shape);
std::ostream& operator<<(std::ostream& out, const Shape& shape);

}  // namespace strideweave
