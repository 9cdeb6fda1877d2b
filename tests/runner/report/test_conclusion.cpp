// SPDX-License-Identifier: Apache-2.0
#include "runner/report/conclusion.hpp"

#include "runner/report/summary.hpp"
#include "tests/runner/report/example_run.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;

namespace {

/// A run of the one good requirement and the one good probe.
struct GoodRun : test::ExampleRun {
  GoodRun() {
    result.as_expected = true;
    const std::vector<CaseResult> good{at("sample.count/all/three"), at("sample.take?Q1/true")};
    result.cases = good;
    requirement("sample.count").scenarios[0].cases = {&result.cases[0]};
    result.readings = {{"Q1", "sample.take", Verdict::pass, "B", {&result.cases[1]}}};
    for (const char* other : {"sample.take", "sample.put", "sample.part"}) {
      for (ScenarioResult& scenario : requirement(other).scenarios) scenario.cases.clear();
    }
  }
  report::Conclusion conclude(std::set<std::string, std::less<>> whole) const {
    return report::conclude({catalogue, result, std::move(whole), 0, ""});
  }
};

using Reasons = std::vector<std::string>;

}  // namespace

TEST_CASE("everything passes: as expected, whatever was not selected") {
  const GoodRun run;
  CHECK(run.conclude({"sample.count"}).reasons == Reasons{});
  CHECK(run.conclude({"sample.count"}).as_expected);
  CHECK(run.conclude({}).as_expected);
}

TEST_CASE("a requirement selected as a whole must pass, for want of fixtures too") {
  const GoodRun run;
  CHECK(run.conclude({"sample.count", "sample.later"}).reasons == Reasons{"1 requirement is untested"});
  CHECK_FALSE(run.conclude({"sample.count", "sample.later"}).as_expected);
  CHECK(run.conclude({"sample.later", "sample.elsewhere"}).reasons == Reasons{"2 requirements are untested"});
  CHECK(run.conclude({"sample.part"}).reasons == Reasons{"1 requirement is tested in part"});
}

TEST_CASE("every verdict of a case but pass and not applicable counts") {
  for (const Verdict verdict : report::all_verdicts) {
    GoodRun run;
    run.result.cases[0].verdict = verdict;
    const bool good = verdict == Verdict::pass || verdict == Verdict::not_applicable;
    INFO(name(verdict));
    CHECK(run.conclude({"sample.count"}).as_expected == good);
  }
}

TEST_CASE("a probe whose cases disagree counts, though each of them passes") {
  GoodRun run;
  run.result.readings[0] = {"Q1", "sample.take", Verdict::fail, "neither", {&run.result.cases[1]}};
  CHECK(run.conclude({"sample.count"}).reasons == Reasons{"1 probe fails"});
}

TEST_CASE("nothing ran, or the engine says no: never as expected") {
  GoodRun run;
  run.result.as_expected = false;
  CHECK_FALSE(run.conclude({"sample.count"}).as_expected);
  run.result.as_expected = true;
  run.result.cases.clear();
  run.result.readings.clear();
  run.requirement("sample.count").scenarios[0].cases.clear();
  CHECK(run.conclude({}).reasons == Reasons{"no case ran"});
}

TEST_CASE("the summary counts what is shown") {
  const test::ExampleRun run;
  const report::Summary summary = report::summarize(run.finished());
  CHECK(summary.requirements.total() == 5);
  CHECK(summary.requirements_not_selected == 1);
  CHECK(summary.scenarios.total() == 7);
  CHECK(summary.cases.total() == 9);
  CHECK(summary.readings.total() == 2);
  CHECK(report::to_string(report::Counts()) == "none");
}
