// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/tensor.hpp"

namespace strideweave {

/// The view without top-level mode `dim`; -1 is the last. TypeError unless it is an integer; ValueError out of domain
/// or unless the mode is a leaf of extent one. (views.squeeze)
Tensor squeeze(const Tensor& tensor, const Argument& dim);

}  // namespace strideweave
