// SPDX-License-Identifier: Apache-2.0
#include <unordered_map>

#include "bindings/python/module/owned_by_python.hpp"
#include "bindings/python/module/parts.hpp"
#include "reference/error.hpp"

namespace strideweave::python {
namespace {

using py::literals::operator""_a;

/// The Python object of each descriptor that the library has met. Never destroyed, as descriptors are not.
std::unordered_map<const DType*, py::object>& met() {
  static auto& objects = *new std::unordered_map<const DType*, py::object>;
  return objects;
}

/// pybind11 knows no const; nothing of a descriptor can be changed.
template <class T>
T* unconst(const T& dtype) {
  return const_cast<T*>(&dtype);
}

using Context = RepresentationValidationContext;

class PythonRule : public RepresentationRule {
 public:
  void validate(const Context& context) const override {
    const py::gil_scoped_acquire gil;
    const auto shown = std::const_pointer_cast<Context>(context.shared_from_this());
    required_override<RepresentationRule>(this, "validate")(shown);
  }

  OwnedByPython<const RepresentationRule> owner;
};

const DTypeCategory& category_or_any(const py::object& supertype) {
  if (supertype.is_none()) return dtype::any();
  if (const auto* category = dynamic_cast<const DTypeCategory*>(to_dtype(supertype))) return *category;
  raise_type_error("a supertype is a DTypeCategory, not " + type_name(supertype));
}

CompoundDType* make_compound(const std::string& name, const py::iterable& simple_types, const py::iterable& rules,
                             const py::object& supertype) {
  CompoundDType::SimpleTypes planes;
  for (const py::handle plane : simple_types) {
    planes.push_back(dynamic_cast<const SimpleDType*>(to_dtype(plane)));
    if (planes.back() == nullptr) raise_type_error("a simple type is a SimpleDType, not " + type_name(plane));
  }
  CompoundDType::Rules owned;
  for (const py::handle rule : rules) owned.push_back(to_rule(rule));
  return unconst(CompoundDType::create(name, std::move(planes), std::move(owned), category_or_any(supertype)));
}

template <class Range, class Convert>
py::tuple tuple_of(const Range& range, Convert convert) {
  py::tuple result(range.size());
  std::size_t i = 0;
  for (const auto& item : range) result[i++] = convert(item);
  return result;
}

py::object dtype_object(const DType* dtype) { return from_dtype(*dtype); }

template <class T>
py::object copied(const T& value) {
  return py::cast(value);
}

void add_rules(py::module_& module) {
  py::class_<Context, std::shared_ptr<Context>>(
      module, "RepresentationValidationContext", py::is_final(),
      "What a rule is shown: a representation that is universally valid. All rules of one validation are shown the same "
      "object. It cannot be changed: assigning to a field is an AttributeError.")
      .def_property_readonly(
          "logical_dtype", [](const Context& context) { return from_dtype(context.logical_dtype()); }, "A DType.")
      .def_property_readonly(
          "storage_dtypes", [](const Context& context) { return tuple_of(context.storage_dtypes(), dtype_object); },
          "A tuple of SimpleDTypes, one for each level.")
      .def_property_readonly(
          "placement_layouts",
          [](const Context& context) { return tuple_of(context.placement_layouts(), copied<Layout>); },
          "A tuple of Layouts, one for each level.")
      .def_property_readonly(
          "adjacent_layouts",
          [](const Context& context) { return tuple_of(context.adjacent_layouts(), copied<Layout>); },
          "A tuple of Layouts, one for each transition from a level to the next.")
      .def_property_readonly(
          "level_shapes", [](const Context& context) { return tuple_of(context.level_shapes(), copied<Shape>); },
          "A tuple of Shapes, one for each level.");

  py::class_<RepresentationRule, PythonRule, std::shared_ptr<RepresentationRule>>(
      module, "RepresentationRule",
      "A condition that a CompoundDType adds to the universal ones. Derive, call super().__init__(), and override "
      "`validate(context)`: it returns where the representation is right, and else raises; that very exception reaches "
      "whoever constructs the Tensor.")
      .def(py::init_alias<>())
      .def("validate", &RepresentationRule::validate, "context"_a, "NotImplementedError unless overridden.");
}

}  // namespace

const DType* to_dtype(py::handle object) {
  if (!py::isinstance<DType>(object)) return nullptr;
  const DType* const dtype = object.cast<const DType*>();
  met().try_emplace(dtype, py::reinterpret_borrow<py::object>(object));
  return dtype;
}

py::object from_dtype(const DType& dtype) {
  const auto [place, is_new] = met().try_emplace(&dtype);
  if (is_new) place->second = py::cast(unconst(dtype), py::return_value_policy::reference);
  return place->second;
}

std::shared_ptr<const RepresentationRule> to_rule(py::handle object) {
  if (!py::isinstance<RepresentationRule>(object)) {
    raise_type_error("a representation rule is a RepresentationRule, not " + type_name(object));
  }
  auto* const rule = dynamic_cast<PythonRule*>(object.cast<RepresentationRule*>());
  return rule->owner.lend(rule, object);
}

void add_dtypes(py::module_& module) {
  py::class_<DType, std::unique_ptr<DType, py::nodelete>> dtype(
      module, "DType",
      "A descriptor: registered, immutable, named, compared by identity. It lives as long as the program. The built-in "
      "ones are attributes of this class: DType.Float32, DType.Any, ...");
  dtype.def_property_readonly("name", &DType::name)
      .def_property_readonly(
          "supertype",
          [](const DType& self) -> py::object {
            return self.supertype() == nullptr ? py::none() : from_dtype(*self.supertype());
          },
          "The category it stands under; None for DType.Any.")
      .def(
          "is_subtype_of", [](const DType& self, const DType& other) { return self.is_subtype_of(other); }, "other"_a,
          "Whether `other` is this descriptor or one it stands under.")
      .def_property_readonly("is_differentiable", &DType::is_differentiable, "Whether Tensors of it have gradients.")
      .def_static(
          "find",
          [](const std::string& name) -> py::object {
            const DType* const found = find_dtype(name);
            return found == nullptr ? py::none() : from_dtype(*found);
          },
          "name"_a, "The registered descriptor of that name, or None.")
      .def("__repr__", [](const DType& self) { return "<DType " + self.name() + ">"; });
  add_rules(module);

  const auto nothing = py::none();
  py::class_<DTypeCategory, DType, std::unique_ptr<DTypeCategory, py::nodelete>>(
      module, "DTypeCategory", py::is_final(), "A place in the hierarchy, without a storage schema.")
      .def(py::init([](const std::string& name, const py::object& supertype) {
             return unconst(DTypeCategory::create(name, category_or_any(supertype)));
           }),
           "name"_a, "supertype"_a = nothing, "Registered for good. ValueError for an empty or a taken name.");
  py::class_<SimpleDType, DType, std::unique_ptr<SimpleDType, py::nodelete>>(module, "SimpleDType", py::is_final(),
                                                                             "One fixed-width scalar.")
      .def(py::init([](const std::string& name, Int bits, const py::object& supertype) {
             return unconst(SimpleDType::create(name, bits, category_or_any(supertype)));
           }),
           "name"_a, "bits"_a, "supertype"_a = nothing,
           "Registered for good. ValueError for an empty or a taken name, and unless bits >= 1.")
      .def_property_readonly("bits", &SimpleDType::bits);
  py::class_<CompoundDType, DType, std::unique_ptr<CompoundDType, py::nodelete>>(
      module, "CompoundDType", py::is_final(),
      "An ordered, non-empty tuple of simple dtypes, with the rules their representations obey.")
      .def(py::init(&make_compound), "name"_a, "simple_types"_a, "representation_rules"_a = py::tuple(),
           "supertype"_a = nothing,
           "Registered for good. ValueError for an empty or a taken name, or without a simple type; TypeError unless the "
           "items are SimpleDTypes and RepresentationRules.")
      .def_property_readonly("simple_types",
                             [](const CompoundDType& self) { return tuple_of(self.simple_types(), dtype_object); });

  for (const char* name : {"Any", "Floating", "Integer", "Bool", "Int8", "Int32", "Float32", "Float64", "E8M0", "E5M2",
                           "E4M3", "E3M2", "E2M3", "E2M1"}) {
    dtype.attr(name) = from_dtype(*find_dtype(name));
  }
}

}  // namespace strideweave::python
