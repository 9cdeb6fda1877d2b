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
  Conclusion conclusion;
  const auto complain = [&](const Counts& counts, std::string_view noun) {
    for (auto verdict = all_verdicts.rbegin(); verdict != all_verdicts.rend(); ++verdict) {
      if (is_good(*verdict) || counts.of(*verdict) == 0) continue;
      conclusion.reasons.push_back(phrase(counts.of(*verdict), noun, *verdict));
    }
  };
  Counts cases;
  for (const CaseResult& result : run.result.cases) {
    if (result.what->reading.empty()) cases.add(result.verdict);
  }
  complain(cases, "case");
  Counts probes;
  for (const ReadingResult* reading : tried_readings(run)) {
    // Cases were left out: those that ran count.
    if (reading->verdict != Verdict::partial) probes.add(reading->verdict);
  }
  complain(probes, "probe");

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
  if (run.result.cases.empty()) conclusion.reasons.emplace_back("no case ran");
  if (conclusion.reasons.empty() && !run.result.as_expected) conclusion.reasons.emplace_back("not as expected");
  conclusion.as_expected = conclusion.reasons.empty();
  return conclusion;
}

}  // namespace swconform::report
