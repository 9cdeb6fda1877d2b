// SPDX-License-Identifier: Apache-2.0
// The operations of the reference that make new values, or give them away, as the harness has them.
#include "tests/bindings/reference/lines.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;

namespace {

// t: 1, 2, ... 6 on a Host; s: of two values, 10 and 20; m: of two levels. Ten steps, one line of facts.
const std::string givens = R"([
  {"do":"dtype","arguments":["Float32"],"as":"f"},
  {"do":"carrier","keywords":{"dtype":{"ref":"f"},"size":7},"as":"c"},
  {"do":"layout","arguments":[[2,[3]],[3,[1]]],"as":"l"},
  {"do":"tensor","arguments":[{"ref":"c"},1,{"ref":"l"}],"as":"t"},
  {"do":"carrier","keywords":{"dtype":{"ref":"f"},"stored":[{"float":"10"},{"float":"20"}]},"as":"d"},
  {"do":"layout","arguments":[[2],[1]],"as":"two"},
  {"do":"tensor","arguments":[{"ref":"d"},0,{"ref":"two"}],"as":"s"},
  {"do":"compound","keywords":{"name":"P","planes":[{"ref":"f"},{"ref":"f"}]},"as":"P"},
  {"do":"representation","keywords":{"dtype":{"ref":"P"},"subtensors":[
    {"map":{"dtype":{"ref":"f"},"carrier":{"ref":"d"},"offset":0,"layout":{"ref":"two"}}},
    {"map":{"dtype":{"ref":"f"},"carrier":{"ref":"c"},"offset":1,"layout":{"ref":"l"}}}],"adjacent":[{"ref":"two"}]},"as":"m"},
  {"do":"carrier","keywords":{"dtype":{"ref":"f"},"size":1,"class":"sub"},"as":"e","facts":true},)";
constexpr std::size_t first = 11;

}  // namespace

TEST_CASE("a move reaches any exact class") {
  const auto lines = run_reference(givens + R"(
    {"do":"move","arguments":[{"ref":"t"},"sub"],"as":"v"},
    {"do":"move","arguments":[{"ref":"v"}],"as":"w"},
    {"do":"to_list","arguments":[{"ref":"v"}],"facts":true},
    {"do":"move","arguments":[{"ref":"t"},"fourth"]},
    {"do":"move","arguments":[{"ref":"m"},"fourth"]}])");
  CHECK(*facts_of(lines, "v").find("class") == *facts_of(lines, "e").find("class"));
  CHECK(*facts_of(lines, "w").find("class") == *facts_of(lines, "t").find("class"));
  // [2,[3]]:[3,[1]] after 1: 1 4 2 5 3 6
  CHECK(*lines.at(first + 2).find("value") ==
        from_json(R"([{"float":"1"},{"float":"4"},{"float":"2"},{"float":"5"},{"float":"3"},{"float":"6"}])"));
  CHECK(lines.at(first + 4).find("unsupported") != nullptr);
  CHECK(parse_outcome(lines.at(first + 5)).error_kind == "NotImplementedError");  // before the class is looked for
}

TEST_CASE("a scatter answers with a new tensor") {
  const auto lines = run_reference(givens + R"(
    {"do":"scatter","arguments":[{"ref":"s"},{"ref":"t"},[4,1]],"as":"v"},
    {"do":"to_list","arguments":[{"ref":"v"}]},
    {"do":"scatter","arguments":[{"ref":"s"},{"ref":"t"},[4,{"float":"1"}]]},
    {"do":"scatter","arguments":[5,{"ref":"t"},[4,1]]},
    {"do":"scatter","arguments":[{"ref":"m"},{"ref":"t"},[4,1]]}])");
  // 1 4 2 5 3 6, with 10 at ordinal 4 and 20 at ordinal 1
  CHECK(*lines.at(first + 1).find("value") ==
        from_json(R"([{"float":"1"},{"float":"20"},{"float":"2"},{"float":"5"},{"float":"10"},{"float":"6"}])"));
  CHECK(parse_outcome(lines.at(first + 2)).error_kind == "TypeError");
  CHECK(parse_outcome(lines.at(first + 3)).error_kind == "TypeError");
  CHECK(parse_outcome(lines.at(first + 4)).error_kind == "NotImplementedError");
}

TEST_CASE("a DLPack export is told as its consumer sees it") {
  const auto lines = run_reference(givens + R"(
    {"do":"export_dlpack","arguments":[{"ref":"t"}]},
    {"do":"dtype","arguments":["Int8"],"as":"i"},
    {"do":"carrier","keywords":{"dtype":{"ref":"i"},"stored":[7,-8]},"as":"k"},
    {"do":"layout","arguments":[[],[]],"as":"r"},
    {"do":"tensor","arguments":[{"ref":"k"},1,{"ref":"r"}],"as":"n"},
    {"do":"export_dlpack","arguments":[{"ref":"n"}]},
    {"do":"export_dlpack","arguments":[{"ref":"m"}]}])");
  CHECK(*lines.at(first).find("value") == from_json(R"({"map":{"shape":[2,3],"strides":[3,1],"type":"float32","values":[
    {"float":"1"},{"float":"4"},{"float":"2"},{"float":"5"},{"float":"3"},{"float":"6"}]}})"));
  CHECK(*lines.at(first + 5).find("value") ==
        from_json(R"({"map":{"shape":[],"strides":[],"type":"int8","values":[-8]}})"));
  CHECK(parse_outcome(lines.at(first + 6)).error_kind == "NotImplementedError");
}
