// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "bindings/python/module/casters.hpp"

namespace strideweave::python {

/// For trampolines: lends the C++ half of a Python object whose class overrides virtual functions. A pointer that is lent
/// keeps the Python object alive; the pointer pybind11 holds in the object would keep only the C++ half, and calls would
/// silently reach the base class. All pointers lent at one time are one family, so that use counts are right.
template <class Base>
class OwnedByPython {
 public:
  /// `half` is the C++ half of `self`, and this a part of it.
  std::shared_ptr<Base> lend(Base* half, py::handle self) {
    if (auto lent = lent_.lock()) return lent;
    const py::handle owner = self.inc_ref();
    std::shared_ptr<Base> fresh(half, [owner](Base*) {
      if (Py_IsInitialized() == 0) return;
      const py::gil_scoped_acquire gil;
      py::error_scope error;  // the last owner may go while an exception is on its way
      owner.dec_ref();
    });
    lent_ = fresh;
    return fresh;
  }

 private:
  std::weak_ptr<Base> lent_;
};

/// The override of that name, or an error that asks for it. Needs the GIL.
template <class Base>
py::function required_override(const Base* self, const char* name) {
  if (py::function function = py::get_override(self, name)) return function;
  const py::object object = py::cast(self, py::return_value_policy::reference);
  PyErr_Format(PyExc_NotImplementedError, "%s does not define %s", type_name(object).c_str(), name);
  throw py::error_already_set();
}

}  // namespace strideweave::python
