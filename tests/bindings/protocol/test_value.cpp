// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "bindings/protocol/value.hpp"
#include "tests/support/catch.hpp"

using swconform::Integer;
using swconform::Value;

TEST_CASE("an integer is read from its canonical decimal text only") {
  for (const char* text : {"0", "7", "-7", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
                           "-9223372036854775809", "1606938044258990275541962092341162602522202993782792835301378"}) {
    const auto integer = Integer::parse(text);
    REQUIRE(integer);
    CHECK(integer->text() == text);
  }
  for (const char* text : {"", "-", "+1", "01", "-0", "00", " 1", "1 ", "1.0", "1e3", "0x1", "--1", "1-"}) {
    CHECK_FALSE(Integer::parse(text));
  }
}

TEST_CASE("an integer says whether 64 bits hold it") {
  CHECK(Integer::parse("9223372036854775807")->to_int64() == std::numeric_limits<std::int64_t>::max());
  CHECK(Integer::parse("-9223372036854775808")->to_int64() == std::numeric_limits<std::int64_t>::min());
  CHECK_FALSE(Integer::parse("9223372036854775808")->to_int64());
  CHECK(*Integer::parse("12") == Integer(12));
  CHECK_FALSE(*Integer::parse("9223372036854775808") == Integer(0));
}

TEST_CASE("values are equal where kind and content are") {
  CHECK_FALSE(Value(3) == Value(3.0));
  CHECK_FALSE(Value(true) == Value(1));
  CHECK_FALSE(Value() == Value(false));
  CHECK_FALSE(Value("3") == Value(3));
  CHECK(Value(std::nan("")) == Value(-std::nan("")));
  CHECK_FALSE(Value(0.0) == Value(-0.0));
  CHECK(Value(Value::List{0.0}) == Value(Value::List{0.0}));
  CHECK_FALSE(Value(Value::List{0.0}) == Value(Value::List{-0.0}));
}

TEST_CASE("the order of a record's fields makes no difference") {
  const Value ab = Value::Record{{"a", 1}, {"b", 2}};
  CHECK(ab == Value(Value::Record{{"b", 2}, {"a", 1}}));
  CHECK_FALSE(ab == Value(Value::Record{{"b", 1}, {"a", 2}}));
  CHECK_FALSE(ab == Value(Value::Record{{"a", 1}}));
  CHECK_FALSE(ab == Value(Value::Record{{"a", 1}, {"c", 2}}));
  CHECK(Value(Value::Record()) == Value(Value::Record()));
}

TEST_CASE("fields and tags are found") {
  const Value tagged = Value::tagged("ref", "t");
  REQUIRE(tagged.tagged_as("ref") != nullptr);
  CHECK(*tagged.tagged_as("ref") == Value("t"));
  CHECK(tagged.tagged_as("map") == nullptr);
  CHECK(Value(Value::Record{{"ref", "t"}, {"x", 1}}).tagged_as("ref") == nullptr);
  CHECK(Value(5).find("ref") == nullptr);
}
