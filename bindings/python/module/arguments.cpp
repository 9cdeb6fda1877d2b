// SPDX-License-Identifier: Apache-2.0
// Arguments of any type: the operations say which are wrong.
#include "bindings/python/module/casters.hpp"
#include "reference/error.hpp"
#include "reference/friendly.hpp"

namespace strideweave::python {
namespace {

/// A Python object the library does not know.
struct PythonObject : Foreign {
  explicit PythonObject(py::handle it) : object(py::reinterpret_borrow<py::object>(it)) {}
  PythonObject(const PythonObject&) = delete;
  PythonObject& operator=(const PythonObject&) = delete;
  ~PythonObject() override {
    const py::gil_scoped_acquire gil;
    object = py::object();
  }

  std::string type_name() const override { return python::type_name(object); }
  Argument attribute(std::string_view name) const override {
    return to_argument(object.attr(py::str(name.data(), name.size())));
  }
  Argument call(std::string_view name) const override {
    const py::object method = object.attr(py::str(name.data(), name.size()));
    if (PyCallable_Check(method.ptr()) == 0) {  // Q26
      raise_attribute_error(type_name() + " has no method " + std::string(name));
    }
    return to_argument(method());
  }

  py::object object;
};

template <class T>
bool is_a(py::handle object) {
  return py::isinstance<T>(object);
}

}  // namespace

std::string type_name(py::handle object) {
  const py::handle type = reinterpret_cast<PyObject*>(Py_TYPE(object.ptr()));
  const auto module = py::str(type.attr("__module__")).cast<std::string>();
  const auto name = py::str(type.attr("__qualname__")).cast<std::string>();
  return module == "builtins" ? name : module + "." + name;
}

Argument to_argument(py::handle object) {
  PyObject* const raw = object.ptr();
  if (raw == Py_None) return None();
  if (PyBool_Check(raw)) return raw == Py_True;
  if (PyLong_Check(raw)) return to_int(object);
  if (PyFloat_Check(raw)) return PyFloat_AsDouble(raw);
  if (PyUnicode_Check(raw)) return object.cast<std::string>();
  if (PyList_Check(raw) || PyTuple_Check(raw)) return to_arguments(object);
  if (PySlice_Check(raw)) {
    return Argument::slice(to_argument(object.attr("start")), to_argument(object.attr("stop")),
                           to_argument(object.attr("step")));
  }
  if (is_a<Shape>(object)) return object.cast<const Shape&>();
  if (is_a<Stride>(object)) return object.cast<const Stride&>();
  if (is_a<Layout>(object)) return object.cast<const Layout&>();
  if (is_a<TensorState>(object)) return Tensor(object.cast<std::shared_ptr<TensorState>>());
  if (is_a<Carrier>(object)) return to_carrier(object);
  if (const DType* dtype = to_dtype(object)) return *dtype;
  if (is_a<Tree>(object)) return object.cast<const Tree&>();
  if (is_a<Node>(object)) return object.cast<const Node&>();
  return std::shared_ptr<Foreign>(std::make_shared<PythonObject>(object));
}

std::vector<Argument> to_arguments(py::handle sequence) {
  std::vector<Argument> arguments;
  for (const py::handle item : sequence) {
    if (Py_EnterRecursiveCall(" in a nested argument") != 0) throw py::error_already_set();
    try {
      arguments.push_back(to_argument(item));
    } catch (...) {
      Py_LeaveRecursiveCall();
      throw;
    }
    Py_LeaveRecursiveCall();
  }
  return arguments;
}

}  // namespace strideweave::python
