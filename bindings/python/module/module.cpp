// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/module/parts.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace strideweave::python;
  module.doc() = "The StrideWeave reference implementation; import strideweave_reference instead.";
  add_errors();
  add_layouts(module);
  add_trees(module);
  add_dtypes(module);
  add_carriers(module);
  add_tensors(module);
  add_views(module);
}
