// SPDX-License-Identifier: Apache-2.0
#include "runner/report/summary.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace swconform::report {

std::size_t Counts::total() const { return std::accumulate(counts_.begin(), counts_.end(), std::size_t{0}); }

std::string to_string(const Counts& counts) {
  std::string text;
  for (const Verdict verdict : all_verdicts) {
    if (counts.of(verdict) == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counts.of(verdict), name(verdict));
  }
  return text.empty() ? "none" : text;
}

bool is_shown(const FinishedRun& run, const RequirementResult& requirement) {
  return run.whole.contains(requirement.id) ||
         std::any_of(requirement.scenarios.begin(), requirement.scenarios.end(),
                     [](const ScenarioResult& scenario) { return !scenario.cases.empty(); });
}

std::vector<const ReadingResult*> tried_readings(const FinishedRun& run) {
  std::vector<const ReadingResult*> tried;
  for (const ReadingResult& reading : run.result.readings) {
    if (!reading.cases.empty()) tried.push_back(&reading);
  }
  return tried;
}

Summary summarize(const FinishedRun& run) {
  Summary summary;
  for (const CapabilityResult& capability : run.result.capabilities) {
    for (const RequirementResult& requirement : capability.requirements) {
      if (!is_shown(run, requirement)) {
        ++summary.requirements_not_selected;
        continue;
      }
      summary.requirements.add(requirement.verdict);
      for (const ScenarioResult& scenario : requirement.scenarios) {
        summary.scenarios.add(scenario.verdict);
        for (const CaseResult* result : scenario.cases) summary.cases.add(result->verdict);
      }
    }
  }
  for (const ReadingResult* reading : tried_readings(run)) summary.readings.add(reading->verdict);
  return summary;
}

bool is_good(Verdict verdict) { return verdict == Verdict::pass || verdict == Verdict::not_applicable; }

}  // namespace swconform::report
