// SPDX-License-Identifier: Apache-2.0
#include "tests/runner/report/example_run.hpp"
#include "tests/support/source_dir.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace swconform::test {
namespace {

constexpr const char* fixture = "scenarios/sample-capability/take.yaml";

spec::Clause clause(int number, std::string text) {
  spec::Clause result;
  result.number = number;
  result.text = std::move(text);
  return result;
}

spec::Requirement requirement(std::string id, std::string title, std::vector<std::string> clauses) {
  spec::Requirement result;
  result.id = std::move(id);
  result.title = std::move(title);
  for (std::string& text : clauses) {
    result.clauses.push_back(clause(static_cast<int>(result.clauses.size()) + 1, std::move(text)));
  }
  return result;
}

spec::Reading reading(std::string id, std::string title, std::string a, std::string b) {
  spec::Reading result;
  result.id = std::move(id);
  result.title = std::move(title);
  result.a = std::move(a);
  result.b = std::move(b);
  return result;
}

spec::Catalogue sample_catalogue() {
  spec::Capability capability;
  capability.id = "sample";
  capability.name = "sample-capability";
  capability.requirements = {
      requirement("sample.take", "Take gives one value",
                  {"`take` gives the value at the index.", "Its kind is that of the dtype.",
                   "An index that is no integer is a TypeError."}),
      requirement("sample.put", "Put changes one value", {"`put` stores the value.", "Nothing else changes."}),
      requirement("sample.count", "Count counts", {"`count` gives the number of elements."}),
      requirement("sample.part", "Part is half done", {"It has a case.", "It has none."}),
      requirement("sample.later", "Later has no fixture", {"It waits."}),
      requirement("sample.elsewhere", "Elsewhere was not asked for", {"It is not shown."}),
  };
  std::vector<spec::Capability> capabilities;
  capabilities.push_back(std::move(capability));
  return {std::move(capabilities),
          {reading("Q1", "Is a bool an index?", "no, a TypeError", "yes, 0 or 1"),
           reading("Q2", "Where does `put` start?", "at 0", "at 1")}};
}

scenario::Case sample_case(std::string id, int line) {
  scenario::Case result;
  const std::size_t query = id.find('?');
  const std::size_t slash = id.find('/');
  result.requirement = id.substr(0, std::min(query, slash));
  if (query == std::string::npos) {
    result.scenario = id.substr(0, id.rfind('/'));
  } else {
    result.reading = id.substr(query + 1, slash - query - 1);
  }
  result.id = std::move(id);
  result.place = {fixture, line, 5};
  return result;
}

std::vector<scenario::Case> sample_cases() {
  std::vector<scenario::Case> cases{
      sample_case("sample.take/one/first", 5),       sample_case("sample.take/one/last", 6),
      sample_case("sample.take/invalid/text", 15),   sample_case("sample.take/invalid/huge", 16),
      sample_case("sample.take/invalid/nested", 17), sample_case("sample.put/one/after-take", 25),
      sample_case("sample.put/one/complex", 26),     sample_case("sample.count/all/three", 35),
      sample_case("sample.part/some/half", 45),      sample_case("sample.take?Q1/true", 55),
      sample_case("sample.put?Q2/start", 65),
  };
  cases[1].because = "3*2 + 1";
  return cases;
}

CaseResult result_of(const scenario::Case& what, Verdict verdict, std::string why, double seconds) {
  CaseResult result;
  result.what = &what;
  result.verdict = verdict;
  result.why = std::move(why);
  result.duration = std::chrono::duration<double>(seconds);
  return result;
}

std::vector<CaseResult> sample_results(const std::vector<scenario::Case>& cases) {
  std::vector<CaseResult> all;
  const auto add = [&](Verdict verdict, std::string why, double seconds) -> CaseResult& {
    all.push_back(result_of(cases.at(all.size()), verdict, std::move(why), seconds));
    return all.back();
  };
  add(Verdict::pass, "", 0.25).clauses = {{1, Verdict::pass, ""}, {2, Verdict::pass, ""}};

  CaseResult& fail = add(Verdict::fail, "expected 7, got 6", 0.5);
  fail.clauses = {{1, Verdict::fail, "expected 7, got 6"}, {2, Verdict::pass, ""}};
  fail.differences = {{"returns", "7", "6", {fixture, 12, 10}}};
  fail.trace = {{"t: !tensor {layout: \"[4,2]:[1,4]\"}", "a tensor"}, {"take: [t, 7]", "6"}};

  add(Verdict::not_applicable, "absent: this language has no such call", 0.125).clauses = {
      {3, Verdict::not_applicable, ""}};

  CaseResult& crash = add(Verdict::crash, "step 2 of 2, `take: [t, 99]`: signal 11 (SIGSEGV)", 0.5);
  crash.clauses = {{3, Verdict::crash, "signal 11 (SIGSEGV)"}};
  crash.trace = {{"t: !tensor {layout: \"4:1\"}", "a tensor"}, {"take: [t, 99]", "died"}};
  crash.stderr_tail = "take: index 99\nvery \x1b[31mbad\n";

  CaseResult& harness = add(Verdict::harness, "internal: take() needs 2 arguments, got 1", 0.125);
  harness.clauses = {{3, Verdict::harness, "internal: take() needs 2 arguments, got 1"}};

  CaseResult& blocked = add(Verdict::blocked, "the earlier step `take: [t, 7]`: expected 7, got 6", 0.25);
  blocked.clauses = {{1, Verdict::blocked, ""}, {2, Verdict::blocked, ""}};

  add(Verdict::unsupported, "the harness has no operation `put_complex`", 0.25).clauses = {
      {1, Verdict::unsupported, ""}};
  add(Verdict::pass, "", 0.5).clauses = {{1, Verdict::pass, ""}};
  add(Verdict::pass, "", 0.5).clauses = {{1, Verdict::pass, ""}};
  add(Verdict::pass, "", 0.5).taken = {"B"};

  CaseResult& neither = add(Verdict::fail, "neither reading", 0.5);
  neither.differences = {{"A: returns", "0", "2", {fixture, 68, 10}}, {"B: returns", "1", "2", {fixture, 69, 10}}};
  return all;
}

ScenarioResult scenario(std::string id, std::string title, Verdict verdict, std::vector<const CaseResult*> cases) {
  return {std::move(id), std::move(title), verdict, std::move(cases)};
}

CapabilityResult roll_up(const std::vector<CaseResult>& cases) {
  CapabilityResult capability{"sample", "sample-capability", {}};
  capability.requirements = {
      {"sample.take",
       "Take gives one value",
       Verdict::harness,
       {{1, Verdict::fail, ""}, {2, Verdict::pass, ""}, {3, Verdict::harness, ""}},
       {scenario("sample.take/one", "Take one", Verdict::fail, {&cases[0], &cases[1]}),
        scenario("sample.take/invalid", "Refuse the rest", Verdict::harness, {&cases[2], &cases[3], &cases[4]})}},
      {"sample.put",
       "Put changes one value",
       Verdict::blocked,
       {{1, Verdict::blocked, ""}, {2, Verdict::blocked, ""}},
       {scenario("sample.put/one", "Put one", Verdict::blocked, {&cases[5], &cases[6]})}},
      {"sample.count",
       "Count counts",
       Verdict::pass,
       {{1, Verdict::pass, ""}},
       {scenario("sample.count/all", "Count all", Verdict::pass, {&cases[7]})}},
      {"sample.part",
       "Part is half done",
       Verdict::partial,
       {{1, Verdict::pass, ""}, {2, Verdict::untested, ""}},
       {scenario("sample.part/some", "Do some", Verdict::pass, {&cases[8]}),
        scenario("sample.part/rest", "Do the rest", Verdict::untested, {})}},
      {"sample.later",
       "Later has no fixture",
       Verdict::untested,
       {{1, Verdict::untested, ""}},
       {scenario("sample.later/ever", "Do it", Verdict::untested, {})}},
      {"sample.elsewhere",
       "Elsewhere was not asked for",
       Verdict::untested,
       {{1, Verdict::untested, ""}},
       {scenario("sample.elsewhere/never", "Never", Verdict::untested, {})}},
  };
  return capability;
}

}  // namespace

ExampleRun::ExampleRun() : catalogue(sample_catalogue()), cases(sample_cases()) {
  result.implementation = "builtin:example";
  result.transport = "in-process";
  result.hello.name = "example";
  result.hello.version = "1.2";
  result.hello.language = "C++";
  result.cases = sample_results(cases);
  result.capabilities = {roll_up(result.cases)};
  result.readings = {{"Q1", "sample.take", Verdict::pass, "B", {&result.cases[9]}},
                     {"Q2", "sample.put", Verdict::fail, "neither", {&result.cases[10]}},
                     {"Q3", "", Verdict::untested, "", {}}};
  result.duration = std::chrono::duration<double>(4);
  result.as_expected = false;
}

report::FinishedRun ExampleRun::finished() const {
  return {catalogue, result, {"sample.take", "sample.put", "sample.count", "sample.part", "sample.later"}, 2, "0.0.0"};
}

CaseResult& ExampleRun::at(std::string_view case_id) {
  for (CaseResult& each : result.cases) {
    if (each.what->id == case_id) return each;
  }
  throw std::out_of_range(std::string(case_id));
}

RequirementResult& ExampleRun::requirement(std::string_view id) {
  for (RequirementResult& each : result.capabilities.front().requirements) {
    if (each.id == id) return each;
  }
  throw std::out_of_range(std::string(id));
}

std::string report_of(std::string_view format, const report::FinishedRun& run, report::Style style) {
  std::ostringstream out;
  report::make_reporter(format, out, style)->finish(run);
  return out.str();
}

std::string golden(const std::string& name) {
  std::ifstream in(source_dir() / "tests/runner/report/golden" / name, std::ios::binary);
  if (!in) throw std::runtime_error("no golden file " + name);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace swconform::test
