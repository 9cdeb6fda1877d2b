// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "reference/tensor.hpp"

namespace strideweave {

/// tensor[key]: the view of what the key selects, or the one value where it holds integers only. `key` is a list of one
/// integer or slice for each top-level mode; anything but a list is a key of one entry. ValueError for another count;
/// TypeError for an entry, a step or a bound (Q27) of another type; ValueError for an integer outside its mode and a
/// slice that is empty, has a step < 1 or one that does not divide its width, or is not whole on a nested mode;
/// NotImplementedError for several subtensors and a key of integers only or one that begins elsewhere than at 0.
/// (views.slice)
std::variant<Scalar, Tensor> index(const Tensor& tensor, const Argument& key);

/// tensor[key] = value, for one element: one integer for each top-level mode. NotImplementedError for several
/// subtensors; ValueError and TypeError for the key as above, a slice being a TypeError; the errors of Carrier::set.
void assign(const Tensor& tensor, const Argument& key, const Argument& value);

}  // namespace strideweave
