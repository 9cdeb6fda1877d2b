// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bindings/reference/reference_harness.hpp"

namespace swconform {

/// The lines that answer a case of these steps, as the reference gives them.
inline std::vector<Value> run_reference(const std::string& steps) {
  static const sdk::Harness harness = reference_harness();
  std::vector<Value> lines;
  harness.answer(from_json(R"({"verb":"case","steps":)" + steps + "}"),
                 [&](const Value& line) { lines.push_back(line); });
  return lines;
}

/// The last facts sent of the object bound to `name` in the last facts line that names it.
inline Value facts_of(const std::vector<Value>& lines, const std::string& name) {
  Value::Record names;
  std::map<std::int64_t, Value> facts;
  for (const Value& line : lines) {
    if (!is_facts(line)) continue;
    const Facts sent = parse_facts(line);
    names.insert(names.end(), sent.names.begin(), sent.names.end());
    for (const auto& [token, object] : sent.objects) {
      if (!object.kind.empty()) facts[token] = object.facts;
    }
  }
  const Value* object = Value(names).find(name)->tagged_as("object");
  return facts.at(*object->integer()->to_int64());
}

}  // namespace swconform
