// SPDX-License-Identifier: Apache-2.0
#include "reference/modes.hpp"

#include <fmt/format.h>

#include <utility>

#include "reference/error.hpp"

namespace strideweave {
namespace {

/// Counts a negative index back from `count`. ValueError outside [-count, count).
std::size_t normalized(Int dim, std::size_t count, const Layout& layout) {
  const Int index = dim < 0 ? saturating_add(dim, count) : dim;
  if (index < 0 || index >= count) {
    raise_value_error(fmt::format("dim {} is out of domain for {}", to_string(dim), to_string(layout.shape())));
  }
  return index.to_size();
}

/// The layout of one mode, for the sake of its ordinals.
Layout inside(const Layout& layout, const Profile::Mode& mode) { return LayoutBuilder().mode(layout, mode).build(); }

bool is_whole(const Slice& slice, const Shape& shape) {
  return slice.start == 0 && slice.step == 1 && slice.stop == shape.saturating_size();
}

void check_leaf_slice(const Slice& slice, Int extent) {
  const char* const fault = slice.step < 1                                 ? "step is not positive"
                            : slice.start < 0 || slice.stop > extent       ? "bounds are outside its mode"
                            : slice.start >= slice.stop                    ? "interval is empty"
                            : (slice.stop - slice.start) % slice.step != 0 ? "interval is not divisible by its step"
                                                                           : nullptr;
  if (fault == nullptr) return;
  raise_value_error(fmt::format("slice {}:{}:{} of extent {}: {}", to_string(slice.start), to_string(slice.stop),
                                to_string(slice.step), to_string(extent), fault));
}

/// Appends what is left of a mode and returns the index of its first selected coordinate.
Int add_slice(LayoutBuilder& result, const Layout& layout, const Profile::Mode& mode, const Slice& slice) {
  if (!mode.is_leaf()) {
    const Layout whole = inside(layout, mode);
    if (!is_whole(slice, whole.shape())) {
      raise_value_error(fmt::format("the nested mode {} takes a whole slice only", to_string(whole.shape())));
    }
    result.mode(layout, mode);
    return 0;
  }
  const Int stride = layout.strides()[mode.first_leaf];
  check_leaf_slice(slice, layout.extents()[mode.first_leaf]);
  result.leaf((slice.stop - slice.start) / slice.step, stride * slice.step);
  return slice.start * stride;
}

}  // namespace

LayoutBuilder& LayoutBuilder::leaf(Int extent, Int stride) {
  profile_.append_leaf();
  extents_.push_back(extent);
  strides_.push_back(stride);
  return *this;
}

LayoutBuilder& LayoutBuilder::mode(const Layout& source, std::size_t index) {
  return mode(source, source.profile().mode(index));
}

LayoutBuilder& LayoutBuilder::mode(const Layout& source, const Profile::Mode& mode) {
  profile_.append(source.profile().marks(mode));
  for (std::size_t leaf = mode.first_leaf; leaf < mode.end_leaf; ++leaf) {
    extents_.push_back(source.extents()[leaf]);
    strides_.push_back(source.strides()[leaf]);
  }
  return *this;
}

LayoutBuilder& LayoutBuilder::push() {
  profile_.push();
  return *this;
}

LayoutBuilder& LayoutBuilder::pop() {
  profile_.pop();
  return *this;
}

Layout LayoutBuilder::build() const { return Layout(Shape(profile_, extents_), strides_); }

Layout take_mode(const Layout& layout, std::size_t index) { return inside(layout, layout.profile().mode(index)); }

Layout mode_layout(const Layout& layout, std::size_t index) {
  const Profile::Mode mode = layout.profile().mode(index);
  if (mode.is_leaf()) return inside(layout, mode);
  LayoutBuilder result;
  for (const Profile::Mode& child : layout.profile().modes(mode)) result.mode(layout, child);
  return result.build();
}

Layout permute(const Layout& layout, std::span<const Int> order) {
  const Profile::Modes modes = layout.profile().modes();
  if (order.size() != modes.size()) {
    raise_value_error(fmt::format("an order of {} modes for {}", order.size(), to_string(layout.shape())));
  }
  InlineVector<bool, 16> taken(modes.size(), false);
  LayoutBuilder result;
  for (const Int entry : order) {
    if (entry < 0 || entry >= modes.size()) {
      raise_value_error(fmt::format("mode {} is out of domain for {}", to_string(entry), to_string(layout.shape())));
    }
    const std::size_t index = entry.to_size();
    if (std::exchange(taken[index], true)) raise_value_error(fmt::format("mode {} occurs twice in an order", index));
    result.mode(layout, modes[index]);
  }
  return result.build();
}

Layout broadcast_to(const Layout& layout, const Shape& target) {
  const auto fail = [&](const char* why) {
    raise_value_error(
        fmt::format("{} does not broadcast to {}: {}", to_string(layout.shape()), to_string(target), why));
  };
  if (layout.profile() != target.profile()) fail("the profiles differ");
  Leaves strides(layout.strides().begin(), layout.strides().end());
  for (std::size_t leaf = 0; leaf < strides.size(); ++leaf) {
    if (layout.extents()[leaf] == target.extents()[leaf]) continue;
    if (layout.extents()[leaf] != 1) fail("only an extent of one widens");
    strides[leaf] = 0;
  }
  return Layout(target, std::move(strides));
}

Layout unsqueeze(const Layout& layout, Int dim) {
  const Profile::Modes modes = layout.profile().modes();
  const std::size_t at = normalized(dim, modes.size() + 1, layout);
  LayoutBuilder result;
  for (std::size_t i = 0; i <= modes.size(); ++i) {
    if (i == at) result.leaf(1, 0);
    if (i < modes.size()) result.mode(layout, modes[i]);
  }
  return result.build();
}

Layout squeeze(const Layout& layout, Int dim) {
  const std::size_t at = normalized(dim, layout.rank(), layout);
  const Profile::Mode mode = layout.profile().mode(at);
  if (!mode.is_leaf() || layout.extents()[mode.first_leaf] != 1) {
    raise_value_error(fmt::format("mode {} of {} is not a leaf of extent one", at, to_string(layout.shape())));
  }
  return remove_mode(layout, at);
}

Layout remove_mode(const Layout& layout, std::size_t index) {
  const Profile::Modes modes = layout.profile().modes();
  LayoutBuilder result;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (i != index) result.mode(layout, modes[i]);
  }
  return result.build();
}

Placed slice(const Layout& layout, std::span<const ModeKey> keys) {
  const Profile::Modes modes = layout.profile().modes();
  if (keys.size() != modes.size()) {
    raise_value_error(fmt::format("{} keys for {}", keys.size(), to_string(layout.shape())));
  }
  Int offset = 0;
  LayoutBuilder result;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (const Int* const ordinal = std::get_if<Int>(&keys[i])) {
      offset += inside(layout, modes[i])(*ordinal);
    } else {
      offset += add_slice(result, layout, modes[i], std::get<Slice>(keys[i]));
    }
  }
  return {offset, result.build()};
}

}  // namespace strideweave
