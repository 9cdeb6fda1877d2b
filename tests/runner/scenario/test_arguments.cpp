// SPDX-License-Identifier: Apache-2.0
// What the harness receives for the arguments of a step: the table at the end of LANGUAGE.md, line by line.
#include "tests/runner/scenario/scenario_fixture.hpp"
#include "tests/support/catch.hpp"

namespace swconform::scenario::test {
namespace {

/// The judged step for `when: {item: [argument]}` with t and c bound; only its arguments.
std::string sent(const std::string& argument) {
  const Case read = one({"given: {c: !carrier {size: 2}, t: !tensor {carrier: c, layout: \"2:1\"}, k: 1.0}",
                         "when: {item: [" + argument + "]}"});
  return to_json(read.when.back().step.arguments.at(0));
}

/// The last given for the same.
std::string built(const std::string& argument) {
  const Case read = one({"when: {item: [" + argument + "]}"});
  CHECK(to_json(read.when.back().step.arguments.at(0)) == R"({"ref":"$1"})");
  REQUIRE(read.givens.size() == 1);
  CHECK(read.givens[0].written == argument);
  return json(read.givens[0].step);
}

TEST_CASE("Plain arguments") {
  CHECK(sent("5") == "5");
  CHECK(sent("-3") == "-3");
  CHECK(sent("0") == "0");
  CHECK(sent("9007199254740992") == "9007199254740992");
  CHECK(sent("18446744073709551618") == R"({"int":"18446744073709551618"})");
  CHECK(sent("!int \"9223372036854775808\"") == R"({"int":"9223372036854775808"})");
  CHECK(sent("1.5") == R"({"float":"1.5"})");
  CHECK(sent("-0.0") == R"({"float":"-0"})");
  CHECK(sent("2.0e3") == R"({"float":"2000"})");
  CHECK(sent("!float \"nan\"") == R"({"float":"nan"})");
  CHECK(sent("!float \"-inf\"") == R"({"float":"-inf"})");
  CHECK(sent("true") == "true");
  CHECK(sent("false") == "false");
  CHECK(sent("none") == "null");
  CHECK(sent("!str \"a b -> b a\"") == R"("a b -> b a")");
  CHECK(sent("!str \"\"") == R"("")");
  CHECK(sent("!str \"5\"") == R"("5")");
  CHECK(sent("[1, [0, t]]") == R"([1,[0,{"ref":"t"}]])");
  CHECK(sent("!list [1, none]") == "[1,null]");
  CHECK(sent("[]") == "[]");
}

TEST_CASE("Names and facts of objects") {
  CHECK(sent("t") == R"({"ref":"t"})");
  CHECK(sent("t.carrier") == R"({"ref":"t.carrier"})");
  CHECK(sent("t.subtensors.0.layout") == R"({"ref":"t.subtensors.0.layout"})");
  CHECK(sent("k") == R"({"float":"1"})");
}

TEST_CASE("Slices") {
  CHECK(sent("!slice \"1:9:2\"") == R"({"slice":[1,9,2]})");
  CHECK(sent("!slice \":\"") == R"({"slice":[null,null,null]})");
  CHECK(sent("!slice \"-3:\"") == R"({"slice":[-3,null,null]})");
  CHECK(sent("!slice \"::0\"") == R"({"slice":[null,null,0]})");
  CHECK(sent("!slice \"0:18446744073709551616\"") == R"({"slice":[0,{"int":"18446744073709551616"},null]})");
  CHECK(sent("!slice [_, t, 1.0]") == R"({"slice":[null,{"ref":"t"},{"float":"1"}]})");
  CHECK(sent("!slice [!str \"a\"]") == R"({"slice":["a",null,null]})");
}

TEST_CASE("Shapes, strides, layouts, trees, dtypes and errors are steps of their own") {
  CHECK(built("!shape [3, [2]]") == R"({"do":"shape","arguments":[[3,[2]]],"as":"$1","facts":true})");
  CHECK(built("!shape []") == R"({"do":"shape","arguments":[[]],"as":"$1","facts":true})");
  CHECK(built("!shape [3, []]") == R"({"do":"shape","arguments":[[3,[]]],"as":"$1","facts":true})");
  CHECK(built("!shape 12") == R"({"do":"shape","arguments":[[12]],"as":"$1","facts":true})");
  CHECK(built("!shape \"[3,[2]]\"") == R"({"do":"shape","arguments":[[3,[2]]],"as":"$1","facts":true})");
  CHECK(built("!stride [0, [4]]") == R"({"do":"stride","arguments":[[0,[4]]],"as":"$1","facts":true})");
  CHECK(built("!layout \"[2,[3,4]]:[1,[10,100]]\"") ==
        R"({"do":"layout","arguments":[[2,[3,4]],[1,[10,100]]],"as":"$1","facts":true})");
  CHECK(built("!layout \"5:1\"") == R"({"do":"layout","arguments":[[5],[1]],"as":"$1","facts":true})");
  CHECK(built("!layout \"[[5]]:[[1]]\"") == R"({"do":"layout","arguments":[[[5]],[[1]]],"as":"$1","facts":true})");
  CHECK(built("!layout \"[]:[]\"") == R"({"do":"layout","arguments":[[],[]],"as":"$1","facts":true})");
  CHECK(built("!tree [0, _, [1]]") == R"({"do":"tree","arguments":[[0,null,[1]]],"as":"$1","facts":true})");
  CHECK(built("!dtype Int32") == R"({"do":"dtype","arguments":["Int32"],"as":"$1","facts":true})");
  CHECK(built("!error Other") == R"({"do":"error","arguments":["Other"],"as":"$1","facts":true})");
}

TEST_CASE("Built-in dtypes are built once for each case, shapes each time") {
  const Case read = one({"when: {item: [!dtype Int32, !shape [2], !dtype Int32, !shape [2]]}"});
  CHECK(steps(read) ==
        std::vector<std::string>{
            R"({"do":"item","arguments":[{"ref":"$1"},{"ref":"$2"},{"ref":"$1"},{"ref":"$3"}],"facts":true})"});
  CHECK(read.givens.size() == 3);
}

TEST_CASE("A subtensor is a map of four references") {
  const Case read = one({"given: {c: !carrier {dtype: Int32, size: 4}}",
                         "when: {representation: {subtensors: [!sub {carrier: c, layout: \"4:1\"}, !sub {carrier: 5, "
                         "dtype: none, offset: -1, layout: !shape [2]}]}}"});
  CHECK(
      steps(read) ==
      std::vector<std::string>{
          R"({"do":"representation","keywords":{"subtensors":[{"map":{"dtype":{"ref":"$1"},"carrier":{"ref":"c"},"offset":0,"layout":{"ref":"$3"}}},{"map":{"dtype":null,"carrier":5,"offset":-1,"layout":{"ref":"$5"}}}]},"facts":true})"});
  CHECK(json(read.givens[2].step) == R"({"do":"layout","arguments":[[4],[1]],"as":"$3"})");
}

TEST_CASE("Steps: keywords, names, recording, changes, and what an earlier step must do") {
  const Case read =
      one({"given: {x: !tensor {layout: \"2:1\"}, boom: !error Other}",
           "when:", "  - {permute: {tensor: x, order: [0]}, as: v, no_grad: true, changes: [x.grad, x]}",
           "  - {index: [x, [9]], raises: ValueError}", "  - {index: [x, [9]], raises: {same object as: boom}}",
           "  - {item: [x], returns: 3.0, gives: {x.grad: none, v.offset: {at least: 1}}}", "  - {drop: [x]}"});
  CHECK(steps(read) ==
        std::vector<std::string>{
            R"({"do":"permute","keywords":{"tensor":{"ref":"x"},"order":[0]},"as":"v","no_grad":true,"facts":true})",
            R"({"do":"index","arguments":[{"ref":"x"},[9]],"facts":true})",
            R"({"do":"index","arguments":[{"ref":"x"},[9]],"facts":true})",
            R"({"do":"item","arguments":[{"ref":"x"}],"facts":true})",
            R"({"do":"drop","arguments":[{"ref":"x"}],"facts":true})"});
  CHECK(read.when[0].changes == std::vector<std::string>{"x.grad", "x"});
  CHECK(read.when[0].written == "permute: {tensor: x, order: [0]}, as: v, no_grad: true, changes: [x.grad, x]");
  CHECK_FALSE(read.when[0].raises);
  REQUIRE(read.when[1].raises);
  CHECK(read.when[1].raises->subject == Check::Subject::raises);
  CHECK(written(read.when[1].raises->matcher) == R"("ValueError")");
  CHECK(written(read.when[2].raises->matcher) == "same object as boom");
  REQUIRE(read.when[3].returns);
  CHECK(written(read.when[3].returns->matcher) == R"({"float":"3"})");
  REQUIRE(read.when[3].gives.size() == 2);
  CHECK(read.when[3].gives[0].path == "x.grad");
  CHECK(written(read.when[3].gives[0].matcher) == "null");
  CHECK(written(read.when[3].gives[1].matcher) == "at least 1");
}

}  // namespace
}  // namespace swconform::scenario::test
