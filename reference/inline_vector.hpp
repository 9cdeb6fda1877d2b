// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>

#include "reference/int.hpp"

namespace strideweave {

/// A vector whose first N elements need no heap allocation.
template <class T, std::size_t N>
using InlineVector = boost::container::small_vector<T, N>;

/// The leaves of a Shape, a Stride or a Layout, depth first, left to right.
using Leaves = InlineVector<Int, 6>;

}  // namespace strideweave
