// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <span>

#include "reference/tensor.hpp"

namespace strideweave {

/// Makes a carrier of one class that holds these values of the dtype.
using CarrierMaker = std::function<CarrierPtr(const DType& dtype, std::span<const Scalar> values)>;

/// The same values, in the order of the ordinals, on a fresh carrier that `make` makes: a new Tensor of the same shape
/// and logical dtype in the compact layout of the shape, whatever that of the source is. Also where the class is the
/// source's own. Recorded for reverse mode; the gradient arrives on a carrier of the source's exact class.
/// NotImplementedError for several subtensors, before anything else. (representation.boundary.9) RuntimeError for a
/// released carrier and where `make` gives none; ValueError where it gives one of another dtype or too small a one;
/// OverflowError where no carrier could hold so many. What the carriers throw passes through.
Tensor move(const Tensor& tensor, const CarrierMaker& make);

/// `move<Host>(tensor)`, for every class that is made of a dtype and values.
template <std::derived_from<Carrier> C>
requires std::constructible_from<C, const DType&, std::span<const Scalar>> Tensor move(const Tensor& tensor) {
  return move(tensor, [](const DType& dtype, std::span<const Scalar> values) -> CarrierPtr {
    return std::make_shared<C>(dtype, values);
  });
}

}  // namespace strideweave
