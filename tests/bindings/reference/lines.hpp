// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
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

/// The last facts sent of the object bound to `name`.
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
  const Value bound = std::move(names);
  return facts.at(*bound.find(name)->tagged_as("object")->integer()->to_int64());
}

}  // namespace swconform
