// SPDX-License-Identifier: Apache-2.0
#include "reference/tensor.hpp"

#include <fmt/format.h>

#include <utility>

#include "reference/error.hpp"
#include "reference/recorded_operation.hpp"

namespace strideweave {

Tensor::Tensor(const Argument& carrier, const Argument& offset, const Argument& layout)
    : Tensor(from_representation(Representation::conventional(carrier, offset, layout))) {}

Tensor Tensor::from_representation(Representation representation) {
  return Tensor(std::make_shared<TensorState>(std::move(representation)));
}

TensorState::TensorState(Representation&& value) : representation(std::move(value)) {}

TensorState::~TensorState() {
  // A chain of operations may be longer than the stack is deep: every Tensor that dies with this one gives up its
  // operation before it dies.
  if (operation == nullptr) return;
  InlineVector<std::unique_ptr<RecordedOperation>, 4> dying;
  dying.push_back(std::move(operation));
  while (!dying.empty()) {
    RecordedOperation::Sources sources = dying.back()->release();
    dying.pop_back();
    for (; !sources.empty(); sources.pop_back()) {
      const std::shared_ptr<TensorState>& source = sources.back().tensor.state();
      if (source.use_count() == 1 && source->operation != nullptr) dying.push_back(std::move(source->operation));
    }
  }
}

bool Tensor::is_leaf() const { return state_->operation == nullptr; }

std::optional<Tensor> Tensor::grad() const {
  require_differentiable(*this, "grad");
  if (state_->grad == nullptr) return {};
  return Tensor(state_->grad);
}

void require_differentiable(const Tensor& tensor, std::string_view operation) {
  if (tensor.dtype().is_differentiable()) return;
  raise_runtime_error(fmt::format("{} needs a differentiable dtype, not {}", operation, tensor.dtype().name()));
}

void require_one_subtensor(const Tensor& tensor, std::string_view operation) {
  const std::size_t count = tensor.representation().subtensors().size();
  if (count == 1) return;
  raise_not_implemented_error(fmt::format("{} requires a one-subtensor Tensor, not {} subtensors", operation, count));
}

}  // namespace strideweave
