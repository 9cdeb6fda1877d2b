// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "reference/inline_vector.hpp"
#include "reference/int_tuple.hpp"
#include "reference/shape.hpp"
#include "reference/stride.hpp"

namespace strideweave {

/// A Shape with a stride for each leaf: the map from logical coordinates to linear indices. (Shape, Stride, Layout)
/// Written `[2,[3,4]]:[1,[10,100]]`.
class Layout {
 public:
  /// `[]:[]`: one element, at index 0.
  Layout() = default;
  /// ValueError unless congruent.
  Layout(Shape shape, const Stride& stride);
  /// Strides leaf by leaf. Precondition: as many as the shape has leaves. Checked like those of a Stride.
  Layout(Shape shape, Leaves strides);

  /// `[2,3]:[1,2]`, `5:1` (that is `[5]:[1]`), `[]:[]`. ValueError for anything else.
  static Layout parse(std::string_view text);

  const Shape& shape() const { return shape_; }
  const Profile& profile() const { return shape_.profile(); }
  Stride stride() const { return Stride(shape_.profile(), strides_); }
  std::span<const Int> extents() const { return shape_.extents(); }
  std::span<const Int> strides() const { return {strides_.data(), strides_.size()}; }
  std::size_t leaf_count() const { return strides_.size(); }
  std::size_t rank() const { return shape_.rank(); }
  Int size() const { return shape_.size(); }

  /// 1 + sum of (extent - 1) * stride; OverflowError past 2^127 - 1.
  Int cosize() const;
  /// The same, clamped to Int::max().
  Int saturating_cosize() const noexcept;
  /// offset + cosize <= limit, exactly, whatever their magnitude: the bound check of placements, adjacent layouts and
  /// selectors. Precondition: offset >= 0.
  bool fits(Int limit, Int offset = 0) const noexcept;

  /// The linear index of an ordinal. ValueError unless shape().contains(ordinal); OverflowError if the index itself
  /// passes 2^127 - 1.
  Int operator()(Int ordinal) const;
  template <BuiltinInteger T>
  Int operator()(T ordinal) const {
    return (*this)(Int(ordinal));
  }
  /// The linear index of a hierarchical coordinate; an integer may stand for any subtree, the whole included.
  /// Negative, missing, extra or out of domain: ValueError.
  Int operator()(const IntTuple& coordinate) const;

  friend bool operator==(const Layout&, const Layout&) = default;

 private:
  Shape shape_;
  Leaves strides_;
};

/// The compact layout of a shape, first mode fastest, with every stride scaled by `base`: leaf k has stride base times
/// the product of the extents before it. OverflowError where a stride passes the range.
Layout compact(Shape shape, Int base = 1);

/// `[2,[3,4]]:[1,[10,100]]`; one leaf mode is printed `5:1`.
std::string to_string(const Layout& layout);
std::ostream& operator<<(std::ostream& out, const Layout& layout);

}  // namespace strideweave
