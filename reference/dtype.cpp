// SPDX-License-Identifier: Apache-2.0
#include "reference/dtype.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <utility>

#include "reference/error.hpp"

namespace strideweave {
namespace {

/// All descriptors by name. Never destroyed, as descriptors live as long as the program.
class Registry {
 public:
  const DType& add(std::unique_ptr<const DType> dtype) {
    if (dtype->name().empty()) raise_value_error("a dtype needs a name");
    const std::lock_guard lock(mutex_);
    const auto [place, is_new] = dtypes_.try_emplace(dtype->name());
    if (!is_new) raise_value_error(fmt::format("the dtype name '{}' is taken", dtype->name()));
    place->second = std::move(dtype);
    return *place->second;
  }

  const DType* find(std::string_view name) {
    const std::lock_guard lock(mutex_);
    const auto place = dtypes_.find(name);
    return place == dtypes_.end() ? nullptr : place->second.get();
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<const DType>, std::less<>> dtypes_;
};

template <class D, class... Args>
const D& add_new(Registry& registry, Args&&... args) {
  return static_cast<const D&>(registry.add(std::make_unique<const D>(std::forward<Args>(args)...)));
}

struct BuiltIns {
  Registry& registry = *new Registry;
  const DTypeCategory& any = add_new<DTypeCategory>(registry, "Any", nullptr);
  const DTypeCategory& floating = add_new<DTypeCategory>(registry, "Floating", &any);
  const DTypeCategory& integer = add_new<DTypeCategory>(registry, "Integer", &any);
  const SimpleDType& boolean = add_new<SimpleDType>(registry, "Bool", 8, any);
  const SimpleDType& int8 = add_new<SimpleDType>(registry, "Int8", 8, integer);
  const SimpleDType& int32 = add_new<SimpleDType>(registry, "Int32", 32, integer);
  const SimpleDType& float32 = add_new<SimpleDType>(registry, "Float32", 32, floating);
  const SimpleDType& float64 = add_new<SimpleDType>(registry, "Float64", 64, floating);
  const SimpleDType& e8m0 = add_new<SimpleDType>(registry, "E8M0", 8, floating);
  const SimpleDType& e5m2 = add_new<SimpleDType>(registry, "E5M2", 8, floating);
  const SimpleDType& e4m3 = add_new<SimpleDType>(registry, "E4M3", 8, floating);
  const SimpleDType& e3m2 = add_new<SimpleDType>(registry, "E3M2", 6, floating);
  const SimpleDType& e2m3 = add_new<SimpleDType>(registry, "E2M3", 6, floating);
  const SimpleDType& e2m1 = add_new<SimpleDType>(registry, "E2M1", 4, floating);
};

const BuiltIns& built_ins() {
  static const BuiltIns& instance = *new BuiltIns;
  return instance;
}

}  // namespace

DType::DType(std::string name, const DType* supertype) : name_(std::move(name)), supertype_(supertype) {}

bool DType::is_subtype_of(const DType& other) const {
  for (const DType* ancestor = this; ancestor != nullptr; ancestor = ancestor->supertype()) {
    if (*ancestor == other) return true;
  }
  return false;
}

const DType& register_dtype(std::unique_ptr<const DType> dtype) { return built_ins().registry.add(std::move(dtype)); }

const DType* find_dtype(std::string_view name) { return built_ins().registry.find(name); }

DTypeCategory::DTypeCategory(std::string name, const DType* supertype) : DType(std::move(name), supertype) {}

const DTypeCategory& DTypeCategory::create(std::string name, const DTypeCategory& supertype) {
  return add_new<DTypeCategory>(built_ins().registry, std::move(name), &supertype);
}

SimpleDType::SimpleDType(std::string name, Int bits, const DTypeCategory& supertype)
    : DType(std::move(name), &supertype), bits_(bits) {
  if (bits < 1) raise_value_error("a simple dtype has at least one bit");
}

const SimpleDType& SimpleDType::create(std::string name, Int bits, const DTypeCategory& supertype) {
  return add_new<SimpleDType>(built_ins().registry, std::move(name), bits, supertype);
}

bool SimpleDType::is_differentiable() const { return is_subtype_of(dtype::floating()); }

CompoundDType::CompoundDType(std::string name, SimpleTypes simple_types, Rules rules, const DTypeCategory& supertype)
    : DType(std::move(name), &supertype), simple_types_(std::move(simple_types)), rules_(std::move(rules)) {
  if (simple_types_.empty()) raise_value_error("a compound dtype has at least one simple type");
}

const CompoundDType& CompoundDType::create(std::string name, SimpleTypes simple_types, Rules rules) {
  return create(std::move(name), std::move(simple_types), std::move(rules), dtype::any());
}

const CompoundDType& CompoundDType::create(std::string name, SimpleTypes simple_types, Rules rules,
                                           const DTypeCategory& supertype) {
  return add_new<CompoundDType>(built_ins().registry, std::move(name), std::move(simple_types), std::move(rules),
                                supertype);
}

namespace dtype {

const DTypeCategory& any() { return built_ins().any; }
const DTypeCategory& floating() { return built_ins().floating; }
const DTypeCategory& integer() { return built_ins().integer; }
const SimpleDType& boolean() { return built_ins().boolean; }
const SimpleDType& int8() { return built_ins().int8; }
const SimpleDType& int32() { return built_ins().int32; }
const SimpleDType& float32() { return built_ins().float32; }
const SimpleDType& float64() { return built_ins().float64; }
const SimpleDType& e8m0() { return built_ins().e8m0; }
const SimpleDType& e5m2() { return built_ins().e5m2; }
const SimpleDType& e4m3() { return built_ins().e4m3; }
const SimpleDType& e3m2() { return built_ins().e3m2; }
const SimpleDType& e2m3() { return built_ins().e2m3; }
const SimpleDType& e2m1() { return built_ins().e2m1; }

}  // namespace dtype
}  // namespace strideweave
