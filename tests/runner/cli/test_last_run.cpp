// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/last_run.hpp"

#include <fstream>

#include "tests/runner/cli/cli_support.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;

namespace {

RunResult sample(const std::vector<scenario::Case>& cases) {
  RunResult result;
  result.implementation = "builtin:sample";
  for (const scenario::Case& each : cases) result.cases.emplace_back().what = &each;
  result.cases[0].verdict = Verdict::pass;
  result.cases[1].verdict = Verdict::fail;
  result.cases[2].verdict = Verdict::not_applicable;
  result.capabilities = {{"a",
                          "alpha",
                          {{"a.b",
                            "",
                            Verdict::fail,
                            {{2, Verdict::fail, ""}, {3, Verdict::untested, ""}},
                            {{"a.b/c", "", Verdict::fail, {}}}}}}};
  result.readings = {{"Q1", "a.b", Verdict::pass, "B", {&result.cases[0]}}, {"Q2", "", Verdict::untested, "", {}}};
  return result;
}

std::vector<scenario::Case> three_cases() {
  std::vector<scenario::Case> cases(3);
  cases[0].id = "a.b/c/one";
  cases[1].id = "a.b/c/two";
  cases[2].id = "a.b/c/three";
  return cases;
}

}  // namespace

TEST_CASE("the last run is remembered by id") {
  const std::vector<scenario::Case> cases = three_cases();
  const test::TemporaryFolder folder;
  const auto file = folder / "deep/last.json";
  REQUIRE(cli::write_last_run(file, cli::summarize_last_run(sample(cases))));
  const std::optional<cli::LastRun> last = cli::read_last_run(file);
  REQUIRE(last);
  CHECK(last->implementation == "builtin:sample");
  CHECK(last->failed == std::vector<std::string>{"a.b/c/two"});
  CHECK(last->of("a.b") == "fail");
  CHECK(last->of("a.b.2") == "fail");
  CHECK(last->of("a.b.3") == "not run");
  CHECK(last->of("a.b/c") == "fail");
  CHECK(last->of("a.b/c/one") == "pass");
  CHECK(last->of("a.b/c/three") == "not applicable");
  CHECK(last->of("a.b?Q1") == "pass, takes B");
  CHECK(last->of("Q2") == "not run");
}

TEST_CASE("no last run, or one that cannot be read, is none") {
  const test::TemporaryFolder folder;
  const auto file = folder / "last.json";
  CHECK_FALSE(cli::read_last_run(file));
  for (const char* text : {"", "{", "[]", "{\"schema\": 99}", "{\"schema\": 1}", "{\"schema\": \"1\"}"}) {
    std::ofstream(file) << text;
    CHECK_FALSE(cli::read_last_run(file));
  }
}

TEST_CASE("where it cannot be written it says so and leaves nothing") {
  CHECK_FALSE(cli::write_last_run("/proc/no/last.json", {}));
  CHECK_FALSE(cli::write_last_run({}, {}));
}
