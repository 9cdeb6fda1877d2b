// SPDX-License-Identifier: Apache-2.0
#include "reference/reshape.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/views.hpp"

using namespace strideweave;
using namespace swconform::test;

namespace {

std::string reshaped(const Tensor& source, const Argument& target) {
  return outcome(source, [&](const Tensor& tensor) { return reshape(tensor, target); });
}
std::string reshaped(const char* layout, const char* target) {
  return reshaped(tensor(layout, 2), Shape::parse(target));
}

}  // namespace

TEST_CASE("reshape keeps the order of the elements", "[views][reshape]") {
  CHECK(reshaped("[2,3]:[2,4]", "[3,[2]]") == "+0 [3,[2]]:[2,[6]]");
  CHECK(reshaped("[1,2]:[1,0]", "[1,2]") == "+0 [1,2]:[0,0]");        // B1
  CHECK(reshaped("[10,1,10]:[1,999,10]", "[100]") == "+0 100:1");     // B3
  CHECK(reshaped("[2,1,2]:[2,0,4]", "4") == "+0 4:2");                // B7
  CHECK(reshaped("[2,3]:[0,0]", "[3,[2]]") == "+0 [3,[2]]:[0,[0]]");  // B9
  CHECK(reshaped("6:5", "[2,1,3]") == "+0 [2,1,3]:[5,10,10]");        // B11
  CHECK(reshaped("1:7", "[1,1]") == "+0 [1,1]:[0,0]");                // Q3
  CHECK(reshaped("[]:[]", "[1,[1]]") == "+0 [1,[1]]:[0,[0]]");
  CHECK(reshaped("[[1],1]:[[3],4]", "[]") == "+0 []:[]");
  CHECK(reshaped("[[6]]:[[2]]", "[3,2]") == "+0 [3,2]:[2,6]");
  CHECK(reshaped("[1048576,1048576]:[0,0]", "1099511627776") == "+0 1099511627776:0");  // B13
}

TEST_CASE("reshapes that are refused", "[views][reshape]") {
  CHECK(reshaped("[16,4,16,1,1]:[1,18,72,1152,1152]", "[64,16]") == "ValueError");  // B5
  for (const char* target : {"4", "[2,2]", "[2,1,2]"}) CHECK(reshaped("[2,1,2]:[2,0,30]", target) == "ValueError");
  CHECK(reshaped("[3,2]:[0,1]", "6") == "ValueError");
  CHECK(reshaped("[2,3]:[1,0]", "6") == "ValueError");
  CHECK(reshaped("[2,3]:[3,1]", "[2,3]") == "ValueError");
  CHECK(reshaped("[2,3]:[1,2]", "5") == "ValueError");
  CHECK(reshaped("[2,3]:[1,2]", "[]") == "ValueError");
  CHECK(reshaped("[1048576,1048576]:[0,0]", "1099511627777") == "ValueError");
  for (const Argument& target : {Argument(6), Argument(Argument::List{3, 2}), Argument(), Argument("6"),
                                 Argument(Layout::parse("6:1")), Argument(Stride{1})}) {
    CHECK(reshaped(tensor("[2,3]:[1,2]"), target) == "TypeError");
  }
  CHECK(reshaped(tensor("[2,3]:[3,1]"), 6) == "TypeError");
}

TEST_CASE("each leading layout has its own base", "[views][reshape][multi]") {
  const CompoundDType& pair = new_pair();
  CHECK(reshaped(two_levels(pair, "[2,3]:[2,4]", "[2,3]:[0,0]", 1), Shape{3, {2}}) ==
        "+0 [3,[2]]:[2,[6]] / [3,[2]]:[0,[0]]");
  CHECK(reshaped(two_levels(pair, "[2,3]:[1,2]", "[2,3]:[3,1]", 6), Shape{6}) == "ValueError");
  CHECK(reshaped(two_levels(pair, "[2,3]:[3,1]", "[2,3]:[1,2]", 6), Shape{6}) == "ValueError");
}
