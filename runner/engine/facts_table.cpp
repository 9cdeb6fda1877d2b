// SPDX-License-Identifier: Apache-2.0
#include "runner/engine/facts_table.hpp"

#include <algorithm>
#include <array>

#include "runner/engine/layout_values.hpp"

namespace swconform {
namespace {

constexpr std::array<std::string_view, 4> spy_counts = {"reads", "writes", "allocations", "calls"};
constexpr std::array<std::string_view, 4> other_witnesses = {"context", "log", "writes-refused", "snapshot"};
constexpr int deepest_comparison = 8;  // a tensor whose .grad has a .grad has a ...

template <std::size_t size>
bool among(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool before(const Snapshot::Object& object, std::int64_t token) { return object.first < token; }

bool equal(Sighting a, Sighting b, bool numbers, int depth);

bool equal_tensors(const ObjectFacts& a, const Snapshot& in_a, const ObjectFacts& b, const Snapshot& in_b, int depth) {
  if (depth > deepest_comparison) return true;
  const auto covers = [depth](const ObjectFacts& x, const Snapshot& in_x, const ObjectFacts& y, const Snapshot& in_y) {
    return std::all_of(x.facts.begin(), x.facts.end(), [&](const Value::Field& field) {
      if (is_witness(field.first)) return true;
      const Value* other = fact(y, field.first);
      return other != nullptr && equal({field.second, in_x}, {*other, in_y}, field.first == "stored", depth + 1);
    });
  };
  return covers(a, in_a, b, in_b) && a.facts.size() == b.facts.size();
}

bool equal_objects(Sighting a, Sighting b, int depth) {
  const auto x = token(a.value);
  const auto y = token(b.value);
  if (x == y) return true;
  const ObjectFacts* first = a.moment.object(*x);
  const ObjectFacts* second = b.moment.object(*y);
  if (first == nullptr || second == nullptr || first->kind != "tensor" || second->kind != "tensor") return false;
  return equal_tensors(*first, a.moment, *second, b.moment, depth);
}

bool equal_lists(Sighting a, Sighting b, bool numbers, int depth) {
  const Value::List& x = *a.value.list();
  const Value::List& y = *b.value.list();
  if (x.size() != y.size()) return false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!equal({x[i], a.moment}, {y[i], b.moment}, numbers, depth)) return false;
  }
  return true;
}

bool equal_records(Sighting a, Sighting b, bool numbers, int depth) {
  const Value::Record& x = *a.value.record();
  if (token(a.value) && token(b.value)) return equal_objects(a, b, depth);
  const Value* failure = a.value.tagged_as("error");
  const Value* other_failure = b.value.tagged_as("error");
  if (failure != nullptr && other_failure != nullptr) {
    const Value* kind = failure->find("kind");
    const Value* other_kind = other_failure->find("kind");
    return kind != nullptr && other_kind != nullptr && *kind == *other_kind;
  }
  if (a.value.tagged_as("unreadable") != nullptr && b.value.tagged_as("unreadable") != nullptr) return true;
  if (x.size() != b.value.record()->size()) return false;
  return std::all_of(x.begin(), x.end(), [&](const Value::Field& field) {
    const Value* other = b.value.find(field.first);
    return other != nullptr && equal({field.second, a.moment}, {*other, b.moment}, numbers, depth);
  });
}

bool equal(Sighting a, Sighting b, bool numbers, int depth) {
  if (a.value.list() != nullptr && b.value.list() != nullptr) return equal_lists(a, b, numbers, depth);
  if (a.value.record() != nullptr && b.value.record() != nullptr) return equal_records(a, b, numbers, depth);
  return numbers ? same_number(a.value, b.value, "") : a.value == b.value;
}

/// Whether what this carrier stores is not compared: it is released, virtual, or too large.
bool untold(const ObjectFacts& carrier) {
  for (const std::string_view flag : {"released", "virtual"}) {
    const Value* value = fact(carrier, flag);
    if (value != nullptr && *value == Value(true)) return true;
  }
  const Value* stored = fact(carrier, "stored");
  return stored != nullptr && stored->list() != nullptr && stored->list()->size() > most_elements;
}

}  // namespace

Snapshot Snapshot::with(Facts update) const {
  Snapshot result = *this;
  for (auto& [name, value] : update.names) {
    const auto known = std::find_if(result.names_.begin(), result.names_.end(),
                                    [&name = name](const Value::Field& field) { return field.first == name; });
    if (known != result.names_.end()) {
      known->second = std::move(value);
    } else {
      result.names_.emplace_back(name, std::move(value));
    }
  }
  for (auto& [key, said] : update.objects) {
    const auto place = std::lower_bound(result.objects_.begin(), result.objects_.end(), key, before);
    const bool known = place != result.objects_.end() && place->first == key;
    if (known && said.kind.empty()) {
      auto changed = std::make_shared<ObjectFacts>(*place->second);
      if (said.alive) changed->alive = said.alive;
      place->second = std::move(changed);
    } else if (known) {
      place->second = std::make_shared<ObjectFacts>(std::move(said));
    } else {
      result.objects_.emplace(place, key, std::make_shared<ObjectFacts>(std::move(said)));
    }
  }
  return result;
}

const ObjectFacts* Snapshot::object(std::int64_t key) const {
  const auto place = std::lower_bound(objects_.begin(), objects_.end(), key, before);
  return place != objects_.end() && place->first == key ? place->second.get() : nullptr;
}

const Value* Snapshot::name(std::string_view name) const {
  for (const auto& [key, value] : names_) {
    if (key == name) return &value;
  }
  return nullptr;
}

std::optional<std::int64_t> token(const Value& value) {
  const Value* content = value.tagged_as("object");
  return content != nullptr && content->integer() != nullptr ? content->integer()->to_int64() : std::nullopt;
}

const Value* fact(const ObjectFacts& object, std::string_view name) {
  for (const auto& [key, value] : object.facts) {
    if (key == name) return &value;
  }
  return nullptr;
}

void collect_tokens(const Value& value, std::vector<std::int64_t>& tokens) {
  if (const Value::List* list = value.list()) {
    for (const Value& item : *list) collect_tokens(item, tokens);
  } else if (const auto found = token(value)) {
    tokens.push_back(*found);
  } else if (const Value::Record* record = value.record()) {
    for (const auto& [key, item] : *record) collect_tokens(item, tokens);
  }
}

bool is_spy_count(std::string_view fact) { return among(spy_counts, fact); }
bool is_witness(std::string_view fact) { return is_spy_count(fact) || among(other_witnesses, fact); }

bool equal_facts(Sighting a, Sighting b, bool numbers) { return equal(a, b, numbers, 0); }

bool equal_fact(std::string_view name, const ObjectFacts& a, const Snapshot& in_a, const ObjectFacts& b,
                const Snapshot& in_b) {
  if (name == "stored" && (untold(a) || untold(b))) return true;
  const Value* x = fact(a, name);
  const Value* y = fact(b, name);
  if (x == nullptr || y == nullptr) return x == y;
  return equal({*x, in_a}, {*y, in_b}, name == "stored", 0);
}

}  // namespace swconform
