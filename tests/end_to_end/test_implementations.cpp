// SPDX-License-Identifier: Apache-2.0
// The reference, however it is reached.
#include <sstream>
#include <string>

#include <fmt/format.h>

#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"

using swconform::test::contains;
using swconform::test::Ended;
using swconform::test::Program;
using swconform::test::read_file;

namespace {

/// The JSON report as it is written, without transport, spelling and times.
std::string report(const Program& program, const std::string& arguments) {
  const std::string path = program.path("report.json");
  const Ended ended = program(fmt::format("run {} --report 'json:{}'", arguments, path));
  INFO(arguments << ": " << ended.err);
  CHECK(ended.err.empty());
  std::istringstream lines(read_file(path));
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const bool differs =
        contains(line, "\"duration_s\": ") || contains(line, "\"spelling\": ") || contains(line, "\"transport\": ");
    if (!differs) text += line + "\n";
  }
  return text;
}

const std::string others[] = {
    "exec:'" SW_REFERENCE_PROGRAM "'",
    SW_REFERENCE_PLUGIN,
    SW_REFERENCE_PLUGIN " --in-process",
    SW_REFERENCE_PLUGIN " -j 3",
};

}  // namespace

TEST_CASE("the reference gives the same report through every transport") {
  const Program program;
  const std::string expected = report(program, "--impl builtin:reference");
  CHECK(contains(expected, "\"verdict\": \"pass\""));
  for (const std::string& other : others) {
    INFO(other);
    CHECK((report(program, "--impl " + other) == expected));
  }
}

TEST_CASE("and the same account of what fails") {
  const Program program;
  const std::string wrong =
      program.scenarios_with("core-tensor-views/permute.yaml", "to: \"[3,2]:[2,1]\"", "to: \"[3,2]:[2,7]\"");
  const std::string selection = fmt::format(" views.permute --scenarios '{}'", wrong);
  const std::string expected = report(program, "--impl builtin:reference" + selection);
  CHECK(contains(expected, "[3,2]:[2,7]"));
  for (const std::string& other : others) {
    INFO(other);
    CHECK((report(program, "--impl " + other + selection) == expected));
  }
}

TEST_CASE("a plugin that is none is exit 3, and what is wrong is said") {
  const Program program;
  const auto refused = [&](const std::string& arguments, const std::string& why) {
    const Ended ended = program("run views.permute --impl " + arguments);
    INFO(arguments << ": " << ended.err);
    CHECK(ended.code == 3);
    CHECK_FALSE(contains(ended.out, "requirements: "));
    CHECK(contains(ended.err, why));
  };
  for (const std::string how : {"", " --in-process"}) {
    refused("./does-not-exist.so" + how, "cannot start ./does-not-exist.so: there is no such file");
    refused("./README.md" + how, "cannot start ./README.md: it cannot be loaded as a shared library: ");
    refused("./scenarios" + how, "cannot start ./scenarios: it is a folder");
    for (const auto& [name, why] : {std::pair("without_entry", "it has no function swconform_plugin_entry"),
                                    std::pair("of_another_version", "made for version 2 of the plugin interface")}) {
      refused(fmt::format("{}/{}.so{}", SW_PLUGIN_DIR, name, how), why);
    }
  }
  refused(SW_PLUGIN_DIR "/creates_nothing.so", "no harness today");  // the plugin's own words
}

TEST_CASE("what is a process of its own cannot be called in-process") {
  const Program program;
  const Ended ended = program("run views.permute --in-process --impl exec:true");
  CHECK(ended.code == 2);
  CHECK(contains(ended.err, "--in-process: exec:true is a process of its own"));
}

TEST_CASE("smoke: a harness that works is exit 0, one that does not exit 1, one that does not start exit 3") {
  const Program program;
  for (const std::string& other : others) {
    if (contains(other, " -j")) continue;
    const Ended ended = program("smoke --impl " + other);
    INFO(ended.out << ended.err);
    CHECK(ended.code == 0);
    CHECK(contains(ended.out, "\nok     nothing of a case is seen by the next\n\nIt has what "));
    CHECK_FALSE(contains(ended.out, "wrong  "));
    CHECK_FALSE(contains(ended.out, "later  "));
    CHECK(contains(ended.out, "\n  judge it:   ./swconform run --impl "));
    CHECK_FALSE(contains(ended.out, "write next"));
  }
  const Ended wrong = program("smoke --impl " SW_PLUGIN_DIR "/right.so");
  CHECK(wrong.code == 1);
  CHECK(wrong.out ==
        "wrong  it lists an operation that no fixture asks for: count\n"
        "       sent  {\"verb\":\"hello\",\"protocol\":1}\n"
        "       came  {\"name\":\"plain C\",\"version\":\"1\",\"language\":\"C\",\"protocol\":1,"
        "\"operations\":[\"count\"],\"facts\":[],\"options\":[]}\n");
  CHECK(program("smoke --impl ./no-such.so").code == 3);
  const Ended gone = program("smoke --impl exec:'sh -c \"echo no licence >&2\"'");
  CHECK(gone.code == 3);
  CHECK(contains(gone.err, "no licence"));
  CHECK(program("smoke").code == 2);
}

TEST_CASE("a wrong implementation that is a process: a run says where it is wrong, and fuzzing finds it") {
  const Program program;
  const std::string mutant = "--impl \"exec:'" SW_MUTANT "' 'views.slice.15: adds an ordinal'\"";

  const Ended judged = program("run views.slice views.permute " + mutant);
  INFO(judged.out << judged.err);
  CHECK(judged.code == 1);
  CHECK(contains(judged.out, "fail  views.slice "));
  CHECK(contains(judged.out, "pass  views.permute "));

  const std::string found = program.path("found");
  const Ended fuzzed = program(fmt::format("fuzz --seed 1 --out '{}' {}", found, mutant));
  INFO(fuzzed.out << fuzzed.err);
  CHECK(fuzzed.code == 1);
  // The command it ends with, to be copied.
  const std::string next = "\n  ./swconform ";
  const std::size_t at = fuzzed.out.find(next);
  REQUIRE(at != std::string::npos);
  const std::size_t from = at + next.size();
  const Ended copied = program(fuzzed.out.substr(from, fuzzed.out.find('\n', from) - from));
  INFO(copied.out << copied.err);
  CHECK(contains(copied.out, "cases: 1 fail"));

  const std::string suite = fmt::format("run --scenarios '{}' ", found);
  const Ended against_mutant = program(suite + mutant);
  INFO(against_mutant.out << against_mutant.err);
  CHECK(against_mutant.code == 1);
  CHECK(contains(against_mutant.out, "cases: 1 fail"));
  const Ended against_reference = program(suite);
  INFO(against_reference.out << against_reference.err);
  CHECK(contains(against_reference.out, "cases: 1 pass"));
}

#ifdef SW_NODE
TEST_CASE("the harness in JavaScript passes what its implementation has, and the rest is unsupported") {
  const Program program;
  const std::string harness = "--impl \"exec:'" SW_NODE "' bindings/javascript/harness.js\"";
  const Ended passed = program("run 'friendly.*' views.permute " + harness);
  INFO(passed.out << passed.err);
  CHECK(passed.code == 0);
  CHECK(contains(passed.out, "requirements: 5 pass"));
  const Ended lacking = program("run views.reshape " + harness);
  INFO(lacking.out << lacking.err);
  CHECK(lacking.code == 1);
  CHECK(contains(lacking.out, "unsupported  views.reshape "));
}
#endif
