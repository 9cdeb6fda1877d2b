// SPDX-License-Identifier: Apache-2.0
#include "reference/coalesce.hpp"

#include <fmt/format.h>

#include "reference/algebra.hpp"
#include "reference/error.hpp"

namespace strideweave {

Layout coalesce(const Layout& layout) {
  return exactly([&]<class Number>() {
    const auto leaves = coalesced_leaves<Number>(layout);
    Leaves extents;
    Leaves strides;
    for (const Leaf<Number>& leaf : leaves) {
      extents.push_back(to_int(leaf.extent));
      strides.push_back(to_int(leaf.stride));
    }
    return Layout(Shape(Profile::flat(leaves.size()), std::move(extents)), std::move(strides));
  });
}

std::optional<Int> reshape_base(const Layout& layout) {
  // Compatible when every leaf continues the one before it, extents of one aside. Once the stride that would continue
  // passes the range, no leaf can have it.
  std::optional<Int> base;
  std::optional<Int> continuing;
  for (std::size_t k = 0; k < layout.leaf_count(); ++k) {
    const Int extent = layout.extents()[k];
    const Int stride = layout.strides()[k];
    if (extent == 1) continue;
    if (!base) {
      base = continuing = stride;
    } else if (continuing != stride) {
      return {};
    }
    continuing = checked_mul(stride, extent);
  }
  return base.value_or(0);
}

Layout reshape(const Layout& layout, const Shape& target) {
  if (!same_size(layout.shape(), target)) {
    raise_value_error(fmt::format("{} and {} differ in size", to_string(layout.shape()), to_string(target)));
  }
  const std::optional<Int> base = reshape_base(layout);
  if (!base) {
    raise_value_error(fmt::format("{} has no constant distance between successive ordinals", to_string(layout)));
  }
  return compact(target, *base);
}

}  // namespace strideweave
