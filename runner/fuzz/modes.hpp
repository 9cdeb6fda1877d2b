// SPDX-License-Identifier: Apache-2.0
// Trees of integers, as the protocol writes shapes and strides: [2,[3,4]] is a list of 2 and a list.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bindings/protocol/value.hpp"

namespace swconform::fuzz {

using Numbers = std::vector<std::int64_t>;

/// The leaves, depth first; a number that does not fit counts as 0.
Numbers leaves_of(const Value& tree);
/// The same tree with other leaves, as many.
Value with_leaves(const Value& tree, const Numbers& leaves);
/// Product of the leaves.
std::int64_t size_of(const Value& tree);
/// Strides that continue each other, first mode fastest.
Value compact_strides(const Value& shape);
/// 1 + sum of (extent - 1) * stride.
std::int64_t cosize_of(const Value& shape, const Value& stride);
/// [2,[3,4]]
std::string modes_text(const Value& tree);
/// [2,3]:[1,2]
std::string layout_text(const Value& shape, const Value& stride);

}  // namespace swconform::fuzz
