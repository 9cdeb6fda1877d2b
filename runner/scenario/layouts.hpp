// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "bindings/protocol/value.hpp"
#include "runner/scenario/node.hpp"

// Compact layouts and the little arithmetic a fixture needs: how large a carrier must be, and where values lie in it.
namespace swconform::scenario {

__extension__ typedef __int128 Wide;

/// A layout as nested lists of integers, in the protocol's form, and as its leaves, depth first.
struct LayoutText {
  Value shape;   // a list
  Value stride;  // a list; in an expected layout "*" for a stride left open
  std::vector<Wide> extents;
  std::vector<Wide> strides;

  /// The product of the extents. Nothing where 127 bits do not hold it.
  std::optional<Wide> size() const;
  /// 1 + the sum of (extent - 1) * stride. Nothing where 127 bits do not hold it.
  std::optional<Wide> cosize() const;
  /// The indices of the elements, first mode fastest. Precondition: size() is small and cosize() holds.
  std::vector<Wide> indices() const;
};

/// Nothing where 127 bits do not hold it.
std::optional<Wide> to_wide(const Integer& integer);
Integer to_integer(Wide number);

/// `[2,[3,4]]:[1,[10,100]]`, `5:1`. Throws FixtureError, at the place inside the text. `open_strides` allows `*`.
LayoutText layout_of(const Node& node, bool open_strides = false);

/// `[2,[3,4]]` or `5` as a nested list. Throws FixtureError.
Value shape_of(const Node& node);

/// Whether the text is meant to be a layout, not a shape.
bool looks_like_layout(std::string_view text);

/// A list, a number or a compact text of integers >= least, as a nested list. `what`: "an extent", "a stride". Throws
/// FixtureError.
Value int_tuple_of(const Node& node, int least, std::string_view what);

}  // namespace swconform::scenario
