// SPDX-License-Identifier: Apache-2.0
// Numbers of Python and of the library.
#include "bindings/python/module/casters.hpp"
#include "reference/error.hpp"
#include "reference/shape.hpp"
#include "reference/stride.hpp"

namespace strideweave::python {
namespace {

py::object checked(PyObject* fresh) {
  if (fresh == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(fresh);
}

Int::Raw low_half(std::uint64_t low) { return static_cast<Int::Raw>(low); }

}  // namespace

Int to_int(py::handle number) {
  if (!PyLong_Check(number.ptr()) || PyBool_Check(number.ptr())) {
    raise_type_error("an integer is needed, not " + type_name(number));
  }
  int overflow = 0;
  const long long small = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow == 0) return Int(small);
  const auto bits = checked(PyObject_CallMethod(number.ptr(), "bit_length", nullptr));
  if (PyLong_AsLongLong(bits.ptr()) > 127) return overflow < 0 ? Int::min() : Int::max();
  const auto high = checked(PyNumber_Rshift(number.ptr(), py::int_(64).ptr()));  // towards minus infinity
  const auto low = static_cast<std::uint64_t>(PyLong_AsUnsignedLongLongMask(number.ptr()));
  return Int::from_raw(static_cast<Int::Raw>(PyLong_AsLongLong(high.ptr())) * (low_half(1) << 64) + low_half(low));
}

py::int_ from_int(Int value) {
  if (const auto small = value.to<std::int64_t>()) return py::int_(*small);
  const py::int_ high(static_cast<std::int64_t>(value.raw() >> 64));
  const py::int_ low(static_cast<std::uint64_t>(value.raw()));
  const auto shifted = checked(PyNumber_Lshift(high.ptr(), py::int_(64).ptr()));
  return checked(PyNumber_Or(shifted.ptr(), low.ptr()));
}

Scalar to_scalar(py::handle value) {
  if (PyBool_Check(value.ptr())) return value.ptr() == Py_True;
  if (PyLong_Check(value.ptr())) return to_int(value);
  if (PyFloat_Check(value.ptr())) return PyFloat_AsDouble(value.ptr());
  // NumPy's scalars and their like
  if (PyIndex_Check(value.ptr())) return to_int(checked(PyNumber_Index(value.ptr())));
  const auto* const as_number = Py_TYPE(value.ptr())->tp_as_number;
  if (as_number == nullptr || as_number->nb_float == nullptr) {
    raise_type_error("a value is a bool or a number, not " + type_name(value));
  }
  return PyFloat_AsDouble(checked(PyNumber_Float(value.ptr())).ptr());
}

py::object from_scalar(const Scalar& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return py::bool_(*truth);
  if (const Int* integer = std::get_if<Int>(&value)) return from_int(*integer);
  return py::float_(std::get<double>(value));
}

py::list from_scalars(std::span<const Scalar> values) {
  py::list result(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) result[i] = from_scalar(values[i]);
  return result;
}

IntTuple to_int_tuple(py::handle modes) {
  if (py::isinstance<Shape>(modes)) return strideweave::to_int_tuple(modes.cast<const Shape&>());
  if (py::isinstance<Stride>(modes)) return strideweave::to_int_tuple(modes.cast<const Stride&>());
  if (!PyList_Check(modes.ptr()) && !PyTuple_Check(modes.ptr())) return to_int(modes);
  IntTuple::List items;
  for (const py::handle item : modes) {
    if (Py_EnterRecursiveCall(" in nested modes") != 0) throw py::error_already_set();
    try {
      items.push_back(to_int_tuple(item));
    } catch (...) {
      Py_LeaveRecursiveCall();
      throw;
    }
    Py_LeaveRecursiveCall();
  }
  return IntTuple(std::move(items));
}

py::object from_int_tuple(const IntTuple& tuple) {
  if (tuple.is_int()) return from_int(tuple.value());
  py::tuple result(tuple.items().size());
  for (std::size_t i = 0; i < tuple.items().size(); ++i) result[i] = from_int_tuple(tuple.items()[i]);
  return result;
}

}  // namespace strideweave::python
