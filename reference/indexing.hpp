// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "reference/coalesce.hpp"
#include "reference/inline_vector.hpp"

// Visiting the indices of a layout, for the loops that read values. Not part of any interface.
namespace strideweave {

/// Calls visit(index) for start + layout(0), start + layout(1), ... of the layout with these leaves, first leaf
/// fastest. Precondition: a Number holds the largest index.
template <class Number, class Visit>
void for_each_index(std::span<const Leaf<Number>> leaves, Number start, const Visit& visit) {
  if (leaves.empty()) return visit(start);
  InlineVector<Number, 8> coordinate(leaves.size(), Number(0));
  while (true) {
    Number index = start;
    visit(index);
    for (Number k = 1; k < leaves[0].extent; k += 1) {
      index += leaves[0].stride;
      visit(index);
    }
    std::size_t place = 1;
    for (; place < leaves.size(); ++place) {
      if (coordinate[place] + 1 < leaves[place].extent) break;
      start -= coordinate[place] * leaves[place].stride;
      coordinate[place] = 0;
    }
    if (place == leaves.size()) return;
    coordinate[place] += 1;
    start += leaves[place].stride;
  }
}

/// The same for a layout that fits a store in memory. Precondition: layout.fits(n, start) for an n <= SIZE_MAX, and
/// layout.size() <= SIZE_MAX.
template <class Visit>
void for_each_memory_index(const Layout& layout, Int start, const Visit& visit) {
  InlineVector<Leaf<std::size_t>, 8> leaves;
  for (const Leaf<Int>& leaf : coalesced_leaves<Int>(layout)) {
    leaves.push_back({leaf.extent.to_size(), leaf.stride.to_size()});
  }
  for_each_index<std::size_t>({leaves.data(), leaves.size()}, start.to_size(), visit);
}

}  // namespace strideweave
