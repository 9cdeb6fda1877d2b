// SPDX-License-Identifier: Apache-2.0
#include "reference/gradient.hpp"

#include <fmt/format.h>

#include <utility>

#include "reference/algebra.hpp"
#include "reference/error.hpp"
#include "reference/indexing.hpp"
#include "reference/modes.hpp"

namespace strideweave {
namespace {

bool repeats(const Layout& layout, std::size_t leaf) {
  return layout.extents()[leaf] > 1 && layout.strides()[leaf] == 0;
}

/// The number of the storage slot of each element, where the layout aliases by stride 0 only.
Layout slots(const Layout& layout) {
  Leaves strides;
  Int count = 1;
  for (std::size_t leaf = 0; leaf < layout.leaf_count(); ++leaf) {
    const bool is_repeated = repeats(layout, leaf);
    strides.push_back(is_repeated ? Int(0) : count);
    if (!is_repeated) count *= layout.extents()[leaf];
  }
  return Layout(layout.shape(), std::move(strides));
}

/// Every value becomes the sum of those of its slot.
void sum_slots(const Layout& layout, Gradient& gradient) {
  const Layout slot_of = slots(layout);
  Gradient sums(slot_of.cosize().to_size(), 0.0);
  auto value = gradient.cbegin();
  for_each_memory_index(slot_of, 0, [&](std::size_t slot) { sums[slot] += *value++; });
  auto result = gradient.begin();
  for_each_memory_index(slot_of, 0, [&](std::size_t slot) { *result++ = sums[slot]; });
}

/// What a carrier holds at the layout's indices; 0 in its holes. Precondition: injective.
Gradient stored(const Layout& layout, Gradient gradient) {
  if (layout.cosize() == layout.size() && reshape_base(layout)) return gradient;
  Gradient result(layout.cosize().to_size(), 0.0);
  auto value = gradient.cbegin();
  for_each_memory_index(layout, 0, [&](std::size_t index) { result[index] = *value++; });
  return result;
}

}  // namespace

Aliasing aliasing_of(const Layout& layout) {
  if (injective(layout)) return Aliasing::none;
  LayoutBuilder rest;
  for (std::size_t leaf = 0; leaf < layout.leaf_count(); ++leaf) {
    if (!repeats(layout, leaf)) rest.leaf(layout.extents()[leaf], layout.strides()[leaf]);
  }
  return injective(rest.build()) ? Aliasing::by_stride_zero : Aliasing::otherwise;
}

std::size_t element_count(const Layout& layout) {
  const Int size = layout.size();
  if (size > Gradient().max_size()) raise_overflow_error(fmt::format("no gradient has {} values", to_string(size)));
  return size.to_size();
}

Gradient read_gradient(const Tensor& tensor) {
  Gradient result(element_count(tensor.layout()));
  tensor.carrier()->read_floats(tensor.offset(), tensor.layout(), result);
  return result;
}

Tensor next_grad(const Tensor& target, Gradient gradient) {
  const Aliasing aliasing = aliasing_of(target.layout());
  if (aliasing == Aliasing::by_stride_zero && target.is_leaf()) sum_slots(target.layout(), gradient);
  if (const std::optional<Tensor> present = target.grad()) {
    const Gradient values = read_gradient(*present);
    for (std::size_t q = 0; q < gradient.size(); ++q) gradient[q] += values[q];
  }
  const Layout layout = aliasing == Aliasing::none ? target.layout() : compact(target.layout().shape());
  return Tensor(target.carrier()->new_like_floats(stored(layout, std::move(gradient))), 0, layout);
}

}  // namespace strideweave
