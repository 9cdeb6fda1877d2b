// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <span>

#include "reference/tensor.hpp"

namespace strideweave {

/// The view whose top-level mode j is mode order[j] of the source, whole. TypeError for an entry that is not an
/// integer; ValueError for an order that omits, repeats or names a mode out of domain. (views.permute)
Tensor permute(const Tensor& tensor, std::span<const Argument> order);
Tensor permute(const Tensor& tensor, std::initializer_list<Argument> order);

}  // namespace strideweave
