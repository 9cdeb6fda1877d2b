// SPDX-License-Identifier: Apache-2.0
#include "reference/reshape.hpp"

#include "reference/algebra.hpp"
#include "reference/view.hpp"

namespace strideweave {

Tensor reshape(const Tensor& tensor, const Argument& target) {
  const Shape& shape = require<Shape>(target, "target", "a Shape");  // views.reshape.1, 10
  return make_view(tensor, [shape](const Layout& layout) {           // views.reshape.4, 7-9
    return Placed{0, reshape(layout, shape)};                        // views.reshape.2, 3, 5, 6, 11, 12, 15
  });
}

}  // namespace strideweave
