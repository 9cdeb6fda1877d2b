// SPDX-License-Identifier: Apache-2.0
#include "runner/verdict/rollup.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace swconform {
namespace {

using scenario::Case;

std::string because(const CaseResult& result, const std::string& why) {
  return why.empty() ? std::string() : result.what->id + ": " + why;
}

/// The cases of one requirement, probes apart.
struct Bundle {
  std::vector<const CaseResult*> results;
  std::vector<const Case*> unselected;
};

bool asserts(const Case& what, int clause) {
  return std::any_of(what.then.begin(), what.then.end(), [clause](const scenario::Assertion& assertion) {
    return std::find(assertion.clauses.begin(), assertion.clauses.end(), clause) != assertion.clauses.end();
  });
}

ClauseResult clause_result(const spec::Clause& clause, const Bundle& bundle) {
  ClauseResult result{clause.number, Verdict::untested, {}};
  Tally tally;
  Verdict worst = Verdict::pass;
  for (const CaseResult* of_case : bundle.results) {
    for (const ClauseResult& one : of_case->clauses) {
      if (one.clause != clause.number) continue;
      tally.add(one.verdict);
      if (one.verdict <= worst) continue;
      worst = one.verdict;
      result.why = because(*of_case, one.why);
    }
  }
  const auto& left_out = bundle.unselected;
  if (std::any_of(left_out.begin(), left_out.end(), [&](const Case* c) { return asserts(*c, clause.number); }))
    tally.add_gap();
  result.verdict = tally.verdict();
  return result;
}

ScenarioResult scenario_result(const spec::Scenario& scenario, const Bundle& bundle) {
  ScenarioResult result{scenario.id, scenario.title, Verdict::untested, {}};
  Tally tally;
  for (const CaseResult* of_case : bundle.results) {
    if (of_case->what->scenario != scenario.id) continue;
    tally.add(of_case->verdict);
    result.cases.push_back(of_case);
  }
  const auto& left_out = bundle.unselected;
  if (std::any_of(left_out.begin(), left_out.end(), [&](const Case* c) { return c->scenario == scenario.id; }))
    tally.add_gap();
  result.verdict = tally.verdict();
  return result;
}

RequirementResult requirement_result(const spec::Requirement& requirement, const Bundle& bundle) {
  RequirementResult result{requirement.id, requirement.title, Verdict::untested, {}, {}};
  Tally tally;
  for (const spec::Clause& clause : requirement.clauses) {
    if (!clause.untestable.empty()) continue;
    result.clauses.push_back(clause_result(clause, bundle));
    tally.add(result.clauses.back().verdict);
  }
  for (const spec::Scenario& scenario : requirement.scenarios) {
    result.scenarios.push_back(scenario_result(scenario, bundle));
    tally.add(result.scenarios.back().verdict);
  }
  // A case may count for no scenario of the catalogue and still fail.
  for (const CaseResult* of_case : bundle.results) tally.add(of_case->verdict);
  if (!bundle.unselected.empty()) tally.add_gap();
  result.verdict = tally.verdict();
  return result;
}

ReadingResult reading_result(const std::string& id, const std::string& requirement,
                             std::vector<const CaseResult*> cases) {
  ReadingResult result{id, requirement, Verdict::untested, {}, std::move(cases)};
  Tally tally;
  std::optional<std::vector<std::string>> letters;  // that fit every case
  bool neither = false;
  for (const CaseResult* of_case : result.cases) {
    tally.add(of_case->verdict);
    if (of_case->verdict == Verdict::fail) neither = true;
    if (of_case->verdict != Verdict::pass) continue;
    if (!letters) letters = of_case->taken;
    std::erase_if(*letters, [&](const std::string& letter) {
      return std::find(of_case->taken.begin(), of_case->taken.end(), letter) == of_case->taken.end();
    });
  }
  result.verdict = tally.verdict();
  if (letters && letters->empty()) {
    result.verdict = std::max(result.verdict, Verdict::fail);
    neither = true;
  }
  if (neither) {
    result.taken = "neither";
  } else if (result.verdict == Verdict::pass) {
    result.taken = letters->front();  // of several the first: it is written so that the wider one comes after
  }
  return result;
}

}  // namespace

void Tally::add(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      passed_ = true;
      break;
    case Verdict::not_applicable:
      not_applicable_ = true;
      break;
    case Verdict::untested:
      gap_ = true;
      break;
    case Verdict::partial:
      passed_ = true;
      gap_ = true;
      break;
    case Verdict::unsupported:
      unsupported_ = true;
      break;
    default:
      worst_ = std::max(worst_, verdict);
  }
}

Verdict Tally::verdict() const {
  if (worst_ != Verdict::pass) return worst_;
  if (passed_) return unsupported_ || gap_ ? Verdict::partial : Verdict::pass;
  if (unsupported_) return Verdict::unsupported;
  return not_applicable_ && !gap_ ? Verdict::not_applicable : Verdict::untested;
}

std::vector<CapabilityResult> roll_up(const spec::Catalogue& catalogue, const std::vector<CaseResult>& results,
                                      const std::vector<const Case*>& all) {
  std::unordered_map<std::string_view, Bundle> bundles;
  std::set<const Case*> selected;
  for (const CaseResult& result : results) {
    selected.insert(result.what);
    if (result.what->reading.empty()) bundles[result.what->requirement].results.push_back(&result);
  }
  for (const Case* what : all) {
    if (what->reading.empty() && !selected.contains(what)) bundles[what->requirement].unselected.push_back(what);
  }
  std::vector<CapabilityResult> capabilities;
  for (const spec::Capability& capability : catalogue.capabilities()) {
    CapabilityResult result{capability.id, capability.name, {}};
    for (const spec::Requirement& requirement : capability.requirements)
      result.requirements.push_back(requirement_result(requirement, bundles[requirement.id]));
    capabilities.push_back(std::move(result));
  }
  return capabilities;
}

std::vector<ReadingResult> roll_up_readings(const spec::Catalogue& catalogue, const std::vector<CaseResult>& results) {
  std::map<std::string_view, std::vector<std::pair<std::string, std::vector<const CaseResult*>>>> probes;
  for (const CaseResult& result : results) {
    if (result.what->reading.empty()) continue;
    auto& of_reading = probes[result.what->reading];
    const auto known = std::find_if(of_reading.begin(), of_reading.end(),
                                    [&](const auto& probe) { return probe.first == result.what->requirement; });
    if (known != of_reading.end()) {
      known->second.push_back(&result);
    } else {
      of_reading.push_back({result.what->requirement, {&result}});
    }
  }
  std::vector<ReadingResult> readings;
  for (const spec::Reading& reading : catalogue.readings()) {
    const auto found = probes.find(reading.id);
    if (found == probes.end()) {
      readings.push_back({reading.id, {}, Verdict::untested, {}, {}});
      continue;
    }
    for (auto& [requirement, cases] : found->second)
      readings.push_back(reading_result(reading.id, requirement, std::move(cases)));
  }
  return readings;
}

}  // namespace swconform
