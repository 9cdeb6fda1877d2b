// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/module/parts.hpp"
#include "reference/add.hpp"
#include "reference/as_strided.hpp"
#include "reference/backward.hpp"
#include "reference/broadcast_in_dim.hpp"
#include "reference/broadcast_to.hpp"
#include "reference/error.hpp"
#include "reference/move.hpp"
#include "reference/no_grad.hpp"
#include "reference/permute.hpp"
#include "reference/rearrange.hpp"
#include "reference/reshape.hpp"
#include "reference/scatter.hpp"
#include "reference/squeeze.hpp"
#include "reference/unsqueeze.hpp"

namespace strideweave::python {
namespace {

using py::literals::operator""_a;

/// `order` as it was written: permute(t, 1, 0) or permute(t, (1, 0)).
std::vector<Argument> to_order(const py::args& order) {
  if (order.size() != 1 || !py::isinstance<py::iterable>(order[0]) || py::isinstance<py::str>(order[0])) {
    return to_arguments(order);
  }
  return to_arguments(order[0]);
}

std::vector<Argument> to_dimensions(const py::object& dimensions) {
  if (py::isinstance<py::iterable>(dimensions) && !py::isinstance<py::str>(dimensions)) {
    return to_arguments(dimensions);
  }
  raise_type_error("broadcast_dimensions must be integers, not " + type_name(dimensions));
}

Tensor move_to(const Tensor& tensor, const py::function& make) {
  return move(tensor, [&](const DType& dtype, std::span<const Scalar> values) {
    return to_carrier(make(from_scalars(values), from_dtype(dtype)));
  });
}

/// Recording is disabled between enter and exit.
class NoGradGuard {
 public:
  void enter() { guard_ = std::make_unique<NoGrad>(); }
  void exit(const py::args&) { guard_.reset(); }

 private:
  std::unique_ptr<NoGrad> guard_;
};

/// Defines a function of the module that is a method of Tensor as well.
class Definer {
 public:
  explicit Definer(py::module_& module) : module_(module), tensor_(module.attr("Tensor")) {}

  template <class Function, class... Extra>
  Definer& def(const char* name, Function function, const Extra&... extra) {
    module_.def(name, function, "tensor"_a, extra...);
    tensor_.attr(name) = py::cpp_function(function, py::name(name), py::is_method(tensor_), extra...);
    return *this;
  }

 private:
  py::module_& module_;
  py::object tensor_;
};

}  // namespace

void add_views(py::module_& module) {
  const auto nothing = py::none();
  module.def(
      "permute", [](const Tensor& tensor, const py::args& order) { return permute(tensor, to_order(order)); },
      "tensor"_a,
      "permute(tensor, 1, 0) or permute(tensor, (1, 0)): the view whose top-level mode j is mode order[j], "
      "whole.\n\nTypeError for an entry that is no int, ValueError for one that is omitted, repeated or out of domain.");
  const py::object tensor_class = module.attr("Tensor");
  tensor_class.attr("permute") = py::cpp_function(
      [](const Tensor& tensor, const py::args& order) { return permute(tensor, to_order(order)); },
      py::name("permute"), py::is_method(tensor_class), "As strideweave.permute.");

  Definer(module)
      .def(
          "rearrange",
          [](const Tensor& tensor, const Argument& output, const Argument& selection) {
            return rearrange(tensor, output, selection);
          },
          "output"_a, "selection"_a = nothing,
          "The view in the hierarchy that `output` describes: a Tree, with a selection Tree or None, or text such as "
          "\"a (b c) -> c 1 a\".\n\nTypeError for other types and for text with a selection, ValueError for an invalid "
          "description, NotImplementedError for several subtensors.")
      .def(
          "reshape", [](const Tensor& tensor, const Argument& target) { return reshape(tensor, target); }, "target"_a,
          "The view of the same elements in the same order, first mode fastest, grouped as the Shape `target`.\n\n"
          "TypeError unless that is a Shape; ValueError for another size, or a layout without a constant distance between "
          "its elements.")
      .def(
          "as_strided",
          [](const Tensor& tensor, const Argument& shape, const Argument& stride) {
            return as_strided(tensor, shape, stride);
          },
          "shape"_a, "stride"_a,
          "The view whose element q is element number (shape:stride)(q) of the source.\n\nTypeError unless they are a "
          "Shape and a Stride; ValueError if they are not congruent, not injective, reach past the source's size, or "
          "cannot be composed with its layout.")
      .def(
          "broadcast_to", [](const Tensor& tensor, const Argument& target) { return broadcast_to(tensor, target); },
          "target"_a,
          "The view of the Shape `target`, in which leaves of extent 1 may be wider.\n\nTypeError unless it is a Shape, "
          "ValueError for another tree or the change of any other extent.")
      .def(
          "broadcast_in_dim",
          [](const Tensor& tensor, const Argument& target, const py::object& dimensions) {
            return broadcast_in_dim(tensor, target, to_dimensions(dimensions));
          },
          "target"_a, "broadcast_dimensions"_a,
          "The view of the Shape `target` in which mode i of the source is mode broadcast_dimensions[i], and every other "
          "mode is new.\n\nTypeError unless they are a Shape and ints; ValueError unless there is one for each mode, "
          "inside the target, strictly increasing; then the errors of broadcast_to.")
      .def(
          "squeeze", [](const Tensor& tensor, const Argument& dim) { return squeeze(tensor, dim); }, "dim"_a,
          "The view without top-level mode `dim`; -1 is the last.\n\nTypeError unless it is an int, ValueError out of "
          "domain or unless the mode is a leaf of extent 1.")
      .def(
          "unsqueeze", [](const Tensor& tensor, const Argument& dim) { return unsqueeze(tensor, dim); }, "dim"_a,
          "The view with a mode of extent 1 inserted at `dim`; -1 is after the last.\n\nTypeError unless it is an int, "
          "ValueError out of domain.")
      .def(
          "backward",
          [](const Tensor& tensor, const Argument& gradient, bool retain_graph) {
            backward(tensor, gradient, retain_graph);
          },
          "gradient"_a = nothing, "retain_graph"_a = false,
          "Adds to the .grad of every leaf the Tensor was computed from what the cotangent `gradient` contributes. None "
          "stands for 1 where the shape is [1].\n\nTypeError for a gradient that is no Tensor; ValueError for a missing "
          "one, one of another dtype or an unfit layout, and for aliasing other than by stride 0; RuntimeError for a dtype "
          "that is not differentiable, for operations released by an earlier backward without retain_graph, and for "
          "carriers written since; NotImplementedError for several subtensors. A failure changes nothing.")
      .def("retain_grad", &retain_grad, "From now on backward keeps the gradient of this Tensor though it is no leaf.");

  module.def(
      "add", [](const Argument& a, const Argument& b) { return add(a, b); }, "a"_a, "b"_a,
      "The sum, element by element, on a fresh carrier of the exact class of a's.\n\nTypeError unless both are Tensors of "
      "numbers, ValueError for different dtypes or shapes, OverflowError for a sum the dtype does not hold, "
      "NotImplementedError for several subtensors.");
  tensor_class.attr("__add__") = py::cpp_function(
      [](const Tensor& a, const Tensor& b) { return add(a, b); }, py::name("__add__"), py::is_method(tensor_class),
      py::is_operator());

  module.def(
      "move", &move_to, "tensor"_a, "make"_a,
      "The same values, first mode fastest, on a fresh carrier that make(values, dtype) returns: move(tensor, Generic). A new "
      "Tensor of the same shape in its compact layout, recorded for backward.\n\nNotImplementedError for several "
      "subtensors; RuntimeError for a released carrier and where `make` returns no Carrier, ValueError where it has another "
      "dtype or is too small. What carriers and `make` raise passes through.");
  module.def(
      "scatter",
      [](const Argument& source, const Argument& onto, const Argument& ordinals) {
        return scatter(source, onto, ordinals);
      },
      "source"_a, "onto"_a, "ordinals"_a,
      "A new Tensor: the values of `onto`, but at the k-th of the ordinals, which count its coordinates first mode fastest, "
      "the k-th value of `source`. Recorded for backward.\n\nTypeError unless both are Tensors and the ordinals a list of "
      "ints; ValueError for different dtypes, another number of ordinals than values, one out of range or repeated; "
      "NotImplementedError for several subtensors.");
  module.def("is_grad_enabled", &is_grad_enabled, "Whether operations on this thread are recorded for backward.");
  py::class_<NoGradGuard>(module, "_NoGrad").def(py::init<>()).def("enter", &NoGradGuard::enter).def("exit", &NoGradGuard::exit);
}

}  // namespace strideweave::python
