// SPDX-License-Identifier: Apache-2.0
#include "tests/bindings/reference/lines.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;

namespace {

// r and q, both rules of P; m on P with planes Float32 over Int32.
std::string two_levels(const std::string& rule_r, const std::string& rule_q) {
  return R"([{"do":"dtype","arguments":["Float32"],"as":"f"},{"do":"dtype","arguments":["Int32"],"as":"i"},
    {"do":"error","arguments":["IndexError"],"as":"boom"},
    {"do":"rule","keywords":)" +
         rule_r + R"(,"as":"r"},{"do":"rule","keywords":)" + rule_q + R"(,"as":"q"},
    {"do":"compound","keywords":{"name":"P","planes":[{"ref":"f"},{"ref":"i"}],"rules":[{"ref":"q"},{"ref":"r"}]},"as":"P"},
    {"do":"carrier","keywords":{"dtype":{"ref":"f"},"size":7},"as":"m.$carrier.0"},
    {"do":"carrier","keywords":{"dtype":{"ref":"i"},"size":8},"as":"m.$carrier.1"},
    {"do":"layout","arguments":[[2,3],[1,2]],"as":"$1"},{"do":"layout","arguments":[[6],[1]],"as":"$2"},
    {"do":"representation","keywords":{"dtype":{"ref":"P"},"subtensors":[
       {"map":{"dtype":{"ref":"f"},"carrier":{"ref":"m.$carrier.0"},"offset":1,"layout":{"ref":"$1"}}},
       {"map":{"dtype":{"ref":"i"},"carrier":{"ref":"m.$carrier.1"},"offset":2,"layout":{"ref":"$2"}}}],
     "adjacent":[{"ref":"$1"}]},"as":"m","facts":true})";
}

}  // namespace

TEST_CASE("rules are called in order with one context, which they cannot write") {
  const auto lines = run_reference(
      two_levels(
          R"({"write":["logical_dtype","storage_dtypes","placement_layouts","adjacent_layouts","level_shapes"]})",
          "{}") +
      "]");
  const Value r = facts_of(lines, "r");
  const Value q = facts_of(lines, "q");
  const Value r_token = *lines.at(3).find("value");
  const Value q_token = *lines.at(4).find("value");
  CHECK(*r.find("calls") == Value(1));
  CHECK(*r.find("writes-refused") == Value(5));
  CHECK(*q.find("writes-refused") == Value(0));
  CHECK(*r.find("log") == Value(Value::List{q_token, r_token}));
  REQUIRE(r.find("context")->tagged_as("object") != nullptr);
  CHECK(*r.find("context") == *q.find("context"));

  const Facts facts = parse_facts(lines.at(11));
  const ObjectFacts& context = facts.objects.at(*r.find("context")->tagged_as("object")->integer()->to_int64());
  CHECK(context.kind == "context");
  const Value shown = context.facts;
  CHECK(*shown.find("logical_dtype") == *lines.at(5).find("value"));
  CHECK(*shown.find("storage_dtypes") == from_json(R"([{"dtype":"Float32"},{"dtype":"Int32"}])"));
  CHECK(*shown.find("placement_layouts") == from_json(R"([{"layout":[[2,3],[1,2]]},{"layout":[[6],[1]]}])"));
  CHECK(*shown.find("adjacent_layouts") == from_json(R"([{"layout":[[2,3],[1,2]]}])"));
  CHECK(*shown.find("level_shapes") == from_json(R"([{"shape":[2,3]},{"shape":[6]}])"));

  const Value m = facts_of(lines, "m");
  CHECK(m.find("subtensors")->list()->size() == 2);
  CHECK(*m.find("adjacent") == from_json(R"([{"layout":[[2,3],[1,2]]}])"));
  CHECK(m.find("snapshot")->list()->size() == 2);
}

TEST_CASE("a rule raises once it is armed, and a later construction shows another context") {
  const auto lines = run_reference(two_levels(R"({"raise":{"ref":"boom"}})", "{}") + R"(,
    {"do":"permute","arguments":[{"ref":"m"},[1,0]],"facts":true},
    {"do":"arm","arguments":[{"ref":"r"}]},
    {"do":"permute","arguments":[{"ref":"m"},[1,0]],"facts":true}])");
  CHECK(lines.at(12).find("value") != nullptr);
  const Outcome refused = parse_outcome(lines.at(15));
  CHECK(refused.error_kind == "IndexError");
  CHECK(refused.token == *lines.at(2).find("value"));
  const auto first =
      parse_facts(lines.at(11)).objects.at(*lines.at(3).find("value")->tagged_as("object")->integer()->to_int64());
  const Value last = facts_of(lines, "r");
  CHECK(*last.find("calls") == Value(3));
  CHECK_FALSE(*Value(first.facts).find("context") == *last.find("context"));
  CHECK(*last.find("context") == *facts_of(lines, "q").find("context"));
}

TEST_CASE("a rule may be armed from the start, several by one step") {
  const auto lines = run_reference(two_levels("{}", R"({"raise":{"ref":"boom"},"armed":true})") + "]");
  CHECK(parse_outcome(lines.at(10)).error_kind == "IndexError");
  CHECK(*facts_of(lines, "r").find("calls") == Value(0));
  const auto both = run_reference(two_levels(R"({"raise":{"ref":"boom"}})", R"({"raise":{"ref":"boom"}})") + R"(,
    {"do":"arm","arguments":[[{"ref":"q"},{"ref":"r"}]]},{"do":"arm","arguments":[]},
    {"do":"arm","arguments":[{"ref":"r"},{"ref":"q"}]},
    {"do":"permute","arguments":[{"ref":"m"},[0,1]]}])");
  CHECK(both.at(12).find("value") != nullptr);
  CHECK(both.at(13).find("value") != nullptr);
  CHECK(both.at(14).find("value") != nullptr);
  CHECK(parse_outcome(both.at(15)).error_kind == "IndexError");
}

TEST_CASE("what a rule answers is dropped") {
  const auto lines = run_reference(two_levels(R"({"returns":7})", R"({"returns":null})") + "]");
  CHECK(lines.at(10).find("value") != nullptr);
  CHECK(*facts_of(lines, "r").find("calls") == Value(1));
  CHECK(*facts_of(lines, "q").find("calls") == Value(1));
}

TEST_CASE("a field no context has cannot be written") {
  const auto lines = run_reference(R"([{"do":"rule","keywords":{"write":["colour"]}}])");
  CHECK(lines.at(0).find("internal") != nullptr);
}
