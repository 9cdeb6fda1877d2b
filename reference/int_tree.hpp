// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "reference/inline_vector.hpp"
#include "reference/int_tuple.hpp"
#include "reference/profile.hpp"

// What Shape and Stride have in common: a profile with an integer at each leaf.
namespace strideweave::int_tree {

/// Appends the leaves of `modes` (an integer n counts as `[n]`) and their profile.
void flatten(const IntTuple& modes, Profile& profile, Leaves& leaves);

/// The list of modes again.
IntTuple unflatten(const Profile& profile, std::span<const Int> leaves);

/// `[2,[3,4]]`; a single leaf mode is printed without brackets.
std::string text(const Profile& profile, std::span<const Int> leaves);

/// ValueError for a leaf below `least`, OverflowError for one beyond the range of Int. `what` names a leaf in the
/// message.
void check(std::span<const Int> leaves, Int least, const char* what);

}  // namespace strideweave::int_tree
