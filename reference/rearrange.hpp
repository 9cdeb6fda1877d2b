// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/tensor.hpp"

namespace strideweave {

/// The view in the hierarchy that `output` describes: a Tree, with a selection Tree or none (every leaf of the source,
/// depth first), or a string that stands for both. TypeError for a string together with a selection and for any other
/// types; ValueError for an invalid description or rearrangement; NotImplementedError for several subtensors.
/// (views.rearrange)
Tensor rearrange(const Tensor& tensor, const Argument& output, const Argument& selection = {});

}  // namespace strideweave
