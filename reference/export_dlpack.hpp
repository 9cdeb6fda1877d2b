// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "reference/tensor.hpp"

struct DLManagedTensor;  // <dlpack/dlpack.h>

namespace strideweave {

/// Calls the managed tensor's own deleter.
struct DLPackDeleter {
  void operator()(DLManagedTensor* managed) const;
};
using DLPackPtr = std::unique_ptr<DLManagedTensor, DLPackDeleter>;

/// The Tensor as DLPack describes one, on the memory of its carrier: nothing is copied. `data` points at the element of
/// ordinal 0 and `byte_offset` is 0; there is a dimension for each leaf of the shape, nested ones in their order, with
/// its stride in elements; the device is the CPU. It keeps the carrier alive, and its memory even where the carrier is
/// released. What is written through it, no version counts and no backward sees. `release()` hands it to a consumer.
/// NotImplementedError for several subtensors, before anything else. (representation.boundary.12) ValueError unless the
/// dtype is Float32, Float64, Int32 or Int8: DLPack before 0.8 has no truth values. RuntimeError for a carrier that is
/// released, that is not mutable (DLPack before 1.0 cannot say so) or whose values do not lie in memory side by side:
/// of the library's own only a Host's do. OverflowError for an extent or a stride beyond 64 bits.
DLPackPtr export_dlpack(const Tensor& tensor);

}  // namespace strideweave
