// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "reference/layout.hpp"
#include "reference/tree.hpp"

namespace strideweave {

/// The two Trees a rearrangement consists of.
struct Rearrangement {
  Tree output;
  Tree selection;

  friend bool operator==(const Rearrangement&, const Rearrangement&) = default;
};

/// `"a (b c) -> c 1 a"`. (Rearrangement strings)
/// ValueError, with the character offset in its message ("... at character 5"), for any text outside the grammar.
Rearrangement parse_rearrangement(std::string_view text);

/// Every leaf of the shape, depth first, left to right. (rearrange: default selection)
Tree default_selection(const Shape& shape);

/// `output` built from the parts of the layout that `selection` extracts: part n where it says id n, an extent-one,
/// stride-zero leaf where it has an unnamed leaf. ValueError when the selection does not match the hierarchy of the
/// layout, an id repeats or is out of range, or an extracted part of size > 1 is left out. (rearrange)
Layout rearrange(const Layout& layout, const Tree& output, const Tree& selection);
/// With the default selection.
Layout rearrange(const Layout& layout, const Tree& output);

}  // namespace strideweave
