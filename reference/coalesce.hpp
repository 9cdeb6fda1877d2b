// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/big_int.hpp"
#include "reference/inline_vector.hpp"
#include "reference/layout.hpp"

namespace strideweave {

/// One leaf of a layout.
template <class Number>
struct Leaf {
  Number extent;
  Number stride;
};

template <class Number>
using LeafList = InlineVector<Leaf<Number>, 6>;

/// The coalesced leaves: no extents of one, and no leaf continues its left neighbour.
template <class Number>
LeafList<Number> coalesced_leaves(const Layout& layout) {
  LeafList<Number> leaves;
  for (std::size_t k = 0; k < layout.leaf_count(); ++k) {
    if (layout.extents()[k] == 1) continue;
    const Leaf<Number> leaf{widen<Number>(layout.extents()[k]), widen<Number>(layout.strides()[k])};
    if (!leaves.empty() && leaves.back().extent * leaves.back().stride == leaf.stride) {
      leaves.back().extent *= leaf.extent;
    } else {
      leaves.push_back(leaf);
    }
  }
  return leaves;
}

}  // namespace strideweave
