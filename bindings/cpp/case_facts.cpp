// SPDX-License-Identifier: Apache-2.0
// The half of CaseRunner that tells: items as values, and the facts.
#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "bindings/cpp/case_runner.hpp"

namespace swconform::sdk {
namespace {

Value unreadable(std::string why) { return Value::tagged("unreadable", std::move(why)); }

Value error_value(const ErrorReport& report) {
  Value::Record content;
  content.emplace_back("kind", report.kind);
  content.emplace_back("message", report.message);
  return Value::tagged("error", std::move(content));
}

}  // namespace

Value CaseRunner::encode(const Item& item, Queue* met) {
  const auto encode_all = [&](const std::vector<Item>& items) {
    Value::List values;
    values.reserve(items.size());
    for (const Item& element : items) values.push_back(encode(element, met));
    return values;
  };
  switch (item.kind()) {
    case Item::Kind::none:
      return Value();
    case Item::Kind::boolean:
      return *item.boolean();
    case Item::Kind::integer:
      return *item.integer();
    case Item::Kind::floating:
      return *item.floating();
    case Item::Kind::text:
      return *item.text();
    case Item::Kind::list:
      return encode_all(*item.list());
    case Item::Kind::slice:
      return Value::tagged("slice", encode_all(item.slice()->parts));
    case Item::Kind::map: {
      Value::Record fields;
      for (const auto& [name, content] : *item.map()) fields.emplace_back(name, encode(content, met));
      return Value::tagged("map", std::move(fields));
    }
    case Item::Kind::object:
      return encode_object(*item.any(), met);
  }
  internal("an item of no kind");
}

Value CaseRunner::encode_object(const std::any& object, Queue* met) {
  const Harness::TypeRow* type = type_of(object);
  if (type == nullptr) internal(fmt::format("the type {} is not registered", object.type().name()));
  if (type->encode) {
    if (auto value = type->encode(object)) return *std::move(value);
  }
  Known& known = identities_.of(object, *type);
  if (met != nullptr && known.walk != walk_) {
    known.walk = walk_;
    met->emplace_back(&known, object);
  }
  return Value::tagged("object", known.token);
}

Value CaseRunner::encode_fact(const Fact& fact, Queue* met) {
  if (const Item* item = std::get_if<Item>(&fact)) return encode(*item, met);
  if (const auto* failure = std::get_if<Failure>(&fact)) return error_value(report(failure->exception));
  return unreadable(std::get<Unreadable>(fact).why);
}

void CaseRunner::send_facts() {
  ++walk_;
  Facts facts;
  {
    Queue met;
    for (const auto& [name, item] : session_.names_) {
      Value value = encode(item, &met);
      const auto sent = std::find_if(sent_names_.begin(), sent_names_.end(),
                                     [&name = name](const Value::Field& field) { return field.first == name; });
      if (sent == sent_names_.end()) {
        sent_names_.emplace_back(name, value);
      } else if (sent->second == value) {
        continue;
      } else {
        sent->second = value;
      }
      facts.names.emplace_back(name, std::move(value));
    }
    while (!met.empty()) {
      const auto [known, object] = std::move(met.back());
      met.pop_back();
      visit(*known, object, met, facts);
    }
  }
  // Only now, when the walk holds nothing any more.
  for (Known& known : identities_.all()) {
    if (!known.described || !known.watch || known.alive == false) continue;
    const bool alive = known.watch();
    if (known.alive == alive) continue;
    known.alive = alive;
    facts.objects[known.token].alive = alive;
  }
  for (auto& [token, object] : facts.objects) {
    if (!object.kind.empty()) object.alive = identities_.all()[static_cast<std::size_t>(token - 1)].alive;
  }
  reply_(to_value(std::move(facts)));
}

void CaseRunner::visit(Known& known, const std::any& object, Queue& met, Facts& facts) {
  if (known.described && known.type->constant) return;
  Value::Record told = ask(known, object, met);
  if (known.described && told == known.facts) return;
  known.described = true;
  ObjectFacts& changed = facts.objects[known.token];
  changed.kind = known.type->kind;
  changed.facts = told;
  known.facts = std::move(told);
}

Value::Record CaseRunner::ask(const Known& known, const std::any& object, Queue& met) {
  Value::Record told;
  if (!known.type->facts) return told;
  try {
    const FactSheet sheet = known.type->facts(session_, object);
    told.reserve(sheet.entries().size());
    for (const auto& [name, fact] : sheet.entries()) {
      try {
        told.emplace_back(name, encode_fact(fact, &met));
      } catch (const Stop& stop) {
        told.emplace_back(name, unreadable(stop.why));
      }
    }
  } catch (const Stop& stop) {
    told.emplace_back("facts", unreadable(stop.why));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    // A harness that cannot tell the facts of one object can still tell those of others.
    told.emplace_back("facts", unreadable("asking for the facts raised " + report(std::current_exception()).message));
  }
  return told;
}

}  // namespace swconform::sdk
