// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "bindings/protocol/messages.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;

TEST_CASE("hello goes over the wire and back") {
  Hello hello;
  hello.name = "mine";
  hello.version = "1.2";
  hello.language = "Rust";
  hello.operations = {"permute"};
  hello.facts = {"layout"};
  hello.options = {"spy"};
  CHECK(
      to_json(to_value(hello)) ==
      R"({"name":"mine","version":"1.2","language":"Rust","protocol":1,"operations":["permute"],"facts":["layout"],"options":["spy"]})");
  CHECK(to_value(parse_hello(to_value(hello))) == to_value(hello));
  CHECK(to_json(hello_request()) == R"({"verb":"hello","protocol":1})");
  CHECK(to_json(bye_request()) == R"({"verb":"bye"})");
}

TEST_CASE("a case goes over the wire and back, empty members left out") {
  CaseRequest request;
  Step step;
  step.operation = "permute";
  step.arguments = {Value::tagged("ref", "t"), Value::List{1, 0}};
  step.as = "v";
  step.facts = true;
  Step plain;
  plain.operation = "item";
  plain.keywords = {{"tensor", Value()}};
  plain.no_grad = true;
  request.steps = {step, plain};
  const std::string line =
      R"({"verb":"case","steps":[{"do":"permute","arguments":[{"ref":"t"},[1,0]],"as":"v","facts":true},)"
      R"({"do":"item","keywords":{"tensor":null},"no_grad":true}]})";
  CHECK(to_json(to_value(request)) == line);
  const CaseRequest back = parse_case_request(from_json(line));
  CHECK(to_value(back) == to_value(request));
  CHECK(back.steps[0].facts);
  CHECK_FALSE(back.steps[0].no_grad);
  CHECK(back.steps[1].no_grad);
}

TEST_CASE("each way a step ends goes over the wire and back") {
  const std::string line = GENERATE(values<std::string>(
      {R"({"step":0,"value":null})", R"({"step":3,"value":[1,{"object":2}]})",
       R"({"step":1,"error":{"kind":"ValueError","message":"no","token":{"object":4}}})",
       R"({"step":1,"error":{"kind":"Other","message":"","token":null}})", R"({"step":2,"unsupported":"why"})",
       R"({"step":2,"absent":"why"})", R"({"step":2,"skipped":"why"})", R"({"step":2,"internal":"why"})"}));
  INFO(line);
  CHECK(to_json(to_value(parse_outcome(from_json(line)))) == line);
}

TEST_CASE("facts go over the wire and back") {
  const std::string line =
      R"({"facts":{"names":{"t":{"object":3}},"objects":{"3":{"kind":"tensor","alive":true,"facts":{"offset":1}},)"
      R"("4":{"alive":false},"5":{"kind":"dtype","facts":{}}}}})";
  const Facts facts = parse_facts(from_json(line));
  CHECK(to_json(to_value(facts)) == line);
  CHECK(facts.objects.at(4).kind.empty());
  CHECK_FALSE(facts.objects.at(5).alive);
  CHECK(is_facts(from_json(line)));
  CHECK_FALSE(is_facts(from_json(R"({"step":0,"value":null})")));
}

TEST_CASE("the last line of a case is recognised") {
  CHECK(is_done(from_json(R"({"done":true})")));
  CHECK(is_done(from_json(R"({"internal":"why","done":true})")));
  CHECK_FALSE(is_done(from_json(R"({"done":false})")));
  CHECK_FALSE(is_done(from_json(R"({"step":0,"value":{"done":true}})")));
}

TEST_CASE("messages that are none are refused") {
  const auto refused = [](auto parse, std::initializer_list<const char*> lines) {
    for (const char* line : lines) {
      INFO(line);
      CHECK_THROWS_AS(parse(from_json(line)), ProtocolError);
    }
  };
  refused(parse_hello,
          {"null", "{}", R"({"name":"a","version":"1","language":"C","operations":[],"facts":[],"options":[]})",
           R"({"name":1,"version":"1","language":"C","protocol":1,"operations":[],"facts":[],"options":[]})",
           R"({"name":"a","version":"1","language":"C","protocol":1,"operations":[1],"facts":[],"options":[]})",
           R"({"name":"a","version":"1","language":"C","protocol":1,"operations":{},"facts":[],"options":[]})"});
  refused(parse_case_request,
          {"[]", R"({"verb":"case"})", R"({"verb":"hello","steps":[]})", R"({"verb":"case","steps":{}})",
           R"({"verb":"case","steps":[5]})", R"({"verb":"case","steps":[{}]})", R"({"verb":"case","steps":[{"do":1}]})",
           R"({"verb":"case","steps":[{"do":"x","argument":[]}]})",
           R"({"verb":"case","steps":[{"do":"x","arguments":{}}]})",
           R"({"verb":"case","steps":[{"do":"x","facts":1}]})", R"({"verb":"case","steps":[],"id":1})"});
  refused(parse_outcome,
          {"1", "{}", R"({"step":0})", R"({"value":1})", R"({"step":-1,"value":1})", R"({"step":"0","value":1})",
           R"({"step":0,"value":1,"error":{}})", R"({"step":0,"result":1})", R"({"step":0,"absent":1})",
           R"({"step":0,"error":"x"})", R"({"step":0,"error":{"kind":"KeyError","message":"","token":null}})",
           R"({"step":0,"error":{"kind":"TypeError","token":null}})",
           R"({"step":0,"error":{"kind":"TypeError","message":"","token":5}})",
           R"({"step":0,"error":{"kind":"TypeError","message":"","token":{"object":"a"}}})"});
  refused(parse_facts,
          {R"({"facts":{"names":{}}})", R"({"facts":{"names":{},"objects":[]}})",
           R"({"facts":{"names":{},"objects":{"x":{}}}})", R"({"facts":{"names":{},"objects":{"1":{"kind":"a"}}}})",
           R"({"facts":{"names":{},"objects":{"1":{"kind":"","facts":{}}}}})",
           R"({"facts":{"names":{},"objects":{"1":{"alive":1}}}})", R"({"facts":{"names":{},"objects":{},"more":1}})"});
}
