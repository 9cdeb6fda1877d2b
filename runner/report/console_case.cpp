// SPDX-License-Identifier: Apache-2.0
#include "runner/report/console_case.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "runner/report/summary.hpp"
#include "runner/report/text.hpp"

namespace swconform::report {
namespace {

/// `text`, every line after the first indented by `width` blanks.
std::string hang(std::string_view text, std::size_t width) {
  std::string result;
  for (const char c : printable(text)) {
    result += c;
    if (c == '\n') result.append(width, ' ');
  }
  return result;
}

/// The clauses to blame: those with the worst verdict. An unblamed case names none.
std::string blamed_clauses(const spec::Catalogue& catalogue, const CaseResult& result) {
  const auto worst = std::max_element(result.clauses.begin(), result.clauses.end(),
                                      [](const auto& a, const auto& b) { return a.verdict < b.verdict; });
  std::string text;
  if (worst == result.clauses.end() || is_good(worst->verdict)) return text;
  for (const ClauseResult& each : result.clauses) {
    if (each.verdict != worst->verdict) continue;
    const spec::Clause* clause = catalogue.clause(result.what->requirement, each.clause);
    text += fmt::format("  clause {}.{}: {}\n", result.what->requirement, each.clause, clause ? clause->text : "");
  }
  return text;
}

std::string reading_of(const spec::Catalogue& catalogue, const CaseResult& result) {
  const spec::Reading* reading = catalogue.reading(result.what->reading);
  return reading ? fmt::format("  reading {}: {}\n    A  {}\n    B  {}\n", reading->id, reading->title, reading->a,
                               reading->b)
                 : "";
}

}  // namespace

std::string Paint::wrap(std::string_view code, std::string_view text) const {
  return color_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::string Paint::faint(std::string_view text) const { return wrap("2", text); }
std::string Paint::bold(std::string_view text) const { return wrap("1", text); }

std::string Paint::verdict(Verdict verdict, std::string_view text) const {
  switch (verdict) {
    case Verdict::pass:
      return wrap("32", text);
    case Verdict::fail:
      return wrap("1;31", text);
    case Verdict::crash:
    case Verdict::harness:
      return wrap("1;35", text);
    case Verdict::blocked:
    case Verdict::unsupported:
    case Verdict::partial:
      return wrap("33", text);
    case Verdict::not_applicable:
    case Verdict::untested:
      break;
  }
  return wrap("2", text);
}

std::string shouted(Verdict verdict) {
  std::string word(name(verdict));
  for (char& c : word) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return word;
}

std::string describe(const spec::Catalogue& catalogue, const CaseResult& result, const Paint& paint,
                     const std::string& command) {
  const scenario::Case& what = *result.what;
  std::string text = fmt::format("{}  {}  {}\n", paint.verdict(result.verdict, shouted(result.verdict)),
                                 paint.bold(what.id), to_string(what.place));
  text += blamed_clauses(catalogue, result);
  text += reading_of(catalogue, result);
  // A difference says it better than the line that sums it up.
  if (result.differences.empty() || result.verdict != Verdict::fail) {
    if (!result.why.empty()) text += fmt::format("  {}\n", hang(result.why, 2));
  }
  if (!result.trace.empty()) text += "  steps\n";
  for (const StepTrace& step : result.trace) {
    text += fmt::format("    {}\n", hang(step.written, 4));
    if (!step.outcome.empty()) text += paint.faint(fmt::format("      -> {}", hang(step.outcome, 9))) + "\n";
  }
  for (const Difference& each : result.differences) {
    text += fmt::format("  {}   {}\n    expected  {}\n    actual    {}\n", printable(each.subject),
                        paint.faint(to_string(each.place)), paint.verdict(Verdict::pass, hang(each.expected, 14)),
                        paint.verdict(Verdict::fail, hang(each.actual, 14)));
  }
  if (!what.because.empty()) text += fmt::format("  because   {}\n", what.because);
  if (!result.stderr_tail.empty()) {
    std::string_view tail = result.stderr_tail;
    while (tail.ends_with('\n')) tail.remove_suffix(1);
    text += fmt::format("  stderr\n    {}\n", hang(tail, 4));
  }
  return text + fmt::format("  again     {} {}\n", command, shell_word(what.id));
}

}  // namespace swconform::report
