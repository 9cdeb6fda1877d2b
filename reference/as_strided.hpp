// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/tensor.hpp"

namespace strideweave {

/// The view whose element q is the source's element number B(q), where B is the selector layout shape:stride. TypeError
/// unless they are a Shape and a Stride; ValueError if they are not congruent, B is not injective or reaches past the
/// source's size, no Layout of that shape has the composed indices (Q1), or the composed placement is not injective.
/// (views.as-strided)
Tensor as_strided(const Tensor& tensor, const Argument& shape, const Argument& stride);

}  // namespace strideweave
