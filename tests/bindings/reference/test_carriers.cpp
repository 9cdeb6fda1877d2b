// SPDX-License-Identifier: Apache-2.0
#include "tests/bindings/reference/lines.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;

namespace {

const std::string float32 = R"([{"do":"dtype","arguments":["Float32"],"as":"d"},)";

std::string class_name(const Value& facts, const std::vector<Value>& lines) {
  const std::int64_t token = *facts.find("class")->tagged_as("object")->integer()->to_int64();
  for (const Value& line : lines) {
    if (!is_facts(line)) continue;
    const Facts sent = parse_facts(line);
    if (const auto found = sent.objects.find(token); found != sent.objects.end()) {
      return *Value(found->second.facts).find("name")->text();
    }
  }
  return "";
}

}  // namespace

TEST_CASE("a spy counts what is done to it, and the facts read past it") {
  const auto lines = run_reference(float32 + R"(
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":3,"spy":true},"as":"c","facts":true},
    {"do":"carrier_get","arguments":[{"ref":"c"},2]},
    {"do":"carrier_get","arguments":[{"ref":"c"},3]},
    {"do":"carrier_set","arguments":[{"ref":"c"},0,{"float":"0.1"}],"facts":true}])");
  const Value before = parse_facts(lines.at(2)).objects.at(1).facts;
  CHECK(*before.find("stored") == from_json(R"([{"float":"0"},{"float":"1"},{"float":"2"}])"));
  CHECK(*before.find("reads") == Value(0));
  CHECK(*before.find("writes") == Value(0));
  CHECK(*before.find("allocations") == Value(0));
  CHECK(lines.at(3) == from_json(R"({"step":2,"value":{"float":"2"}})"));
  CHECK(parse_outcome(lines.at(4)).error_kind == "IndexError");
  const Value after = facts_of(lines, "c");
  CHECK(*after.find("reads") == Value(1));
  CHECK(*after.find("writes") == Value(1));
  CHECK(*after.find("version") == Value(1));
  // binary32 nearest to 0.1
  CHECK(after.find("stored")->list()->at(0) == Value(static_cast<double>(0.1F)));
}

TEST_CASE("a carrier that is no spy has no counts") {
  const auto lines = run_reference(float32 + R"(
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":1},"as":"c"},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":1,"class":"sub"},"as":"s","facts":true}])");
  CHECK(facts_of(lines, "c").find("reads") == nullptr);
  CHECK(facts_of(lines, "s").find("reads") == nullptr);
}

TEST_CASE("a read that was told to fails with the prepared exception, the others do not") {
  const auto lines = run_reference(float32 + R"(
    {"do":"error","arguments":["Other"],"as":"boom"},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":3,"fail_read":{"map":{"index":1,"raise":{"ref":"boom"}}}},"as":"c"},
    {"do":"carrier_get","arguments":[{"ref":"c"},0]},
    {"do":"carrier_get","arguments":[{"ref":"c"},1],"facts":true}])");
  CHECK(lines.at(3) == from_json(R"({"step":3,"value":{"float":"0"}})"));
  const Outcome failed = parse_outcome(lines.at(4));
  CHECK(failed.error_kind == "Other");
  CHECK(failed.token == *lines.at(1).find("value"));
  CHECK(facts_of(lines, "c").find("stored")->list()->size() == 3);
}

TEST_CASE("a carrier that raises when its size or dtype is asked for tells both as facts") {
  const auto lines = run_reference(float32 + R"(
    {"do":"error","arguments":["Other"],"as":"boom"},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":3,"fail_size":{"ref":"boom"}},"as":"s"},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":3,"virtual":true,"fail_dtype":{"ref":"boom"}},"as":"t"},
    {"do":"layout","arguments":[[3],[1]],"as":"three","facts":true},
    {"do":"tensor","arguments":[{"ref":"s"},0,{"ref":"three"}],"as":"v"},
    {"do":"tensor","arguments":[{"ref":"t"},0,{"ref":"three"}],"as":"w"},
    {"do":"carrier_get","arguments":[{"ref":"s"},0],"facts":true},
    {"do":"drop","arguments":[{"ref":"v"}]}])");
  const Value boom = *lines.at(1).find("value");
  for (std::size_t i = 6; i < 9; ++i) {
    INFO(to_json(lines.at(i)));
    CHECK(parse_outcome(lines.at(i)).error_kind == "Other");
    CHECK(parse_outcome(lines.at(i)).token == boom);
  }
  CHECK(lines.at(10).find("skipped") != nullptr);  // nothing was bound
  CHECK(parse_facts(lines.at(9)).objects.empty());
  CHECK(*facts_of(lines, "s").find("size") == Value(3));
  CHECK(facts_of(lines, "s").find("stored")->list()->size() == 3);
  CHECK(*facts_of(lines, "t").find("dtype") == from_json(R"({"dtype":"Float32"})"));
  CHECK(*facts_of(lines, "t").find("released") == Value(false));
}

TEST_CASE("there are three exact classes, and the library's own") {
  const auto lines = run_reference(float32 + R"(
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":1,"class":"base"},"as":"b"},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":1,"class":"base","spy":true},"as":"b2"},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":1,"class":"sub"},"as":"s"},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":1,"class":"other"},"as":"o"},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":1},"as":"own","facts":true},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":1,"class":"fourth"}}])");
  CHECK(class_name(facts_of(lines, "b"), lines) == "swconform::reference::BaseCarrier");
  CHECK(class_name(facts_of(lines, "s"), lines) == "swconform::reference::SubCarrier");
  CHECK(class_name(facts_of(lines, "o"), lines) == "swconform::reference::OtherCarrier");
  CHECK(class_name(facts_of(lines, "own"), lines) == "strideweave::Host");
  CHECK(*facts_of(lines, "b").find("class") == *facts_of(lines, "b2").find("class"));
  CHECK(lines.at(7).find("unsupported") != nullptr);
}

TEST_CASE("virtual carriers have any size and compute their values") {
  const auto lines = run_reference(float32 + R"(
    {"do":"dtype","arguments":["Bool"],"as":"bool"},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":{"int":"1208925819614629174706176"},"virtual":true},"as":"c"},
    {"do":"carrier","keywords":{"dtype":{"ref":"bool"},"size":-4,"virtual":true,"spy":true},"as":"n"},
    {"do":"carrier","keywords":{"dtype":{"ref":"bool"},"size":9,"virtual":true,"spy":true},"as":"b","facts":true},
    {"do":"carrier_get","arguments":[{"ref":"c"},5]},
    {"do":"carrier_get","arguments":[{"ref":"b"},5]},
    {"do":"carrier_get","arguments":[{"ref":"b"},6]},
    {"do":"carrier_set","arguments":[{"ref":"b"},6,true]}])");
  CHECK(*facts_of(lines, "c").find("size") == from_json(R"({"int":"1208925819614629174706176"})"));
  CHECK(*facts_of(lines, "n").find("size") == Value(-4));
  CHECK(facts_of(lines, "c").find("stored") == nullptr);
  CHECK(facts_of(lines, "b").find("stored") == nullptr);
  CHECK(lines.at(6) == from_json(R"({"step":5,"value":{"float":"5"}})"));
  CHECK(lines.at(7) == from_json(R"({"step":6,"value":true})"));
  CHECK(lines.at(8) == from_json(R"({"step":7,"value":false})"));
  CHECK(parse_outcome(lines.at(9)).error_kind == "RuntimeError");
}

TEST_CASE("a released carrier shows no values, a large one says so") {
  const auto lines = run_reference(float32 + R"(
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":4096},"as":"most"},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":4097},"as":"large"},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":0},"as":"none"},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":2},"as":"c","facts":true},
    {"do":"release","arguments":[{"ref":"c"}],"facts":true},
    {"do":"carrier_get","arguments":[{"ref":"c"},0]}])");
  CHECK(facts_of(lines, "most").find("stored")->list()->size() == 4096);
  CHECK(facts_of(lines, "large").find("stored")->tagged_as("unreadable") != nullptr);
  CHECK(*facts_of(lines, "none").find("stored") == Value(Value::List()));
  CHECK(facts_of(lines, "c").find("stored") == nullptr);
  CHECK(*facts_of(lines, "c").find("released") == Value(true));
  CHECK(parse_outcome(lines.at(8)).error_kind == "RuntimeError");
}

TEST_CASE("any dtype can be a carrier's, a category too") {
  const auto lines = run_reference(R"([
    {"do":"category","keywords":{"name":"Kind"},"as":"k"},
    {"do":"dtype","arguments":["E4M3"],"as":"e"},
    {"do":"carrier","keywords":{"dtype":{"ref":"k"},"size":2},"as":"c"},
    {"do":"carrier","keywords":{"dtype":{"ref":"e"},"stored":[{"float":"0.5"}]},"as":"q","facts":true},
    {"do":"dtype","arguments":["Float33"]}])");
  CHECK(*facts_of(lines, "c").find("dtype") == *lines.at(0).find("value"));
  CHECK(facts_of(lines, "k") == from_json(R"({"name":"Kind"})"));
  CHECK(*facts_of(lines, "q").find("dtype") == from_json(R"({"dtype":"E4M3"})"));
  CHECK(*facts_of(lines, "q").find("stored") == from_json(R"([{"float":"0.5"}])"));
  CHECK(lines.at(5).find("unsupported") != nullptr);
}

TEST_CASE("a simple dtype of an extension is nobody else's") {
  const std::string steps = R"([
    {"do":"simple","keywords":{"name":"Small","bits":3},"as":"S"},
    {"do":"simple","keywords":{"name":"Float32","bits":32},"as":"F"},
    {"do":"carrier","keywords":{"dtype":{"ref":"S"},"size":2,"virtual":true},"as":"c"},
    {"do":"carrier","keywords":{"dtype":{"ref":"F"},"size":2},"as":"f"},
    {"do":"layout","arguments":[[2],[1]],"as":"two"},
    {"do":"tensor","arguments":[{"ref":"c"},0,{"ref":"two"}],"as":"t"},
    {"do":"tensor","arguments":[{"ref":"f"},0,{"ref":"two"}],"as":"u","facts":true},
    {"do":"dtype","arguments":["Small"]},
    {"do":"simple","keywords":{"name":"None","bits":0}}])";
  for (int again = 0; again < 2; ++again) {  // its name does not outlive the case
    const auto lines = run_reference(steps);
    const Value small = *lines.at(0).find("value");
    const Value float_alike = *lines.at(1).find("value");
    CHECK(small.tagged_as("object") != nullptr);
    CHECK(float_alike.tagged_as("object") != nullptr);
    CHECK(*facts_of(lines, "c").find("dtype") == small);
    CHECK(*facts_of(lines, "t").find("dtype") == small);
    CHECK(*facts_of(lines, "u").find("dtype") == float_alike);
    CHECK(facts_of(lines, "F") == from_json(R"({"name":"Float32"})"));
    CHECK(lines.at(8).find("unsupported") != nullptr);
    CHECK(parse_outcome(lines.at(9)).error_kind == "ValueError");
  }
}

TEST_CASE("a carrier that makes no sense is the case's fault") {
  const auto lines = run_reference(float32 + R"(
    {"do":"carrier","keywords":{"dtype":{"ref":"d"}}},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":3,"stored":[1]}},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":1,"fail_read":{"map":{"index":0}}}},
    {"do":"carrier","keywords":{"dtype":{"ref":"d"},"size":1,"stored":"ones"}}])");
  for (std::size_t i = 1; i < 5; ++i) CHECK(lines.at(i).find("internal") != nullptr);
}
