// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/module/buffer.hpp"
#include "bindings/python/module/parts.hpp"
#include "reference/backward.hpp"
#include "reference/error.hpp"
#include "reference/friendly.hpp"
#include "reference/index.hpp"

namespace strideweave::python {
namespace {

using py::literals::operator""_a;

/// A tuple holds one entry for each mode; whatever else is one entry, a list too.
Argument to_key(const py::object& key) {
  if (PyTuple_Check(key.ptr())) return to_argument(key);
  return Argument::List{to_argument(key)};
}

py::object get_item(const Tensor& tensor, const py::object& key) {
  const auto result = index(tensor, to_key(key));
  if (const auto* view = std::get_if<Tensor>(&result)) return py::cast(*view);
  return from_scalar(std::get<Scalar>(result));
}

/// Framework-owned construction: subtensors are tuples of dtype, carrier, offset and layout.
Tensor from_representation(const Argument& dtype, const py::iterable& subtensors, const py::iterable& adjacent) {
  std::vector<SubtensorArguments> levels;
  for (const py::handle level : subtensors) {
    std::vector<Argument> fields = to_arguments(level);
    if (fields.size() != 4) raise_type_error("a subtensor is a dtype, a carrier, an offset and a layout");
    levels.push_back({std::move(fields[0]), std::move(fields[1]), std::move(fields[2]), std::move(fields[3])});
  }
  return Tensor::from_representation(Representation::create(dtype, levels, to_arguments(adjacent)));
}

py::capsule dlpack(const Tensor& tensor, const py::object& stream, const py::object&, const py::object& device,
                   const py::object& copy) {
  const bool elsewhere = !device.is_none() && !device.equal(py::make_tuple(1, 0));
  if (!stream.is_none() || elsewhere || copy.equal(py::bool_(true))) {
    throw py::buffer_error("the export is on the CPU, without a stream, and no copy");
  }
  return dlpack_capsule(tensor);
}

py::tuple subtensors(const Tensor& tensor) {
  py::list result;
  for (const Subtensor& level : tensor.representation().subtensors()) {
    result.append(py::make_tuple(from_dtype(*level.dtype), from_carrier(level.carrier), level.offset, level.layout));
  }
  return result;
}

py::tuple adjacent_layouts(const Tensor& tensor) {
  py::list result;
  for (const Layout& layout : tensor.representation().adjacent_layouts()) result.append(layout);
  return result;
}

py::tuple snapshot(const Tensor& tensor) {
  py::list result;
  for (const auto& [carrier, version] : tensor.representation().snapshot()) {
    result.append(py::make_tuple(from_carrier(carrier), version));
  }
  return result;
}

/// Handles of one thing have one key. For what lives in C++ only; a Python object is its own identity.
template <class T>
py::tuple identity_of(const std::shared_ptr<T>& thing) {
  return py::make_tuple(reinterpret_cast<std::uintptr_t>(thing.get()),
                        py::cpp_function([weak = std::weak_ptr<T>(thing)] { return !weak.expired(); }));
}

py::object identity(const py::object& thing) {
  if (py::isinstance<TensorState>(thing)) return identity_of(thing.cast<std::shared_ptr<TensorState>>());
  if (!py::isinstance<Carrier>(thing) || is_python_carrier(thing)) return py::none();
  return identity_of(thing.cast<CarrierPtr>());
}

}  // namespace

void add_tensors(py::module_& module) {
  py::class_<TensorState, std::shared_ptr<TensorState>>(
      module, "Tensor", py::is_final(), buffer_protocol(),
      "A carrier seen through an offset and a layout. It never changes, but for its gradient; equality is identity.")
      .def(py::init([](const Argument& carrier, const Argument& offset, const Argument& layout) {
             return Tensor(carrier, offset, layout).state();
           }),
           "carrier"_a, "offset"_a, "layout"_a,
           "A Tensor of the carrier's dtype and the layout's shape; element q is the carrier's at offset + "
           "layout(q).\n\nTypeError unless they are a Carrier, an int and a Layout; ValueError for a carrier whose dtype "
           "is not simple, a negative offset, or offset + layout.cosize() > carrier.size().")
      .def_property_readonly("carrier", [](const Tensor& tensor) { return from_carrier(tensor.carrier()); })
      .def_property_readonly("offset", [](const Tensor& tensor) { return tensor.offset(); }, "In elements.")
      .def_property_readonly("layout", [](const Tensor& tensor) { return tensor.layout(); })
      .def("dtype", [](const Tensor& tensor) { return from_dtype(tensor.dtype()); }, "The logical dtype.")
      .def(
          "size", [](const Tensor& tensor) { return tensor.size(); },
          "The number of elements. OverflowError beyond 127 bits.")
      .def(
          "carrier_type",
          [](const Tensor& tensor) { return py::type::of(from_carrier(tensor.carrier())); },
          "The exact class of the carrier.")
      .def_property(
          "grad",
          [](const Tensor& tensor) -> py::object {
            const auto grad = tensor.grad();
            return grad ? py::cast(*grad) : py::none();
          },
          [](const Tensor& tensor, const py::object& value) {
            if (!value.is_none()) raise_type_error("grad can be set to None only");
            clear_grad(tensor);
          },
          "The accumulated gradient, a Tensor, or None; None can be assigned. RuntimeError unless the dtype is "
          "differentiable.")
      .def("is_leaf", [](const Tensor& tensor) { return tensor.is_leaf(); },
           "Whether no recorded operation connects it to other Tensors.")
      .def("__getitem__", &get_item,
           "tensor[1, 2] is an element, tensor[0:2, :] a view: an int or a slice for each top-level mode; an int counts "
           "the coordinates of a nested mode, first fastest.\n\n"
           "TypeError for entries, bounds and steps of other types; ValueError for another number of entries, an int "
           "outside its mode, and a slice that is empty, has a step below 1 or one that does not divide its width, or "
           "takes part of a nested mode; NotImplementedError for an element of several subtensors.")
      .def(
          "__setitem__",
          [](const Tensor& tensor, const py::object& key, const Argument& value) {
            assign(tensor, to_key(key), value);
          },
          "tensor[1, 2] = value writes one element. The errors of reading one, and those of the carrier.")
      .def("__dlpack__", &dlpack, py::kw_only(), "stream"_a = py::none(), "max_version"_a = py::none(),
           "dl_device"_a = py::none(), "copy"_a = py::none(),
           "The memory of the carrier as DLPack, not copied: a dimension for each leaf, strides in elements. It keeps the "
           "memory, even where the carrier is released. What is written through it, no version counts and no backward "
           "sees.\n\nNotImplementedError for several subtensors; ValueError unless the dtype is Float32, Float64, Int32 or "
           "Int8; RuntimeError for a carrier that is released, not mutable, or has no memory, as any but a Host; "
           "BufferError for another device, a stream or a copy.")
      .def("__dlpack_device__", [](const Tensor&) { return py::make_tuple(1, 0); }, "The CPU: (1, 0).")
      .def("_subtensors", &subtensors, "The levels: tuples of dtype, carrier, offset and layout.")
      .def("_adjacent_layouts", &adjacent_layouts, "The layouts from each level to the next.")
      .def("_snapshot", &snapshot, "Every carrier once, with its present version.")
      .def_static("_from_representation", &from_representation, "dtype"_a, "subtensors"_a, "adjacent"_a = py::tuple(),
                  "Framework-owned construction: not part of the public interface. Subtensors are tuples of dtype, "
                  "carrier, offset and layout.")
      .def("__repr__", [](const Tensor& tensor) {
        return "<Tensor " + tensor.dtype().name() + " " + to_string(tensor.layout()) + " at " +
               to_string(tensor.offset()) + ">";
      });

  module.def(
      "item", [](const Argument& tensor) { return from_scalar(friendly::item(tensor)); }, "tensor"_a,
      "The only value of a Tensor, or of an object with size(), layout, offset and carrier.\n\nValueError for any other "
      "size, AttributeError for an object without them, NotImplementedError for several subtensors: all before any read. "
      "A read failure passes through.");
  module.def(
      "to_list", [](const Argument& tensor) { return from_scalars(friendly::to_list(tensor)); }, "tensor"_a,
      "All values as a new list, first mode fastest.\n\nAttributeError, before any read, for an object without `layout`; "
      "NotImplementedError for several subtensors; OverflowError where no list could be that long. A read failure passes "
      "through.");
  module.def("_identity", &identity, "thing"_a,
             "For what is only a handle of something in C++: a key that is equal for equal things, and a function that "
             "says whether it still lives. Else None.");
}

}  // namespace strideweave::python
