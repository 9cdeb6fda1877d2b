// SPDX-License-Identifier: Apache-2.0
#pragma once

// GCC 12 sees reads past the inline elements in moves of a vector that is known to be inline; there are none.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstringop-overread"
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Warray-bounds"
#endif
#include <boost/container/small_vector.hpp>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
#include <cstddef>

#include "reference/int.hpp"

namespace strideweave {

/// A vector whose first N elements need no heap allocation.
template <class T, std::size_t N>
using InlineVector = boost::container::small_vector<T, N>;

/// The leaves of a Shape, a Stride or a Layout, depth first, left to right.
using Leaves = InlineVector<Int, 6>;

}  // namespace strideweave
