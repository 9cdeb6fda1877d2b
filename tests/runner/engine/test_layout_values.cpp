// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "runner/engine/layout_values.hpp"
#include "runner/engine/numbers.hpp"
#include "tests/runner/engine/miniature.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using namespace swconform::miniature;

namespace {

Value list(const std::vector<int>& numbers) {
  Value::List result;
  for (const int number : numbers) result.emplace_back(number);
  return result;
}

std::string values(const Value& of, int offset, const Value& stored) {
  const auto found = logical_values(of, Value(offset), stored);
  if (const NoValues* none = std::get_if<NoValues>(&found)) return none->impossible ? "impossible" : "untold";
  std::string text;
  for (const Value& value : std::get<Value::List>(found))
    text += std::to_string(static_cast<int>(*to_number(value))) + " ";
  return text;
}

std::optional<bool> is_injective(Value::List shape, Value::List stride) {
  return injective(*leaves(layout(std::move(shape), std::move(stride))));
}

Value integer(const char* digits) { return *Integer::parse(digits); }

}  // namespace

TEST_CASE("logical values follow coordinates, first mode fastest, at every depth") {
  // v(i,j) is at offset + 3i + j: j moves slowest.
  CHECK(values(layout({2, 3}, {3, 1}), 1, iota(7)) == "1 4 2 5 3 6 ");
  // [[2,2],2]:[[3,1],5]: 0, 3, 1, 4 and the same five further.
  CHECK(values(layout({Value::List{2, 2}, 2}, {Value::List{3, 1}, 5}), 0, iota(10)) == "0 3 1 4 5 8 6 9 ");
  CHECK(values(layout({3}, {0}), 2, iota(3)) == "2 2 2 ");
  CHECK(values(layout({}, {}), 2, iota(3)) == "2 ");
  CHECK(values(layout({1}, {integer("340282366920938463463374607431768211456")}), 2, iota(3)) == "2 ");
}

TEST_CASE("there are no values past the store, and none are worked out past 4096") {
  CHECK(values(layout({4}, {1}), 0, iota(3)) == "impossible");
  CHECK(values(layout({2}, {1}), -1, iota(3)) == "impossible");
  CHECK(values(layout({2}, {integer("170141183460469231731687303715884105727")}), 1, iota(3)) == "impossible");
  CHECK(values(layout({2, 3}, {1}), 0, iota(3)) == "impossible");
  CHECK(values(list({1}), 0, iota(3)) == "impossible");
  CHECK(values(layout({2}, {1}), 0, Value(3)) == "impossible");
  CHECK(values(layout({64, 64}, {0, 0}), 0, iota(1)).size() == 2 * 4096);
  CHECK(values(layout({4097}, {0}), 0, iota(1)) == "untold");
  // 274177 * 67280421310721 = 2^64 + 1: never 1.
  CHECK(values(layout({274177, integer("67280421310721")}, {0, 0}), 0, iota(1)) == "untold");
}

TEST_CASE("injective, exactly") {
  CHECK(is_injective({2, 3}, {1, 4}) == true);
  CHECK(is_injective({4, 2}, {0, 1}) == false);
  CHECK(is_injective({4, 2}, {1, 1}) == false);
  CHECK(is_injective({2, 3}, {3, 2}) == true);  // 0 3 2 5 4 7: distinct, though the strides do not nest
  CHECK(is_injective({3, 3}, {2, 4}) == false);
  CHECK(is_injective({1, 1}, {0, 0}) == true);
  CHECK(is_injective({}, {}) == true);
  CHECK(is_injective({integer("1099511627776"), integer("1099511627776")}, {1, integer("1099511627776")}) == true);
  CHECK(is_injective({integer("1099511627776"), 2}, {0, 1}) == false);
  CHECK_FALSE(is_injective({integer("1099511627776"), 3}, {2, 3}).has_value());
}

TEST_CASE("numbers of a dtype") {
  const double nan = std::nan("");
  CHECK(same_number(5, 5.0, "Float32"));
  CHECK(same_number(5.0, 5, "Float32"));
  CHECK_FALSE(same_number(5, 6.0, "Float32"));
  CHECK(same_number(nan, nan, "Float32"));
  CHECK_FALSE(same_number(nan, 1.0, "Float32"));
  CHECK(same_number(-0.0, 0.0, "Float32"));
  CHECK(same_number(0.1, static_cast<double>(0.1F), "Float32"));
  CHECK_FALSE(same_number(0.1, static_cast<double>(0.1F), "Float64"));
  CHECK(same_number(true, 1, "Bool"));
  CHECK_FALSE(same_number(true, 0, "Bool"));
  CHECK_FALSE(same_number("5", 5, "Int32"));
  CHECK(same_number("a", "a", "Other"));
  CHECK_FALSE(same_number(integer("9007199254740993"), integer("9007199254740992"), "Int64"));
}

TEST_CASE("integers of any size in order") {
  const Integer huge = *Integer::parse("123456789012345678901234567890");
  const Integer larger = *Integer::parse("123456789012345678901234567891");
  const Integer low = *Integer::parse("-123456789012345678901234567890");
  CHECK(less(1, 2));
  CHECK_FALSE(less(2, 2));
  CHECK(less(2, huge));
  CHECK(less(huge, larger));
  CHECK_FALSE(less(huge, huge));
  CHECK(less(low, huge));
  CHECK(less(low, 0));
  CHECK_FALSE(less(low, low));
  CHECK(less(*Integer::parse("-123456789012345678901234567891"), low));
  CHECK(to_wide(*Integer::parse("-170141183460469231731687303715884105728")).has_value());
  CHECK_FALSE(to_wide(*Integer::parse("170141183460469231731687303715884105728")).has_value());
}
