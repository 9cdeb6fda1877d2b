// SPDX-License-Identifier: Apache-2.0
// The XML that CI servers read: a suite for each requirement, its probes included, a test case for each case.
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "runner/report/formats.hpp"
#include "runner/report/summary.hpp"
#include "runner/report/text.hpp"

namespace swconform::report {
namespace {

struct Totals {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;

  void add(const Totals& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
    seconds += other.seconds;
  }
};

void set(pugi::xml_node node, const char* attribute, const std::string& text) {
  node.append_attribute(attribute).set_value(printable(text).c_str());
}

void write(pugi::xml_node node, const Totals& totals) {
  set(node, "tests", std::to_string(totals.tests));
  set(node, "failures", std::to_string(totals.failures));
  set(node, "errors", std::to_string(totals.errors));
  set(node, "skipped", std::to_string(totals.skipped));
  set(node, "time", fmt::format("{:.6f}", totals.seconds));
}

/// What the element under <testcase> is called; a pass has none. An implementation that is wrong is a failure, as is
/// what could not be judged because of it; one that broke down, or a broken harness, is an error.
const char* element(Verdict verdict, Totals& totals) {
  switch (verdict) {
    case Verdict::pass:
      return nullptr;
    case Verdict::fail:
    case Verdict::blocked:
      ++totals.failures;
      return "failure";
    case Verdict::crash:
    case Verdict::harness:
      ++totals.errors;
      return "error";
    case Verdict::not_applicable:
    case Verdict::untested:
    case Verdict::partial:
    case Verdict::unsupported:
      break;
  }
  ++totals.skipped;
  return "skipped";
}

std::string details(const CaseResult& result) {
  std::string text;
  for (const StepTrace& step : result.trace) text += fmt::format("{}\n  -> {}\n", step.written, step.outcome);
  for (const Difference& each : result.differences) {
    text += fmt::format("{}: expected {}, actual {} ({})\n", each.subject, each.expected, each.actual,
                        to_string(each.place));
  }
  if (!result.what->because.empty()) text += fmt::format("because {}\n", result.what->because);
  return text;
}

void add_case(pugi::xml_node suite, const CaseResult& result, Totals& totals) {
  const scenario::Case& what = *result.what;
  const std::string group = what.id.substr(0, what.id.rfind('/'));
  pugi::xml_node test = suite.append_child("testcase");
  set(test, "classname", group);
  set(test, "name", group.size() < what.id.size() ? what.id.substr(group.size() + 1) : what.id);
  set(test, "file", what.place.file);
  set(test, "line", std::to_string(what.place.line));
  set(test, "time", fmt::format("{:.6f}", result.duration.count()));
  ++totals.tests;
  totals.seconds += result.duration.count();
  if (const char* name_of_element = element(result.verdict, totals)) {
    pugi::xml_node node = test.append_child(name_of_element);
    set(node, "message", fmt::format("{}{}{}", name(result.verdict), result.why.empty() ? "" : ": ", result.why));
    if (const std::string text = details(result); !text.empty()) {
      node.append_child(pugi::node_pcdata).set_value(printable(text).c_str());
    }
  }
  if (!result.stderr_tail.empty()) {
    test.append_child("system-err").append_child(pugi::node_pcdata).set_value(printable(result.stderr_tail).c_str());
  }
}

class JunitReporter : public Reporter {
 public:
  explicit JunitReporter(std::ostream& out) : out_(out) {}

  void finish(const FinishedRun& run) override {
    pugi::xml_document document;
    pugi::xml_node declaration = document.append_child(pugi::node_declaration);
    set(declaration, "version", "1.0");
    set(declaration, "encoding", "UTF-8");
    pugi::xml_node root = document.append_child("testsuites");
    set(root, "name", fmt::format("swconform {}", run.result.implementation));
    Totals all;
    for (const CapabilityResult& capability : run.result.capabilities) {
      for (const RequirementResult& requirement : capability.requirements) all.add(add_suite(root, run, requirement));
    }
    write(root, all);
    document.save(out_, "  ", pugi::format_default, pugi::encoding_utf8);
  }

 private:
  static Totals add_suite(pugi::xml_node root, const FinishedRun& run, const RequirementResult& requirement) {
    std::vector<const CaseResult*> cases;
    for (const CaseResult& result : run.result.cases) {
      if (result.what->requirement == requirement.id) cases.push_back(&result);
    }
    Totals totals;
    if (cases.empty() && !is_shown(run, requirement)) return totals;
    pugi::xml_node suite = root.append_child("testsuite");
    set(suite, "name", requirement.id);
    for (const CaseResult* result : cases) add_case(suite, *result, totals);
    const bool lacking = requirement.verdict == Verdict::untested || requirement.verdict == Verdict::partial;
    if (lacking && is_shown(run, requirement)) add_lacking(suite, requirement, totals);
    write(suite, totals);
    return totals;
  }

  /// So that a requirement for which nothing, or not everything, was run does not look like one that passed.
  static void add_lacking(pugi::xml_node suite, const RequirementResult& requirement, Totals& totals) {
    const std::string verdict(name(requirement.verdict));
    pugi::xml_node test = suite.append_child("testcase");
    set(test, "classname", requirement.id);
    set(test, "name", verdict);
    set(test, "time", "0.000000");
    set(test.append_child("skipped"), "message",
        fmt::format("{}: {} was run for this requirement", verdict,
                    requirement.verdict == Verdict::untested ? "nothing" : "not everything"));
    ++totals.tests;
    ++totals.skipped;
  }

  std::ostream& out_;
};

}  // namespace

std::unique_ptr<Reporter> make_junit_reporter(std::ostream& out) { return std::make_unique<JunitReporter>(out); }

}  // namespace swconform::report
