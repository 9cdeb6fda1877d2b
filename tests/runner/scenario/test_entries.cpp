// SPDX-License-Identifier: Apache-2.0
// Cases, rows, tables, columns and controls.
#include "tests/runner/scenario/scenario_fixture.hpp"
#include "tests/support/catch.hpp"

namespace swconform::scenario::test {
namespace {

std::vector<std::string> ids(const std::vector<Case>& cases) {
  std::vector<std::string> result;
  for (const Case& one : cases) result.push_back(one.id);
  return result;
}

const std::string head = "requirement: views.permute\n";

TEST_CASE("Ids are requirement/scenario/case, in the order written") {
  const std::vector<Case> cases =
      read(head +
           "scenarios:\n"
           "  - {scenario: invalid, when: {item: [1]}, then: {1: {returns: 0}}}\n"
           "  - {scenario: hierarchical, cases: {b: {}, a: {}}, when: {item: [1]}, then: {1: {returns: 0}}}\n"
           "  - {scenario: invalid, cases: {more: {}}, when: {item: [1]}, then: {1: {returns: 0}}}\n"
           "probes:\n"
           "  - {probe: Q4, when: {item: [1]}, then: {A: {returns: 0}, B: {returns: 1}}}\n");
  CHECK(ids(cases) == std::vector<std::string>{"views.permute/invalid/case", "views.permute/hierarchical/b",
                                               "views.permute/hierarchical/a", "views.permute/invalid/more",
                                               "views.permute?Q4/case"});
  CHECK(cases[0].requirement == "views.permute");
  CHECK(cases[0].scenario == "views.permute/invalid");
  CHECK(cases[0].place.line == 3);
  CHECK(cases[0].place.column == 5);
  CHECK(cases[1].place.line == 4);
  CHECK(cases[1].place.column == 38);  // of its row's key
}

TEST_CASE("Columns stand for whole values: names, steps, members, checks") {
  const std::vector<Case> cases = read(head +
                                       "scenarios:\n"
                                       "  - scenario: invalid\n"
                                       "    given: {t: !tensor {layout: $from, offset: $off}, u: $object}\n"
                                       "    cases:\n"
                                       "      a: {from: \"2:1\", off: 1, object: !str \"x\", do: {permute: [t, [0]], "
                                       "no_grad: true}, which: t, checks: {v.offset: 1}, why: \"one\"}\n"
                                       "      b: {from: \"3:1\", off: 2, object: !shape [3], do: {reshape: [t, u]}, "
                                       "which: u, checks: {v.size: 3}, because: \"two\", why: x}\n"
                                       "    when: [{item: [$which, [$off]]}, {step: $do, as: v}]\n"
                                       "    then: {1: $checks}\n"
                                       "    because: $why\n");
  REQUIRE(cases.size() == 2);
  CHECK(steps(cases[0]) ==
        std::vector<std::string>{
            R"({"do":"item","arguments":[{"ref":"t"},[1]],"facts":true})",
            R"({"do":"permute","arguments":[{"ref":"t"},[0]],"as":"v","no_grad":true,"facts":true})"});
  CHECK(steps(cases[1]) ==
        std::vector<std::string>{R"({"do":"item","arguments":[{"ref":"u"},[2]],"facts":true})",
                                 R"({"do":"reshape","arguments":[{"ref":"t"},{"ref":"u"}],"as":"v","facts":true})"});
  CHECK(cases[0].when[0].written == "item: [t, [1]]");
  CHECK(cases[0].when[1].written == "permute: [t, [0]], no_grad: true, as: v");
  CHECK(cases[0].then[0].checks[0].path == "v.offset");
  CHECK(cases[1].then[0].checks[0].path == "v.size");
  CHECK(cases[0].because == "one");
  CHECK(cases[1].because == "two");
}

TEST_CASE("A quoted text is no column") {
  const Case read = one({"when: {item: [!str \"$from\"]}"});
  CHECK(to_json(read.when[0].step.arguments[0]) == "\"$from\"");
}

TEST_CASE("Rows of a table, and a prefix that keeps ids apart") {
  const std::string entry = "when: {item: [$a]}, then: {1: {returns: 0}}}\n";
  const std::vector<Case> cases = read(head +
                                       "tables: {sweep: {x: {a: 1, unused: 5}, y: {a: 2}}}\n"
                                       "scenarios:\n"
                                       "  - {scenario: invalid, rows: sweep, " +
                                       entry + "  - {scenario: invalid, rows: sweep, prefix: again, " + entry);
  CHECK(ids(cases) == std::vector<std::string>{"views.permute/invalid/x", "views.permute/invalid/y",
                                               "views.permute/invalid/again-x", "views.permute/invalid/again-y"});
  CHECK(to_json(cases[3].when[0].step.arguments[0]) == "2");
}

TEST_CASE("A control is the entry's, the row's, or omitted") {
  const std::vector<Case> cases = read(head +
                                       "scenarios:\n"
                                       "  - scenario: invalid\n"
                                       "    control: {item: [0], no_grad: true}\n"
                                       "    cases:\n"
                                       "      of-entry: {do: {item: [1]}}\n"
                                       "      of-row:   {do: {permute: [1]}, control: {permute: [!shape [2]]}}\n"
                                       "      none:     {do: {permute: [1]}, control: omitted}\n"
                                       "    when: $do\n"
                                       "    then: {1: {raises: TypeError}}\n");
  REQUIRE(cases[0].control);
  CHECK(json(cases[0].control->step) == R"({"do":"item","arguments":[0],"no_grad":true})");
  CHECK(cases[0].control->written == "item: [0], no_grad: true");
  REQUIRE(cases[1].control);
  CHECK(json(cases[1].control->step) == R"({"do":"permute","arguments":[{"ref":"$1"}]})");
  CHECK(cases[1].givens.size() == 1);
  CHECK_FALSE(cases[2].control);
}

TEST_CASE("Errors of values need no control, and may have one") {
  CHECK_FALSE(one({"then: {1: {raises: ValueError}}"}).control);
  CHECK_FALSE(one({"given: {boom: !error TypeError}", "then: {1: {raises: {same object as: boom}}}"}).control);
  CHECK(one({"control: {item: [2]}", "then: {1: {raises: ValueError}}"}).control);
}

TEST_CASE("Facts are asked for once after the givens and after each step, never after the control") {
  const Case read = one({"given: {t: !tensor {layout: \"2:1\"}}", "control: {item: [!shape [2]]}",
                         "when: [{item: [t]}, {item: [!shape [3]]}]"});
  std::vector<bool> facts;
  for (const GivenStep& given : read.givens) facts.push_back(given.step.facts);
  CHECK(facts == std::vector<bool>{false, false, false, false, false, true});
  CHECK(read.when[0].step.facts);
  CHECK(read.when[1].step.facts);
  CHECK_FALSE(read.control->step.facts);
}

}  // namespace
}  // namespace swconform::scenario::test
