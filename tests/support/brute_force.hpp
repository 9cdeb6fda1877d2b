// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "reference/layout.hpp"

// What the algebra must answer, found by visiting every coordinate, from the definitions alone: it shares no code with
// the reference but the containers.
namespace swconform::test {

using strideweave::Int;
using strideweave::IntTuple;
using strideweave::Layout;
using strideweave::Shape;

/// The nested coordinates of a shape, first mode fastest. Precondition: a small shape.
std::vector<IntTuple> coordinates(const Shape& shape);

/// The sum of coordinate times stride over the leaves. Precondition: one integer for each leaf.
Int index_at(const Layout& layout, const IntTuple& coordinate);

/// The index at each ordinal.
std::vector<Int> indices(const Layout& layout);

bool brute_injective(const Layout& layout);
std::optional<Int> brute_reshape_base(const Layout& layout);
/// The layout of q -> a(b(q)) with b's shape and stride 0 at unit leaves. Precondition: cosize(b) <= size(a).
std::optional<Layout> brute_compose(const Layout& a, const Layout& b);

/// The leaves of a tuple, left to right.
std::vector<Int> leaves(const IntTuple& tuple);

}  // namespace swconform::test
