// SPDX-License-Identifier: Apache-2.0
#include "reference/as_strided.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "reference/algebra.hpp"
#include "reference/error.hpp"
#include "reference/view.hpp"

namespace strideweave {
namespace {

/// q -> layout(selector(q)).
Layout composed(const Layout& layout, const Layout& selector) {
  std::optional<Layout> result = compose(layout, selector);
  if (!result) {
    raise_value_error(fmt::format("{} after {} is no Layout of that shape", to_string(layout), to_string(selector)));
  }
  return *std::move(result);
}

void require_injective(const Layout& layout, const char* what) {
  if (!injective(layout)) raise_value_error(fmt::format("{} {} is not injective", what, to_string(layout)));
}

}  // namespace

Tensor as_strided(const Tensor& tensor, const Argument& shape, const Argument& stride) {
  const Shape& extents = require<Shape>(shape, "shape", "a Shape");       // views.as-strided.1, 17
  const Stride& strides = require<Stride>(stride, "stride", "a Stride");  // views.as-strided.2, 18
  Layout selector(extents, strides);                                      // views.as-strided.3, 4, 19; so B(0) is 0 (7)
  // The bound comes before the aliasing: every later sum is then bounded, too.
  if (!covers(tensor.layout().shape(), selector)) {  // views.as-strided.8, 21
    raise_value_error(
        fmt::format("{} reaches past the elements of {}", to_string(selector), to_string(tensor.layout().shape())));
  }
  require_injective(selector, "the selector");  // views.as-strided.6, 20
  return make_view(                             // views.as-strided.9, 15, 16, 26
      tensor,
      [selector = std::move(selector)](const Layout& layout) {
        return Placed{0, composed(layout, selector)};  // views.as-strided.5, 10-12, 14, 22
      },
      [](const Layout& placement) { require_injective(placement, "the placement"); });  // views.as-strided.13, 23
}

}  // namespace strideweave
