// SPDX-License-Identifier: Apache-2.0
#include "reference/representation_rule.hpp"

#include "reference/representation.hpp"

namespace strideweave {

RepresentationValidationContext::RepresentationValidationContext(const Representation& candidate)
    : logical_dtype_(&candidate.logical_dtype()),
      adjacent_layouts_(candidate.adjacent_layouts().begin(), candidate.adjacent_layouts().end()) {
  for (const Subtensor& subtensor : candidate.subtensors()) {
    storage_dtypes_.push_back(subtensor.dtype);
    placement_layouts_.push_back(subtensor.layout);
    level_shapes_.push_back(subtensor.layout.shape());
  }
}

}  // namespace strideweave
