// SPDX-License-Identifier: Apache-2.0
#include "runner/spec/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace swconform::spec {
namespace {

template <class T>
const T* find_by_id(const std::vector<T>& items, std::string_view id) {
  const auto found = std::find_if(items.begin(), items.end(), [&](const T& item) { return item.id == id; });
  return found == items.end() ? nullptr : &*found;
}

template <class T>
const T* look_up(const std::map<std::string, const T*, std::less<>>& map, std::string_view id) {
  const auto found = map.find(id);
  return found == map.end() ? nullptr : found->second;
}

}  // namespace

Catalogue::Catalogue(std::vector<Capability> capabilities, std::vector<Reading> readings)
    : capabilities_(std::move(capabilities)), readings_(std::move(readings)) {
  for (const Capability& capability : capabilities_) {
    for (const Requirement& requirement : capability.requirements) {
      requirements_by_id_.emplace(requirement.id, &requirement);
      for (const Scenario& scenario : requirement.scenarios) scenarios_by_id_.emplace(scenario.id, &scenario);
    }
  }
}

const Capability* Catalogue::capability(std::string_view id) const { return find_by_id(capabilities_, id); }
const Requirement* Catalogue::requirement(std::string_view id) const { return look_up(requirements_by_id_, id); }
const Scenario* Catalogue::scenario(std::string_view id) const { return look_up(scenarios_by_id_, id); }
const Reading* Catalogue::reading(std::string_view id) const { return find_by_id(readings_, id); }

const Clause* Catalogue::clause(std::string_view requirement_id, int number) const {
  const Requirement* const found = requirement(requirement_id);
  if (found == nullptr || number < 1 || static_cast<std::size_t>(number) > found->clauses.size()) return nullptr;
  return &found->clauses[static_cast<std::size_t>(number) - 1];
}

std::vector<std::string> Catalogue::requirement_ids() const {
  std::vector<std::string> result;
  for (const Capability& capability : capabilities_) {
    for (const Requirement& requirement : capability.requirements) result.push_back(requirement.id);
  }
  return result;
}

std::vector<std::string> Catalogue::scenario_ids() const {
  std::vector<std::string> result;
  for (const Capability& capability : capabilities_) {
    for (const Requirement& requirement : capability.requirements) {
      for (const Scenario& scenario : requirement.scenarios) result.push_back(scenario.id);
    }
  }
  return result;
}

std::vector<std::string> Catalogue::clause_ids() const {
  std::vector<std::string> result;
  for (const Capability& capability : capabilities_) {
    for (const Requirement& requirement : capability.requirements) {
      for (const Clause& clause : requirement.clauses) result.push_back(clause_id(requirement, clause));
    }
  }
  return result;
}

std::vector<std::string> Catalogue::reading_ids() const {
  std::vector<std::string> result;
  for (const Reading& reading : readings_) result.push_back(reading.id);
  return result;
}

std::string clause_id(const Requirement& requirement, const Clause& clause) {
  return fmt::format("{}.{}", requirement.id, clause.number);
}

}  // namespace swconform::spec
