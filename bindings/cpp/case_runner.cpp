// SPDX-License-Identifier: Apache-2.0
#include "bindings/cpp/case_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <new>

namespace swconform::sdk {
namespace {

using Kind = Outcome::Kind;

[[noreturn]] void skip(std::string why) { throw Stop{Kind::skipped, std::move(why)}; }

Outcome stopped(const Stop& stop) {
  Outcome outcome;
  outcome.kind = stop.kind;
  outcome.message = stop.why;
  return outcome;
}

}  // namespace

void CaseRunner::run(const CaseRequest& request) {
  run_steps(request);
  // Nothing of the case is left when `done` is sent: names first, then what may refer to the harness's own state.
  session_.names_.clear();
  identities_ = Identities();
  while (!session_.states_.empty()) session_.states_.pop_back();
  reply_(Value::tagged("done", true));
}

void CaseRunner::run_steps(const CaseRequest& request) {
  for (std::size_t i = 0; i < request.steps.size(); ++i) {
    Outcome outcome = run_step(request.steps[i]);
    outcome.step = i;
    reply_(to_value(outcome));
    if (request.steps[i].facts) send_facts();
  }
}

Outcome CaseRunner::run_step(const Step& step) {
  Outcome outcome;
  try {
    try {
      Item result = call(step);
      outcome.value = encode(result, nullptr);
      if (!step.as.empty()) bind(step.as, std::move(result));
    } catch (const Stop&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;  // out of memory is a crash
    } catch (...) {
      const std::exception_ptr exception = std::current_exception();
      ErrorReport error = report(exception);
      outcome.kind = Kind::error;
      outcome.error_kind = std::move(error.kind);
      outcome.message = std::move(error.message);
      outcome.token = encode_object(exception, nullptr);
    }
  } catch (const Stop& stop) {
    return stopped(stop);
  }
  return outcome;
}

Item CaseRunner::call(const Step& step) {
  const auto found = harness_.operations_.find(step.operation);
  if (found == harness_.operations_.end()) {
    if (step.operation != "drop") unsupported("there is no operation " + step.operation);
    drop(step);
    return Item();
  }
  const Harness::OperationRow& row = *found->second;
  const Parameters& parameters = *row.parameters;
  if (step.no_grad && !harness_.no_grad_) unsupported("gradient recording cannot be disabled");
  std::vector<std::optional<Item>> items = arguments(step, parameters);
  const std::shared_ptr<void> recording_disabled = step.no_grad ? harness_.no_grad_() : nullptr;
  return row.function(session_, Arguments(row.parameters, std::move(items)));
}

std::vector<std::optional<Item>> CaseRunner::arguments(const Step& step, const Parameters& parameters) {
  // Everything about the form of the call comes before a name is looked at.
  const std::size_t places = parameters.places();
  std::vector<const Value*> given(parameters.size(), nullptr);
  for (const auto& [name, value] : step.keywords) {
    const auto index = parameters.find(name);
    if (!index) unsupported(fmt::format("{} has no parameter {}", step.operation, name));
    given[*index] = &value;
  }
  const std::size_t positional = std::min(step.arguments.size(), places);
  for (std::size_t i = 0; i < positional; ++i) {
    if (given[i] != nullptr) internal(fmt::format("{} is given {} twice", step.operation, parameters.name(i)));
    given[i] = &step.arguments[i];
  }
  if (step.arguments.size() > places && (!parameters.rest() || given[places] != nullptr)) {
    internal(fmt::format("{} takes at most {} arguments, not {}", step.operation, places, step.arguments.size()));
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] == nullptr && !parameters.optional(i)) {
      internal(fmt::format("{} needs {}", step.operation, parameters.name(i)));
    }
  }

  std::vector<std::optional<Item>> items(given.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] != nullptr) items[i] = decode(*given[i]);
  }
  if (parameters.rest() && !items[places]) {
    Item::List rest;
    for (std::size_t i = positional; i < step.arguments.size(); ++i) rest.push_back(decode(step.arguments[i]));
    items[places] = std::move(rest);
  }
  return items;
}

void CaseRunner::drop(const Step& step) {
  if (!step.keywords.empty()) unsupported("drop has no keywords");
  for (const Value& argument : step.arguments) {
    if (const Value::List* several = argument.list()) {
      for (const Value& reference : *several) drop(reference);
    } else {
      drop(argument);
    }
  }
}

void CaseRunner::drop(const Value& reference) {
  const Value* name = reference.tagged_as("ref");
  if (name == nullptr || name->text() == nullptr) internal("drop takes names: {\"ref\": ...}");
  const std::size_t dropped =
      std::erase_if(session_.names_, [&](const auto& binding) { return binding.first == *name->text(); });
  if (dropped == 0) skip(*name->text() + " is not bound");
}

void CaseRunner::bind(const std::string& name, Item item) {
  for (auto& [bound, content] : session_.names_) {
    if (bound == name) {
      content = std::move(item);
      return;
    }
  }
  session_.names_.emplace_back(name, std::move(item));
}

Item CaseRunner::decode(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::null:
      return Item();
    case Value::Kind::boolean:
      return *value.boolean();
    case Value::Kind::integer:
      return *value.integer();
    case Value::Kind::floating:
      return *value.floating();
    case Value::Kind::text:
      return *value.text();
    case Value::Kind::list: {
      Item::List items;
      items.reserve(value.list()->size());
      for (const Value& item : *value.list()) items.push_back(decode(item));
      return items;
    }
    case Value::Kind::record:
      break;
  }
  if (const Value* path = value.tagged_as("ref"); path != nullptr && path->text() != nullptr) {
    return resolve(*path->text());
  }
  if (const Value* parts = value.tagged_as("slice");
      parts != nullptr && parts->list() != nullptr && parts->list()->size() == 3) {
    Item::Slice slice;
    for (const Value& part : *parts->list()) slice.parts.push_back(decode(part));
    return slice;
  }
  if (const Value* fields = value.tagged_as("map"); fields != nullptr && fields->record() != nullptr) {
    Item::Map map;
    for (const auto& [name, content] : *fields->record()) map.emplace_back(name, decode(content));
    return map;
  }
  internal("an argument is a record other than {\"ref\": name}, {\"slice\": [a, b, c]} and {\"map\": {...}}");
}

Item CaseRunner::resolve(std::string_view path) {
  // Names may hold dots: the longest one that is bound counts, the rest are facts.
  std::size_t dot = path.size();
  const Item* bound = session_.find(path);
  while (bound == nullptr) {
    dot = path.substr(0, dot).rfind('.');
    if (dot == std::string_view::npos) skip(fmt::format("{} is not bound", path.substr(0, path.find('.'))));
    bound = session_.find(path.substr(0, dot));
  }
  Item item = *bound;
  while (dot < path.size()) {
    const std::size_t next = std::min(path.find('.', dot + 1), path.size());
    item = fact_of(item, path.substr(dot + 1, next - dot - 1), path);
    dot = next;
  }
  return item;
}

Item CaseRunner::fact_of(const Item& owner, std::string_view name, std::string_view path) {
  if (const Item::List* list = owner.list()) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
    if (error == std::errc() && end == name.data() + name.size() && index < list->size()) return (*list)[index];
    skip(fmt::format("{}: a list of {} has no {}", path, list->size(), name));
  }
  if (const Item* field = owner.find(name)) return *field;
  const std::any* object = owner.any();
  const Harness::TypeRow* type = object != nullptr ? type_of(*object) : nullptr;
  if (type == nullptr || !type->facts) unsupported(fmt::format("{}: {} has no facts", path, describe(owner.kind())));
  const FactSheet sheet = type->facts(session_, *object);
  const Fact* fact = sheet.find(name);
  if (fact == nullptr) unsupported(fmt::format("{}: {} has no fact {}", path, type->kind, name));
  if (const Item* item = std::get_if<Item>(fact)) return *item;
  if (const auto* failure = std::get_if<Failure>(fact)) {
    skip(fmt::format("{} raises {}", path, report(failure->exception).kind));
  }
  skip(fmt::format("{} cannot be read: {}", path, std::get<Unreadable>(*fact).why));
}

ErrorReport CaseRunner::report(const std::exception_ptr& exception) const {
  if (harness_.classify_) {
    try {
      if (auto known = harness_.classify_(exception)) return *std::move(known);
    } catch (const std::exception& error) {
      internal(fmt::format("classifying an exception failed: {}", error.what()));
    }
  }
  return classify_standard(exception);
}

const Harness::TypeRow* CaseRunner::type_of(const std::any& object) const {
  const auto found = harness_.types_.find(object.type());
  return found == harness_.types_.end() ? nullptr : found->second.get();
}

}  // namespace swconform::sdk
