// SPDX-License-Identifier: Apache-2.0
#include "reference/squeeze.hpp"

#include "reference/view.hpp"

namespace strideweave {

Tensor squeeze(const Tensor& tensor, const Argument& dim) {
  const Int mode = require_integer(dim, "dim");            // views.squeeze.7, 16
  return make_view(tensor, [mode](const Layout& layout) {  // views.squeeze.10, 14, 23
    return Placed{0, squeeze(layout, mode)};               // views.squeeze.8, 9, 11, 12, 18-20
  });
}

}  // namespace strideweave
