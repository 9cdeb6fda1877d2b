// SPDX-License-Identifier: Apache-2.0
#include "reference/profile.hpp"

#include <algorithm>

namespace strideweave {
namespace {

/// The modes between two marks that enclose whole modes.
Profile::Modes split(std::span<const Mark> marks, std::size_t first, std::size_t end, std::size_t leaf) {
  Profile::Modes modes;
  std::size_t depth = 0;
  Profile::Mode mode;
  for (std::size_t at = first; at < end; ++at) {
    if (depth == 0) mode = {at, at, leaf, leaf};
    switch (marks[at]) {
      case Mark::leaf:
        ++leaf;
        break;
      case Mark::push:
        ++depth;
        break;
      case Mark::pop:
        --depth;
        break;
    }
    if (depth != 0) continue;
    mode.end_mark = at + 1;
    mode.end_leaf = leaf;
    modes.push_back(mode);
  }
  return modes;
}

}  // namespace

Profile Profile::flat(std::size_t n) {
  Profile result;
  result.marks_.assign(n, Mark::leaf);
  return result;
}

std::span<const Mark> Profile::marks(const Mode& mode) const {
  return marks().subspan(mode.first_mark, mode.end_mark - mode.first_mark);
}

std::size_t Profile::leaf_count() const {
  return static_cast<std::size_t>(std::count(marks_.begin(), marks_.end(), Mark::leaf));
}

std::size_t Profile::rank() const {
  std::size_t rank = 0;
  std::size_t depth = 0;
  for (const Mark mark : marks_) {
    if (mark == Mark::pop) --depth;
    if (depth == 0 && mark != Mark::push) ++rank;
    if (mark == Mark::push) ++depth;
  }
  return rank;
}

Profile::Modes Profile::modes() const { return split(marks(), 0, marks_.size(), 0); }

Profile::Modes Profile::modes(const Mode& mode) const {
  return split(marks(), mode.first_mark + 1, mode.end_mark - 1, mode.first_leaf);
}

Profile::Mode Profile::mode(std::size_t index) const { return modes()[index]; }

}  // namespace strideweave
