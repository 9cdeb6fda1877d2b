// SPDX-License-Identifier: Apache-2.0
#include "reference/kernel.hpp"

#include "tests/support/catch.hpp"

using namespace strideweave::kernel;

TEST_CASE("the integer solver", "[kernel]") {
  // 6 x + 10 y + 15 z = 1 has integer solutions, none of them with all of x, y, z in [0, 9]
  CHECK(feasible({{"-9", "-9", "-9"}, {"9", "9", "9"}, {{{"6", "10", "15"}, "1", "1"}}}));
  CHECK_FALSE(feasible({{"0", "0", "0"}, {"9", "9", "9"}, {{{"6", "10", "15"}, "1", "1"}}}));
  // rational but not integer solutions
  CHECK_FALSE(feasible({{"0", "0"}, {"9", "9"}, {{{"2", "4"}, "7", "7"}}}));
  CHECK(feasible({{"0", "0"}, {"9", "9"}, {{{"2", "4"}, "7", "8"}}}));
  // no variables, no constraints
  CHECK(feasible({{}, {}, {}}));
  CHECK_FALSE(feasible({{"1"}, {"0"}, {}}));
  CHECK(feasible({{"3"}, {"3"}, {}}));
}

TEST_CASE("the integer solver takes coefficients of any size", "[kernel]") {
  const std::string huge = "1" + std::string(60, '0');
  CHECK(feasible({{"1", "-5"}, {"5", "5"}, {{{huge, huge}, "0", "0"}}}));
  CHECK_FALSE(feasible({{"1", "1"}, {"5", "5"}, {{{huge, huge + "0"}, "0", huge}}}));
  // 10^60 x + 10^61 y <= 11 * 10^60 has the one solution (1, 1)
  CHECK(feasible({{"1", "1"}, {"5", "5"}, {{{huge, huge + "0"}, "0", "11" + std::string(60, '0')}}}));
  CHECK_FALSE(feasible({{"1", "1"}, {"5", "5"}, {{{huge, huge + "0"}, "0", "10" + std::string(60, '9')}}}));
}
