// SPDX-License-Identifier: Apache-2.0
#include "reference/rearrange.hpp"

#include <string>
#include <utility>

#include "reference/error.hpp"
#include "reference/rearrangement.hpp"
#include "reference/view.hpp"

namespace strideweave {
namespace {

Rearrangement rearrangement_of(const Shape& source, const Argument& output, const Argument& selection) {
  if (const auto* const description = output.get_if<std::string>()) {  // views.rearrange.6
    if (!selection.is_none()) {                                        // views.rearrange.9
      raise_type_error("a rearrangement string takes no selection");
    }
    return parse_rearrangement(*description);  // views.rearrange.5, 12
  }
  const Tree& tree = require<Tree>(output, "the output", "a Tree or a string");  // views.rearrange.10
  if (selection.is_none()) return {tree, default_selection(source)};             // views.rearrange.4
  return {tree, require<Tree>(selection, "the selection", "a Tree")};            // views.rearrange.11
}

}  // namespace

Tensor rearrange(const Tensor& tensor, const Argument& output, const Argument& selection) {
  require_one_subtensor(tensor, "rearrange");  // views.rearrange.14
  return make_view(tensor, [trees = rearrangement_of(tensor.layout().shape(), output, selection)](
                               const Layout& layout) {                   // views.rearrange.1, 7, 8
    return Placed{0, rearrange(layout, trees.output, trees.selection)};  // views.rearrange.2, 3, 13
  });
}

}  // namespace strideweave
