// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/selection.hpp"

#include <fnmatch.h>

#include <algorithm>

#include <fmt/format.h>

#include "runner/cli/environment.hpp"
#include "runner/cli/nearest.hpp"

namespace swconform::cli {
namespace {

using CaseSet = std::set<const scenario::Case*>;

bool matches(const std::string& glob, const std::string& id) {
  return !id.empty() && fnmatch(glob.c_str(), id.c_str(), 0) == 0;
}

/// False where nothing there is has such an id.
bool add_glob(const std::string& glob, const spec::Catalogue& catalogue, const scenario::Fixtures& fixtures,
              CaseSet& cases, std::set<std::string, std::less<>>& whole) {
  bool any = false;
  for (const std::string& id : catalogue.requirement_ids()) {
    if (!matches(glob, id)) continue;
    whole.insert(id);
    any = true;
  }
  for (const scenario::Case& each : fixtures.cases()) {
    if (!matches(glob, each.requirement) && !matches(glob, each.scenario) && !matches(glob, probe_id(each)) &&
        !matches(glob, each.id)) {
      continue;
    }
    cases.insert(&each);
    any = true;
  }
  const std::vector<std::string> scenarios = catalogue.scenario_ids();
  return any || std::any_of(scenarios.begin(), scenarios.end(), [&](const auto& id) { return matches(glob, id); });
}

void add_failed(const scenario::Fixtures& fixtures, const FailedCases& failed, CaseSet& cases) {
  const std::optional<std::vector<std::string>> ids = failed();
  if (!ids) throw InputError("@failed: there is no last run to take it from");
  for (const std::string& id : *ids) {
    if (const scenario::Case* found = fixtures.find(id)) cases.insert(found);
  }
}

}  // namespace

std::string probe_id(const scenario::Case& of) {
  return of.reading.empty() ? "" : fmt::format("{}?{}", of.requirement, of.reading);
}

std::vector<std::string> selectable_ids(const spec::Catalogue& catalogue, const scenario::Fixtures& fixtures) {
  std::vector<std::string> ids = catalogue.requirement_ids();
  for (const std::string& id : catalogue.scenario_ids()) ids.push_back(id);
  for (const scenario::Case& each : fixtures.cases()) {
    if (const std::string probe = probe_id(each); !probe.empty() && ids.back() != probe) ids.push_back(probe);
    ids.push_back(each.id);
  }
  return ids;
}

Selection select(const std::vector<std::string>& selectors, const spec::Catalogue& catalogue,
                 const scenario::Fixtures& fixtures, const FailedCases& failed) {
  Selection selection;
  CaseSet cases;
  for (const std::string& selector : selectors.empty() ? std::vector<std::string>{"*"} : selectors) {
    if (selector == "@failed") {
      add_failed(fixtures, failed, cases);
    } else if (selector.starts_with('@')) {
      throw InputError(fmt::format("unknown selector: {}{}", selector, did_you_mean(selector, {"@failed"})));
    } else if (!add_glob(selector, catalogue, fixtures, cases, selection.whole)) {
      throw InputError(fmt::format("no requirement, scenario, probe or case has an id like {}{}", selector,
                                   did_you_mean(selector, selectable_ids(catalogue, fixtures))));
    }
  }
  for (const scenario::Case& each : fixtures.cases()) {
    if (cases.contains(&each)) selection.cases.push_back(&each);
  }
  if (selection.cases.empty()) {
    const bool only_failed =
        std::all_of(selectors.begin(), selectors.end(), [](const auto& s) { return s == "@failed"; });
    throw InputError(only_failed && !selectors.empty()
                         ? "nothing was selected: every case of the last run passed"
                         : "nothing was selected: there is no fixture yet for anything named");
  }
  return selection;
}

}  // namespace swconform::cli
