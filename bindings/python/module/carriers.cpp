// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/module/buffer.hpp"
#include "bindings/python/module/owned_by_python.hpp"
#include "bindings/python/module/parts.hpp"
#include "reference/carriers.hpp"
#include "reference/error.hpp"

namespace strideweave::python {
namespace {

using py::literals::operator""_a;

/// A carrier whose class is written in Python.
class PythonCarrier : public Carrier {
 public:
  OwnedByPython<Carrier> owner;

 protected:
  Int do_size() const override { return to_int(call("size")); }

  const DType& do_dtype() const override {
    const py::gil_scoped_acquire gil;
    const py::object answer = required_override<Carrier>(this, "dtype")();
    if (const DType* dtype = to_dtype(answer)) return *dtype;
    raise_type_error("the dtype of a carrier is a DType, not " + type_name(answer));
  }

  Scalar do_get(Int index) const override { return to_scalar(call("get_value", index)); }

  void do_set(Int index, const Scalar& value) override {
    const py::gil_scoped_acquire gil;
    required_override<Carrier>(this, "set_value")(index, from_scalar(value));
  }

  bool do_is_mutable() const override {
    const py::gil_scoped_acquire gil;
    if (const py::function answer = py::get_override<Carrier>(this, "_is_mutable")) return answer().cast<bool>();
    return static_cast<bool>(py::get_override<Carrier>(this, "set_value"));
  }

  void do_release() override {
    const py::gil_scoped_acquire gil;
    if (const py::function hook = py::get_override<Carrier>(this, "_on_release")) hook();
  }

  CarrierPtr do_new_like(std::span<const Scalar> values) const override {
    const py::gil_scoped_acquire gil;
    return to_carrier(required_override<Carrier>(this, "new_like")(from_scalars(values)));
  }

  CarrierClass do_exact_class() const override {
    const py::gil_scoped_acquire gil;
    const py::object self = py::cast(static_cast<const Carrier*>(this), py::return_value_policy::reference);
    return {Py_TYPE(self.ptr()), type_name(self)};
  }

 private:
  template <class... Arguments>
  py::object call(const char* name, Arguments&&... arguments) const {
    const py::gil_scoped_acquire gil;
    return required_override<Carrier>(this, name)(std::forward<Arguments>(arguments)...);
  }
};

std::vector<Scalar> to_scalars(const py::iterable& values) {
  std::vector<Scalar> result;
  for (const py::handle value : values) result.push_back(to_scalar(value));
  return result;
}

const DType& dtype_of(const py::object& dtype) {
  if (const DType* descriptor = to_dtype(dtype)) return *descriptor;
  raise_type_error("dtype must be a DType, not " + type_name(dtype));
}

template <class T, class... Extra>
void add_storing(py::module_& module, const char* name, const char* doc, const Extra&... extra) {
  py::class_<T, Carrier, std::shared_ptr<T>>(module, name, py::is_final(), doc, extra...)
      .def(py::init([](const py::iterable& values, const py::object& dtype, bool is_mutable) {
             return std::make_shared<T>(dtype_of(dtype), to_scalars(values), is_mutable);
           }),
           "values"_a, "dtype"_a, "mutable"_a = true,
           "The values, bools or numbers, as the dtype stores them.\n\nTypeError for a value of another type (bools, ints "
           "and floats never mix, but an int becomes a float), OverflowError for an int out of range, ValueError unless "
           "the dtype is one of Float32, Float64, Int32, Int8 and Bool.");
}

/// Of a class, what messages call it: the library's own names are those of C++.
std::string class_name_of(const py::type& type) {
  if (type.is(py::type::of<Host>())) return class_name(typeid(Host));
  if (type.is(py::type::of<Generic>())) return class_name(typeid(Generic));
  if (type.is(py::type::of<VirtualCarrier>())) return class_name(typeid(VirtualCarrier));
  return type.attr("__module__").cast<std::string>() + "." + type.attr("__qualname__").cast<std::string>();
}

}  // namespace

CarrierPtr to_carrier(py::handle object) {
  if (!py::isinstance<Carrier>(object)) return nullptr;
  auto carrier = object.cast<CarrierPtr>();
  auto* const half = dynamic_cast<PythonCarrier*>(carrier.get());
  return half == nullptr ? carrier : half->owner.lend(half, object);
}

bool is_python_carrier(py::handle object) {
  return py::isinstance<Carrier>(object) && dynamic_cast<const PythonCarrier*>(object.cast<const Carrier*>()) != nullptr;
}

py::object from_carrier(const CarrierPtr& carrier) { return py::cast(carrier); }

void add_carriers(py::module_& module) {
  py::class_<Carrier, PythonCarrier, std::shared_ptr<Carrier>>(
      module, "Carrier",
      "A one-dimensional store of values of one dtype. Derive for a store of your own: call super().__init__(), and "
      "override\n\n"
      "- size() -> int, dtype() -> DType, get_value(index) -> bool, int or float: always;\n"
      "- set_value(index, value): for a mutable one; store it or raise, all or nothing;\n"
      "- _is_mutable() -> bool: unless whether set_value is there says it;\n"
      "- new_like(values) -> Carrier of the very same class: for operations that make one, backward among them;\n"
      "- _on_release(): called once.\n\n"
      "carrier[i] checks release, bounds and mutability first, and counts the version. What an override raises passes "
      "through, the very same exception. A carrier in use by a Tensor lives on, overrides and all, when every reference "
      "to it in Python is gone.")
      .def(py::init_alias<>())
      .def("size", &Carrier::size, "The number of elements, also after release.")
      .def("dtype", [](const Carrier& self) { return from_dtype(self.dtype()); })
      .def(
          "get_value", [](const Carrier& self, const Argument& index) { return from_scalar(self.get(index)); },
          "index"_a, "As carrier[index].")
      .def(
          "set_value",
          [](Carrier& self, const Argument& index, const Argument& value) { self.set(index, value); }, "index"_a,
          "value"_a, "As carrier[index] = value.")
      .def(
          "__getitem__", [](const Carrier& self, const Argument& index) { return from_scalar(self.get(index)); },
          "RuntimeError once released, TypeError unless the index is an int, IndexError outside [0, size()).")
      .def(
          "__setitem__", [](Carrier& self, const Argument& index, const Argument& value) { self.set(index, value); },
          "As reading; also TypeError for a value of the wrong type, OverflowError for one out of range, RuntimeError "
          "where the carrier is not mutable. A failed write changes nothing, a successful one adds 1 to the version.")
      .def("is_mutable", &Carrier::is_mutable)
      .def_property_readonly("version", &Carrier::version, "0 at birth, one more after each successful write.")
      .def("is_released", &Carrier::is_released)
      .def("release", &Carrier::release, "Ends element access. Idempotent.")
      .def(
          "new_like",
          [](const Carrier& self, const py::iterable& values) { return from_carrier(self.new_like(to_scalars(values))); },
          "values"_a, "A fresh carrier of the same exact class and dtype. RuntimeError if the class fails to make one.");

  add_storing<Host>(module, "Host",
                    "Holds values packed in memory, as the machine type of their dtype. It has the buffer protocol, "
                    "read-only: numpy.asarray(host) sees them without a copy.",
                    buffer_protocol());
  add_storing<Generic>(module, "Generic", "Holds values of any of the dtypes that can be stored.");
  py::class_<VirtualCarrier, Carrier, std::shared_ptr<VirtualCarrier>>(
      module, "VirtualCarrier", py::is_final(), "Holds nothing: element i is i (of Bool: whether i is odd). Not mutable.")
      .def(py::init([](Int size, const py::object& dtype) {
             return std::make_shared<VirtualCarrier>(dtype_of(dtype), size);
           }),
           "size"_a, "dtype"_a, "Of any size and any dtype.");
  module.def("_class_name", &class_name_of, "type"_a, "What messages call a class of carriers.");
}

}  // namespace strideweave::python
