// SPDX-License-Identifier: Apache-2.0
#include "reference/view.hpp"

namespace strideweave {
namespace {

Tensor assemble(const Tensor& source, Placed&& placement, Representation::AdjacentLayouts&& adjacent_layouts) {
  const auto levels = source.representation().subtensors();
  Representation::Subtensors subtensors;
  subtensors.reserve(levels.size());
  // views.sharing, views.multi-subtensor.3, 5-8: all but the leading layout is kept
  subtensors.push_back(
      {levels[0].dtype, levels[0].carrier, levels[0].offset + placement.offset, std::move(placement.layout)});
  subtensors.insert(subtensors.end(), levels.begin() + 1, levels.end());
  return Tensor::from_representation(  // views.multi-subtensor.11, 13: validated completely
      Representation(source.dtype(), std::move(subtensors), std::move(adjacent_layouts)));
}

}  // namespace

Tensor with_leading(const Tensor& source, Placed&& placement) { return assemble(source, std::move(placement), {}); }

Tensor with_leading(const Tensor& source, Placed&& placement, Placed&& adjacent) {
  const auto layouts = source.representation().adjacent_layouts();
  Representation::AdjacentLayouts adjacent_layouts{std::move(adjacent.layout)};
  adjacent_layouts.insert(adjacent_layouts.end(), layouts.begin() + 1, layouts.end());  // views.multi-subtensor.4
  return assemble(source, std::move(placement), std::move(adjacent_layouts));
}

}  // namespace strideweave
