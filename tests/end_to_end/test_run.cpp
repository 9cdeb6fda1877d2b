// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

using swconform::test::contains;
using swconform::test::count_lines;
using swconform::test::Ended;
using swconform::test::Program;
using swconform::test::read_file;
using Json = nlohmann::json;

namespace {

constexpr const char* those_with_fixtures = "'friendly.*' views.permute";

/// The report without what differs from run to run.
Json without_durations(Json json) {
  if (json.is_object()) json.erase("duration_s");
  for (Json& each : json) {
    if (each.is_structured()) each = without_durations(std::move(each));
  }
  return json;
}

Json report(const Program& program, const std::string& arguments) {
  const std::string path = program.path("report.json");
  program(fmt::format("run {} --report 'json:{}'", arguments, path));
  return Json::parse(read_file(path));
}

}  // namespace

TEST_CASE("run: the reference passes every requirement that has fixtures") {
  const Program program;
  const Ended ended = program(fmt::format("run {}", those_with_fixtures));
  INFO(ended.out << ended.err);
  CHECK(ended.code == 0);
  CHECK(ended.err.empty());
  for (const char* id : {"friendly.surface", "friendly.item", "friendly.to-list", "friendly.values", "views.permute"}) {
    CHECK(contains(ended.out, fmt::format("\npass  {}", id)));
  }
  CHECK(contains(ended.out, "requirements: 5 pass · "));
  CHECK(contains(ended.out, "not selected: 19 requirements"));
  CHECK_FALSE(contains(ended.out, "\x1b"));
  CHECK_FALSE(contains(ended.out, "\r"));
}

TEST_CASE("run: without a selection what has no fixture is untested, and that is exit 1") {
  const Program program;
  const std::string less = program.scenarios_without("core-tensor-views/permute.yaml");
  const Ended ended = program(fmt::format("run --scenarios '{}'", less));
  CHECK(ended.code == 1);
  CHECK(contains(ended.out, "1 untested"));
  CHECK(contains(ended.out, "1 requirement is untested"));
  CHECK(program(fmt::format("run --scenarios '{}' 'views.*'", less)).code == 1);
}

TEST_CASE("run: the JSON report") {
  const Program program;
  const Json json = report(program, "'friendly.*'");
  CHECK(json["as_expected"] == true);
  CHECK(json["summary"]["requirements"]["pass"] == 4);
  CHECK(json["summary"]["scenarios"]["pass"] == 8);
  CHECK(json["implementation"]["spelling"] == "builtin:reference");
  REQUIRE(json["specs"].size() == 1);
  REQUIRE(json["specs"][0]["requirements"].size() == 4);
  for (const Json& requirement : json["specs"][0]["requirements"]) {
    for (const Json& scenario : requirement["scenarios"]) CHECK(scenario["verdict"] == "pass");
    for (const Json& clause : requirement["clauses"]) CHECK(clause["verdict"] == "pass");
  }
}

TEST_CASE("run: the JUnit report") {
  const Program program;
  const std::string path = program.path("report.xml");
  const Ended ended = program(fmt::format("run views.permute --report 'junit:{}'", path));
  CHECK(ended.code == 0);
  pugi::xml_document document;
  REQUIRE(document.load_file(path.c_str()));
  const pugi::xml_node root = document.child("testsuites");
  CHECK(root.attribute("failures").as_int(-1) == 0);
  CHECK(root.attribute("errors").as_int(-1) == 0);
  CHECK(root.child("testsuite").attribute("name").as_string() == std::string("views.permute"));
  CHECK(root.attribute("tests").as_int() > 50);
}

TEST_CASE("run: the same report with one worker and with four") {
  const Program program;
  const Json one = without_durations(report(program, "-j 1"));
  const Json four = without_durations(report(program, "-j 4"));
  CHECK(one == four);
}

TEST_CASE("run: a scenario, a case or a probe alone counts by its cases") {
  const Program program;
  for (const char* selector : {"views.permute/invalid", "views.permute/invalid/one-missing", "'views.permute?Q4'"}) {
    const Ended ended = program(fmt::format("run {}", selector));
    INFO(selector << ended.out << ended.err);
    CHECK(ended.code == 0);
  }
  const std::string probes = program("run '*?Q4'").out;
  CHECK(contains(probes, "  A  views.permute?Q4 "));
  CHECK(contains(probes, "What counts as an integer argument? an integer and nothing else"));
}

TEST_CASE("run: a case that fails is exit 1, explained, and remembered for @failed") {
  const Program program;
  CHECK(program("run @failed").code == 2);  // there is no last run
  const std::string wrong =
      program.scenarios_with("core-tensor-views/permute.yaml", "to: \"[3,2]:[2,1]\"", "to: \"[3,2]:[2,7]\"");
  const std::string scenarios = fmt::format("--scenarios '{}'", wrong);
  const Ended ended = program("run views.permute " + scenarios);
  INFO(ended.out << ended.err);
  CHECK(ended.code == 1);
  CHECK(
      contains(ended.out, "FAIL  views.permute/hierarchical/transpose  " + wrong + "/core-tensor-views/permute.yaml:"));
  CHECK(contains(ended.out, "clause views.permute.2: "));
  CHECK(contains(ended.out, "expected  [3,2]:[2,7]\n"));
  CHECK(contains(ended.out, "actual    [3,2]:[2,1]\n"));
  CHECK(contains(ended.out,
                 "  again     ./swconform run --scenarios " + wrong + " views.permute/hierarchical/transpose\n"));
  CHECK(contains(ended.out, "fail  views.permute"));
  CHECK(contains(ended.out, "1 case fails"));

  const Ended again = program("run @failed " + scenarios);
  CHECK(again.code == 1);
  CHECK(contains(again.out, "cases: 1 fail"));
  CHECK(program("run @failed").code == 0);  // with the right fixture
  CHECK(program("run @failed").code == 2);  // nothing failed then
}

TEST_CASE("run: a report that cannot be written is exit 2 before anything runs") {
  const Program program;
  const Ended ended = program("run views.permute --report json:/no/such/folder/x.json");
  CHECK(ended.code == 2);
  CHECK(ended.out.empty());
  CHECK(contains(ended.err, "/no/such/folder/x.json: No such file or directory"));
  CHECK_FALSE(std::filesystem::exists(program.path("cache/last.json")));
  CHECK(program("run views.permute --report html").code == 2);
}

TEST_CASE("specs and scenarios are looked for in SWCONFORM_HOME, and the options go before it") {
  const Program program;
  const std::string home = program.path("home");
  std::filesystem::create_directory_symlink(swconform::test::source_dir(), home);
  const std::string variables = fmt::format("SWCONFORM_HOME='{}'", home);
  const Ended ended = program("list --cases", variables);
  CHECK(ended.code == 0);
  CHECK(contains(ended.out, home + "/scenarios/"));
  const Ended optional = program("explain views.permute --scenarios scenarios", variables);
  CHECK(contains(optional.out, home + "/spec/"));
  CHECK_FALSE(contains(optional.out, home + "/scenarios/"));
  CHECK(program("check", "SWCONFORM_HOME=/no/such/folder").code == 2);
}

TEST_CASE("the command that a failure ends with runs just that case, as it was run") {
  const Program program;
  const std::string wrong =
      program.scenarios_with("core-tensor-views/permute.yaml", "to: \"[3,2]:[2,1]\"", "to: \"[3,2]:[2,7]\"");
  const Ended first = program(fmt::format("run views.permute --scenarios '{}' --impl \"exec:'{}'\" --timeout 7 -j 2",
                                          wrong, SW_REFERENCE_PROGRAM));
  CHECK(first.code == 1);
  const std::string head = "  again     ./swconform ";
  const std::size_t at = first.out.find(head);
  REQUIRE(at != std::string::npos);
  const std::size_t begin = at + head.size();
  const std::string arguments = first.out.substr(begin, first.out.find('\n', begin) - begin);
  INFO(arguments);
  CHECK(contains(arguments, "--timeout 7"));
  const Ended again = program(arguments);
  INFO(again.out << again.err);
  CHECK(again.code == 1);
  CHECK(contains(again.out, "cases: 1 fail"));
  CHECK(contains(again.out, "process"));
}
