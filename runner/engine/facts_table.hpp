// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/protocol/messages.hpp"

namespace swconform {

/// Everything the facts have said up to one moment of a case. Copies share the objects.
class Snapshot {
 public:
  using Object = std::pair<std::int64_t, std::shared_ptr<const ObjectFacts>>;

  /// This moment, and what has changed since.
  Snapshot with(Facts update) const;

  /// nullptr where nothing was said of it.
  const ObjectFacts* object(std::int64_t token) const;
  const Value* name(std::string_view name) const;
  /// By token.
  const std::vector<Object>& objects() const { return objects_; }
  const Value::Record& names() const { return names_; }

 private:
  Value::Record names_;
  std::vector<Object> objects_;
};

/// The content of {"object": n}.
std::optional<std::int64_t> token(const Value& value);

/// A fact of an object, or nullptr.
const Value* fact(const ObjectFacts& object, std::string_view name);

/// Tokens anywhere inside a value, in order.
void collect_tokens(const Value& value, std::vector<std::int64_t>& tokens);

/// reads, writes, allocations, calls: they cover one step only.
bool is_spy_count(std::string_view fact);
/// Facts that say how something came about, not what it is: spy counts, logs of rules, snapshots.
bool is_witness(std::string_view fact);

/// A value as one moment showed it.
struct Sighting {
  const Value& value;
  const Snapshot& moment;
};
/// Whether two facts are equal: tensors by their facts (witnesses apart), other objects by identity, a failed query by
/// its kind, numbers as numbers where `numbers`.
bool equal_facts(Sighting a, Sighting b, bool numbers = false);
/// The same of one fact of two objects of the same kind; its name says whether it holds numbers.
bool equal_fact(std::string_view name, const ObjectFacts& a, const Snapshot& in_a, const ObjectFacts& b,
                const Snapshot& in_b);

}  // namespace swconform
