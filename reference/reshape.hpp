// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/tensor.hpp"

namespace strideweave {

/// The view of the same elements in the same order, first mode fastest, grouped as `target`. TypeError unless that is a
/// Shape; ValueError for another size or a leading layout without a constant distance between its elements.
/// (views.reshape)
Tensor reshape(const Tensor& tensor, const Argument& target);

}  // namespace strideweave
