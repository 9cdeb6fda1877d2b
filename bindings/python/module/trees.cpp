// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/module/parts.hpp"
#include "reference/error.hpp"

namespace strideweave::python {
namespace {

using py::literals::operator""_a;

Tree to_tree(const py::args& items) {
  std::vector<Tree::Item> result;
  for (const py::handle item : items) {
    if (py::isinstance<Node>(item)) {
      result.emplace_back(item.cast<const Node&>());
    } else if (py::isinstance<Tree>(item)) {
      result.emplace_back(item.cast<const Tree&>());
    } else {
      raise_type_error("an item of a Tree is a Node or a Tree, not " + type_name(item));
    }
  }
  return Tree(result);
}

py::tuple items(const Tree& tree) {
  const std::vector<Tree::Item> all = tree.items();
  py::tuple result(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    result[i] = std::visit([](const auto& item) { return py::cast(item); }, all[i]);
  }
  return result;
}

}  // namespace

void add_trees(py::module_& module) {
  py::class_<Node> node(module, "Node", py::is_final(), "A leaf of a Tree: Node.Leaf, or Node.id(n) for source n.");
  node.def_static("id", [](Int n) { return Node::id(n); }, "n"_a, "The leaf that names source n, an int. ValueError below 0.")
      .def_property_readonly(
          "number",
          [](const Node& self) -> py::object { return self.id() ? py::object(from_int(*self.id())) : py::none(); },
          "The n of Node.id(n); None for Node.Leaf.")
      .def("__eq__", [](const Node& a, const Node& b) { return a == b; }, py::is_operator())
      .def("__hash__", [](const Node& self) { return std::hash<Int>()(self.id().value_or(-1)); })
      .def("__repr__",
           [](const Node& self) { return self.id() ? "Node.id(" + to_string(*self.id()) + ")" : "Node.Leaf"; });
  node.attr("Leaf") = py::cast(Node::leaf());

  py::class_<Tree>(module, "Tree", py::is_final(), "An ordered tree of Nodes: the output or selection of a rearrange.")
      .def(py::init(&to_tree), "Tree(Node.id(1), Tree(Node.id(0))): items are Nodes and Trees, else TypeError.")
      .def_property_readonly("items", &items, "The items again, a tuple of Nodes and Trees.")
      .def_property_readonly("rank", &Tree::rank)
      .def("__eq__", [](const Tree& a, const Tree& b) { return a == b; }, py::is_operator())
      .def("__hash__", [](const Tree& tree) { return py::hash(py::str(to_string(tree))); })
      .def("__repr__", [](const Tree& tree) { return "Tree" + to_string(tree); });
}

}  // namespace strideweave::python
