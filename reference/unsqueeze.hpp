// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/tensor.hpp"

namespace strideweave {

/// The view with a top-level leaf of extent one and stride zero inserted at `dim`; -1 is after the last mode. TypeError
/// unless it is an integer; ValueError out of domain. (views.squeeze)
Tensor unsqueeze(const Tensor& tensor, const Argument& dim);

}  // namespace strideweave
