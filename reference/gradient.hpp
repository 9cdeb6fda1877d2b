// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "reference/tensor.hpp"

// Gradients between reverse mode, where they are one float for each ordinal, and Tensors. Not part of any interface.
namespace strideweave {

/// One float for each ordinal of a shape.
using Gradient = std::vector<double>;

enum class Aliasing {
  none,
  by_stride_zero,  // leaves of stride 0 and nothing else
  otherwise,
};
Aliasing aliasing_of(const Layout& layout);

/// The number of elements, as a length of a Gradient. OverflowError where none could be that long.
std::size_t element_count(const Layout& layout);

/// The values in the order of the ordinals; the errors of Carrier::read.
Gradient read_gradient(const Tensor& tensor);

/// The next `.grad` of the target: `gradient` added to what is there, on a fresh carrier of the exact class of the
/// target's, in the target's layout where that is injective and else in the compact one of its shape. For a leaf that
/// aliases by stride 0 each value becomes the sum over its storage slot. (RT017; views.backward.25-30, Q10)
/// What the carrier throws passes through. Nothing is changed.
Tensor next_grad(const Tensor& target, Gradient gradient);

}  // namespace strideweave
