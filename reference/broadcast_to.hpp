// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/tensor.hpp"

namespace strideweave {

/// The view of shape `target`, in which leaves of extent one may be wider. TypeError unless that is a Shape; ValueError
/// for another profile or the change of any other extent. (views.broadcast-to)
Tensor broadcast_to(const Tensor& tensor, const Argument& target);

}  // namespace strideweave
