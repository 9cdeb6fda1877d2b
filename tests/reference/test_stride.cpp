// SPDX-License-Identifier: Apache-2.0
#include "reference/stride.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/layout_laws.hpp"

using strideweave::Shape;
using strideweave::Stride;
using swconform::test::error_of;

TEST_CASE("a Stride is a tree of integers >= 0", "[stride]") {
  CHECK(Stride{1, {10, 100}} == Stride::parse("[1,[10,100]]"));
  CHECK(Stride::parse("0") == Stride{0});
  CHECK(to_string(Stride::parse("[0,[5]]")) == "[0,[5]]");
  CHECK(to_string(Stride{7}) == "7");
  CHECK(Stride() == Stride::parse("[]"));
  CHECK(error_of([] { Stride{-1}; }) == "ValueError");
  CHECK(error_of([] { Stride::parse("[1,[-2]]"); }) == "ValueError");
  CHECK(error_of([] { Stride::parse("[1,x]"); }) == "ValueError");
}

TEST_CASE("congruent means the same tree", "[stride]") {
  const auto check = [](const char* shape, const char* stride) {
    return congruent(Shape::parse(shape), Stride::parse(stride));
  };
  CHECK(check("[]", "[]"));
  CHECK(check("[2,[3,4]]", "[1,[10,100]]"));
  CHECK_FALSE(check("[2,[3,4]]", "[1,10,100]"));
  CHECK_FALSE(check("[1,2]", "[]"));
  CHECK_FALSE(check("[3,[2]]", "[1,3]"));
  CHECK_FALSE(check("[3,[]]", "[3]"));
}
