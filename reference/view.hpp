// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <utility>

#include "reference/modes.hpp"
#include "reference/tensor.hpp"

namespace strideweave {

/// A view is one function from a layout to a layout and an offset. Applied to L_0 and S_0 it is the forward view;
/// applied to the compact layout of the source's shape it tells which source element each view element is.
template <class T>
concept LayoutView =
    std::invocable<const T&, const Layout&> && std::same_as<std::invoke_result_t<const T&, const Layout&>, Placed>;

/// The result of transforming L_0 (and S_0) put in place of them, everything else preserved, the whole validated and
/// the rules run again. NotImplementedError if there is more than one subtensor and an offset is not 0.
/// (views.multi-subtensor.3-8, 13)
Tensor with_leading(const Tensor& source, Placed placement);
Tensor with_leading(const Tensor& source, Placed placement, Placed adjacent);

/// The view Tensor: every view of the library is built here. What `view` throws passes through. (views.multi-subtensor)
template <LayoutView View>
Tensor make_view(const Tensor& source, const View& view) {
  const Representation& from = source.representation();
  Placed placement = view(source.layout());  // views.multi-subtensor.1
  if (from.adjacent_layouts().empty()) return with_leading(source, std::move(placement));
  return with_leading(source, std::move(placement), view(from.adjacent_layouts()[0]));  // views.multi-subtensor.2
}

}  // namespace strideweave
