// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <string>

#include <fmt/format.h>

#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"

using swconform::test::contains;
using swconform::test::count_lines;
using swconform::test::Ended;
using swconform::test::Program;
using swconform::test::read_file;

TEST_CASE("list: as many lines as the published specs have of each") {
  const Program program;
  CHECK(count_lines(program("list --requirements").out) == 24);
  CHECK(count_lines(program("list --scenarios").out) == 69);
  CHECK(count_lines(program("list --clauses").out) >= 172);  // the pages have that many normative sentences
  CHECK(count_lines(program("list --untestable").out) <= 5);
  CHECK(contains(program("list --requirements").out, "views.permute\t"));
  CHECK(contains(program("list --readings").out, "Q4\t"));
  CHECK(contains(program("list --cases").out,
                 "views.permute?Q4/true-for-one\tscenarios/core-tensor-views/permute.yaml:"));
  for (const char* what : {"requirements", "scenarios", "clauses", "cases", "readings", "untestable"}) {
    const Ended ended = program(fmt::format("list --{}", what));
    CHECK(ended.code == 0);
    CHECK(ended.err.empty());
  }
}

TEST_CASE("check: how many there are of each") {
  const Program program;
  const Ended ended = program("check");
  CHECK(ended.code == 0);
  CHECK(contains(ended.out, "3 capabilities · 24 requirements · "));
  CHECK(contains(ended.out, "· 69 scenarios ·"));
  CHECK(contains(ended.out, "fixtures: "));
}

TEST_CASE("check and run: a wrong fixture is exit 2, with its place, and nothing runs") {
  const Program program;
  const std::string broken = program.scenarios_with("core-tensor-views/permute.yaml", "then:", "than:");
  for (const char* command : {"check", "run", "explain views.permute"}) {
    const Ended ended = program(fmt::format("{} --scenarios '{}'", command, broken));
    INFO(command);
    CHECK(ended.code == 2);
    CHECK(ended.out.empty());
    CHECK(contains(ended.err, broken + "/core-tensor-views/permute.yaml:7:5: "));
    CHECK(contains(ended.err, "than"));
    CHECK(contains(ended.err, "^"));
  }
}

TEST_CASE("check: clauses and scenarios that have lost their last case are named") {
  const Program program;
  const std::string thin =
      program.scenarios_with("core-tensor-views/permute.yaml", "      7: {v.layout: \"[]:[]\"}\n", "");
  const Ended ended = program(fmt::format("check --scenarios '{}'", thin));
  CHECK(ended.code == 0);
  CHECK(contains(ended.out, "no case asserts views.permute.7: "));
}

TEST_CASE("explain: requirement, scenario, clause, case, reading, probe") {
  const Program program;
  const auto says = [&](const std::string& id, const std::string& part) {
    const Ended ended = program(fmt::format("explain '{}'", id));
    INFO(id << ": " << ended.out << ended.err);
    CHECK(ended.code == 0);
    CHECK(contains(ended.out, part));
  };
  says("views.permute", "scenario views.permute/hierarchical: ");
  says("views.permute", "scenarios/core-tensor-views/permute.yaml:");
  const std::string less = program.scenarios_without("core-tensor-representation/rules.yaml");
  CHECK(contains(program(fmt::format("explain representation.rules --scenarios '{}'", less)).out, "no fixture yet"));
  says("views.permute/invalid", "  WHEN ");
  says("views.permute.9", "views.permute/invalid/one-missing");
  says("views.permute/invalid/one-missing", "clause views.permute.9: ");
  says("Q4", "What counts as an integer argument?");
  says("views.permute?Q4", "views.permute?Q4/false-for-zero");
  says("views.permute?Q4/false-for-zero", "probe of Q4");
  says("views.permute", "no run yet");
  const Ended unknown = program("explain views.permtue.9");
  CHECK(unknown.code == 2);
  CHECK(contains(unknown.err, "did you mean views.permute.9?"));
}

TEST_CASE("explain knows the last run") {
  const Program program;
  REQUIRE(program("run views.permute/invalid/one-missing").code == 0);
  CHECK(contains(program("explain views.permute/invalid/one-missing").out, "last run: pass (builtin:reference)"));
  CHECK(contains(program("explain views.permute/invalid/one-too-many").out, "last run: not run"));
}

TEST_CASE("explain --expanded writes a case out") {
  const Program program;
  const Ended ended = program("explain views.permute/invalid/one-missing --expanded");
  CHECK(ended.code == 0);
  for (const char* part :
       {"Float32", "control", "clause 9", "raises: ValueError", "standing check", "\"do\":\"permute\""}) {
    INFO(part << " in " << ended.out);
    CHECK(contains(ended.out, part));
  }
}

TEST_CASE("trace: a page that is not there, and one that says something else") {
  const Program program;
  CHECK(program("trace --against /no/such/page").code == 2);
  const Ended other = program("trace --against LICENSE");
  CHECK(other.code == 1);
  CHECK(count_lines(other.out) >= 1);
}

TEST_CASE("wrong command lines are exit 2 with the nearest match") {
  const Program program;
  CHECK(contains(program("rnu").err, "did you mean run?"));
  CHECK(program("rnu").code == 2);
  CHECK(contains(program("run --timout 1").err, "did you mean --timeout?"));
  CHECK(program("run --timout 1").code == 2);
  CHECK(contains(program("run views.permut").err, "did you mean views.permute?"));
  CHECK(program("run views.permut").code == 2);
  const std::string less = program.scenarios_without("core-tensor-representation/rules.yaml");
  CHECK(program(fmt::format("run representation.rules --scenarios '{}'", less)).code == 2);
  CHECK(program("run --impl ./no/such.so").code == 3);
  CHECK(program("").code == 2);
  CHECK(program("--version").code == 0);
}

TEST_CASE("init writes a harness that smoke takes, and overwrites nothing") {
  const Program program;
  const std::string folder = program.path("new/harness");
  const Ended begun = program(fmt::format("init python '{}'", folder));
  INFO(begun.out << begun.err);
  CHECK(begun.code == 0);
  CHECK(contains(begun.out, fmt::format("wrote {}/harness.py\n", folder)));
  CHECK(contains(begun.out, fmt::format("\nNext:\n  ./swconform smoke --impl python:{}/harness.py\n", folder)));
  CHECK_FALSE(contains(read_file(folder + "/README.md"), "@"));
  const Ended smoked = program(fmt::format("smoke --impl 'python:{}/harness.py'", folder));
  INFO(smoked.out << smoked.err);
  CHECK(smoked.code == 0);
  CHECK(contains(smoked.out, "ok     hello: my StrideWeave 0.1 (Python)"));
  const Ended judged = program(fmt::format("run friendly.item --impl 'python:{}/harness.py'", folder));
  CHECK(judged.code == 1);
  CHECK(contains(judged.out, "unsupported  friendly.item"));

  std::ofstream(folder + "/harness.py") << "mine";
  const Ended twice = program(fmt::format("init python '{}'", folder));
  CHECK(twice.code == 2);
  CHECK(contains(twice.err, "README.md is already there; nothing was written"));
  CHECK(read_file(folder + "/harness.py") == "mine");

  const Ended misspelt = program(fmt::format("init pyton '{}'", program.path("other")));
  CHECK(misspelt.code == 2);
  CHECK(contains(misspelt.err, "init writes no harness in pyton; did you mean python?"));
  CHECK(contains(misspelt.err, "the languages are cpp and python"));
  const Ended alone = program("init");
  CHECK(alone.code == 2);
  CHECK(contains(alone.err, "init needs a language and a folder, e.g. swconform init python mine"));
  CHECK(contains(alone.err, "the languages are cpp and python"));
  for (const char* without : {"init python", "init python ''"}) {
    const Ended ended = program(without);
    CHECK(ended.code == 2);
    CHECK(contains(ended.err, "init needs a folder to write to, e.g. swconform init python mine"));
  }
  CHECK(contains(program("init pyton").err, "did you mean python?"));
  const Ended nowhere = program("init cpp /dev/null/here");
  CHECK(nowhere.code == 2);
  CHECK(contains(nowhere.err, "cannot write /dev/null/here/CMakeLists.txt: Not a directory"));
}

TEST_CASE("the commands init names are for a shell, whatever the folder is called") {
  const Program program;
  const std::string folder = program.path("it's a harness");
  const Ended begun = program(fmt::format("init python \"{}/\"", folder));
  INFO(begun.out << begun.err);
  CHECK(begun.code == 0);
  const std::string next = "\nNext:\n  ./swconform ";
  const std::size_t at = begun.out.find(next);
  REQUIRE(at != std::string::npos);
  const std::size_t from = at + next.size();
  const Ended smoked = program(begun.out.substr(from, begun.out.find('\n', from) - from));
  INFO(smoked.out << smoked.err);
  CHECK(smoked.code == 0);
  const Ended in_cpp = program(fmt::format("init cpp \"{}-cpp\"", folder));
  CHECK(in_cpp.code == 0);
  CHECK(contains(in_cpp.out, "  ./swconform smoke --impl 'exec:"));
  const std::size_t word = in_cpp.out.find("smoke --impl ");
  REQUIRE(word != std::string::npos);
  // It is not built; the program's name arrives whole.
  const Ended unbuilt = program(in_cpp.out.substr(word, in_cpp.out.find('\n', word) - word));
  CHECK(unbuilt.code == 3);
  CHECK(contains(unbuilt.err, folder + "-cpp/build/harness"));
}
