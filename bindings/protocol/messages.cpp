// SPDX-License-Identifier: Apache-2.0
#include "bindings/protocol/messages.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace swconform {
namespace {

using Kind = Outcome::Kind;

// Members whose content is a reason, by kind of outcome.
constexpr std::array<std::pair<std::string_view, Kind>, 4> reasons = {{{"unsupported", Kind::unsupported},
                                                                       {"absent", Kind::absent},
                                                                       {"skipped", Kind::skipped},
                                                                       {"internal", Kind::internal}}};
constexpr std::array<std::string_view, 8> error_kinds = {
    "TypeError",           "ValueError",   "IndexError",     "OverflowError",
    "NotImplementedError", "RuntimeError", "AttributeError", "Other"};

[[noreturn]] void refuse(std::string_view where, std::string_view expected) {
  throw ProtocolError(std::string(where) + ": expected " + std::string(expected));
}

const Value::Record& record(const Value& value, std::string_view where) {
  if (value.record() == nullptr) refuse(where, "a record");
  return *value.record();
}

Value::Record& record(Value& value, std::string_view where) {
  return const_cast<Value::Record&>(record(std::as_const(value), where));
}

const Value::List& list(const Value& value, std::string_view where) {
  if (value.list() == nullptr) refuse(where, "a list");
  return *value.list();
}

const std::string& text(const Value& value, std::string_view where) {
  if (value.text() == nullptr) refuse(where, "text");
  return *value.text();
}

bool boolean(const Value& value, std::string_view where) {
  if (value.boolean() == nullptr) refuse(where, "true or false");
  return *value.boolean();
}

std::int64_t integer(const Value& value, std::string_view where) {
  const auto number = value.integer() != nullptr ? value.integer()->to_int64() : std::nullopt;
  if (!number) refuse(where, "an integer of 64 bits");
  return *number;
}

const Value& member(const Value& value, std::string_view name, std::string_view where) {
  record(value, where);
  const Value* content = value.find(name);
  if (content == nullptr) refuse(where, "a member \"" + std::string(name) + "\"");
  return *content;
}

Value& member(Value& value, std::string_view name, std::string_view where) {
  return const_cast<Value&>(member(std::as_const(value), name, where));
}

void only(const Value::Record& fields, std::initializer_list<std::string_view> known, std::string_view where) {
  for (const auto& field : fields) {
    if (std::find(known.begin(), known.end(), field.first) == known.end()) {
      throw ProtocolError(std::string(where) + ": unknown member \"" + field.first + "\"");
    }
  }
}

Value texts(const std::vector<std::string>& strings) { return Value::List(strings.begin(), strings.end()); }

std::vector<std::string> parse_texts(const Value& value, std::string_view where) {
  std::vector<std::string> result;
  for (const Value& item : list(value, where)) result.push_back(text(item, where));
  return result;
}

std::size_t parse_index(const Value& value, std::string_view where) {
  const std::int64_t index = integer(value, where);
  if (index < 0) refuse(where, "an index >= 0");
  return static_cast<std::size_t>(index);
}

Value to_value(const Step& step) {
  Value::Record fields;
  fields.emplace_back("do", step.operation);
  if (!step.arguments.empty()) fields.emplace_back("arguments", step.arguments);
  if (!step.keywords.empty()) fields.emplace_back("keywords", step.keywords);
  if (!step.as.empty()) fields.emplace_back("as", step.as);
  if (step.no_grad) fields.emplace_back("no_grad", true);
  if (step.facts) fields.emplace_back("facts", true);
  return fields;
}

Step parse_step(const Value& value) {
  only(record(value, "a step"), {"do", "arguments", "keywords", "as", "no_grad", "facts"}, "a step");
  Step step;
  step.operation = text(member(value, "do", "a step"), "do");
  if (const Value* arguments = value.find("arguments")) step.arguments = list(*arguments, "arguments");
  if (const Value* keywords = value.find("keywords")) step.keywords = record(*keywords, "keywords");
  if (const Value* as = value.find("as")) step.as = text(*as, "as");
  if (const Value* no_grad = value.find("no_grad")) step.no_grad = boolean(*no_grad, "no_grad");
  if (const Value* facts = value.find("facts")) step.facts = boolean(*facts, "facts");
  return step;
}

void parse_error(const Value& value, Outcome& outcome) {
  only(record(value, "error"), {"kind", "message", "token"}, "error");
  outcome.error_kind = text(member(value, "kind", "error"), "error kind");
  if (std::find(error_kinds.begin(), error_kinds.end(), outcome.error_kind) == error_kinds.end()) {
    refuse("error kind", "one of the listed kinds or Other, not " + outcome.error_kind);
  }
  outcome.message = text(member(value, "message", "error"), "error message");
  const Value* token = value.find("token");
  if (token == nullptr || token->is_null()) return;
  if (token->tagged_as("object") == nullptr) refuse("error token", "{\"object\": n} or null");
  integer(*token->tagged_as("object"), "error token");
  outcome.token = *token;
}

ObjectFacts parse_object(Value value) {
  only(record(value, "an object of the facts"), {"kind", "alive", "facts"}, "an object of the facts");
  ObjectFacts object;
  if (const Value* alive = value.find("alive")) object.alive = boolean(*alive, "alive");
  Value* kind = value.find("kind");
  Value* facts = value.find("facts");
  if ((kind == nullptr) != (facts == nullptr)) refuse("an object of the facts", "\"kind\" and \"facts\" together");
  if (kind != nullptr) {
    object.kind = text(*kind, "kind");
    if (object.kind.empty()) refuse("kind", "a word");
    object.facts = std::move(record(*facts, "facts"));
  }
  return object;
}

}  // namespace

Value to_value(const Hello& hello) {
  Value::Record fields;
  fields.emplace_back("name", hello.name);
  fields.emplace_back("version", hello.version);
  fields.emplace_back("language", hello.language);
  fields.emplace_back("protocol", hello.protocol);
  fields.emplace_back("operations", texts(hello.operations));
  fields.emplace_back("facts", texts(hello.facts));
  fields.emplace_back("options", texts(hello.options));
  return fields;
}

Hello parse_hello(const Value& value) {
  Hello hello;
  hello.name = text(member(value, "name", "hello"), "name");
  hello.version = text(member(value, "version", "hello"), "version");
  hello.language = text(member(value, "language", "hello"), "language");
  hello.protocol = integer(member(value, "protocol", "hello"), "protocol");
  hello.operations = parse_texts(member(value, "operations", "hello"), "operations");
  hello.facts = parse_texts(member(value, "facts", "hello"), "facts");
  hello.options = parse_texts(member(value, "options", "hello"), "options");
  return hello;
}

Value to_value(const CaseRequest& request) {
  Value::List steps;
  steps.reserve(request.steps.size());
  for (const Step& step : request.steps) steps.push_back(to_value(step));
  Value::Record fields;
  fields.emplace_back("verb", "case");
  fields.emplace_back("steps", std::move(steps));
  return fields;
}

CaseRequest parse_case_request(const Value& value) {
  only(record(value, "case"), {"verb", "steps"}, "case");
  if (text(member(value, "verb", "case"), "verb") != "case") refuse("verb", "\"case\"");
  CaseRequest request;
  for (const Value& step : list(member(value, "steps", "case"), "steps")) request.steps.push_back(parse_step(step));
  return request;
}

Value to_value(const Outcome& outcome) {
  Value::Record fields;
  fields.emplace_back("step", static_cast<std::int64_t>(outcome.step));
  if (outcome.kind == Kind::value) {
    fields.emplace_back("value", outcome.value);
  } else if (outcome.kind == Kind::error) {
    Value::Record error;
    error.emplace_back("kind", outcome.error_kind);
    error.emplace_back("message", outcome.message);
    error.emplace_back("token", outcome.token);
    fields.emplace_back("error", std::move(error));
  } else {
    for (const auto& [name, kind] : reasons) {
      if (kind == outcome.kind) fields.emplace_back(std::string(name), outcome.message);
    }
  }
  return fields;
}

Outcome parse_outcome(const Value& value) {
  const Value::Record& fields = record(value, "an outcome");
  Outcome outcome;
  outcome.step = parse_index(member(value, "step", "an outcome"), "step");
  if (fields.size() != 2) refuse("an outcome", "\"step\" and one other member");
  const auto& [name, content] = fields[0].first == "step" ? fields[1] : fields[0];
  if (name == "value") {
    outcome.value = content;
    return outcome;
  }
  if (name == "error") {
    outcome.kind = Kind::error;
    parse_error(content, outcome);
    return outcome;
  }
  for (const auto& [reason, kind] : reasons) {
    if (name == reason) {
      outcome.kind = kind;
      outcome.message = text(content, name);
      return outcome;
    }
  }
  throw ProtocolError("an outcome: unknown member \"" + name + "\"");
}

Value to_value(Facts facts) {
  Value::Record objects;
  for (auto& [token, object] : facts.objects) {
    Value::Record fields;
    if (!object.kind.empty()) fields.emplace_back("kind", object.kind);
    if (object.alive) fields.emplace_back("alive", *object.alive);
    if (!object.kind.empty()) fields.emplace_back("facts", std::move(object.facts));
    objects.emplace_back(std::to_string(token), std::move(fields));
  }
  Value::Record content;
  content.emplace_back("names", std::move(facts.names));
  content.emplace_back("objects", std::move(objects));
  return Value::tagged("facts", std::move(content));
}

Facts parse_facts(Value value) {
  if (value.tagged_as("facts") == nullptr) refuse("facts", "{\"facts\": ...}");
  Value* content = value.find("facts");
  only(record(*content, "facts"), {"names", "objects"}, "facts");
  Facts facts;
  facts.names = std::move(record(member(*content, "names", "facts"), "names"));
  for (auto& [token, object] : record(member(*content, "objects", "facts"), "objects")) {
    const auto number = Integer::parse(token);
    if (!number || !number->to_int64()) refuse("objects", "tokens as keys, not \"" + token + "\"");
    facts.objects.emplace(*number->to_int64(), parse_object(std::move(object)));
  }
  return facts;
}

bool is_done(const Value& value) {
  const Value* done = value.find("done");
  return done != nullptr && *done == Value(true);
}

bool is_facts(const Value& value) { return value.tagged_as("facts") != nullptr; }

Value hello_request() {
  Value::Record fields;
  fields.emplace_back("verb", "hello");
  fields.emplace_back("protocol", protocol_version);
  return fields;
}

Value bye_request() { return Value::tagged("verb", "bye"); }

}  // namespace swconform
