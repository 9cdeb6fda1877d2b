// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/tensor.hpp"

namespace strideweave {

/// The values of `onto`, but at the k-th of the `ordinals` the k-th value of `source`: a new Tensor of the shape and
/// logical dtype of `onto`, in the compact layout of the shape, on a fresh carrier of the exact class of `onto`'s. An
/// ordinal counts the coordinates of `onto` from 0, first mode fastest; so are the values of `source` counted, whatever
/// its rank. Neither carrier is written to. Recorded for reverse mode: the cotangent goes to `source` at the ordinals
/// and to `onto` elsewhere.
/// TypeError unless both are Tensors and `ordinals` is a list of integers; NotImplementedError for several subtensors,
/// before anything is asked of the ordinals (representation.boundary.10); ValueError for different dtypes, for another
/// number of ordinals than source has values, for one outside [0, onto.size()) and for one that repeats; OverflowError
/// where `onto` has more values than a carrier could hold. What carriers throw passes through.
Tensor scatter(const Argument& source, const Argument& onto, const Argument& ordinals);

}  // namespace strideweave
