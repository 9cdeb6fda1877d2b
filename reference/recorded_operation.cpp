// SPDX-License-Identifier: Apache-2.0
#include "reference/recorded_operation.hpp"

#include "reference/indexing.hpp"
#include "reference/no_grad.hpp"

namespace strideweave {

RecordedOperation::RecordedOperation(std::initializer_list<Tensor> sources) {
  for (const Tensor& source : sources) sources_.push_back({source, source.carrier()->version()});
}

void RecordedView::propagate(std::size_t, std::span<const double> cotangent, std::span<double> gradient) const {
  const Placed ordinals = apply(compact(sources()[0].tensor.layout().shape()));
  std::size_t q = 0;
  for_each_memory_index(ordinals.layout, ordinals.offset,
                        [&](std::size_t ordinal) { gradient[ordinal] += cotangent[q++]; });
}

bool records(const Tensor& source) {
  return is_grad_enabled() && source.representation().subtensors().size() == 1 && source.dtype().is_differentiable();
}

void record(const Tensor& result, std::unique_ptr<RecordedOperation> operation) {
  result.state()->operation = std::move(operation);
}

}  // namespace strideweave
