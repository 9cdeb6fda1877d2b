// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/tensor.hpp"

// Reverse mode. All of these raise NotImplementedError for several subtensors and RuntimeError for a dtype that is not
// differentiable.
namespace strideweave {

/// Carries the cotangent `gradient` from the Tensor through the recorded operations, and adds to the `.grad` of every
/// leaf it reaches and of the others that retain one. None stands for 1 where the shape is one leaf of extent one. With
/// `retain_graph` the operations stay for another call. (views.backward, views.no-grad)
/// TypeError for a gradient that is no Tensor. ValueError for a missing gradient; one of another dtype (Q28); one that
/// has not exactly the layout of an injective Tensor, or not the shape of one that aliases by stride 0 and an injective
/// layout (Q9); and for any other aliasing, of the Tensor or of one it came from (Q11). RuntimeError for released
/// operations and for carriers written since. What carriers throw passes through. A failure changes nothing. (Q12)
void backward(const Tensor& tensor, const Argument& gradient = {}, bool retain_graph = false);

/// From now on `backward` also keeps the gradient of this Tensor if it is no leaf.
void retain_grad(const Tensor& tensor);

/// Takes the accumulated gradient away.
void clear_grad(const Tensor& tensor);

}  // namespace strideweave
