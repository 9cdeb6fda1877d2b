// SPDX-License-Identifier: Apache-2.0
#include "reference/int_tree.hpp"

#include <fmt/format.h>

#include "reference/error.hpp"

namespace strideweave::int_tree {
namespace {

void flatten_items(const IntTuple::List& items, Profile& profile, Leaves& leaves) {
  for (const IntTuple& item : items) {
    if (item.is_int()) {
      profile.append_leaf();
      leaves.push_back(item.value());
    } else {
      profile.push();
      flatten_items(item.items(), profile, leaves);
      profile.pop();
    }
  }
}

}  // namespace

void flatten(const IntTuple& modes, Profile& profile, Leaves& leaves) {
  if (modes.is_int()) {
    profile.append_leaf();
    leaves.push_back(modes.value());
  } else {
    flatten_items(modes.items(), profile, leaves);
  }
}

IntTuple unflatten(const Profile& profile, std::span<const Int> leaves) {
  std::vector<IntTuple::List> open(1);
  std::size_t leaf = 0;
  for (const Mark mark : profile.marks()) {
    switch (mark) {
      case Mark::leaf:
        open.back().emplace_back(leaves[leaf++]);
        break;
      case Mark::push:
        open.emplace_back();
        break;
      case Mark::pop: {
        IntTuple closed(std::move(open.back()));
        open.pop_back();
        open.back().push_back(std::move(closed));
        break;
      }
    }
  }
  return IntTuple(std::move(open.back()));
}

std::string text(const Profile& profile, std::span<const Int> leaves) {
  if (profile.marks().size() == 1) return to_string(leaves[0]);
  return to_string(unflatten(profile, leaves));
}

void check(std::span<const Int> leaves, Int least, const char* what) {
  for (const Int leaf : leaves) {
    if (leaf < least) raise_value_error(fmt::format("{} {} is less than {}", what, to_string(leaf), to_string(least)));
    if (leaf == Int::max()) raise_overflow_error(fmt::format("{} {} or larger", what, to_string(leaf)));
  }
}

}  // namespace strideweave::int_tree
