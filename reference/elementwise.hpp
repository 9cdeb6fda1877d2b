// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "reference/recorded_operation.hpp"

// What the operations share that make new values. Not part of any interface.
namespace strideweave {

/// The values in the order of the ordinals. OverflowError where no vector could be that long; the errors of
/// Carrier::read. Precondition: a one-subtensor Tensor.
std::vector<Scalar> logical_values(const Tensor& tensor);

/// A Tensor of the logical dtype and the shape of `like`, in the compact layout, on a carrier of its own; validated as
/// any other. Precondition: a one-subtensor Tensor; no null pointer.
Tensor compact_like(const Tensor& like, CarrierPtr carrier);

/// The sum of the sources, element by element; of one source, its values again.
class RecordedSum final : public RecordedOperation {
 public:
  using RecordedOperation::RecordedOperation;

  void propagate(std::size_t source, std::span<const double> cotangent, std::span<double> gradient) const override;
};

}  // namespace strideweave
