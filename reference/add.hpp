// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/tensor.hpp"

namespace strideweave {

/// The sum, element by element, on a fresh carrier of the exact class of a's, in the compact layout of the shape;
/// recorded for reverse mode. NotImplementedError for several subtensors; TypeError unless both are Tensors of numbers;
/// ValueError for different dtypes or shapes; OverflowError for a sum the dtype does not hold. (Q18 for the boundary)
Tensor add(const Argument& a, const Argument& b);

}  // namespace strideweave
