// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/module/buffer.hpp"

#include <dlpack/dlpack.h>

#include <algorithm>
#include <array>

#include "reference/error.hpp"
#include "reference/export_dlpack.hpp"
#include "reference/host_memory.hpp"

namespace strideweave::python {
namespace {

struct Format {
  const DType* dtype;
  const char* code;  // as the struct module has it
  Py_ssize_t width;  // in bytes
};

/// What a buffer points into.
struct Exported {
  std::shared_ptr<void> memory;
  std::vector<Py_ssize_t> shape;
  std::vector<Py_ssize_t> strides;  // in bytes
};

Format format_of(const DType& dtype) {
  const std::array<Format, 5> formats{{{&dtype::float32(), "f", 4},
                                       {&dtype::float64(), "d", 8},
                                       {&dtype::int32(), "i", 4},
                                       {&dtype::int8(), "b", 1},
                                       {&dtype::boolean(), "?", 1}}};
  const auto* const found =
      std::find_if(formats.begin(), formats.end(), [&](const Format& format) { return *format.dtype == dtype; });
  if (found == formats.end()) raise_value_error("no buffer holds " + dtype.name());
  return *found;
}

Py_ssize_t narrow(Int number) {
  if (const auto small = number.to<Py_ssize_t>()) return *small;
  raise_overflow_error(to_string(number) + " is too large for a buffer");
}

/// The view of the memory of a carrier; takes no reference yet.
void fill(Py_buffer& view, const Carrier& carrier, Int offset, const Layout& layout, int flags) {
  const auto* const host = dynamic_cast<const HostMemory*>(&carrier);
  auto exported = std::make_unique<Exported>();
  if (host != nullptr) exported->memory = host->memory();
  if (exported->memory == nullptr) raise_runtime_error("the values do not lie in memory");
  const Format format = format_of(carrier.dtype());
  Py_ssize_t count = 1;
  for (std::size_t k = 0; k < layout.leaf_count(); ++k) {
    exported->shape.push_back(narrow(layout.extents()[k]));
    exported->strides.push_back(narrow(layout.strides()[k] * format.width));
    count = narrow(Int(count) * layout.extents()[k]);
  }
  if ((flags & PyBUF_WRITABLE) == PyBUF_WRITABLE) raise_runtime_error("the buffer is read-only");
  const bool strided = (flags & PyBUF_STRIDES) == PyBUF_STRIDES;
  if (!strided && !(layout == compact(layout.shape()) && layout.leaf_count() <= 1)) {
    raise_runtime_error("the buffer has strides");
  }
  view.buf = static_cast<std::byte*>(exported->memory.get()) + offset.to_size() * static_cast<std::size_t>(format.width);
  view.len = narrow(Int(count) * format.width);
  view.itemsize = format.width;
  view.readonly = 1;
  view.ndim = static_cast<int>(exported->shape.size());
  view.format = (flags & PyBUF_FORMAT) == PyBUF_FORMAT ? const_cast<char*>(format.code) : nullptr;
  view.shape = (flags & PyBUF_ND) == PyBUF_ND ? exported->shape.data() : nullptr;
  view.strides = strided ? exported->strides.data() : nullptr;
  view.suboffsets = nullptr;
  view.internal = exported.release();
}

int get_buffer(PyObject* object, Py_buffer* view, int flags) {
  view->obj = nullptr;
  try {
    const py::handle handle(object);
    if (py::isinstance<TensorState>(handle)) {
      const Tensor tensor(handle.cast<std::shared_ptr<TensorState>>());
      require_one_subtensor(tensor, "a buffer");
      fill(*view, *tensor.carrier(), tensor.offset(), tensor.layout(), flags);
    } else {
      const auto* const carrier = handle.cast<const Carrier*>();
      if (carrier->size() < 1) raise_runtime_error("a buffer has at least one element");
      fill(*view, *carrier, 0, Layout(Shape{carrier->size()}, Stride{1}), flags);
    }
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_BufferError, error.what());
    return -1;
  }
  Py_INCREF(object);
  view->obj = object;
  return 0;
}

void release_buffer(PyObject*, Py_buffer* view) { delete static_cast<Exported*>(view->internal); }

constexpr const char* fresh = "dltensor";  // the name of a capsule that nobody has consumed

void discard(PyObject* capsule) {
  if (PyCapsule_IsValid(capsule, fresh) == 0) return;
  DLPackDeleter()(static_cast<DLManagedTensor*>(PyCapsule_GetPointer(capsule, fresh)));
}

}  // namespace

py::custom_type_setup buffer_protocol() {
  return py::custom_type_setup([](PyHeapTypeObject* type) {
    type->as_buffer.bf_getbuffer = get_buffer;
    type->as_buffer.bf_releasebuffer = release_buffer;
    type->ht_type.tp_as_buffer = &type->as_buffer;
  });
}

py::capsule dlpack_capsule(const Tensor& tensor) {
  DLPackPtr managed = export_dlpack(tensor);
  PyObject* const capsule = PyCapsule_New(managed.get(), fresh, discard);
  if (capsule == nullptr) throw py::error_already_set();
  static_cast<void>(managed.release());
  return py::reinterpret_steal<py::capsule>(capsule);
}

}  // namespace strideweave::python
