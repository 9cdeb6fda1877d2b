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
constexpr std::size_t widest_verdict = 14;  // "not applicable"

/// "clauses 2 6 fail" for a requirement that does not pass because of them, "no case for clauses 3 4" for a partial
/// one.
std::string faults(const RequirementResult& requirement) {
  std::string numbers;
  std::size_t count = 0;
  for (const ClauseResult& clause : requirement.clauses) {
    const bool counts =
        requirement.verdict == Verdict::partial ? !is_good(clause.verdict) : clause.verdict == requirement.verdict;
    if (!counts) continue;
    numbers += fmt::format(" {}", clause.clause);
    ++count;
  }
  return count == 0 ? "" : fmt::format("clause{}{}", count == 1 ? "" : "s", numbers);
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
    out_ << printable(fmt::format("{} {}, {} ({}, {})", result.hello.name, result.hello.version, result.hello.language,
                                  result.implementation, result.transport))
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
        if (result.verdict == verdict) out_ << describe(run.catalogue, result, paint_) << '\n';
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
      const std::string reason = fmt::format("{}: {}", name(result.verdict), printable(result.why));
      if (!by_reason.contains(reason)) order.push_back(reason);
      by_reason[reason].push_back(&result);
    }
    for (const std::string& reason : order) {
      const std::vector<const CaseResult*>& cases = by_reason[reason];
      out_ << fmt::format("{}\n  {} case{}, first {}  {}\n", paint_.verdict(cases.front()->verdict, reason),
                          cases.size(), cases.size() == 1 ? "" : "s", cases.front()->what->id,
                          to_string(cases.front()->what->place));
    }
    if (!order.empty()) out_ << '\n';
  }

  void write_requirements(const FinishedRun& run) {
    std::size_t verdict_width = 0;
    std::size_t id_width = 0;
    for_each_shown(run, [&](const RequirementResult& requirement) {
      verdict_width = std::max(verdict_width, std::min(name(requirement.verdict).size(), widest_verdict));
      id_width = std::max(id_width, requirement.id.size());
    });
    bool any = false;
    for_each_shown(run, [&](const RequirementResult& requirement) {
      const std::string padded = fmt::format("{:<{}}", name(requirement.verdict), verdict_width);
      const std::string detail = faults(requirement);
      out_ << fmt::format("{}  {:<{}}  {}{}\n", paint_.verdict(requirement.verdict, padded), requirement.id, id_width,
                          requirement.title, detail.empty() ? "" : paint_.faint(fmt::format("  ({})", detail)));
      any = true;
    });
    if (any) out_ << '\n';
  }

  void write_readings(const FinishedRun& run) {
    const std::vector<const ReadingResult*> readings = tried_readings(run);
    if (readings.empty()) return;
    out_ << "where the spec allows two readings, taken here:\n";
    for (const ReadingResult* result : readings) {
      const spec::Reading* reading = run.catalogue.reading(result->id);
      std::string text = reading ? reading->title : "";
      if (reading && (result->taken == "A" || result->taken == "B")) {
        text += " " + (result->taken == "A" ? reading->a : reading->b);
      }
      const std::string taken = result->taken.empty() ? std::string(name(result->verdict)) : result->taken;
      out_ << fmt::format("  {:<4} {}  {}\n", result->id, paint_.verdict(result->verdict, taken), text);
    }
    out_ << '\n';
  }

  void write_summary(const FinishedRun& run) {
    const Summary summary = summarize(run);
    out_ << fmt::format("requirements: {} · scenarios: {} · cases: {}", to_string(summary.requirements),
                        to_string(summary.scenarios), to_string(summary.cases));
    if (summary.readings.total() > 0) out_ << fmt::format(" · readings: {}", to_string(summary.readings));
    out_ << fmt::format(" · {:.2f} s\n", run.result.duration.count());
    if (summary.requirements_not_selected > 0 || run.cases_not_selected > 0) {
      out_ << fmt::format("not selected: {} requirement{}, {} case{}\n", summary.requirements_not_selected,
                          summary.requirements_not_selected == 1 ? "" : "s", run.cases_not_selected,
                          run.cases_not_selected == 1 ? "" : "s");
    }
    const Conclusion conclusion = conclude(run);
    if (conclusion.as_expected) {
      out_ << paint_.verdict(Verdict::pass, "as the spec says: all that was selected passes") << '\n';
    } else {
      out_ << paint_.verdict(Verdict::fail, fmt::format("not yet: {}", joined(conclusion.reasons))) << '\n';
    }
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
