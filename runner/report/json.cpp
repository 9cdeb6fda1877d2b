// SPDX-License-Identifier: Apache-2.0
// The stable report; spec/report.schema.json describes it.
#include <ostream>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "runner/report/conclusion.hpp"
#include "runner/report/formats.hpp"
#include "runner/report/summary.hpp"
#include "runner/report/text.hpp"

namespace swconform::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int schema_version = 1;

Json counts(const Counts& counts) {
  Json json = Json::object();
  for (const Verdict verdict : all_verdicts) json[std::string(name(verdict))] = counts.of(verdict);
  return json;
}

Json clause(const std::string& requirement, const ClauseResult& result) {
  Json json{{"id", requirement + "." + std::to_string(result.clause)}, {"verdict", name(result.verdict)}};
  if (!result.why.empty()) json["why"] = result.why;
  return json;
}

Json clauses(const std::string& requirement, const std::vector<ClauseResult>& results) {
  Json json = Json::array();
  for (const ClauseResult& result : results) json.push_back(clause(requirement, result));
  return json;
}

Json difference(const Difference& difference) {
  return {{"subject", difference.subject},
          {"expected", difference.expected},
          {"actual", difference.actual},
          {"place", to_string(difference.place)}};
}

Json case_result(const CaseResult& result) {
  Json json{{"id", result.what->id}, {"verdict", name(result.verdict)}};
  if (!result.why.empty()) json["why"] = result.why;
  if (!result.taken.empty()) json["taken"] = fmt::to_string(fmt::join(result.taken, " or "));
  if (!result.clauses.empty()) json["clauses"] = clauses(result.what->requirement, result.clauses);
  for (const Difference& each : result.differences) json["differences"].push_back(difference(each));
  for (const StepTrace& step : result.trace) {
    json["steps"].push_back({{"written", step.written}, {"outcome", step.outcome}});
  }
  if (!result.stderr_tail.empty()) json["stderr"] = result.stderr_tail;
  json["place"] = to_string(result.what->place);
  json["duration_s"] = result.duration.count();
  return json;
}

Json cases(const std::vector<const CaseResult*>& results) {
  Json json = Json::array();
  for (const CaseResult* result : results) json.push_back(case_result(*result));
  return json;
}

Json requirement(const RequirementResult& result) {
  Json scenarios = Json::array();
  for (const ScenarioResult& scenario : result.scenarios) {
    scenarios.push_back({{"id", scenario.id},
                         {"title", scenario.title},
                         {"verdict", name(scenario.verdict)},
                         {"cases", cases(scenario.cases)}});
  }
  return {{"id", result.id},
          {"title", result.title},
          {"verdict", name(result.verdict)},
          {"clauses", clauses(result.id, result.clauses)},
          {"scenarios", std::move(scenarios)}};
}

Json specs(const FinishedRun& run) {
  Json json = Json::array();
  for (const CapabilityResult& capability : run.result.capabilities) {
    Json requirements = Json::array();
    for (const RequirementResult& result : capability.requirements) {
      if (is_shown(run, result)) requirements.push_back(requirement(result));
    }
    if (requirements.empty()) continue;
    json.push_back({{"id", capability.id}, {"name", capability.name}, {"requirements", std::move(requirements)}});
  }
  return json;
}

Json readings(const FinishedRun& run) {
  Json json = Json::array();
  for (const ReadingResult* reading : tried_readings(run)) {
    json.push_back({{"id", reading->id},
                    {"requirement", reading->requirement},
                    {"taken", reading->taken},
                    {"verdict", name(reading->verdict)},
                    {"cases", cases(reading->cases)}});
  }
  return json;
}

class JsonReporter : public Reporter {
 public:
  explicit JsonReporter(std::ostream& out) : out_(out) {}

  void finish(const FinishedRun& run) override {
    const Summary summary = summarize(run);
    const RunResult& result = run.result;
    Json json;
    json["schema"] = schema_version;
    json["suite"] = {{"name", "swconform"}, {"version", run.suite_version}};
    json["implementation"] = {{"name", result.hello.name},
                              {"version", result.hello.version},
                              {"language", result.hello.language},
                              {"spelling", result.implementation},
                              {"transport", result.transport}};
    if (result.restarts > 0) json["implementation"]["restarts"] = result.restarts;
    if (!result.remarks.empty()) json["remarks"] = result.remarks;
    json["as_expected"] = conclude(run).as_expected;
    json["summary"] = {
        {"requirements", counts(summary.requirements)},
        {"scenarios", counts(summary.scenarios)},
        {"cases", counts(summary.cases)},
        {"readings", counts(summary.readings)},
        {"not_selected", {{"requirements", summary.requirements_not_selected}, {"cases", run.cases_not_selected}}}};
    json["specs"] = specs(run);
    json["readings"] = readings(run);
    json["duration_s"] = result.duration.count();
    out_ << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  }

 private:
  std::ostream& out_;
};

}  // namespace

std::unique_ptr<Reporter> make_json_reporter(std::ostream& out) { return std::make_unique<JsonReporter>(out); }

}  // namespace swconform::report
