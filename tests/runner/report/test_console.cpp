// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "tests/runner/report/example_run.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the console report of a run with one of each verdict") {
  const test::ExampleRun run;
  CHECK(test::report_of("console", run.finished()) == test::golden("console.txt"));
}

TEST_CASE("the console report of a run in which everything passes is short") {
  test::ExampleRun run;
  run.result.as_expected = true;
  run.result.readings.clear();
  run.result.cases.resize(1);
  run.requirement("sample.take").verdict = Verdict::pass;
  run.requirement("sample.take").clauses = {{1, Verdict::pass, ""}, {2, Verdict::pass, ""}, {3, Verdict::pass, ""}};
  run.requirement("sample.take").scenarios = {{"sample.take/one", "Take one", Verdict::pass, {&run.result.cases[0]}}};
  for (const char* other : {"sample.put", "sample.count", "sample.part"}) run.requirement(other).scenarios.clear();
  const report::FinishedRun finished{run.catalogue, run.result, {"sample.take"}, 0, "0.0.0"};
  CHECK(test::report_of("console", finished) == test::golden("console_pass.txt"));
}

TEST_CASE("restarts and remarks are told where there are any") {
  test::ExampleRun run;
  run.result.restarts = 2;
  run.result.remarks = {"at bye: it exited with status 4\x1b"};
  const std::string text = test::report_of("console", run.finished());
  CHECK(contains(text, "\nthe implementation was started afresh 2 times\n"));
  CHECK(contains(text, "\nremark: at bye: it exited with status 4\\x1b\n"));
}

TEST_CASE("plain output has no escape sequence, coloured output says the same") {
  const test::ExampleRun run;
  const std::string plain = test::report_of("console", run.finished());
  std::string coloured = test::report_of("console", run.finished(), {true, false});
  CHECK_FALSE(contains(plain, "\x1b"));
  REQUIRE(contains(coloured, "\x1b[1;31mFAIL\x1b[0m"));
  while (contains(coloured, "\x1b[")) {
    const std::size_t start = coloured.find("\x1b[");
    coloured.erase(start, coloured.find('m', start) - start + 1);
  }
  CHECK(coloured == plain);
}

TEST_CASE("the progress bar is drawn where it was asked for, and gone at the end") {
  const test::ExampleRun run;
  for (const bool bar : {false, true}) {
    std::ostringstream out;
    const auto reporter = report::make_reporter("console", out, {false, bar});
    reporter->progress(run.result.cases[0], 1, 2);
    const std::string half = out.str();
    reporter->progress(run.result.cases[1], 2, 2);
    CHECK(contains(half, "[====================                    ] 1/2") == bar);
    CHECK(contains(out.str(), "1 not passed") == bar);
    CHECK(out.str().ends_with("\r\x1b[K") == bar);
    CHECK(out.str().empty() != bar);
  }
}

TEST_CASE("what an implementation says cannot steer the terminal") {
  test::ExampleRun run;
  run.result.hello.name = "evil\x1b[2J";
  run.at("sample.take/one/last").differences[0].actual = "6\x1b[2J";
  run.at("sample.put/one/complex").why = "no\x1b[2J";
  run.at("sample.take/one/last").trace[1].outcome =
      "\x9b"
      "2J";
  run.at("sample.take/one/last").differences[0].subject = "re\x1b[2Jturns";
  CHECK_FALSE(contains(test::report_of("console", run.finished()), "\x1b"));
  CHECK_FALSE(contains(test::report_of("console", run.finished()), "\x9b"));
}
