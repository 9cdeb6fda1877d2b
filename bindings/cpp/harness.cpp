// SPDX-License-Identifier: Apache-2.0
#include "bindings/cpp/harness.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "bindings/cpp/case_runner.hpp"
#include "bindings/cpp/refusal.hpp"

namespace swconform::sdk {

Harness::Harness(std::string name, std::string version) {
  hello_.name = std::move(name);
  hello_.version = std::move(version);
  hello_.language = "C++";
  operation("error", {"kind", "message?"}, [](const Arguments& arguments) {
    const auto kind = arguments.get<std::string>(0);
    return std::make_exception_ptr(Raised(kind, arguments.get_or<std::string>(1, "a prepared " + kind)));
  });
  TypeRow error;
  error.kind = "error";
  error.constant = true;
  add_type(typeid(std::exception_ptr), std::move(error));  // Identities compares exceptions by themselves
}

Harness& Harness::add_operation(std::string name, Parameters parameters, Operation function) {
  auto row = std::make_shared<OperationRow>();
  row->parameters = std::make_shared<const Parameters>(std::move(parameters));
  row->function = std::move(function);
  operations_.insert_or_assign(std::move(name), std::move(row));
  return *this;
}

Harness& Harness::add_type(std::type_index type, TypeRow row) {
  types_.insert_or_assign(type, std::make_shared<const TypeRow>(std::move(row)));
  return *this;
}

Harness& Harness::classifier(Classifier classify) {
  classify_ = std::move(classify);
  return *this;
}

Harness& Harness::no_grad(std::function<std::shared_ptr<void>()> disable) {
  no_grad_ = std::move(disable);
  return *this;
}

Harness& Harness::facts(std::vector<std::string> names) {
  for (std::string& name : names) hello_.facts.push_back(std::move(name));
  return *this;
}

Harness& Harness::wrap(std::string_view operation, OperationWrapper wrapper) {
  const auto found = operations_.find(operation);
  if (found == operations_.end()) throw std::invalid_argument("there is no operation " + std::string(operation));
  // Rows are shared with the harness this one was copied from.
  auto row = std::make_shared<OperationRow>(*found->second);
  row->function = [next = found->second->function, wrapper = std::move(wrapper)](
                      Session& session, const Arguments& arguments) { return wrapper(next, session, arguments); };
  found->second = std::move(row);
  return *this;
}

Harness& Harness::wrap_facts(std::string_view kind, FactsWrapper wrapper) {
  bool found = false;
  for (auto& [type, row] : types_) {
    if (row->kind != kind || !row->facts) continue;
    auto copy = std::make_shared<TypeRow>(*row);
    copy->facts = [next = row->facts, wrapper](Session& session, const std::any& object) {
      return wrapper(next, session, object);
    };
    row = std::move(copy);
    found = true;
  }
  if (!found) throw std::invalid_argument("there are no objects with facts of the kind " + std::string(kind));
  return *this;
}

Hello Harness::hello() const {
  Hello hello = hello_;
  std::set<std::string> options;
  for (const auto& [name, row] : operations_) {
    hello.operations.push_back(name);
    for (std::size_t i = 0; i < row->parameters->places(); ++i) {
      if (row->parameters->optional(i)) options.insert(row->parameters->name(i));
    }
  }
  if (!operations_.contains("drop")) hello.operations.emplace_back("drop");
  std::sort(hello.operations.begin(), hello.operations.end());
  hello.options.assign(options.begin(), options.end());
  return hello;
}

void Harness::answer(const Value& request, const Reply& reply) const {
  try {
    const Value* verb = request.find("verb");
    const std::string name = verb != nullptr && verb->text() != nullptr ? *verb->text() : "";
    if (name == "hello") return reply(to_value(hello()));
    if (name == "bye") return;
    if (name != "case") throw ProtocolError("expected a record with the verb hello, case or bye");
    const CaseRequest parsed = parse_case_request(request);
    return CaseRunner(*this, reply).run(parsed);
  } catch (const ProtocolError& error) {
    reply(refusal(error.what()));
  }
}

}  // namespace swconform::sdk
