// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/module/parts.hpp"
#include "reference/error.hpp"

namespace strideweave::python {
namespace {

PyObject* exception_class(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::type_error:
      return PyExc_TypeError;
    case ErrorKind::value_error:
      return PyExc_ValueError;
    case ErrorKind::index_error:
      return PyExc_IndexError;
    case ErrorKind::overflow_error:
      return PyExc_OverflowError;
    case ErrorKind::not_implemented_error:
      return PyExc_NotImplementedError;
    case ErrorKind::runtime_error:
      return PyExc_RuntimeError;
    case ErrorKind::attribute_error:
      return PyExc_AttributeError;
  }
  return PyExc_Exception;
}

}  // namespace

// The library's own errors become the built-in classes of their kinds. What Python code raised inside the library is an
// error_already_set, which pybind11 hands back as the very exception object it holds.
void add_errors() {
  py::register_local_exception_translator([](std::exception_ptr exception) {
    try {
      std::rethrow_exception(exception);
    } catch (const Error& error) {
      PyErr_SetString(exception_class(error.kind()), error.what());
    }
  });
}

}  // namespace strideweave::python
