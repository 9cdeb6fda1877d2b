// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <span>

#include "reference/tensor.hpp"

namespace strideweave {

/// The view of shape `target` in which source mode i is mode broadcast_dimensions[i] and every other mode is new.
/// TypeError unless they are a Shape and integers; ValueError unless there is one for each source mode, inside the
/// target, strictly increasing; then the errors of broadcast_to. (views.broadcast-in-dim)
Tensor broadcast_in_dim(const Tensor& tensor, const Argument& target, std::span<const Argument> broadcast_dimensions);
Tensor broadcast_in_dim(const Tensor& tensor, const Argument& target,
                        std::initializer_list<Argument> broadcast_dimensions);

}  // namespace strideweave
