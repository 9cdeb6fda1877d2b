// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/protocol/messages.hpp"
#include "runner/scenario/case.hpp"

namespace swconform {

/// Verdicts from best to worst within one case; `partial` and `untested` belong to clauses, scenarios and requirements.
enum class Verdict { pass, not_applicable, untested, partial, unsupported, blocked, fail, crash, harness };

/// "pass", "not applicable", "untested", ...
std::string_view name(Verdict verdict);

struct ClauseResult {
  int clause = 0;
  Verdict verdict = Verdict::untested;
  std::string why;  // for people: what was expected and what came; empty on a pass
};

/// What became of one check that did not pass, for the reports.
struct Difference {
  std::string subject;   // "v.layout", "raises", "standing: t.carrier.version"
  std::string expected;  // in the fixture's notation
  std::string actual;
  scenario::Place place;
};

struct StepTrace {
  std::string written;
  std::string outcome;  // the answer in the fixture's notation: value, error, unsupported, ...
};

struct CaseResult {
  const scenario::Case* what = nullptr;
  Verdict verdict = Verdict::untested;
  std::string why;  // one line
  std::vector<ClauseResult> clauses;
  std::vector<Difference> differences;
  std::vector<StepTrace> trace;    // filled for cases that did not pass
  std::vector<std::string> taken;  // of a probe: the letters that fit, as written; none if neither
  std::string stderr_tail;
  std::chrono::duration<double> duration{};
};

struct ScenarioResult {
  std::string id;
  std::string title;
  Verdict verdict = Verdict::untested;
  std::vector<const CaseResult*> cases;
};

struct RequirementResult {
  std::string id;
  std::string title;
  Verdict verdict = Verdict::untested;
  std::vector<ClauseResult> clauses;
  std::vector<ScenarioResult> scenarios;
};

struct CapabilityResult {
  std::string id;
  std::string name;
  std::vector<RequirementResult> requirements;
};

/// One probe: what the implementation takes where one requirement allows two readings. A reading without any probe has
/// one result all the same, with no requirement.
struct ReadingResult {
  std::string id;           // of the reading: Q4
  std::string requirement;  // views.permute
  Verdict verdict = Verdict::untested;
  std::string taken;  // "A", "B", "neither"; empty where it was not tried
  std::vector<const CaseResult*> cases;
};

/// A finished run. `cases` are in the order of their fixtures, whatever the number of workers. The pointers of
/// scenarios and readings lead into `cases`: they survive a move, not a copy.
struct RunResult {
  std::string implementation;  // as spelled
  std::string transport;
  Hello hello;
  std::vector<CaseResult> cases;
  std::vector<CapabilityResult> capabilities;
  std::vector<ReadingResult> readings;
  std::size_t restarts = 0;          // how often the implementation had to be started afresh
  std::vector<std::string> remarks;  // what is no case's fault: one line each
  std::chrono::duration<double> duration{};
  bool as_expected = false;  // exit 0: every selected case passes or is not applicable, and there was one
};

}  // namespace swconform
