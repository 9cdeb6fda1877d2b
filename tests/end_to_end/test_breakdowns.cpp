// SPDX-License-Identifier: Apache-2.0
// An implementation that breaks down in one case: that case says so, and nothing else in the report is different.
#include <map>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"

using swconform::test::contains;
using swconform::test::Ended;
using swconform::test::Program;
using swconform::test::read_file;
using Json = nlohmann::json;

namespace {

constexpr const char* broken_case = "views.permute/hierarchical/four-modes";
constexpr const char* its_order = "[3,1,0,2]";  // in no other request

/// The reference, but for the request that holds `text`.
std::string misbehaving(const std::string& mode, int number = 0, const std::string& text = its_order) {
  return fmt::format("--impl \"exec:'{}' {} {} '{}'\"", SW_MISBEHAVING, mode, number, text);
}

/// Every case of the JSON report by its id, without times.
std::map<std::string, Json> cases_of(const Program& program, const std::string& arguments) {
  const std::string path = program.path("report.json");
  program(fmt::format("run views.permute --report 'json:{}' {}", path, arguments));
  const Json report = Json::parse(read_file(path));
  std::map<std::string, Json> cases;
  const auto add = [&cases](const Json& list) {
    for (Json one : list) {
      one.erase("duration_s");
      cases[one["id"]] = one;
    }
  };
  for (const Json& scenario : report["specs"][0]["requirements"][0]["scenarios"]) add(scenario["cases"]);
  for (const Json& reading : report["readings"]) add(reading["cases"]);
  return cases;
}

}  // namespace

TEST_CASE("a breakdown is the verdict of its case, and the rest of the report is what it would have been") {
  const Program program;
  const std::map<std::string, Json> expected = cases_of(program, "");
  REQUIRE(expected.contains(broken_case));
  struct Row {
    std::string arguments;
    const char* verdict;
    const char* why;
  };
  const Row rows[] = {
      {misbehaving("signal", 11), "crash", "was ended by SIGSEGV (signal 11, Segmentation fault), in `"},
      {misbehaving("exit", 3) + " -j 4", "crash", "exited with status 3, in `"},
      {misbehaving("hang") + " --timeout 0.5", "crash", "hang: no answer within 500 ms, in `"},
      {misbehaving("print"), "harness", "line 1 is `libfoo: cache is cold`: not one JSON value"},
      {misbehaving("gigabyte"), "harness", "line 1 is longer than 8 MiB"},
      {misbehaving("grow") + " --memory-limit 100", "crash", "its memory grew beyond 100 MiB, in `"},
      {misbehaving("leave-daemon"), "crash", "left 1 process running: misbehaving, after the last step"},
      {misbehaving("extra-line"), "harness", "output nobody asked for: `{\"done\": true}`, after the last step"},
      {misbehaving("exit-after-answer"), "crash", "exited with status 3, after the last step"},
      {misbehaving("stderr"), "pass", ""},
  };
  for (const Row& row : rows) {
    INFO(row.arguments);
    std::map<std::string, Json> cases = cases_of(program, row.arguments);
    CHECK(cases[broken_case]["verdict"] == row.verdict);
    CHECK(cases[broken_case].value("why", "").starts_with(row.why));
    cases[broken_case] = expected.at(broken_case);
    CHECK((cases == expected));
  }
}

TEST_CASE("a crash is told with the end of stderr, and that it took a fresh start") {
  const Program program;
  const Ended ended = program("run views.permute " + misbehaving("signal", 6));
  CHECK(ended.code == 1);
  CHECK(contains(ended.out, fmt::format("CRASH  {}", broken_case)));
  CHECK(contains(ended.out, "was ended by SIGABRT (signal 6, Aborted)"));
  CHECK(contains(ended.out, "  stderr\n    about to go\n"));
  CHECK(contains(ended.out, "the implementation was started afresh 1 time\n"));
  const std::string path = program.path("report.xml");
  program(fmt::format("run views.permute --report 'junit:{}' {}", path, misbehaving("signal", 6)));
  CHECK(contains(read_file(path), "<system-err>about to go"));
}

TEST_CASE("starts are bounded, and the bound is told") {
  const Program program;
  const Ended ended = program("run views.permute --restarts 2 " + misbehaving("exit", 1, "permute"));
  CHECK(ended.code == 1);
  CHECK(contains(ended.out, "not run: the implementation was started afresh 2 times"));
  CHECK(contains(ended.out, "remark: the implementation was started afresh 2 times, which is the limit"));
}

TEST_CASE("after three hangs in an operation its other cases are not run") {
  const Program program;
  const Ended ended = program("run views.permute/hierarchical --timeout 0.2 " + misbehaving("hang", 0, "permute"));
  CHECK(ended.code == 1);
  CHECK(contains(ended.out, "hung three times"));
  CHECK(contains(ended.out, "the implementation was started afresh 2 times\n"));
}

TEST_CASE("what cannot be started is exit 3 with its stderr, and no command at all exit 2") {
  const Program program;
  const Ended gone = program("run views.permute " + misbehaving("no-hello"));
  CHECK(gone.code == 3);
  CHECK(contains(gone.err, "cannot be started: exited with status 7\nits stderr ends with:\nno licence found\n"));
  CHECK(program("run views.permute " + misbehaving("bad-hello")).code == 3);
  CHECK(program("run views.permute --start-timeout 0.1 " + misbehaving("sleeping")).code == 3);
  CHECK(contains(program("run views.permute --impl exec:no/such").err, "no such file: no/such"));
  CHECK(program("run views.permute --impl exec:no/such").code == 3);
  CHECK(program("run views.permute --impl exec:").code == 2);
}

TEST_CASE("an end that is not as it should be is remarked, and no case's fault") {
  const Program program;
  const Ended ended = program("run views.permute " + misbehaving("exit-at-bye", 4));
  CHECK(ended.code == 0);
  CHECK(contains(ended.out, "remark: at bye: it exited with status 4\n"));
}

TEST_CASE("a call in this process that never comes back is the verdict of its case, and the program ends") {
  const Program program;
  std::map<std::string, Json> cases = cases_of(program, "--in-process --timeout 0.3 --impl " SW_HANGING_PLUGIN);
  const std::map<std::string, Json> expected = cases_of(program, "");
  CHECK(cases[broken_case]["verdict"] == "crash");
  CHECK(cases[broken_case].value("why", "").starts_with("hang: no answer within 300 ms, in `"));
  cases[broken_case] = expected.at(broken_case);
  CHECK((cases == expected));
  CHECK(program("run views.permute --in-process --timeout 0.3 --impl " SW_HANGING_PLUGIN).code == 1);
}
