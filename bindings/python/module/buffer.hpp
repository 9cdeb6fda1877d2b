// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bindings/python/module/casters.hpp"

namespace strideweave::python {

/// Gives a class the buffer protocol. Its objects are Hosts, seen as one dimension, or Tensors on one, with a dimension for
/// each leaf. Read-only: what is written past the carrier, no version would count. The memory is not copied, and lives as
/// long as a buffer does, even where the carrier is released. BufferError where there is none.
py::custom_type_setup buffer_protocol();

/// The DLPack capsule of a Tensor, for `__dlpack__`.
py::capsule dlpack_capsule(const Tensor& tensor);

}  // namespace strideweave::python
