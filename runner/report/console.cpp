// SPDX-License-Identifier: Apache-2.0
// The report for people: what went wrong, then each requirement, then the readings taken, then the sums.
#include <algorithm>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "runner/report/conclusion.hpp"
#include "runner/report/console_case.hpp"
#include "runner/report/formats.hpp"
#include "runner/report/summary.hpp"
#include "runner/report/text.hpp"

namespace swconform::report {
namespace {

constexpr std::size_t bar_width = 40;

std::string numbers_of(const RequirementResult& requirement, Verdict verdict) {
  std::string numbers;
  std::size_t count = 0;
  for (const ClauseResult& clause : requirement.clauses) {
    if (clause.verdict != verdict) continue;
    numbers += fmt::format(" {}", clause.clause);
    ++count;
  }
  return count == 0 ? "" : fmt::format("clause{}{} {}", count == 1 ? "" : "s", numbers, name(verdict));
}

/// Why a requirement does not pass: "clauses 2 6 fail, clause 9 untested"; for a partial one also scenarios not tried.
std::vector<std::string> faults(const RequirementResult& requirement) {
  std::vector<std::string> phrases;
  if (is_good(requirement.verdict) || requirement.verdict == Verdict::untested) return phrases;
  for (auto verdict = all_verdicts.rbegin(); verdict != all_verdicts.rend(); ++verdict) {
    if (is_good(*verdict)) continue;
    if (const std::string clauses = numbers_of(requirement, *verdict); !clauses.empty()) phrases.push_back(clauses);
  }
  for (const ScenarioResult& scenario : requirement.scenarios) {
    if (requirement.verdict != Verdict::partial || scenario.verdict != Verdict::untested) continue;
    phrases.push_back(fmt::format("scenario {} untested", scenario.id.substr(scenario.id.find('/') + 1)));
  }
  return phrases;
}

std::string joined(const std::vector<std::string>& phrases) {
  std::string text;
  for (const std::string& phrase : phrases) text += (text.empty() ? "" : ", ") + phrase;
  return text;
}

class ConsoleReporter : public Reporter {
 public:
  ConsoleReporter(std::ostream& out, Style style) : out_(out), style_(style), paint_(style.color) {}

  void progress(const CaseResult& result, std::size_t done, std::size_t total) override {
    if (!style_.progress_bar || total == 0) return;
    if (!is_good(result.verdict)) ++not_good_;
    const std::size_t filled = done * bar_width / total;
    if (done != total && filled == filled_ && not_good_ == shown_not_good_) return;
    filled_ = filled;
    shown_not_good_ = not_good_;
    out_ << fmt::format("\r\x1b[K[{:=<{}}{:{}}] {}/{}", "", filled, "", bar_width - filled, done, total);
    if (not_good_ > 0) out_ << fmt::format("  {} not passed", not_good_);
    if (done == total) out_ << "\r\x1b[K";
    out_.flush();
  }

  void finish(const FinishedRun& run) override {
    const RunResult& result = run.result;
    out_ << printable(fmt::format("swconform {} judges {} {} ({}; {}, {})", run.suite_version, result.hello.name,
                                  result.hello.version, result.hello.language, result.implementation, result.transport))
         << "\n\n";
    write_cases(run);
    write_requirements(run);
    write_readings(run);
    write_summary(run);
  }

 private:
  void write_cases(const FinishedRun& run) {
    for (const Verdict verdict : {Verdict::harness, Verdict::crash, Verdict::fail, Verdict::blocked}) {
      for (const CaseResult& result : run.result.cases) {
        if (result.verdict == verdict) out_ << describe(run.catalogue, result, paint_, run.again) << '\n';
      }
    }
    write_unsupported(run);
  }

  /// One line for each thing that is missing, however many cases need it.
  void write_unsupported(const FinishedRun& run) {
    std::vector<std::string> order;
    std::map<std::string, std::vector<const CaseResult*>> by_reason;
    for (const CaseResult& result : run.result.cases) {
      if (is_good(result.verdict) || result.verdict >= Verdict::blocked) continue;
      const std::string reason =
          fmt::format("{}  {}", paint_.verdict(result.verdict, shouted(result.verdict)), printable(result.why));
      if (!by_reason.contains(reason)) order.push_back(reason);
      by_reason[reason].push_back(&result);
    }
    for (const std::string& reason : order) {
      const std::vector<const CaseResult*>& cases = by_reason[reason];
      out_ << fmt::format("{}\n  {} case{}, first {}  {}\n", reason, cases.size(), cases.size() == 1 ? "" : "s",
                          cases.front()->what->id, to_string(cases.front()->what->place));
    }
    if (!order.empty()) out_ << '\n';
  }

  void write_requirements(const FinishedRun& run) {
    std::size_t verdict_width = 0;
    std::size_t id_width = 0;
    for_each_shown(run, [&](const RequirementResult& requirement) {
      verdict_width = std::max(verdict_width, name(requirement.verdict).size());
      id_width = std::max(id_width, requirement.id.size());
    });
    bool any = false;
    for_each_shown(run, [&](const RequirementResult& requirement) {
      const std::string padded = fmt::format("{:<{}}", name(requirement.verdict), verdict_width);
      const std::string detail =
          run.whole.contains(requirement.id) ? joined(faults(requirement)) : "only some of its cases were selected";
      out_ << fmt::format("{}  {:<{}}  {}{}\n", paint_.verdict(requirement.verdict, padded), requirement.id, id_width,
                          requirement.title, detail.empty() ? "" : paint_.faint(fmt::format("  ({})", detail)));
      any = true;
    });
    if (any) out_ << '\n';
  }

  void write_readings(const FinishedRun& run) {
    const std::vector<const ReadingResult*> readings = tried_readings(run);
    if (readings.empty()) return;
    const auto taken_by = [](const ReadingResult& result) {
      return result.taken.empty() ? std::string(name(result.verdict)) : result.taken;
    };
    const auto probe_of = [](const ReadingResult& result) {
      return fmt::format("{}?{}", result.requirement, result.id);
    };
    std::size_t probe_width = 0;
    std::size_t taken_width = 0;
    for (const ReadingResult* result : readings) {
      probe_width = std::max(probe_width, probe_of(*result).size());
      taken_width = std::max(taken_width, taken_by(*result).size());
    }
    out_ << "Where the spec can be read in two ways, this implementation takes:\n";
    for (const ReadingResult* result : readings) {
      const spec::Reading* reading = run.catalogue.reading(result->id);
      std::string text = reading ? reading->title : "";
      if (reading && (result->taken == "A" || result->taken == "B")) {
        text += (text.ends_with('?') ? " " : ": ") + (result->taken == "A" ? reading->a : reading->b);
      }
      const std::string taken = fmt::format("{:<{}}", taken_by(*result), taken_width);
      out_ << fmt::format("  {}  {:<{}}  {}\n", paint_.verdict(result->verdict, taken), probe_of(*result), probe_width,
                          text);
    }
    out_ << '\n';
  }

  void write_summary(const FinishedRun& run) {
    const Summary summary = summarize(run);
    out_ << fmt::format("requirements: {} · scenarios: {} · cases: {}", to_string(summary.requirements),
                        to_string(summary.scenarios), to_string(summary.cases));
    if (summary.readings.total() > 0) out_ << fmt::format(" · readings: {}", to_string(summary.readings));
    out_ << '\n';
    if (summary.requirements_not_selected > 0 || run.cases_not_selected > 0) {
      std::vector<std::string> left_out;
      const auto note = [&](std::size_t count, std::string_view noun) {
        if (count > 0) left_out.push_back(fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s"));
      };
      note(summary.requirements_not_selected, "requirement");
      note(run.cases_not_selected, "case");
      out_ << fmt::format("not selected: {}\n", joined(left_out));
    }
    const std::size_t restarts = run.result.restarts;
    if (restarts > 0)
      out_ << fmt::format("the implementation was started afresh {} time{}\n", restarts, restarts == 1 ? "" : "s");
    for (const std::string& remark : run.result.remarks) out_ << fmt::format("remark: {}\n", printable(remark));
    const Conclusion conclusion = conclude(run);
    const double seconds = run.result.duration.count();
    out_ << (conclusion.as_expected ? fmt::format("{} ({:.2f} s): all that was selected is as the spec says\n",
                                                  paint_.verdict(Verdict::pass, "passed"), seconds)
                                    : fmt::format("{} ({:.2f} s): {}\n", paint_.verdict(Verdict::fail, "not passed"),
                                                  seconds, joined(conclusion.reasons)));
  }

  template <class Visit>
  static void for_each_shown(const FinishedRun& run, Visit visit) {
    for (const CapabilityResult& capability : run.result.capabilities) {
      for (const RequirementResult& requirement : capability.requirements) {
        if (is_shown(run, requirement)) visit(requirement);
      }
    }
  }

  std::ostream& out_;
  Style style_;
  Paint paint_;
  std::size_t filled_ = bar_width + 1;
  std::size_t not_good_ = 0;
  std::size_t shown_not_good_ = 0;
};

}  // namespace

std::unique_ptr<Reporter> make_console_reporter(std::ostream& out, Style style) {
  return std::make_unique<ConsoleReporter>(out, style);
}

}  // namespace swconform::report
