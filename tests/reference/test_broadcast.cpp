// SPDX-License-Identifier: Apache-2.0
#include "reference/broadcast_in_dim.hpp"
#include "reference/broadcast_to.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/views.hpp"

using namespace strideweave;
using namespace swconform::test;

namespace {

std::string widened(const Tensor& source, const Argument& target) {
  return outcome(source, [&](const Tensor& tensor) { return broadcast_to(tensor, target); });
}
std::string widened(const char* layout, const char* target) { return widened(tensor(layout, 2), Shape::parse(target)); }

std::string placed(const Tensor& source, const Argument& target, std::initializer_list<Argument> dimensions) {
  return outcome(source, [&](const Tensor& tensor) { return broadcast_in_dim(tensor, target, dimensions); });
}
std::string placed(const char* layout, const char* target, std::initializer_list<Argument> dimensions) {
  return placed(tensor(layout, 2), Shape::parse(target), dimensions);
}

}  // namespace

TEST_CASE("broadcast_to widens extents of one", "[views][broadcast]") {
  CHECK(widened("[2,[1,3]]:[1,[2,2]]", "[2,[4,3]]") == "+0 [2,[4,3]]:[1,[0,2]]");
  CHECK(widened("[1,3]:[7,1]", "[1,3]") == "+0 [1,3]:[7,1]");           // D3
  CHECK(widened("[1,4]:[2147483648,1]", "[3,4]") == "+0 [3,4]:[0,1]");  // D13
  CHECK(widened("2:0", "2") == "+0 2:0");                               // D1
  CHECK(widened("[1,[1]]:[5,[6]]", "[1,[2]]") == "+0 [1,[2]]:[5,[0]]");
  CHECK(widened("[]:[]", "[]") == "+0 []:[]");
  CHECK(widened("1:1", "1099511627776") == "+0 1099511627776:0");
}

TEST_CASE("targets that broadcast_to refuses", "[views][broadcast]") {
  CHECK(widened("2:0", "3") == "ValueError");  // D1
  CHECK(widened("2:1", "1") == "ValueError");
  CHECK(widened("[1,3]:[1,1]", "3") == "ValueError");
  CHECK(widened("[]:[]", "2") == "ValueError");
  CHECK(widened("[1,2]:[1,1]", "[[3,2]]") == "ValueError");
  CHECK(widened("[1]:[1]", "[[3]]") == "ValueError");
  for (const Argument& target : {Argument(3), Argument(Argument::List{3}), Argument(), Argument(Stride{3})}) {
    CHECK(widened(tensor("1:1"), target) == "TypeError");
  }
}

TEST_CASE("broadcast_in_dim inserts what is omitted", "[views][broadcast]") {
  CHECK(placed("2:1", "[3,2]", {1}) == "+0 [3,2]:[0,1]");
  CHECK(placed("[1,3]:[3,1]", "[2,5,3]", {0, 2}) == "+0 [2,5,3]:[0,0,1]");  // D5
  CHECK(placed("[]:[]", "[2,3]", {}) == "+0 [2,3]:[0,0]");                  // D9
  CHECK(placed("[]:[]", "[]", {}) == "+0 []:[]");
  CHECK(placed("[2,3]:[3,1]", "[2,3]", {0, 1}) == "+0 [2,3]:[3,1]");
  CHECK(placed("[[2,1],3]:[[1,9],2]", "[4,[2,5],1,3]", {1, 3}) == "+0 [4,[2,5],1,3]:[0,[1,0],0,2]");
  CHECK(placed("[4,5]:[1,4]", "[1,2,4,3,5,6]", {2, 4}) == "+0 [1,2,4,3,5,6]:[0,0,1,0,4,0]");
}

TEST_CASE("dimensions that broadcast_in_dim refuses", "[views][broadcast]") {
  CHECK(placed("[2,3]:[1,2]", "[3,2]", {1, 0}) == "ValueError");  // D7
  CHECK(placed("[2,2]:[1,2]", "[2,2]", {0, 0}) == "ValueError");
  CHECK(placed("2:1", "[[3,4],2]", {1}) == "ValueError");  // D11
  CHECK(placed("2:1", "[3,2]", {}) == "ValueError");
  CHECK(placed("2:1", "[3,2]", {0, 1}) == "ValueError");
  CHECK(placed("2:1", "[3,2]", {2}) == "ValueError");
  CHECK(placed("2:1", "[3,2]", {-1}) == "ValueError");
  CHECK(placed("2:1", "[3,2]", {Int::parse("18446744073709551617")}) == "ValueError");  // 2^64 + 1
  CHECK(placed("2:1", "[3,2]", {0}) == "ValueError");
  CHECK(placed("2:1", "[3,2]", {1.0}) == "TypeError");
  CHECK(placed("2:1", "[3,2]", {true}) == "TypeError");
  CHECK(placed("2:1", "[3,2]", {1, "x"}) == "TypeError");
  CHECK(placed(tensor("2:1"), Argument::List{3, 2}, {1}) == "TypeError");
  CHECK(placed(tensor("2:1"), None(), {9}) == "TypeError");
}

TEST_CASE("broadcasts of several subtensors", "[views][broadcast][multi]") {
  const CompoundDType& pair = new_pair();
  CHECK(widened(two_levels(pair, "[1,3]:[7,1]", "[1,3]:[0,0]", 1), Shape{2, 3}) == "+0 [2,3]:[0,1] / [2,3]:[0,0]");
  CHECK(placed(two_levels(pair, "3:1", "3:2", 5), Shape{2, 3}, {1}) == "+0 [2,3]:[0,1] / [2,3]:[0,2]");
  CHECK(widened(two_levels(pair, "[1,3]:[7,1]", "[1,3]:[0,0]", 1), Shape{2, 4}) == "ValueError");
}
