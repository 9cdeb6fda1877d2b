// SPDX-License-Identifier: Apache-2.0
// How the reference's values cross into Python and back. Every file of the module includes this one and no other header
// of pybind11, so that each sees the same casters.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "reference/argument.hpp"
#include "reference/carrier.hpp"
#include "reference/dtype.hpp"
#include "reference/layout.hpp"
#include "reference/representation_rule.hpp"
#include "reference/tensor.hpp"
#include "reference/tree.hpp"

namespace strideweave::python {

namespace py = pybind11;

/// Any int. One beyond 128 bits saturates: it is out of every range. TypeError for a bool and everything else. (Q4)
Int to_int(py::handle number);
py::int_ from_int(Int value);

/// True, 3 or 1.5; TypeError for what is neither a bool nor a number.
Scalar to_scalar(py::handle value);
py::object from_scalar(const Scalar& value);
py::list from_scalars(std::span<const Scalar> values);

/// An int, or a list or tuple of such. Shapes and Strides may stand for their modes. TypeError for anything else.
IntTuple to_int_tuple(py::handle modes);
/// An int, or a tuple of such.
py::object from_int_tuple(const IntTuple& tuple);

/// Any object at all. Tuples and lists are lists; what the library does not know is a Foreign that asks the object.
Argument to_argument(py::handle object);
std::vector<Argument> to_arguments(py::handle sequence);

/// The carrier of a Python object; that of a class written in Python keeps the object alive, and with it its overrides.
/// Nothing where it is no Carrier. Never take a CarrierPtr as a parameter: that one would not.
CarrierPtr to_carrier(py::handle object);
/// Whether it is a Carrier of a class written in Python: then the object is no mere handle.
bool is_python_carrier(py::handle object);
/// The very object where the class is written in Python.
py::object from_carrier(const CarrierPtr& carrier);

/// The descriptor, or nothing. Objects of descriptors live as long as the program, as descriptors do.
const DType* to_dtype(py::handle object);
py::object from_dtype(const DType& dtype);

std::shared_ptr<const RepresentationRule> to_rule(py::handle object);

/// The class of an object, as messages write it: `package.module.Name`.
std::string type_name(py::handle object);

}  // namespace strideweave::python

namespace pybind11::detail {

template <>
struct type_caster<strideweave::Argument> {
  PYBIND11_TYPE_CASTER(strideweave::Argument, const_name("object"));
  bool load(handle source, bool) {
    value = strideweave::python::to_argument(source);
    return true;
  }
};

template <>
struct type_caster<strideweave::Int> {
  PYBIND11_TYPE_CASTER(strideweave::Int, const_name("int"));
  bool load(handle source, bool) {
    if (!PyLong_Check(source.ptr()) || PyBool_Check(source.ptr())) return false;
    value = strideweave::python::to_int(source);
    return true;
  }
  static handle cast(strideweave::Int source, return_value_policy, handle) {
    return strideweave::python::from_int(source).release();
  }
};

/// Tensors are handles: the Python object stands for what the handles share, so that equal handles are one object.
template <>
struct type_caster<strideweave::Tensor> {
  static constexpr auto name = const_name("Tensor");
  template <class>
  using cast_op_type = const strideweave::Tensor&;
  operator const strideweave::Tensor&() { return *value; }

  bool load(handle source, bool) {
    copyable_holder_caster<strideweave::TensorState, std::shared_ptr<strideweave::TensorState>> state;
    if (source.is_none() || !state.load(source, false)) return false;
    value.emplace(static_cast<std::shared_ptr<strideweave::TensorState>&>(state));
    return true;
  }
  static handle cast(const strideweave::Tensor& source, return_value_policy, handle) {
    return pybind11::cast(source.state()).release();
  }

 private:
  std::optional<strideweave::Tensor> value;
};

}  // namespace pybind11::detail
