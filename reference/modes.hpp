// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <variant>

#include "reference/layout.hpp"

// Layouts built from whole modes of other layouts.
namespace strideweave {

/// A layout and the distance of its index 0 from that of the layout it was made of. Every view is a function
/// Layout -> Placed.
struct Placed {
  Int offset;
  Layout layout;

  friend bool operator==(const Placed&, const Placed&) = default;
};

/// Collects modes, in order. A value type; `build` may be called at any time.
class LayoutBuilder {
 public:
  LayoutBuilder& leaf(Int extent, Int stride);
  /// A copy of a mode of `source`, leaf or nested. Precondition: index < source.rank().
  LayoutBuilder& mode(const Layout& source, std::size_t index);
  LayoutBuilder& mode(const Layout& source, const Profile::Mode& mode);
  LayoutBuilder& push();
  LayoutBuilder& pop();
  Layout build() const;

 private:
  Profile profile_;
  Leaves extents_;
  Leaves strides_;
};

/// The layout whose only mode is mode `index` of `layout`: mode 1 of `[10,[2,3]]` gives `[[2,3]]`.
/// Precondition: index < rank. (The same holds for mode_layout.)
Layout take_mode(const Layout& layout, std::size_t index);
/// The layout whose modes are those of mode `index`: mode 1 of `[10,[2,3]]` gives `[2,3]`.
Layout mode_layout(const Layout& layout, std::size_t index);

/// Mode j of the result is mode order[j], whole. ValueError for an order that omits, repeats or names a mode out of
/// domain, negative ones included. (Tensor permutation reorders complete top-level modes)
Layout permute(const Layout& layout, std::span<const Int> order);

/// The layout with the shape of `target`: an equal extent keeps its stride, an extent 1 widens with stride 0.
/// ValueError for another profile or any other change of an extent. (broadcast_to)
Layout broadcast_to(const Layout& layout, const Shape& target);

/// An extent-one, stride-zero leaf mode inserted at `dim`, which may count back from the insertion range: -1 is after
/// the last mode. ValueError outside [-(rank + 1), rank]. (Unsqueeze and squeeze)
Layout unsqueeze(const Layout& layout, Int dim);
/// The mode `dim` removed; -1 is the last. ValueError outside [-rank, rank) or unless it is a leaf of extent one.
Layout squeeze(const Layout& layout, Int dim);
/// All modes but `index`. Precondition: index < rank.
Layout remove_mode(const Layout& layout, std::size_t index);

/// A normalized slice of one mode: start, start + step, ... below stop. Of a nested mode with more elements than the
/// range of Int, Int::max() is the end.
struct Slice {
  Int start;
  Int stop;
  Int step = 1;
};
/// An integer selects the coordinate with that ordinal inside the mode, and the mode vanishes; a slice keeps the mode.
using ModeKey = std::variant<Int, Slice>;

/// One key for each top-level mode. A leaf of extent e and stride s becomes one of extent (stop - start) / step and
/// stride s * step; a nested mode takes only [0, size) by 1. The offset is the index of the first selected coordinate.
/// ValueError for a wrong number of keys, an integer outside its mode, a step < 1, an empty slice, one that leaves
/// [0, extent], one whose width the step does not divide, or a nested mode that is not taken whole. (Slice indexing)
Placed slice(const Layout& layout, std::span<const ModeKey> keys);

}  // namespace strideweave
