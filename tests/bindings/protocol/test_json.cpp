// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <string>

#include "bindings/protocol/messages.hpp"
#include "bindings/protocol/value.hpp"
#include "tests/support/catch.hpp"

using namespace std::string_literals;
using swconform::from_json;
using swconform::Integer;
using swconform::ProtocolError;
using swconform::to_json;
using swconform::Value;

TEST_CASE("values are written as the protocol says") {
  CHECK(to_json(Value()) == "null");
  CHECK(to_json(true) == "true");
  CHECK(to_json(-3) == "-3");
  CHECK(to_json("a \"b\"\n\\ \x01") == R"("a \"b\"\n\\ \u0001")");
  CHECK(to_json("\xC3\xA9") == "\"\xC3\xA9\"");
  CHECK(to_json(Value::List()) == "[]");
  CHECK(to_json(Value::Record()) == "{}");
  CHECK(to_json(Value::List{1, Value::List{2}}) == "[1,[2]]");
  CHECK(to_json(Value::Record{{"a", 1}, {"b", Value()}}) == R"({"a":1,"b":null})");
}

TEST_CASE("integers are numbers up to 2^53 and text beyond") {
  CHECK(to_json(std::int64_t{9007199254740992}) == "9007199254740992");
  CHECK(to_json(std::int64_t{-9007199254740992}) == "-9007199254740992");
  CHECK(to_json(std::int64_t{9007199254740993}) == R"({"int":"9007199254740993"})");
  CHECK(to_json(*Integer::parse("-18446744073709551617")) == R"({"int":"-18446744073709551617"})");
  CHECK(from_json(R"({"int":"18446744073709551617"})") == Value(*Integer::parse("18446744073709551617")));
  CHECK(from_json(R"({"int":"5"})") == Value(5));
}

TEST_CASE("every float is tagged, in its shortest form") {
  CHECK(to_json(3.0) == R"({"float":"3"})");
  CHECK(to_json(0.1) == R"({"float":"0.1"})");
  CHECK(to_json(-0.0) == R"({"float":"-0"})");
  CHECK(to_json(std::nan("")) == R"({"float":"nan"})");
  CHECK(to_json(-HUGE_VAL) == R"({"float":"-inf"})");
  for (const double number : {0.1, 1e300, 5e-324, -0.0, HUGE_VAL, -HUGE_VAL, std::nan(""), 1.0 / 3,
                              std::numeric_limits<double>::max(), 16777216.0}) {
    CHECK(from_json(to_json(number)) == Value(number));
  }
  CHECK(from_json(R"({"float":"2.5e3"})") == Value(2500.0));
}

TEST_CASE("text that is not UTF-8 is written with replacement characters") {
  CHECK(to_json("caf\xE9") == "\"caf\xEF\xBF\xBD\"");
}

TEST_CASE("a value comes back as it was") {
  const Value value =
      Value::Record{{"list", Value::List{1, 1.5, "x", Value(), false, *Integer::parse("99999999999999999999")}},
                    {"record", Value::Record{{"", Value::Record()}}},
                    {"text", "\xE2\x82\xAC \0 end"s}};
  CHECK(from_json(to_json(value)) == value);
  CHECK(from_json("  [ 1 , 2 ] ") == Value(Value::List{1, 2}));
}

TEST_CASE("nesting is allowed to 100 and no further") {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  CHECK_NOTHROW(from_json(nested(100)));
  CHECK_THROWS_AS(from_json(nested(101)), ProtocolError);
  CHECK_THROWS_AS(from_json(nested(1000000)), ProtocolError);
  CHECK_THROWS_AS(from_json(std::string(1000000, '[')), ProtocolError);
}

TEST_CASE("the decoder refuses what is not the protocol's JSON") {
  const std::string refused = GENERATE(values<std::string>({"",                      // nothing
                                                            " ",                     //
                                                            "1 2",                   // two values
                                                            "{} x",                  //
                                                            "[1,]",                  //
                                                            "{\"a\":1,}",            //
                                                            "{a:1}",                 //
                                                            "'a'",                   //
                                                            "nul",                   //
                                                            "NaN",                   //
                                                            "[1] // comment",        //
                                                            "1.0",                   // bare floats
                                                            "[1e3]",                 //
                                                            "-0.5",                  //
                                                            "9007199254740993",      // bare integers beyond 2^53
                                                            "-9007199254740993",     //
                                                            "18446744073709551616",  //
                                                            "01",                    //
                                                            "+1",                    //
                                                            "{\"a\":1,\"a\":1}",     // repeated keys
                                                            "[{\"b\":{\"a\":1,\"c\":2,\"a\":3}}]",
                                                            "\"\xE9\"",                  // not UTF-8
                                                            "\"\xC0\x80\"",              // overlong
                                                            "\"\xED\xA0\x80\"",          // a surrogate
                                                            "\"\\ud800\"",               //
                                                            "\"a\nb\"",                  // a raw control character
                                                            "\"a",                       //
                                                            "\xEF\xBB\xBF[]",            // a byte order mark
                                                            "[1]\0[2]"s,                 // more after a NUL
                                                            "\"a\0b\""s,                 //
                                                            "{\"int\":5}",               // tags with another content
                                                            "{\"int\":\"\"}",            //
                                                            "{\"int\":\"-0\"}",          //
                                                            "{\"int\":\"1.5\"}",         //
                                                            "{\"float\":1}",             //
                                                            "{\"float\":\"\"}",          //
                                                            "{\"float\":\"1x\"}",        //
                                                            "{\"float\":\" 1\"}",        //
                                                            "{\"float\":\"+1\"}",        //
                                                            "{\"float\":\"0x1p3\"}",     //
                                                            "{\"float\":\"infinity\"}",  //
                                                            "{\"float\":\"-nan\"}",      //
                                                            "{\"float\":\"1e999\"}"}));
  INFO(refused);
  CHECK_THROWS_AS(from_json(refused), ProtocolError);
}
