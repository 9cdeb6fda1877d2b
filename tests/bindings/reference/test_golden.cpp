// SPDX-License-Identifier: Apache-2.0
// Whole cases, written by hand from the protocol and the specs.
#include "tests/bindings/reference/lines.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;

namespace {

void check_lines(const std::string& steps, const std::vector<std::string>& expected) {
  const std::vector<Value> lines = run_reference(steps);
  REQUIRE(lines.size() == expected.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    INFO(to_json(lines[i]));
    CHECK(lines[i] == from_json(expected[i]));
  }
}

// $dtype, t.$carrier, $1 and t, a tensor of two elements.
std::string tensor_of(const std::string& dtype) {
  return R"([
  {"do":"dtype","arguments":[")" +
         dtype + R"("],"as":"$dtype"},
  {"do":"carrier","keywords":{"dtype":{"ref":"$dtype"},"size":4,"stored":[4,5,6,7]},"as":"t.$carrier"},
  {"do":"layout","arguments":[[2,[1]],[2,[5]]],"as":"$1"},
  {"do":"tensor","arguments":[{"ref":"t.$carrier"},1,{"ref":"$1"}],"as":"t","facts":true},)";
}

const std::string tensor_steps = tensor_of("Float32");

}  // namespace

TEST_CASE("a tensor, a view of it and a refusal") {
  check_lines(
      tensor_steps + R"(
  {"do":"permute","arguments":[{"ref":"t"},[1,0]],"as":"v","facts":true},
  {"do":"to_list","arguments":[{"ref":"v"}]},
  {"do":"item","arguments":[{"ref":"t"}]}])",
      {R"({"step":0,"value":{"dtype":"Float32"}})", R"({"step":1,"value":{"object":1}})",
       R"({"step":2,"value":{"layout":[[2,[1]],[2,[5]]]}})", R"({"step":3,"value":{"object":2}})",
       R"({"facts":{"names":{"$dtype":{"dtype":"Float32"},"t.$carrier":{"object":1},"$1":{"layout":[[2,[1]],[2,[5]]]},
          "t":{"object":2}},"objects":{
          "1":{"kind":"carrier","alive":true,"facts":{"dtype":{"dtype":"Float32"},"size":4,"version":0,"released":false,
               "class":{"object":3},"stored":[{"float":"4"},{"float":"5"},{"float":"6"},{"float":"7"}]}},
          "2":{"kind":"tensor","alive":true,"facts":{"layout":{"layout":[[2,[1]],[2,[5]]]},"offset":1,
               "carrier":{"object":1},"dtype":{"dtype":"Float32"},"size":2,"class":{"object":3},
               "subtensors":[{"map":{"dtype":{"dtype":"Float32"},"carrier":{"object":1},"offset":1,
                                     "layout":{"layout":[[2,[1]],[2,[5]]]}}}],
               "adjacent":[],"snapshot":[[{"object":1},0]],
               "grad":null}},
          "3":{"kind":"class","facts":{"name":"strideweave::Host"}}}}})",
       R"({"step":4,"value":{"object":4}})",
       R"({"facts":{"names":{"v":{"object":4}},"objects":{
          "4":{"kind":"tensor","alive":true,"facts":{"layout":{"layout":[[[1],2],[[5],2]]},"offset":1,
               "carrier":{"object":1},"dtype":{"dtype":"Float32"},"size":2,"class":{"object":3},
               "subtensors":[{"map":{"dtype":{"dtype":"Float32"},"carrier":{"object":1},"offset":1,
                                     "layout":{"layout":[[[1],2],[[5],2]]}}}],
               "adjacent":[],"snapshot":[[{"object":1},0]],
               "grad":null}}}}})",
       R"({"step":5,"value":[{"float":"5"},{"float":"7"}]})",
       R"({"step":6,"error":{"kind":"ValueError","message":"item requires a tensor with exactly one element",
          "token":{"object":5}}})",
       R"({"done":true})"});
}

TEST_CASE("wrong types reach the reference, which answers with its own errors") {
  const auto lines = run_reference(tensor_steps + R"(
  {"do":"permute","arguments":[{"ref":"t"},[1,{"float":"0"}]]},
  {"do":"permute","arguments":[{"ref":"t"},[1,"0"]]},
  {"do":"permute","arguments":[{"ref":"t"},[1,null]]},
  {"do":"permute","arguments":[{"ref":"t"},[1,[0]]]},
  {"do":"permute","arguments":[{"ref":"t"},[1,{"ref":"t"}]]},
  {"do":"permute","arguments":[{"ref":"t"},[1,{"map":{}}]]},
  {"do":"permute","arguments":[{"ref":"t"},[1,{"slice":[null,null,null]}]]},
  {"do":"tensor","arguments":[{"ref":"t"},0,{"ref":"$1"}]},
  {"do":"tensor","arguments":[{"ref":"t.carrier"},true,{"ref":"$1"}]},
  {"do":"tensor","arguments":[{"ref":"t.carrier"},0,5]},
  {"do":"carrier_get","arguments":[{"ref":"t.carrier"},"0"]}])");
  for (std::size_t i = 5; i < 16; ++i) {
    const Outcome outcome = parse_outcome(lines.at(i));
    INFO(to_json(lines.at(i)));
    CHECK(outcome.error_kind == "TypeError");
  }
}

TEST_CASE("integers of any size arrive, merely out of range") {
  const auto lines = run_reference(tensor_steps + R"(
  {"do":"permute","arguments":[{"ref":"t"},[1,{"int":"18446744073709551616"}]]},
  {"do":"tensor","arguments":[{"ref":"t.carrier"},{"int":"99999999999999999999999999999999999999999999"},{"ref":"$1"}]},
  {"do":"carrier_get","arguments":[{"ref":"t.carrier"},{"int":"-99999999999999999999999999999999999999999999"}]}])");
  CHECK(parse_outcome(lines.at(5)).error_kind == "ValueError");
  CHECK(parse_outcome(lines.at(6)).error_kind == "ValueError");
  CHECK(parse_outcome(lines.at(7)).error_kind == "IndexError");
}

TEST_CASE("values are told exactly") {
  check_lines(
      R"([{"do":"shape","arguments":[[3,[2]]],"as":"s"},{"do":"stride","arguments":[[1,[{"int":"18446744073709551616"}]]]},
          {"do":"tree","arguments":[[0,null,[1]]]},{"do":"shape","arguments":[[]]},
          {"do":"public_name","arguments":["friendly.to_list"]},{"do":"public_name","arguments":["friendly.tolist"]}])",
      {R"({"step":0,"value":{"shape":[3,[2]]}})",
       R"({"step":1,"value":{"stride":[1,[{"int":"18446744073709551616"}]]}})",
       R"({"step":2,"value":{"tree":[0,null,[1]]}})", R"({"step":3,"value":{"shape":[]}})",
       R"({"step":4,"value":true})", R"({"step":5,"value":false})", R"({"done":true})"});
  CHECK(parse_outcome(run_reference(R"([{"do":"shape","arguments":[[0]]}])")[0]).error_kind == "ValueError");
}

TEST_CASE("a query that fails is a fact") {
  const auto lines = run_reference(R"([
    {"do":"dtype","arguments":["Int32"],"as":"d"},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":1},"as":"c"},
    {"do":"layout","arguments":[[1],[1]],"as":"l"},
    {"do":"tensor","arguments":[{"ref":"c"},0,{"ref":"l"}],"as":"t","facts":true},
    {"do":"item","arguments":[{"ref":"t.grad"}]}])");
  const Value grad = *facts_of(lines, "t").find("grad");
  REQUIRE(grad.tagged_as("error") != nullptr);
  CHECK(*grad.tagged_as("error")->find("kind") == Value("RuntimeError"));
  CHECK(lines.at(5) == from_json(R"({"step":4,"skipped":"t.grad raises RuntimeError"})"));
}

// Without recording: a recorded view saves its source (views.backward.12).
TEST_CASE("a tensor dies with its name, its carrier with the last tensor") {
  const auto lines = run_reference(tensor_of("Int32") + R"(
  {"do":"permute","arguments":[{"ref":"t"},[1,0]],"as":"v","no_grad":true},
  {"do":"drop","arguments":[{"ref":"t"},{"ref":"t.$carrier"}],"facts":true},
  {"do":"drop","arguments":[{"ref":"v"}],"facts":true}])");
  const Facts kept = parse_facts(lines.at(7));
  REQUIRE(kept.objects.contains(2));
  CHECK(kept.objects.at(2).alive == false);
  CHECK_FALSE(kept.objects.contains(1));
  const Facts gone = parse_facts(lines.at(9));
  REQUIRE(gone.objects.contains(1));
  CHECK(gone.objects.at(1).alive == false);
}

// views.backward: a recorded view saves its source.
TEST_CASE("a source outlives its name while a recorded view needs it") {
  const auto lines = run_reference(tensor_of("Float32") + R"(
  {"do":"permute","arguments":[{"ref":"t"},[1,0]],"as":"v"},
  {"do":"drop","arguments":[{"ref":"t"},{"ref":"t.$carrier"}],"facts":true},
  {"do":"drop","arguments":[{"ref":"v"}],"facts":true}])");
  CHECK_FALSE(parse_facts(lines.at(7)).objects.contains(2));
  const Facts gone = parse_facts(lines.at(9));
  REQUIRE(gone.objects.contains(2));
  CHECK(gone.objects.at(2).alive == false);
}

TEST_CASE("objects that only look like tensors") {
  const auto lines = run_reference(R"([
  {"do":"dtype","arguments":["Float32"],"as":"d"},
  {"do":"carrier","keywords":{"dtype":{"ref":"d"},"stored":[{"float":"1.5"},2]},"as":"c"},
  {"do":"layout","arguments":[[1],[1]],"as":"l"},
  {"do":"foreign","keywords":{"attributes":{"map":{"carrier":{"ref":"c"},"offset":1,"layout":{"ref":"l"}}},
                              "methods":{"map":{"size":1}}},"as":"f"},
  {"do":"foreign","keywords":{"attributes":{"map":{"carrier":{"ref":"c"},"size":1}}},"as":"g","facts":true},
  {"do":"item","arguments":[{"ref":"f"}]},
  {"do":"item","arguments":[{"ref":"g"}]},
  {"do":"to_list","arguments":[5]}])");
  CHECK(facts_of(lines, "f") == from_json(R"({"carrier":{"object":1},"offset":1,"layout":{"layout":[[1],[1]]}})"));
  CHECK(lines.at(6) == from_json(R"({"step":5,"value":{"float":"2"}})"));
  CHECK(parse_outcome(lines.at(7)).error_kind == "AttributeError");
  CHECK(parse_outcome(lines.at(8)).error_kind == "AttributeError");
}
