// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <memory>
#include <utility>

#include "reference/modes.hpp"
#include "reference/recorded_operation.hpp"
#include "reference/tensor.hpp"

namespace strideweave {

/// A view is one function from a layout to a layout and an offset. Applied to L_0 and S_0 it is the forward view;
/// applied to the compact layout of the source's shape it tells which source element each view element is. It is kept
/// for reverse mode, so it owns what it needs.
template <class T>
concept LayoutView =
    std::invocable<const T&, const Layout&> && std::same_as<std::invoke_result_t<const T&, const Layout&>, Placed>;

/// The result of transforming L_0 (and S_0) put in place of them, everything else preserved, the whole validated and
/// the rules run again. Precondition for several subtensors: the offsets are 0.
/// (views.multi-subtensor.3-8, 13)
Tensor with_leading(const Tensor& source, Placed&& placement);
Tensor with_leading(const Tensor& source, Placed&& placement, Placed&& adjacent);

template <LayoutView View>
class RecordedLayoutView final : public RecordedView {
 public:
  RecordedLayoutView(const Tensor& source, View&& view) : RecordedView(source), view_(std::move(view)) {}

 protected:
  Placed apply(const Layout& layout) const override { return view_(layout); }

 private:
  View view_;
};

/// The condition of most views on their placement layout.
inline constexpr auto any_placement = [](const Layout&) {};

/// The view Tensor: every view of the library is built, and recorded for reverse mode, here. `require_placement` throws
/// what the view has against the transformed L_0; what it and `view` throw passes through. (views.multi-subtensor)
template <LayoutView View, std::invocable<const Layout&> RequirePlacement = decltype(any_placement)>
Tensor make_view(const Tensor& source, View view, const RequirePlacement& require_placement = any_placement) {
  const auto adjacent_layouts = source.representation().adjacent_layouts();
  Placed placement = view(source.layout());  // views.multi-subtensor.1, 9
  require_placement(placement.layout);
  Tensor result = adjacent_layouts.empty()
                      ? with_leading(source, std::move(placement))
                      : with_leading(source, std::move(placement), view(adjacent_layouts[0]));  // .2, 10
  // views.backward.12, 13; views.no-grad.1
  if (records(source)) record(result, std::make_unique<RecordedLayoutView<View>>(source, std::move(view)));
  return result;
}

}  // namespace strideweave
