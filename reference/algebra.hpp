// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "reference/layout.hpp"

// The questions about layouts that are answered from their leaves, never by visiting coordinates. Every answer is exact
// at any magnitude; none depends on nesting.
namespace strideweave {

/// Whether no two coordinates share an index. (injective)
/// Fast for strides that nest; where they do not, an integer program decides (kernel.hpp), whose time grows steeply
/// with the number of such leaves: about 1 ms for three of them, tens of milliseconds for six.
bool injective(const Layout& layout);

/// A flat layout with the same index at every ordinal: extent-one leaves vanish and a leaf that continues its left
/// neighbour merges into it. OverflowError where a merged extent passes the range. (coalesce)
Layout coalesce(const Layout& layout);

/// Whether every index of the layout is an ordinal of the shape: cosize(layout) <= size(shape), at any magnitude.
bool covers(const Shape& shape, const Layout& layout);

/// The layout with exactly the shape of b and the index a(b(q)) at each of its coordinates q; nothing if there is none
/// with that shape. An extent-one leaf gets stride 0. (compose; as_strided: "representable as a Layout") ValueError
/// unless cosize(b) <= size(a), because a(b(q)) must exist for every q.
std::optional<Layout> compose(const Layout& a, const Layout& b);

/// The smallest b >= 0 such that the indices at the ordinals 0, 1, 2, ... are 0, b, 2b, ...; nothing if there is none.
/// For size 1 it is 0. (Reshape preserves first-mode-fastest linear order)
std::optional<Int> reshape_base(const Layout& layout);

/// The compact layout of `target` scaled by the base. ValueError if the sizes differ or the layout has no base.
Layout reshape(const Layout& layout, const Shape& target);

}  // namespace strideweave
