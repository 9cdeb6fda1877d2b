// SPDX-License-Identifier: Apache-2.0
#include "runner/report/conclusion.hpp"

#include <string_view>

#include <fmt/format.h>

#include "runner/report/summary.hpp"

namespace swconform::report {
namespace {

/// The verdict as a verb phrase after `count` things.
std::string phrase(std::size_t count, std::string_view noun, Verdict verdict) {
  const bool one = count == 1;
  const std::string head = fmt::format("{} {}{}", count, noun, one ? "" : "s");
  switch (verdict) {
    case Verdict::fail:
      return head + (one ? " fails" : " fail");
    case Verdict::crash:
      return head + (one ? " crashes" : " crash");
    case Verdict::harness:
      return head + (one ? " meets" : " meet") + " a defect of the harness";
    case Verdict::pass:
    case Verdict::not_applicable:
    case Verdict::untested:
    case Verdict::partial:
    case Verdict::unsupported:
    case Verdict::blocked:
      break;
  }
  return fmt::format("{} {} {}", head, one ? "is" : "are",
                     verdict == Verdict::partial ? "tested in part" : name(verdict));
}

}  // namespace

Conclusion conclude(const FinishedRun& run) {
  Counts cases;
  for (const CaseResult& result : run.result.cases) cases.add(result.verdict);
  Conclusion conclusion;
  for (auto verdict = all_verdicts.rbegin(); verdict != all_verdicts.rend(); ++verdict) {
    if (is_good(*verdict) || cases.of(*verdict) == 0) continue;
    conclusion.reasons.push_back(phrase(cases.of(*verdict), "case", *verdict));
  }

  // Cases that each take some reading can still disagree; every other fault of a probe is that of one of its cases.
  std::size_t undecided = 0;
  for (const ReadingResult* reading : tried_readings(run)) {
    if (reading->verdict == Verdict::fail) ++undecided;
  }
  if (undecided > 0) {
    conclusion.reasons.push_back(
        fmt::format("{} reading{} taken one way by some cases and another by others, or neither way", undecided,
                    undecided == 1 ? " is" : "s are"));
  }

  Counts requirements;
  for (const CapabilityResult& capability : run.result.capabilities) {
    for (const RequirementResult& requirement : capability.requirements) {
      if (run.whole.contains(requirement.id)) requirements.add(requirement.verdict);
    }
  }
  for (const Verdict verdict : {Verdict::partial, Verdict::untested}) {
    if (requirements.of(verdict) == 0) continue;
    conclusion.reasons.push_back(phrase(requirements.of(verdict), "requirement", verdict));
  }
  if (cases.total() == 0) conclusion.reasons.emplace_back("no case ran");
  if (conclusion.reasons.empty() && !run.result.as_expected) conclusion.reasons.emplace_back("not as expected");
  conclusion.as_expected = conclusion.reasons.empty();
  return conclusion;
}

}  // namespace swconform::report
