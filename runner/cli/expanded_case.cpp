// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/expanded_case.hpp"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bindings/protocol/messages.hpp"
#include "runner/engine/notation.hpp"

namespace swconform::cli {
namespace {

/// What a check demands, close to the fixture's own words: `v.layout: [2,3]:[1,2]`, `raises: TypeError`.
std::string demand(const scenario::Check& check) {
  using Subject = scenario::Check::Subject;
  const Hello hello;
  const Snapshot none;
  const Moment nothing_known{hello, none, none, none};
  const scenario::Matcher& matcher = check.matcher;
  const bool plain = matcher.kind == scenario::Matcher::Kind::equal && matcher.value.text();
  const auto text = [&] { return notation(matcher, nothing_known); };
  switch (check.subject) {
    case Subject::raises:
      return "raises: " + (plain ? *matcher.value.text() : text());
    case Subject::returns:
      return "returns: " + text();
    case Subject::message:
      return "message: " + text();
    case Subject::mentions:
      return "mentions: " + text();
    case Subject::fact:
      break;
  }
  return fmt::format("{}: {}", check.path, text());
}

constexpr std::size_t longest_request = 400;

/// The step as the implementation receives it, cut short where it is long.
std::string sent(const Step& step) {
  const Value request = to_value(CaseRequest{{step}});
  const Value* steps = request.find("steps");
  const Value::List* list = steps ? steps->list() : nullptr;
  const std::string line = to_json(list && !list->empty() ? list->front() : request);
  if (line.size() <= longest_request) return line;
  return fmt::format("{}... {} bytes in all", line.substr(0, longest_request), line.size());
}

std::string lines(std::string_view head, const std::vector<scenario::Check>& checks) {
  std::string text;
  for (const scenario::Check& check : checks) text += fmt::format("        {} {}\n", head, demand(check));
  return text;
}

std::string given(const scenario::GivenStep& step) {
  return fmt::format("      {}\n        sent {}\n", step.written, sent(step.step)) + lines("declared:", step.declared);
}

/// `must`: what an earlier step has to do, so that the case is judged at all.
std::string when(const scenario::CaseStep& step, bool must) {
  std::string text = fmt::format("      {}\n        sent {}\n", step.written, sent(step.step));
  for (const std::string& path : step.changes) text += fmt::format("        may change {}\n", path);
  if (!must) return text;
  if (step.raises) text += fmt::format("        must fail: {}\n", demand(*step.raises));
  if (step.returns) text += fmt::format("        must answer: {}\n", demand(*step.returns));
  if (!step.raises && !step.returns) text += "        must succeed\n";
  return text + lines("must give:", step.gives);
}

std::string clause_numbers(const std::vector<int>& clauses) {
  std::string text = clauses.size() == 1 ? "clause" : "clauses";
  for (const int clause : clauses) text += fmt::format(" {}", clause);
  return text;
}

std::string then(std::string_view key, const scenario::Assertion& assertion) {
  std::string text = fmt::format("      {}  ({}:{})\n", key, assertion.place.file, assertion.place.line);
  for (const scenario::Check& check : assertion.checks) text += fmt::format("        {}\n", demand(check));
  return text;
}

std::string standing(const scenario::Case& what, const spec::Requirement& requirement) {
  std::string clauses;
  for (const spec::Clause& clause : requirement.clauses) {
    const spec::Standing wanted = what.expects_error ? spec::Standing::on_error : spec::Standing::on_success;
    if (clause.standing == wanted || clause.standing == spec::Standing::both)
      clauses += fmt::format(" {}", clause.number);
  }
  return fmt::format(
      "    standing check, around every step: no fact of any object known before has changed, but for what may change\n"
      "      a change fails {}\n",
      clauses.empty() ? "the case" : "the standing clauses:" + clauses);
}

}  // namespace

std::string expanded(const scenario::Case& what, const spec::Requirement& requirement) {
  std::string text;
  if (!what.givens.empty()) text += "    given, each compared with its declaration first\n";
  for (const scenario::GivenStep& step : what.givens) text += given(step);
  text += "    when, the last step is judged\n";
  for (std::size_t i = 0; i < what.when.size(); ++i) text += when(what.when[i], i + 1 < what.when.size());
  text += "    then\n";
  for (const scenario::Assertion& assertion : what.then) text += then(clause_numbers(assertion.clauses), assertion);
  for (const auto& [letter, assertion] : what.letters) text += then("reading " + letter, assertion);
  if (what.control) text += "    control, must succeed afterwards\n" + when(*what.control, false);
  text += standing(what, requirement);
  if (!what.because.empty()) text += fmt::format("    because {}\n", what.because);
  return text;
}

}  // namespace swconform::cli
