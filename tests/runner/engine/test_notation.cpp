// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "runner/engine/notation.hpp"
#include "tests/runner/engine/miniature.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using namespace swconform::miniature;
using scenario::Matcher;

TEST_CASE("values as a fixture writes them") {
  Facts facts;
  facts.names = {{"t", object(1)}};
  facts.objects[1] = tensor(layout({2}, {1}), 0, 2);
  facts.objects[2] = carrier(iota(2));
  const Hello known = hello();
  const Snapshot now = Snapshot().with(facts);
  const Moment moment{known, now, now, now};
  const std::pair<Value, const char*> rows[] = {
      {Value(), "none"},
      {true, "true"},
      {3, "3"},
      {*Integer::parse("18446744073709551618"), "18446744073709551618"},
      {3.0, "3.0"},
      {-0.0, "-0.0"},
      {0.5, "0.5"},
      {1e300, "1e+300"},
      {std::nan(""), "nan"},
      {-std::numeric_limits<double>::infinity(), "-inf"},
      {"a \"b\"\n", "\"a \\\"b\\\"\\n\""},
      {Value::List{1, 2.0, Value::List{}}, "[1, 2.0, []]"},
      {layout({2, Value::List{3, 4}}, {1, Value::List{2, 6}}), "[2,[3,4]]:[1,[2,6]]"},
      {layout({5}, {1}), "5:1"},
      {layout({Value::List{5}}, {Value::List{1}}), "[[5]]:[[1]]"},
      {layout({}, {}), "[]:[]"},
      {layout({1}, {"*"}), "1:*"},
      {Value::tagged("shape", Value::List{2, Value::List{3}}), "[2,[3]]"},
      {dtype("Float32"), "Float32"},
      {object(1), "t"},
      {object(2), "t.carrier"},
      {object(9), "object#9"},
      {ref("x.carrier"), "x.carrier"},
      {Value::tagged("slice", Value::List{1, 9, Value()}), "1:9"},
      {Value::tagged("slice", Value::List{Value(), Value(), 2}), "::2"},
      {Value::tagged("map", Value::Record{{"a", Value(1)}}), "{a: 1}"},
      {Value::tagged("error", Value::Record{{"kind", "TypeError"}, {"message", "no"}}), "raises TypeError: \"no\""},
      {Value::tagged("unreadable", "gone"), "unreadable: gone"},
  };
  for (const auto& [value, expected] : rows) CHECK(notation(value, moment) == expected);
  const std::string cut = notation(iota(100), moment);
  CHECK(cut.find("47.0, ... 100 in all]") != std::string::npos);
}

TEST_CASE("matchers as a fixture writes them") {
  const Hello known = hello();
  const Snapshot now;
  const Moment moment{known, now, now, now};
  CHECK(notation(matching(Matcher::Kind::same_as, "t.layout"), moment) == "same as t.layout");
  CHECK(notation(matching(Matcher::Kind::not_object, "t"), moment) == "not t");
  CHECK(notation(matching(Matcher::Kind::fresh, ""), moment) == "fresh");
  CHECK(notation(either({{"A", equal(1)}, {"B", equal(2)}}), moment) == "one of A: 1, B: 2");
  Matcher least = equal(2);
  least.kind = Matcher::Kind::at_least;
  CHECK(notation(least, moment) == "at least 2");
}
