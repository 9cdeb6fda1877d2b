// SPDX-License-Identifier: Apache-2.0
// How each kind of step ends.
#include <new>
#include <stdexcept>

#include "tests/bindings/cpp/toy_harness.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using sdk::Arguments;
using sdk::Item;
using toy::Lines;
using toy::run;

TEST_CASE("steps run in order, whatever became of those before") {
  CHECK(run(toy::harness(), R"([{"do":"box","arguments":[5],"as":"b"},{"do":"nothing"},
                                {"do":"read","arguments":[{"ref":"b"}]}])") ==
        Lines{R"({"step":0,"value":{"object":1}})", R"({"step":1,"unsupported":"there is no operation nothing"})",
              R"({"step":2,"value":5})", R"({"done":true})"});
}

TEST_CASE("arguments come by position or by keyword") {
  CHECK(run(toy::harness(), R"([{"do":"box","keywords":{"number":5},"as":"b"},
                                {"do":"box","arguments":[6],"keywords":{"next":{"ref":"b"}},"as":"c"},
                                {"do":"read","keywords":{"box":{"ref":"c.next"}}}])")[2] == R"({"step":2,"value":5})");
}

TEST_CASE("an option that is not declared is unsupported, a wrong count internal, before names are looked at") {
  CHECK(run(toy::harness(), R"([{"do":"box","arguments":[{"ref":"x"}],"keywords":{"spy":true}}])", 1) ==
        Lines{R"({"step":0,"unsupported":"box has no parameter spy"})"});
  CHECK(run(toy::harness(), R"([{"do":"read"}])", 1) == Lines{R"({"step":0,"internal":"read needs box"})"});
  CHECK(run(toy::harness(), R"([{"do":"read","arguments":[{"ref":"x"},1]}])", 1) ==
        Lines{R"({"step":0,"internal":"read takes at most 1 arguments, not 2"})"});
  CHECK(run(toy::harness(), R"([{"do":"box","arguments":[1],"keywords":{"number":1}}])", 1) ==
        Lines{R"({"step":0,"internal":"box is given number twice"})"});
}

TEST_CASE("the step that names what is not bound is skipped") {
  CHECK(
      run(toy::harness(), R"([{"do":"read","arguments":[{"ref":"b"}],"as":"n"},{"do":"read","arguments":[{"ref":"n"}]},
                                {"do":"read","arguments":[{"ref":"n.next"}]}])") ==
      Lines{R"({"step":0,"skipped":"b is not bound"})", R"({"step":1,"skipped":"n is not bound"})",
            R"({"step":2,"skipped":"n is not bound"})", R"({"done":true})"});
}

TEST_CASE("a failed call binds nothing") {
  CHECK(run(toy::harness(), R"([{"do":"box","arguments":[-1],"as":"b"},{"do":"read","arguments":[{"ref":"b"}],"as":"n"},
                                {"do":"read","arguments":[{"ref":"n"}]}])")[2] ==
        R"({"step":2,"skipped":"n is not bound"})");
}

TEST_CASE("a call that would not compile is absent") {
  const auto harness = toy::harness();
  CHECK(
      run(harness, R"([{"do":"read","arguments":[5]}])", 1) ==
      Lines{R"({"step":0,"absent":"the operation takes an object of the type the operation takes, not an integer"})"});
  for (const char* argument : {"null", "true", "\"5\"", R"({"float":"5"})", "[5]", R"({"slice":[1,2,null]})",
                               R"({"map":{"a":1}})", R"({"int":"9223372036854775808"})"}) {
    INFO(argument);
    const std::string steps = std::string(R"([{"do":"box","arguments":[)") + argument + "]}]";
    CHECK(from_json(run(harness, steps)[0]).find("absent") != nullptr);
  }
}

TEST_CASE("an argument that is no argument of the protocol is the harness's fault, not a crash") {
  for (const char* argument : {"{}", R"({"ref":5})", R"({"slice":[1,2]})", R"({"slice":1})", R"({"map":[]})",
                               R"({"object":1})", R"({"ref":"b","map":{}})"}) {
    INFO(argument);
    const std::string steps = std::string(R"([{"do":"box","arguments":[)") + argument + "]}]";
    CHECK(from_json(run(toy::harness(), steps)[0]).find("internal") != nullptr);
  }
}

TEST_CASE("names may hold dots; facts come after the longest name") {
  CHECK(run(toy::harness(), R"([{"do":"box","arguments":[1],"as":"b"},{"do":"box","arguments":[2],"as":"b.$inner.0"},
                                {"do":"box","arguments":[3,{"ref":"b.$inner.0"}],"as":"c"},
                                {"do":"read","arguments":[{"ref":"b.$inner.0"}]},
                                {"do":"read","arguments":[{"ref":"c.next"}]},
                                {"do":"box","arguments":[{"ref":"b.$inner.0.number"}],"as":"d"},
                                {"do":"box","arguments":[{"ref":"b.colour"}]},
                                {"do":"box","arguments":[{"ref":"b.number.colour"}]}])") ==
        Lines{R"({"step":0,"value":{"object":1}})", R"({"step":1,"value":{"object":2}})",
              R"({"step":2,"value":{"object":3}})", R"({"step":3,"value":2})", R"({"step":4,"value":2})",
              R"({"step":5,"value":{"object":4}})", R"({"step":6,"unsupported":"b.colour: box has no fact colour"})",
              R"({"step":7,"unsupported":"b.number.colour: an integer has no facts"})", R"({"done":true})"});
}

TEST_CASE("exceptions are reported by kind, message and identity") {
  auto harness = toy::harness();
  harness.operation("raise", {"error"},
                    [](const Arguments& arguments) { std::rethrow_exception(arguments.get<std::exception_ptr>(0)); });
  harness.operation("number", {}, [](const Arguments&) { throw 5; });
  CHECK(
      run(harness,
          R"([{"do":"error","arguments":["TypeError"],"as":"e"},{"do":"error","arguments":["Other","x"],"as":"f"},
                         {"do":"raise","arguments":[{"ref":"f"}]},{"do":"raise","arguments":[{"ref":"e"}]},
                         {"do":"raise","arguments":[{"ref":"f"}]},{"do":"box","arguments":[-1],"as":"b"},
                         {"do":"read","arguments":[{"ref":"b"}]},{"do":"read","arguments":[{"ref":"b"}]},
                         {"do":"number"}])") ==
      Lines{
          R"({"step":0,"value":{"object":1}})", R"({"step":1,"value":{"object":2}})",
          R"({"step":2,"error":{"kind":"Other","message":"x","token":{"object":2}}})",
          R"({"step":3,"error":{"kind":"TypeError","message":"a prepared TypeError","token":{"object":1}}})",
          R"({"step":4,"error":{"kind":"Other","message":"x","token":{"object":2}}})",
          R"({"step":5,"value":{"object":3}})",
          R"({"step":6,"error":{"kind":"ValueError","message":"below zero","token":{"object":4}}})",
          R"({"step":7,"error":{"kind":"ValueError","message":"below zero","token":{"object":5}}})",
          R"({"step":8,"error":{"kind":"Other","message":"an exception that is no std::exception","token":{"object":6}}})",
          R"({"done":true})"});
}

TEST_CASE("a harness's classifier comes first, and its failure is internal") {
  auto harness = toy::harness();
  harness.classifier([](const std::exception_ptr&) { return sdk::ErrorReport{"IndexError", "mine"}; });
  const char* steps = R"([{"do":"box","arguments":[-1],"as":"b"},{"do":"read","arguments":[{"ref":"b"}]}])";
  CHECK(run(harness, steps)[1] == R"({"step":1,"error":{"kind":"IndexError","message":"mine","token":{"object":2}}})");
  harness.classifier(
      [](const std::exception_ptr&) -> std::optional<sdk::ErrorReport> { throw std::logic_error("oh"); });
  CHECK(run(harness, steps)[1] == R"({"step":1,"internal":"classifying an exception failed: oh"})");
}

TEST_CASE("running out of memory leaves the harness") {
  auto harness = toy::harness();
  harness.operation("hoard", {}, [](const Arguments&) { throw std::bad_alloc(); });
  CHECK_THROWS_AS(run(harness, R"([{"do":"hoard"}])"), std::bad_alloc);
}

TEST_CASE("an answer of a type nobody registered is internal and binds nothing") {
  auto harness = toy::harness();
  harness.operation("odd", {}, [](const Arguments&) { return std::make_shared<std::string>("x"); });
  const Lines lines = run(harness, R"([{"do":"odd","as":"o"},{"do":"read","arguments":[{"ref":"o"}]}])");
  CHECK(from_json(lines[0]).find("internal") != nullptr);
  CHECK(lines[1] == R"({"step":1,"skipped":"o is not bound"})");
}

TEST_CASE("gradient recording is disabled for one step, or the step is unsupported") {
  static bool recording = true;
  auto harness = toy::harness();
  harness.operation("recording", {}, [](const Arguments&) { return recording; });
  const char* steps = R"([{"do":"recording","no_grad":true},{"do":"recording"}])";
  CHECK(run(harness, steps, 2) ==
        Lines{R"({"step":0,"unsupported":"gradient recording cannot be disabled"})", R"({"step":1,"value":true})"});
  harness.no_grad([] {
    recording = false;
    return std::shared_ptr<void>(nullptr, [](void*) { recording = true; });
  });
  CHECK(run(harness, steps, 2) == Lines{R"({"step":0,"value":false})", R"({"step":1,"value":true})"});
}

TEST_CASE("drop takes names, one by one or in lists") {
  CHECK(run(toy::harness(), R"([{"do":"box","arguments":[1],"as":"a"},{"do":"box","arguments":[2],"as":"b"},
                                {"do":"box","arguments":[3],"as":"c"},
                                {"do":"drop","arguments":[[{"ref":"a"},{"ref":"b"}],{"ref":"c"}]},
                                {"do":"read","arguments":[{"ref":"c"}]},{"do":"drop","arguments":[{"ref":"a"}]},
                                {"do":"drop","arguments":["a"]}])") ==
        Lines{R"({"step":0,"value":{"object":1}})", R"({"step":1,"value":{"object":2}})",
              R"({"step":2,"value":{"object":3}})", R"({"step":3,"value":null})",
              R"({"step":4,"skipped":"c is not bound"})", R"({"step":5,"skipped":"a is not bound"})",
              R"({"step":6,"internal":"drop takes names: {\"ref\": ...}"})", R"({"done":true})"});
}
