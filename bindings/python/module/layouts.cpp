// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/module/parts.hpp"
#include "reference/algebra.hpp"

namespace strideweave::python {
namespace {

using py::literals::operator""_a;

/// What Shape and Stride have in common. `what` names a leaf.
template <class T>
py::class_<T> add_int_tree(py::module_& module, const char* name, const char* doc, const char* constructor_doc) {
  py::class_<T> type(module, name, py::is_final(), doc);
  type.def(py::init([](const py::args& modes) { return T(to_int_tuple(modes)); }), constructor_doc)
      .def_static(
          "parse", [](const std::string& text) { return T::parse(text); }, "text"_a,
          "From text such as `[2,[3,4]]`. ValueError for any other.")
      .def_property_readonly(
          "modes", [](const T& tree) { return from_int_tuple(strideweave::to_int_tuple(tree)); },
          "The modes as a tuple; nested modes are tuples in it.")
      .def_property_readonly("rank", &T::rank, "The number of top-level modes.")
      .def("__eq__", [](const T& a, const T& b) { return a == b; }, py::is_operator())
      .def("__hash__", [](const T& tree) { return py::hash(from_int_tuple(strideweave::to_int_tuple(tree))); })
      .def("__repr__", [name](const T& tree) { return std::string(name) + ".parse('" + to_string(tree) + "')"; })
      .def("__str__", [](const T& tree) { return to_string(tree); });
  return type;
}

Layout make_layout(const Shape& shape, const Stride& stride) { return Layout(shape, stride); }

}  // namespace

void add_layouts(py::module_& module) {
  add_int_tree<Shape>(module, "Shape", "An ordered tree of extents >= 1; equality compares profile and extents.",
                      "Shape(2, (3, 4)) is [2,[3,4]]: a mode is an int, or a list or tuple of modes.\n\nTypeError for "
                      "anything else, ValueError for an extent below 1, OverflowError for one beyond 127 bits.")
      .def("size", &Shape::size, "The product of the extents. OverflowError beyond 127 bits.");
  add_int_tree<Stride>(module, "Stride", "An ordered tree of strides >= 0, in elements.",
                       "Stride(1, (2, 6)) is [1,[2,6]].\n\nTypeError for anything but ints and lists or tuples of them, "
                       "ValueError for a negative stride, OverflowError for one beyond 127 bits.");

  py::class_<Layout>(module, "Layout", py::is_final(),
                     "A Shape with a Stride of the same tree: the map from coordinates to indices.")
      .def(py::init(&make_layout), "shape"_a, "stride"_a, "ValueError unless they are congruent.")
      .def_static(
          "parse", [](const std::string& text) { return Layout::parse(text); }, "text"_a,
          "From text such as `[2,[3,4]]:[1,[2,6]]`. ValueError for any other.")
      .def_static(
          "compact", [](const Shape& shape) { return compact(shape); }, "shape"_a,
          "The layout of this shape without holes, first mode fastest.")
      .def_property_readonly("shape", [](const Layout& layout) { return layout.shape(); })
      .def_property_readonly("stride", [](const Layout& layout) { return layout.stride(); })
      .def_property_readonly("rank", &Layout::rank, "The number of top-level modes.")
      .def("size", &Layout::size, "The number of coordinates. OverflowError beyond 127 bits.")
      .def("cosize", &Layout::cosize, "The largest index and one. OverflowError beyond 127 bits.")
      .def(
          "index", [](const Layout& layout, const py::object& key) { return layout(to_int_tuple(key)); }, "coordinate"_a,
          "The index of a coordinate, nested as the shape; an int may stand for any subtree, the whole included.\n\n"
          "TypeError for anything but ints and tuples of them, ValueError outside the shape.")
      .def("__call__", [](const Layout& layout, const py::object& key) { return layout(to_int_tuple(key)); })
      .def("is_injective", &injective, "Whether no two coordinates share an index.")
      .def("coalesce", &coalesce, "A flat layout with the same index at every ordinal, with as few modes as may be.")
      .def(
          "compose",
          [](const Layout& a, const Layout& b) -> py::object {
            auto composed = compose(a, b);
            return composed ? py::cast(*std::move(composed)) : py::none();
          },
          "other"_a,
          "The layout q -> self(other(q)) in the shape of `other`, or None where there is no such layout.\n\nValueError "
          "where `other` reaches past the size of this one.")
      .def("__eq__", [](const Layout& a, const Layout& b) { return a == b; }, py::is_operator())
      .def("__hash__", [](const Layout& layout) { return py::hash(py::str(to_string(layout))); })
      .def("__repr__", [](const Layout& layout) { return "Layout.parse('" + to_string(layout) + "')"; })
      .def("__str__", [](const Layout& layout) { return to_string(layout); });
}

}  // namespace strideweave::python
