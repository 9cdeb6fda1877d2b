// SPDX-License-Identifier: Apache-2.0
// The module, part by part; each adds its classes and functions.
#pragma once

#include "bindings/python/module/casters.hpp"

namespace strideweave::python {

void add_errors();
void add_layouts(py::module_& module);   // Shape, Stride, Layout
void add_trees(py::module_& module);     // Node, Tree
void add_dtypes(py::module_& module);    // DType and its kinds, RepresentationRule, RepresentationValidationContext
void add_carriers(py::module_& module);  // Carrier, Host, Generic, VirtualCarrier
void add_tensors(py::module_& module);   // Tensor, item, to_list
void add_views(py::module_& module);     // the views, add, backward, recording

}  // namespace strideweave::python
