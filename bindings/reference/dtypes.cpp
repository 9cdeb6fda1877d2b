// SPDX-License-Identifier: Apache-2.0
#include "bindings/reference/carrier_spy.hpp"
#include "bindings/reference/conversions.hpp"
#include "bindings/reference/families.hpp"
#include "bindings/reference/rule_spy.hpp"
#include "reference/dtype.hpp"

namespace swconform::reference {
namespace {

using sdk::Arguments;
using sdk::Item;
using sdk::Session;
using strideweave::DType;

// Descriptors a case makes. They are not registered: the registry is for good, and a case is to leave nothing behind.
struct Descriptors {
  std::vector<std::unique_ptr<const DType>> all;
};

struct SharedLog {
  std::shared_ptr<RuleLog> log = std::make_shared<RuleLog>();
};

template <class T, class... Arguments>
Item make_descriptor(Session& session, Arguments&&... arguments) {
  auto descriptor = std::make_unique<const T>(std::forward<Arguments>(arguments)...);
  const DType* const object = descriptor.get();
  session.state<Descriptors>().all.push_back(std::move(descriptor));
  return Item::object(object);
}

Item find_dtype(const Arguments& arguments) {
  const auto name = arguments.get<std::string>(0);
  const DType* const dtype = strideweave::find_dtype(name);
  if (dtype == nullptr) sdk::unsupported("there is no dtype " + name);
  return Item::object(dtype);
}

Item make_compound(Session& session, const Arguments& arguments) {
  strideweave::CompoundDType::SimpleTypes planes;
  for (const DType* plane : arguments.get<std::vector<const DType*>>("planes")) {
    const auto* simple = dynamic_cast<const strideweave::SimpleDType*>(plane);
    if (simple == nullptr) sdk::absent("a plane of a compound dtype is a simple dtype");
    planes.push_back(simple);
  }
  strideweave::CompoundDType::Rules rules;
  for (auto& rule : arguments.get_or<std::vector<std::shared_ptr<RuleSpy>>>("rules", {}))
    rules.push_back(std::move(rule));
  return make_descriptor<strideweave::CompoundDType>(session, arguments.get<std::string>("name"), std::move(planes),
                                                     std::move(rules), strideweave::dtype::any());
}

Item make_rule(Session& session, const Arguments& arguments) {
  return Item::object(std::make_shared<RuleSpy>(
      session.state<SharedLog>().log, arguments.get_or<std::exception_ptr>("raise", nullptr),
      arguments.get_or<bool>("armed", false), arguments.get_or<std::vector<std::string>>("write", {})));
}

// Rules, or lists of them.
void arm(const Arguments& arguments) {
  for (const Item& spy : arguments.get<std::vector<Item>>(0)) {
    const auto rules = spy.list() != nullptr ? sdk::convert<std::vector<std::shared_ptr<RuleSpy>>>(spy)
                                             : std::vector{sdk::convert<std::shared_ptr<RuleSpy>>(spy)};
    for (const auto& rule : rules) rule->arm();
  }
}

}  // namespace

void add_dtypes(sdk::Harness& harness) {
  harness.operation("dtype", {"name"}, find_dtype);
  harness.operation("category", {"name"}, [](Session& session, const Arguments& arguments) {
    return make_descriptor<strideweave::DTypeCategory>(session, arguments.get<std::string>(0),
                                                       &strideweave::dtype::any());
  });
  harness.operation("simple", {"name", "bits"}, [](Session& session, const Arguments& arguments) {
    return make_descriptor<strideweave::SimpleDType>(session, arguments.get<std::string>(0),
                                                     to_int(arguments.get<Integer>(1)), strideweave::dtype::any());
  });
  harness.operation("compound", {"name", "planes", "rules?"}, make_compound);
  // What a rule returns C++ drops, as a std::function<void(...)> drops it, so `returns` has nowhere to go.
  harness.operation("rule", {"raise?", "armed?", "write?", "returns?"}, make_rule);
  harness.operation("arm", {"spies*"}, arm);
}

}  // namespace swconform::reference
