// SPDX-License-Identifier: Apache-2.0
#include "reference/broadcast_to.hpp"

#include "reference/view.hpp"

namespace strideweave {

Tensor broadcast_to(const Tensor& tensor, const Argument& target) {
  const Shape& shape = require<Shape>(target, "target", "a Shape");  // views.broadcast-to.1, 10
  return make_view(tensor, [shape](const Layout& layout) {           // views.broadcast-to.3, 7, 8
    return Placed{0, broadcast_to(layout, shape)};                   // views.broadcast-to.2, 4-6, 9, 11-13
  });
}

}  // namespace strideweave
