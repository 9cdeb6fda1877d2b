// SPDX-License-Identifier: Apache-2.0
#include "reference/permute.hpp"

#include "reference/inline_vector.hpp"
#include "reference/view.hpp"

namespace strideweave {

Tensor permute(const Tensor& tensor, std::span<const Argument> order) {
  Leaves modes;
  for (const Argument& entry : order)
    modes.push_back(require_integer(entry, "an entry of the order"));  // views.permute.8
  return make_view(tensor, [modes](const Layout& layout) {             // views.permute.1-5, 13
    // views.permute.6, 7, 9-11: ValueError for anything but one entry for each mode
    return Placed{0, permute(layout, std::span<const Int>(modes.data(), modes.size()))};
  });
}

Tensor permute(const Tensor& tensor, std::initializer_list<Argument> order) {
  return permute(tensor, std::span<const Argument>(order.begin(), order.size()));
}

}  // namespace strideweave
