// SPDX-License-Identifier: Apache-2.0
// What wrong slices are written with: keys changed before they are looked at, and views changed afterwards.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tests/judgement/mutation.hpp"

namespace swconform::judgement::slices {

using Key = Item::List;

/// A top-level mode of the source, and whether the source has several subtensors.
struct Mode {
  std::vector<Int> extents;
  bool leaf = true;
  bool several = false;
  std::size_t place = 0;

  Int size() const;
};

bool several(const Tensor& tensor);
Item number(Int value);
Item slice_of(Item start, Item stop, Item step);
Item whole();
bool has_slice(const Key& key);
Item again(const Call& call, Key key);
std::optional<Int> integer(const Item& item);

/// A slice as a positive step has it normalized; nothing for another entry and for parts that are no integers.
struct Cut {
  Int start;
  Int stop;
  Int step;

  Int width() const { return stop - start; }
};
std::optional<Cut> cut_of(const Item& entry, const Mode& mode);

Change keyed(std::function<void(Key&, const Tensor&)> edit);
/// Every entry of a key of the right length, changed before it is looked at.
Change entries(std::function<Item(const Item&, const Mode&)> edit);
/// The same where the source has several subtensors.
Change on_several(std::function<Item(const Item&, const Mode&)> edit);
/// Slices of leaf modes: where `edit` answers something, that is taken.
Change cuts(std::function<std::optional<Cut>(const Cut&, const Mode&)> edit);
/// One of the parts of slices of leaf modes, changed; the same for a start or stop that is an integer.
Change parts(std::size_t which, std::function<Item(const Item&, const Mode&)> edit);
Change bound(std::size_t which, std::function<Int(Int, const Mode&)> edit);
Change integers_as(std::function<Int(Int, const Mode&)> edit);
/// First mode slowest, for an ordinal inside a nested mode.
Int row_major(Int value, const Mode& mode);

using Fault = std::function<bool(const Item&, const Mode&)>;
bool outside(const Item& entry, const Mode& mode);
bool steps_back(const Item& entry, const Mode& mode);
bool is_empty(const Item& entry, const Mode& mode);
bool is_indivisible(const Item& entry, const Mode& mode);
bool is_part_of_nested(const Item& entry, const Mode& mode);
bool is_whole_of_nested(const Item& entry, const Mode& mode);
Change raises_where(Fault fault, strideweave::ErrorKind kind);
/// Parts of nested modes are taken for the whole.
Change whole_where(Fault fault);

Change viewed(std::function<void(Parts&, const Tensor&, const Key&)> edit);
using Rebuild = std::function<void(strideweave::LayoutBuilder&, const Layout&, const strideweave::Profile::Mode&)>;
/// The leading layouts of the view, with other leaves under slices; with something for a mode under an integer; with
/// something else for a nested mode under a whole slice.
Change leaf(std::function<void(Int& extent, Int& stride, const Cut&)> edit);
Change under_integers(Rebuild rebuild);
Change nested(Rebuild rebuild);
/// The offset of the view of one subtensor: what `edit` makes of the source's and of the distance from it.
Change offset(std::function<Int(Int own, Int distance, const Tensor& source, const Key& key)> edit);
/// Of the first element selected.
Int ordinal(const Tensor& tensor, const Key& key);

/// The value a key of integers gives, changed.
Change value(std::function<Item(const Item& right, const Tensor&, const Key&)> edit);
Int linear_index(const Layout& layout, const Key& key);
/// What a key of integers gives for several subtensors.
Change several_values(std::function<Item(const Call&, const Tensor&)> body);
Change wrong_count(std::function<Item(const Call&, Key, std::size_t rank)> body);

}  // namespace swconform::judgement::slices
