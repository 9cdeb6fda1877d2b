// SPDX-License-Identifier: Apache-2.0
// The checks of `then` and their matchers.
#include "tests/runner/scenario/scenario_fixture.hpp"
#include "tests/support/catch.hpp"

namespace swconform::scenario::test {
namespace {

const std::string objects =
    "given: {r: !rule {}, t: !tensor {layout: \"2:1\"}, boom: !error Other, P: !compound {planes: [Float32]}, k: 4}";

/// "path => matcher" of `then: {1: {check}}`.
std::string read_check(const std::string& check) {
  const Case read = one({objects, "when: {permute: [t, [0]], as: v}", "then: {1: {" + check + "}}"});
  REQUIRE(read.then.size() == 1);
  REQUIRE(read.then[0].checks.size() == 1);
  CHECK(read.then[0].checks[0].subject == Check::Subject::fact);
  return read.then[0].checks[0].path + " => " + written(read.then[0].checks[0].matcher);
}

TEST_CASE("Matchers") {
  CHECK(read_check("v.offset: 7") == "v.offset => 7");
  CHECK(read_check("v.offset: k") == "v.offset => 4");
  CHECK(read_check("v.grad: none") == "v.grad => null");
  CHECK(read_check("v.alive: false") == "v.alive => false");
  CHECK(read_check("v.layout: \"[3,[2]]:[2,[6]]\"") == R"(v.layout => {"layout":[[3,[2]],[2,[6]]]})");
  CHECK(read_check("v.layout: \"5:1\"") == R"(v.layout => {"layout":[[5],[1]]})");
  CHECK(read_check("v.layout: \"[1,3]:[*,2]\"") == R"(v.layout => {"layout":[[1,3],["*",2]]})");
  CHECK(read_check("v.layout: !layout \"5:1\"") == R"(v.layout => {"layout":[[5],[1]]})");
  CHECK(read_check("v.shape: \"[3,[2]]\"") == R"(v.shape => {"shape":[3,[2]]})");
  CHECK(read_check("v.shape: \"6\"") == R"(v.shape => {"shape":[6]})");
  CHECK(read_check("v.shape: \"[]\"") == R"(v.shape => {"shape":[]})");
  CHECK(read_check("v.shape: !shape [6]") == R"(v.shape => {"shape":[6]})");
  CHECK(read_check("v.dtype: Float32") == R"(v.dtype => {"dtype":"Float32"})");
  CHECK(read_check("v.dtype: !dtype Bool") == R"(v.dtype => {"dtype":"Bool"})");
  CHECK(read_check("v.dtype: P") == R"(v.dtype => {"ref":"P"})");
  CHECK(read_check("v.values: [1, -0.5, !float \"nan\", true]") ==
        R"(v.values => [1,{"float":"-0.5"},{"float":"nan"},true])");
  CHECK(read_check("r.context.placement_layouts: [\"6:1\"]") ==
        R"(r.context.placement_layouts => [{"layout":[[6],[1]]}])");
  CHECK(read_check("r.log: [r, r]") == R"(r.log => [{"ref":"r"},{"ref":"r"}])");
  CHECK(read_check("r.log: {repeats: [r]}") == R"(r.log => repeats [{"ref":"r"}])");
  CHECK(read_check("r.writes-refused: 5") == "r.writes-refused => 5");
  CHECK(read_check("v.carriers: {same as: t.carriers}") == "v.carriers => same as t.carriers");
  CHECK(read_check("v.carrier: {same object as: t.carrier}") == "v.carrier => same object as t.carrier");
  CHECK(read_check("v: {not: t}") == "v => not t");
  CHECK(read_check("v.carrier: fresh") == "v.carrier => fresh");
  CHECK(read_check("v.layout: injective") == "v.layout => injective");
  CHECK(read_check("t.carrier.reads: {at least: 1}") == "t.carrier.reads => at least 1");
  CHECK(read_check("v.grad: {raises: RuntimeError}") == R"(v.grad => raises "RuntimeError")");
  CHECK(read_check("v.offset: {one of: [1, {at least: 3}]}") == "v.offset => one of 1 | at least 3");
  CHECK(read_check("v: !list [5.0]") == R"(v => [{"float":"5"}])");
}

TEST_CASE("What the judged step answers") {
  const Case read =
      one({objects, "when: {item: [t]}", "then: {1: {returns: !str \"x\"}, 2: {returns: {same object as: t}}}"});
  CHECK(read.then[0].checks[0].subject == Check::Subject::returns);
  CHECK(written(read.then[0].checks[0].matcher) == "\"x\"");
  CHECK(written(read.then[1].checks[0].matcher) == "same object as t");
  CHECK_FALSE(read.expects_error);
}

TEST_CASE("What its error must be") {
  const Case read =
      one({objects, "control: omitted", "when: {item: [t]}",
           "then:", "  1: {raises: ValueError, message: \"exactly: this\", t.grad: none}", "  2: {raises: any}",
           "  3: {raises: {same object as: boom}, mentions: [\"stride\", 7, t.class, {one of: [3, \"x\"]}]}",
           "  1-2: {raises: {one of: [TypeError, Other]}}"});
  CHECK(read.expects_error);
  REQUIRE(read.then.size() == 4);
  CHECK(read.then[0].checks[0].subject == Check::Subject::raises);
  CHECK(written(read.then[0].checks[0].matcher) == "\"ValueError\"");
  CHECK(read.then[0].checks[1].subject == Check::Subject::message);
  CHECK(written(read.then[0].checks[1].matcher) == "\"exactly: this\"");
  CHECK(written(read.then[1].checks[0].matcher) == "\"any\"");
  CHECK(written(read.then[2].checks[0].matcher) == "same object as boom");
  CHECK(read.then[2].checks[1].subject == Check::Subject::mentions);
  CHECK(written(read.then[2].checks[1].matcher) == R"(["stride",7,{"ref":"t.class"},{"one of":[3,"x"]}])");
  CHECK(written(read.then[3].checks[0].matcher) == R"(one of "TypeError" | "Other")");
}

TEST_CASE("Keys of then are clauses, ranges of them, or a row's") {
  using Clauses = std::vector<int>;
  const Case read = one({"then: {1: {returns: 0}, \"3 1-2\": {returns: 0}, \"2\": {returns: 0}}"});
  CHECK(read.then[0].clauses == Clauses{1});
  CHECK(read.then[1].clauses == Clauses{3, 1, 2});
  CHECK(read.then[2].clauses == Clauses{2});
  const auto of_row = [](const std::string& clause) {
    return one({"cases: {a: {c: " + clause + "}}", "then: {$c: {returns: 0}, 1: {returns: 0}}"}).then[0].clauses;
  };
  CHECK(of_row("2") == Clauses{2});
  CHECK(of_row("[1, 3]") == Clauses{1, 3});
  CHECK(of_row("\"1-3\"") == Clauses{1, 2, 3});
}

TEST_CASE("A probe's then has what each reading gives") {
  const std::vector<Case> cases = read(
      "requirement: views.permute\nprobes:\n  - probe: Q4\n    given: {t: !tensor {layout: \"[2,3]:[1,2]\"}}\n"
      "    control: {permute: [t, [1, 0]]}\n    cases: {one: {}}\n    when: {permute: [t, [true, 0]], as: v}\n"
      "    then: {A: {raises: TypeError}, B: {v.offset: 0, v.layout: \"[3,2]:[2,1]\"}}\n");
  REQUIRE(cases.size() == 1);
  const Case& probe = cases[0];
  CHECK(probe.id == "views.permute?Q4/one");
  CHECK(probe.reading == "Q4");
  CHECK(probe.scenario.empty());
  CHECK(probe.then.empty());
  CHECK_FALSE(probe.expects_error);
  REQUIRE(probe.letters.size() == 2);
  CHECK(probe.letters[0].first == "A");
  CHECK(written(probe.letters[0].second.checks[0].matcher) == "\"TypeError\"");
  CHECK(probe.letters[1].first == "B");
  CHECK(probe.letters[1].second.checks.size() == 2);
}

}  // namespace
}  // namespace swconform::scenario::test
