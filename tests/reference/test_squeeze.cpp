// SPDX-License-Identifier: Apache-2.0
#include "reference/squeeze.hpp"
#include "reference/unsqueeze.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/views.hpp"

using namespace strideweave;
using namespace swconform::test;

namespace {

std::string squeezed(const Tensor& source, const Argument& dim) {
  return outcome(source, [&](const Tensor& tensor) { return squeeze(tensor, dim); });
}
std::string squeezed(const char* layout, const Argument& dim) { return squeezed(tensor(layout, 2), dim); }

std::string unsqueezed(const Tensor& source, const Argument& dim) {
  return outcome(source, [&](const Tensor& tensor) { return unsqueeze(tensor, dim); });
}
std::string unsqueezed(const char* layout, const Argument& dim) { return unsqueezed(tensor(layout, 2), dim); }

const Int beyond = Int::parse("9223372036854775808");

}  // namespace

TEST_CASE("squeeze removes a leaf of extent one", "[views][squeeze]") {
  CHECK(squeezed("[1,1,1]:[1,2,3]", -3) == "+0 [1,1]:[2,3]");  // E1
  for (const Argument& dim : {Argument(-5), Argument(-4), Argument(3), Argument(beyond), Argument(-beyond)}) {
    CHECK(squeezed("[1,1,1]:[1,1,1]", dim) == "ValueError");
  }
  CHECK(squeezed("[]:[]", 0) == "ValueError");  // E3
  CHECK(squeezed("[]:[]", -1) == "ValueError");
  CHECK(squeezed("[1,5000,1,1]:[1,1,5000,5000]", -1) == "+0 [1,5000,1]:[1,1,5000]");  // E5
  CHECK(squeezed("[1,5000,1]:[1,1,5000]", -1) == "+0 [1,5000]:[1,1]");
  CHECK(squeezed("1:9", 0) == "+0 []:[]");  // E7
  CHECK(squeezed("[[2,3],1,4]:[[1,2],7,6]", 1) == "+0 [[2,3],4]:[[1,2],6]");
  CHECK(squeezed("[3,[1]]:[1,[3]]", 1) == "ValueError");
  CHECK(squeezed("[3,[1,1]]:[1,[3,3]]", 1) == "ValueError");
  CHECK(squeezed("[3,[]]:[1,[]]", 1) == "ValueError");
  CHECK(squeezed("[3,2]:[1,3]", 1) == "ValueError");
  for (const Argument& dim : {Argument(0.0), Argument("0"), Argument(), Argument(false), Argument(Argument::List{0})}) {
    CHECK(squeezed("1:1", dim) == "TypeError");
    CHECK(unsqueezed("1:1", dim) == "TypeError");
  }
}

TEST_CASE("unsqueeze inserts one", "[views][squeeze]") {
  CHECK(unsqueezed("[]:[]", 0) == "+0 1:0");  // E1
  CHECK(unsqueezed("[]:[]", -1) == "+0 1:0");
  for (const Argument& dim : {Argument(-2), Argument(1), Argument(-3), Argument(beyond), Argument(-beyond)}) {
    CHECK(unsqueezed("[]:[]", dim) == "ValueError");
  }
  CHECK(unsqueezed("[2,[3,4]]:[1,[2,6]]", 0) == "+0 [1,2,[3,4]]:[0,1,[2,6]]");
  CHECK(unsqueezed("[2,[3,4]]:[1,[2,6]]", 1) == "+0 [2,1,[3,4]]:[1,0,[2,6]]");
  CHECK(unsqueezed("[2,[3,4]]:[1,[2,6]]", -1) == "+0 [2,[3,4],1]:[1,[2,6],0]");
  CHECK(unsqueezed("[2,[3,4]]:[1,[2,6]]", -3) == "+0 [1,2,[3,4]]:[0,1,[2,6]]");
  CHECK(unsqueezed("[2,[3,4]]:[1,[2,6]]", 3) == "ValueError");
  CHECK(unsqueezed("[2,[3,4]]:[1,[2,6]]", -4) == "ValueError");
}

TEST_CASE("squeeze undoes unsqueeze, on several subtensors too", "[views][squeeze][multi]") {
  const CompoundDType& pair = new_pair();
  const Tensor source = two_levels(pair, "[[2,1],3]:[[1,9],2]", "[[2,1],3]:[[0,4],1]", 3);
  CHECK(unsqueezed(source, 1) == "+0 [[2,1],1,3]:[[1,9],0,2] / [[2,1],1,3]:[[0,4],0,1]");
  CHECK(squeezed(unsqueeze(source, 1), -2) == "+0 [[2,1],3]:[[1,9],2] / [[2,1],3]:[[0,4],1]");
  CHECK(squeezed(source, 0) == "ValueError");
  CHECK(unsqueezed(source, 3) == "ValueError");
}
