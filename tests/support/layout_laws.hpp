// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/layout.hpp"
#include "reference/modes.hpp"
#include "reference/tree.hpp"

// One check for each operation on layouts: it asserts the law of the operation at every index, so that a test is a list
// of cases. Precondition of all: small layouts.
namespace swconform::test {

using strideweave::Int;
using strideweave::Layout;
using strideweave::Shape;
using strideweave::Tree;

/// The name of the kind of Error that `action` ends with, or "no error".
std::string error_of(const std::function<void()>& action);

/// The answer equals that of brute force; returns it.
bool check_injective(const Layout& layout);
/// result(q) == a(b(q)), b's shape, stride 0 at unit leaves; or brute force finds none either. Returns whether there is
/// one.
bool check_compose(const Layout& a, const Layout& b);
/// The same index at every ordinal, no unit leaf, nothing left to merge.
void check_coalesce(const Layout& layout);
/// reshape_base is that of brute force; returns whether there is one.
bool check_reshape_base(const Layout& layout);
/// The target's shape and the source's index at every ordinal.
void check_reshape(const Layout& layout, const Shape& target);
/// result(c_order[0], c_order[1], ...) == layout(c_0, c_1, ...), and the inverse order restores.
void check_permute(const Layout& layout, const std::vector<Int>& order);
/// result(c) == layout(c with 0 at widened leaves), equal extents keep their stride.
void check_broadcast_to(const Layout& layout, const Shape& target);
/// result(c) == layout(c without item `at`), and squeezing restores.
void check_unsqueeze(const Layout& layout, Int dim, std::size_t at);
/// offset + result(q) == layout(start + q * step, or the integer, in each mode).
void check_slice(const Layout& layout, const std::vector<strideweave::ModeKey>& keys);
/// result(c) == layout(the items of c at the places their ids select, 0 at parts left out).
void check_rearrange(const Layout& layout, const Tree& output, const Tree& selection);

}  // namespace swconform::test
