// SPDX-License-Identifier: Apache-2.0
#include "reference/unsqueeze.hpp"

#include "reference/view.hpp"

namespace strideweave {

Tensor unsqueeze(const Tensor& tensor, const Argument& dim) {
  const Int mode = require_integer(dim, "dim");            // views.squeeze.1, 15
  return make_view(tensor, [mode](const Layout& layout) {  // views.squeeze.3, 13, 23
    return Placed{0, unsqueeze(layout, mode)};             // views.squeeze.2, 4-6, 17
  });
}

}  // namespace strideweave
