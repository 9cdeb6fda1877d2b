// SPDX-License-Identifier: Apache-2.0
#include "bindings/cpp/facts.hpp"

namespace swconform::sdk {

FactSheet& FactSheet::set(std::string name, Fact fact) {
  for (auto& entry : entries_) {
    if (entry.first == name) {
      entry.second = std::move(fact);
      return *this;
    }
  }
  entries_.emplace_back(std::move(name), std::move(fact));
  return *this;
}

FactSheet& FactSheet::remove(std::string_view name) {
  std::erase_if(entries_, [name](const Entry& entry) { return entry.first == name; });
  return *this;
}

const Fact* FactSheet::find(std::string_view name) const {
  for (const auto& entry : entries_) {
    if (entry.first == name) return &entry.second;
  }
  return nullptr;
}

}  // namespace swconform::sdk
