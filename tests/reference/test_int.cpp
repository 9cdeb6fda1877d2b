// SPDX-License-Identifier: Apache-2.0
#include "reference/int.hpp"

#include <sstream>
#include <type_traits>
#include <unordered_set>

#include "tests/support/catch.hpp"
#include "tests/support/layout_laws.hpp"

using strideweave::Int;
using strideweave::saturating_add;
using strideweave::saturating_mul;
using swconform::test::error_of;

namespace {

const char* const most_text = "170141183460469231731687303715884105727";    // 2^127 - 1
const char* const least_text = "-170141183460469231731687303715884105728";  // -2^127

}  // namespace

static_assert(std::is_convertible_v<int, Int>);
static_assert(std::is_convertible_v<unsigned long long, Int>);
static_assert(std::is_convertible_v<signed char, Int>);
static_assert(!std::is_convertible_v<bool, Int>);
static_assert(!std::is_constructible_v<Int, bool>);
static_assert(!std::is_constructible_v<Int, double>);
static_assert(!std::is_constructible_v<Int, float>);
static_assert(!std::is_constructible_v<Int, char>);

TEST_CASE("Int text", "[int]") {
  const auto round_trips = [](const char* text) {
    CHECK(to_string(Int::parse(text)) == text);
    std::ostringstream stream;
    stream << Int::parse(text);
    CHECK(stream.str() == text);
  };
  for (const char* text : {"0", "7", "-7", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
                           "18446744073709551617", most_text, least_text}) {
    round_trips(text);
  }
  CHECK(Int::parse(most_text) == Int::max());
  CHECK(Int::parse(least_text) == Int::min());
  CHECK(Int::parse("-0") == 0);
  CHECK(Int::parse("007") == 7);
}

TEST_CASE("Int text past the range saturates", "[int]") {
  CHECK(Int::parse("170141183460469231731687303715884105728") == Int::max());
  CHECK(Int::parse("-170141183460469231731687303715884105729") == Int::min());
  CHECK(Int::parse(std::string(1000, '9')) == Int::max());
  CHECK(Int::parse("-1" + std::string(1000, '0')) == Int::min());
}

TEST_CASE("Int text that is no integer", "[int]") {
  for (const char* text : {"", "-", "+1", " 1", "1 ", "1.0", "0x1", "1e3", "--1", "one"}) {
    INFO(text);
    CHECK(error_of([&] { Int::parse(text); }) == "ValueError");
  }
}

TEST_CASE("Int arithmetic is exact or raises", "[int]") {
  const Int most = Int::max();
  const Int least = Int::min();
  CHECK(Int(2) + 3 == 5);
  CHECK(Int(2) - 3 == -1);
  CHECK(Int::parse("4294967296") * Int::parse("4294967296") == Int::parse("18446744073709551616"));
  CHECK(Int(std::numeric_limits<std::uint64_t>::max()) + 1 == Int::parse("18446744073709551616"));
  CHECK(most - 1 + 1 == most);
  CHECK(least + most == -1);
  CHECK(error_of([&] { most + 1; }) == "OverflowError");
  CHECK(error_of([&] { least - 1; }) == "OverflowError");
  CHECK(error_of([&] { least + -1; }) == "OverflowError");
  CHECK(error_of([&] { most * 2; }) == "OverflowError");
  CHECK(error_of([&] { least * -1; }) == "OverflowError");
  CHECK(error_of([&] { -least; }) == "OverflowError");
  CHECK(error_of([&] { abs(least); }) == "OverflowError");
  CHECK(error_of([&] { least / -1; }) == "OverflowError");
  CHECK(least % -1 == 0);
  CHECK(-most == least + 1);
  CHECK(abs(Int(-4)) == 4);
  Int running = 5;
  running += 3;
  running -= 1;
  running *= 4;
  CHECK(running == 28);
  running /= 5;
  CHECK(running == 5);
  running %= 3;
  CHECK(running == 2);
}

TEST_CASE("Int division rounds towards minus infinity", "[int]") {
  for (int a = -7; a <= 7; ++a) {
    for (int b = -3; b <= 3; ++b) {
      if (b == 0) continue;
      INFO(a << " by " << b);
      const Int quotient = Int(a) / b;
      const Int remainder = Int(a) % b;
      CHECK(quotient * b + remainder == a);
      CHECK((b > 0 ? (remainder >= 0 && remainder < b) : (remainder <= 0 && remainder > b)));
    }
  }
  CHECK(error_of([] { Int(1) / 0; }) == "ValueError");
  CHECK(error_of([] { Int(1) % 0; }) == "ValueError");
}

TEST_CASE("Int saturating and checked arithmetic", "[int]") {
  const Int most = Int::max();
  const Int least = Int::min();
  CHECK(saturating_add(2, 3) == 5);
  CHECK(saturating_add(most, 1) == most);
  CHECK(saturating_add(least, -1) == least);
  CHECK(saturating_add(most, least) == -1);
  CHECK(saturating_mul(4, -3) == -12);
  CHECK(saturating_mul(most, 2) == most);
  CHECK(saturating_mul(most, -2) == least);
  CHECK(saturating_mul(least, -1) == most);
  CHECK(saturating_mul(least, 0) == 0);
  CHECK(strideweave::checked_add(most, 0) == most);
  CHECK_FALSE(strideweave::checked_add(most, 1).has_value());
  CHECK(strideweave::checked_mul(least, 1) == least);
  CHECK_FALSE(strideweave::checked_mul(least, -1).has_value());
}

TEST_CASE("Int gcd", "[int]") {
  CHECK(gcd(Int(12), Int(18)) == 6);
  CHECK(gcd(Int(-12), Int(18)) == 6);
  CHECK(gcd(Int(0), Int(0)) == 0);
  CHECK(gcd(Int(0), Int(-7)) == 7);
  // 3 * 2^100 and 9 * 2^90
  const Int two_90 = Int::parse("1237940039285380274899124224");
  CHECK(gcd(two_90 * 1024 * 3, two_90 * 9) == two_90 * 3);
  CHECK(gcd(Int::min(), 6) == 2);
  CHECK(error_of([] { gcd(Int::min(), Int::min()); }) == "OverflowError");
}

TEST_CASE("Int order, hash and conversion", "[int]") {
  CHECK(Int::min() < Int(-1));
  CHECK(Int(-1) < Int(0));
  CHECK(Int(3) >= 3);
  CHECK(Int::parse("18446744073709551616") > Int(std::numeric_limits<std::uint64_t>::max()));
  CHECK(std::unordered_set<Int>{1, 2, 1, Int::max(), Int::max()}.size() == 3);

  CHECK(Int(-128).to<std::int8_t>() == std::int8_t{-128});
  CHECK_FALSE(Int(128).to<std::int8_t>().has_value());
  CHECK_FALSE(Int(-1).to<unsigned>().has_value());
  CHECK(Int(7).to_size() == 7);
  CHECK(error_of([] { Int(-1).to_size(); }) == "OverflowError");
  CHECK(error_of([] { Int::max().to_size(); }) == "OverflowError");
}
