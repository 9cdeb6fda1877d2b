// SPDX-License-Identifier: Apache-2.0
#include "reference/tensor.hpp"

#include <fmt/format.h>

#include <utility>

#include "reference/error.hpp"

namespace strideweave {

Tensor::Tensor(const Argument& carrier, const Argument& offset, const Argument& layout)
    : Tensor(from_representation(Representation::conventional(carrier, offset, layout))) {}

Tensor Tensor::from_representation(Representation representation) {
  return Tensor(std::make_shared<TensorState>(std::move(representation)));
}

std::optional<Tensor> Tensor::grad() const {
  if (!dtype().is_differentiable()) {
    raise_runtime_error(fmt::format("a Tensor of dtype {} has no gradient", dtype().name()));
  }
  if (state_->grad == nullptr) return {};
  return Tensor(state_->grad);
}

void require_one_subtensor(const Tensor& tensor, std::string_view operation) {
  const std::size_t count = tensor.representation().subtensors().size();
  if (count == 1) return;
  raise_not_implemented_error(fmt::format("{} requires a one-subtensor Tensor, not {} subtensors", operation, count));
}

}  // namespace strideweave
