// SPDX-License-Identifier: Apache-2.0
// How tensors, carriers and what belongs to them are built, with their defaults.
#include "tests/runner/scenario/scenario_fixture.hpp"
#include "tests/support/catch.hpp"

namespace swconform::scenario::test {
namespace {

using Lines = std::vector<std::string>;

const std::string float32 = R"({"do":"dtype","arguments":["Float32"],"as":"$1"})";
const std::string int32 = R"({"do":"dtype","arguments":["Int32"],"as":"$1"})";

/// The `stored` of the carrier step of `t: !tensor {fields}`.
std::string stored(const std::string& fields) {
  const Case read = one({"given: {t: !tensor {" + fields + "}}"});
  REQUIRE(read.givens.size() == 4);
  REQUIRE(read.givens[1].step.operation == "carrier");
  for (const Value::Field& field : read.givens[1].step.keywords) {
    if (field.first == "stored") return to_json(field.second);
  }
  return {};
}

TEST_CASE("A tensor by default is Float32 at offset 0 on a carrier of exactly cosize elements, v(i) = i") {
  const Case read = one({"given: {t: !tensor {layout: \"[2,2]:[2,1]\"}}"});
  CHECK(
      givens(read) ==
      Lines{
          float32,
          R"({"do":"carrier","keywords":{"dtype":{"ref":"$1"},"size":4,"stored":[{"float":"0"},{"float":"1"},{"float":"2"},{"float":"3"}]},"as":"t.$carrier"})",
          R"({"do":"layout","arguments":[[2,2],[2,1]],"as":"$2"})",
          R"({"do":"tensor","arguments":[{"ref":"t.$carrier"},0,{"ref":"$2"}],"as":"t","facts":true})"});
  CHECK(declared(read) == Lines{R"(t.layout: {"layout":[[2,2],[2,1]]})", "t.offset: 0",
                                R"(t.dtype: {"dtype":"Float32"})", "t.carrier: same object as t.$carrier",
                                R"(t.carrier.stored: [{"float":"0"},{"float":"1"},{"float":"2"},{"float":"3"}])"});
  CHECK(read.givens[1].written == "t.carrier: !carrier {dtype: Float32, size: 4, stored: iota}");
  CHECK(read.givens[3].written == "t: !tensor {layout: \"[2,2]:[2,1]\"}");
}

TEST_CASE("A tensor on a named carrier") {
  const Case read =
      one({"given: {c: !carrier {dtype: Int32, size: 9}, t: !tensor {carrier: c, offset: 3, layout: \"2:5\"}, "
           "u: !tensor {carrier: t.carrier, layout: t.layout}}"});
  CHECK(givens(read) ==
        Lines{int32,
              R"({"do":"carrier","keywords":{"dtype":{"ref":"$1"},"size":9,"stored":[0,1,2,3,4,5,6,7,8]},"as":"c"})",
              R"({"do":"layout","arguments":[[2],[5]],"as":"$2"})",
              R"({"do":"tensor","arguments":[{"ref":"c"},3,{"ref":"$2"}],"as":"t"})",
              R"({"do":"tensor","arguments":[{"ref":"t.carrier"},0,{"ref":"t.layout"}],"as":"u","facts":true})"});
  CHECK(declared(read) == Lines{R"(c.dtype: {"dtype":"Int32"})", "c.stored: [0,1,2,3,4,5,6,7,8]",
                                R"(t.layout: {"layout":[[2],[5]]})", "t.offset: 3", R"(t.dtype: {"dtype":"Int32"})",
                                "t.carrier: same object as c", R"(u.layout: {"layout":[[2],[5]]})", "u.offset: 0",
                                R"(u.dtype: {"dtype":"Int32"})", "u.carrier: same object as t.carrier"});
}

TEST_CASE("Stored values by dtype") {
  CHECK(stored("layout: \"3:1\", dtype: Int32") == "[0,1,2]");
  CHECK(stored("layout: \"4:1\", dtype: Bool") == "[false,true,false,true]");
  CHECK(stored("layout: \"2:1\", offset: 1") == R"([{"float":"0"},{"float":"1"},{"float":"2"}])");
  CHECK(stored("layout: \"2:1\", size: 3, dtype: Int32") == "[0,1,2]");
  CHECK(stored("layout: \"2:1\", stored: [7, -1.5, !float \"nan\"]") ==
        R"([{"float":"7"},{"float":"-1.5"},{"float":"nan"}])");
  CHECK(stored("layout: \"2:1\", dtype: Int32, stored: !list [-2147483648, 2147483647]") == "[-2147483648,2147483647]");
  CHECK(stored("layout: \"[]:[]\", dtype: Int32, stored: [5]") == "[5]");
}

TEST_CASE("Logical values lie where the layout says, first mode fastest") {
  // (0,0) (1,0) (0,1) (1,1) (0,2) (1,2) are at 0 3 1 4 2 5, after the offset.
  CHECK(stored("layout: \"[2,3]:[3,1]\", offset: 1, dtype: Int32, values: [1, 2, 3, 4, 5, 6]") == "[0,1,3,5,2,4,6]");
  // [2,2]:[2,5]: 0 2 5 7, the holes hold 0.
  CHECK(stored("layout: \"[2,2]:[2,5]\", dtype: Int32, values: \"1..4\"") == "[1,0,2,0,0,3,0,4]");
  // A nested mode: (i,(j,k)) is at i*4 + j + k*2, i fastest.
  CHECK(stored("layout: \"[2,[2,2]]:[4,[1,2]]\", dtype: Int32, values: \"1..8\"") == "[1,3,5,7,2,4,6,8]");
  CHECK(stored("layout: \"[3,2]:[0,1]\", dtype: Int32, values: [4, 4, 4, 9, 9, 9]") == "[4,9]");
  CHECK(stored("layout: \"2:1\", size: 4, dtype: Int32, values: [5, 6]") == "[5,6,0,0]");
  CHECK(stored("layout: \"2:2\", dtype: Bool, values: [true, true]") == "[true,false,true]");
  CHECK(stored("layout: \"2:1\", values: [5, 7]") == R"([{"float":"5"},{"float":"7"}])");
}

TEST_CASE("Options of carriers are sent where they are given") {
  const Case read = one({"given:", "  boom: !error Other",
                         "  c: !carrier {watched: true, fail-read: {index: 1, raise: boom}, spy: true, class: sub, "
                         "dtype: Int32, size: 2}",
                         "  d: !carrier {dtype: Int32, size: 1, spy: false, virtual: false, watched: false}"});
  CHECK(
      givens(read) ==
      Lines{
          R"({"do":"error","arguments":["Other"],"as":"boom"})", int32,
          R"({"do":"carrier","keywords":{"dtype":{"ref":"$1"},"size":2,"stored":[0,1],"class":"sub","spy":true,"fail_read":{"map":{"index":1,"raise":{"ref":"boom"}}},"watched":true},"as":"c"})",
          R"({"do":"carrier","keywords":{"dtype":{"ref":"$1"},"size":1,"stored":[0]},"as":"d","facts":true})"});
}

TEST_CASE("Carriers that raise when their size or dtype is asked for") {
  const Case read = one({"given:", "  boom: !error Other", "  c: !carrier {dtype: Int32, size: 1, fail-size: boom}",
                         "  d: !carrier {dtype: Int32, size: 2, virtual: true, fail-dtype: !error IndexError}",
                         "when: {representation: [!sub {layout: \"1:1\", dtype: Int32, fail-dtype: boom}]}"});
  const Lines lines = givens(read);
  CHECK(
      lines[2] ==
      R"({"do":"carrier","keywords":{"dtype":{"ref":"$1"},"size":1,"stored":[0],"fail_size":{"ref":"boom"}},"as":"c"})");
  CHECK(lines[3] == R"({"do":"error","arguments":["IndexError"],"as":"$2"})");
  CHECK(
      lines[4] ==
      R"({"do":"carrier","keywords":{"dtype":{"ref":"$1"},"size":2,"virtual":true,"fail_dtype":{"ref":"$2"}},"as":"d"})");
  CHECK(lines[5].ends_with(R"("stored":[0],"fail_dtype":{"ref":"boom"}},"as":"$3.$carrier"})"));
  CHECK(read.givens[4].written == "d: !carrier {dtype: Int32, size: 2, virtual: true, fail-dtype: !error IndexError}");
}

TEST_CASE("Virtual carriers have a size of any kind and store nothing") {
  const Case read =
      one({"given: {c: !carrier {size: 1208925819614629174706176, virtual: true}, n: !carrier {size: -3, virtual: "
           "true}, t: !tensor {layout: \"[1099511627776,2]:[1,1099511627776]\", virtual: true}}"});
  CHECK(
      givens(read)[1] ==
      R"({"do":"carrier","keywords":{"dtype":{"ref":"$1"},"size":{"int":"1208925819614629174706176"},"virtual":true},"as":"c"})");
  CHECK(givens(read)[2] == R"({"do":"carrier","keywords":{"dtype":{"ref":"$1"},"size":-3,"virtual":true},"as":"n"})");
  // cosize = 1 + (2^40 - 1) + 2^40 = 2^41
  CHECK(givens(read)[3] ==
        R"({"do":"carrier","keywords":{"dtype":{"ref":"$1"},"size":2199023255552,"virtual":true},"as":"t.$carrier"})");
  for (const std::string& line : declared(read)) CHECK(line.find("stored") == std::string::npos);
}

TEST_CASE("A tensor of several subtensors") {
  const Case read = one(
      {"given:", "  P: !compound {planes: [Int32, Bool]}",
       "  m: !multi {dtype: P, subtensors: [{layout: \"2:1\", offset: 1}, {layout: \"3:1\"}], adjacent: [\"2:1\"]}"});
  const Lines lines = givens(read);
  REQUIRE(lines.size() == 9);
  CHECK(lines[1] == R"({"do":"dtype","arguments":["Bool"],"as":"$2"})");
  CHECK(read.givens[2].step.operation == "compound");
  CHECK(lines[3] ==
        R"({"do":"carrier","keywords":{"dtype":{"ref":"$1"},"size":3,"stored":[0,1,2]},"as":"m.$carrier.0"})");
  CHECK(lines[4] == R"({"do":"layout","arguments":[[2],[1]],"as":"$3"})");
  CHECK(
      lines[5] ==
      R"({"do":"carrier","keywords":{"dtype":{"ref":"$2"},"size":3,"stored":[false,true,false]},"as":"m.$carrier.1"})");
  CHECK(lines[6] == R"({"do":"layout","arguments":[[3],[1]],"as":"$4"})");
  CHECK(lines[7] == R"({"do":"layout","arguments":[[2],[1]],"as":"$5"})");
  CHECK(
      lines[8] ==
      R"({"do":"representation","keywords":{"dtype":{"ref":"P"},"subtensors":[{"map":{"dtype":{"ref":"$1"},"carrier":{"ref":"m.$carrier.0"},"offset":1,"layout":{"ref":"$3"}}},{"map":{"dtype":{"ref":"$2"},"carrier":{"ref":"m.$carrier.1"},"offset":0,"layout":{"ref":"$4"}}}],"adjacent":[{"ref":"$5"}]},"as":"m","facts":true})");
  CHECK(declared(read) ==
        Lines{"m.dtype: same object as P", "m.subtensors.count: 2", R"(m.subtensors.0.layout: {"layout":[[2],[1]]})",
              "m.subtensors.0.offset: 1", R"(m.subtensors.0.dtype: {"dtype":"Int32"})",
              "m.subtensors.0.carrier: same object as m.$carrier.0", "m.subtensors.0.carrier.stored: [0,1,2]",
              R"(m.subtensors.1.layout: {"layout":[[3],[1]]})", "m.subtensors.1.offset: 0",
              R"(m.subtensors.1.dtype: {"dtype":"Bool"})", "m.subtensors.1.carrier: same object as m.$carrier.1",
              "m.subtensors.1.carrier.stored: [false,true,false]", R"(m.adjacent: [{"layout":[[2],[1]]}])"});
}

TEST_CASE("Invented names are letters only, differ within a case and between cases, and stay the same") {
  const auto names = [](const std::string& key) {
    const Case read = one(
        {"cases: {" + key + ": {}}", "given: {P: !compound {planes: [Int32]}, Q: !category {}, R: !simple {bits: 8}}"});
    std::vector<std::string> result;
    for (const GivenStep& given : read.givens) {
      for (const Value::Field& field : given.step.keywords) {
        if (field.first == "name") result.push_back(*field.second.text());
      }
    }
    return result;
  };
  const Lines first = names("a");
  REQUIRE(first.size() == 3);
  CHECK(first[0] != first[1]);
  CHECK(first[1] != first[2]);
  CHECK(first[0] != names("b")[0]);
  CHECK(first == names("a"));
  for (const std::string& name : first) {
    CHECK(name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") == std::string::npos);
  }
}

TEST_CASE("Rules, compounds with rules and foreign objects") {
  const Case read =
      one({"given:", "  boom: !error Other", "  r: !rule {raise: boom, armed: true, write: [level_shapes], returns: 7}",
           "  q: !rule {armed: false}", "  P: !compound {planes: [Int32], rules: [q, r]}",
           "  f: !foreign {attributes: {carrier: q}, methods: {size: 2}}"});
  const Lines lines = givens(read);
  REQUIRE(lines.size() == 6);
  CHECK(
      lines[1] ==
      R"({"do":"rule","keywords":{"raise":{"ref":"boom"},"armed":true,"write":["level_shapes"],"returns":7},"as":"r"})");
  CHECK(lines[2] == R"({"do":"rule","as":"q"})");
  CHECK(lines[4].find(R"("planes":[{"ref":"$1"}],"rules":[{"ref":"q"},{"ref":"r"}]},"as":"P"})") != std::string::npos);
  CHECK(
      lines[5] ==
      R"({"do":"foreign","keywords":{"attributes":{"map":{"carrier":{"ref":"q"}}},"methods":{"map":{"size":2}}},"as":"f","facts":true})");
}

TEST_CASE("Dtypes and carriers without a name, and a built-in dtype with one") {
  const Case read =
      one({"given: {D: !dtype Int32, t: !tensor {layout: \"1:1\", carrier: !carrier {dtype: D, size: 1}}, "
           "u: !tensor {layout: \"1:1\", dtype: !category {}, stored: [3]}}"});
  const Lines lines = givens(read);
  REQUIRE(lines.size() == 9);
  CHECK(lines[0] == int32);
  CHECK(lines[1] == R"({"do":"dtype","arguments":["Int32"],"as":"D"})");
  CHECK(lines[2] == R"({"do":"carrier","keywords":{"dtype":{"ref":"D"},"size":1,"stored":[0]},"as":"$2"})");
  CHECK(lines[4] == R"({"do":"tensor","arguments":[{"ref":"$2"},0,{"ref":"$3"}],"as":"t"})");
  CHECK(lines[5].starts_with(R"({"do":"category","keywords":{"name":"D)"));
  CHECK(lines[6] == R"({"do":"carrier","keywords":{"dtype":{"ref":"$4"},"size":1,"stored":[3]},"as":"u.$carrier"})");
}

TEST_CASE("A simple dtype of an extension, with a name and without") {
  const Case read =
      one({"given: {D: !simple {bits: 8}, c: !carrier {dtype: D, size: 4, virtual: true}, "
           "P: !compound {planes: [D, !simple {bits: 3}]}}"});
  const Lines lines = givens(read);
  REQUIRE(lines.size() == 4);
  CHECK(lines[0].starts_with(R"({"do":"simple","keywords":{"name":"D)"));
  CHECK(lines[0].ends_with(R"(","bits":8},"as":"D"})"));
  CHECK(lines[1] == R"({"do":"carrier","keywords":{"dtype":{"ref":"D"},"size":4,"virtual":true},"as":"c"})");
  CHECK(lines[2].ends_with(R"(","bits":3},"as":"$1"})"));
  CHECK(lines[3].find(R"("planes":[{"ref":"D"},{"ref":"$1"}])") != std::string::npos);
  CHECK(declared(read) == Lines{"c.dtype: same object as D"});
}

TEST_CASE("A subtensor for a refusal may hold anything") {
  const Case read =
      one({"when: {representation: [!sub {layout: \"2:1\", offset: !str \"x\", dtype: Int32}, !sub {carrier: 5, "
           "layout: 6}]}"});
  CHECK(givens(read)[1] ==
        R"({"do":"carrier","keywords":{"dtype":{"ref":"$2"},"size":2,"stored":[0,1]},"as":"$1.$carrier"})");
  CHECK(
      steps(read) ==
      Lines{
          R"({"do":"representation","arguments":[{"map":{"dtype":{"ref":"$2"},"carrier":{"ref":"$1.$carrier"},"offset":"x","layout":{"ref":"$3"}}},{"map":{"dtype":{"ref":"$5"},"carrier":5,"offset":0,"layout":6}}],"facts":true})"});
}

TEST_CASE("Long lists are shown without their middle") {
  const Case read = one({"given: {t: !tensor {layout: \"100:1\", dtype: Int32, values: \"1..100\"}}"});
  const std::string& shown = read.givens[1].written;
  CHECK(shown.find("stored: [1, 2, 3, ") != std::string::npos);
  CHECK(shown.ends_with(", 32, ..., 93, 94, 95, 96, 97, 98, 99, 100]}"));
}

TEST_CASE("What stands inside an argument is built with the givens") {
  const Case read = one({"given: {x: !tensor {layout: \"2:1\", dtype: Int32}}",
                         "when: {backward: [x, !tensor {layout: \"2:1\", dtype: Int32, values: [4, 5]}]}"});
  const Lines lines = givens(read);
  REQUIRE(lines.size() == 7);
  CHECK(lines[4] == R"({"do":"carrier","keywords":{"dtype":{"ref":"$1"},"size":2,"stored":[4,5]},"as":"$3.$carrier"})");
  CHECK(lines[6] == R"({"do":"tensor","arguments":[{"ref":"$3.$carrier"},0,{"ref":"$4"}],"as":"$3","facts":true})");
  CHECK(lines[3].find("facts") == std::string::npos);
  CHECK(steps(read) == Lines{R"({"do":"backward","arguments":[{"ref":"x"},{"ref":"$3"}],"facts":true})"});
}

}  // namespace
}  // namespace swconform::scenario::test
