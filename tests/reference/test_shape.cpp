// SPDX-License-Identifier: Apache-2.0
#include "reference/shape.hpp"

#include "tests/support/brute_force.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/layout_laws.hpp"

using strideweave::Int;
using strideweave::IntTuple;
using strideweave::Shape;
using swconform::test::error_of;

TEST_CASE("a Shape from an initializer and from text", "[shape]") {
  CHECK(Shape{2, {3, 4}} == Shape::parse("[2,[3,4]]"));
  CHECK(Shape({2, {3, 4}}) == Shape::parse(" [ 2 , [3, 4] ] "));
  CHECK(Shape{5} == Shape::parse("5"));
  CHECK(Shape(5) == Shape::parse("[5]"));
  CHECK(Shape{3, {2}} == Shape::parse("[3,[2]]"));
  CHECK(Shape{{2, 3}} == Shape::parse("[[2,3]]"));
  CHECK(Shape() == Shape::parse("[]"));
}

TEST_CASE("a Shape prints as it is written", "[shape]") {
  for (const char* text : {"[]", "5", "[2,3]", "[2,[3,4]]", "[3,[2]]", "[[5]]", "[[2,3]]", "[3,[]]", "[[[1],2],[3]]",
                           "[[]]", "18446744073709551617"}) {
    INFO(text);
    CHECK(to_string(Shape::parse(text)) == text);
  }
  CHECK(to_string(Shape::parse("[5]")) == "5");
}

TEST_CASE("a Shape that is not one", "[shape]") {
  for (const char* text : {"", "[", "]", "[2", "2]", "[2,]", "[,2]", "[2 3]", "[2][3]", "2,3", "[a]", "[2.5]", "[-]",
                           "(2,3)", "0", "[2,0]", "-1", "[2,[3,-4]]"}) {
    INFO(text);
    CHECK(error_of([&] { Shape::parse(text); }) == "ValueError");
  }
  CHECK(error_of([] { Shape::parse(std::string(5000, '[') + std::string(5000, ']')); }) == "ValueError");
  CHECK(error_of([] { Shape{2, {0}}; }) == "ValueError");
  CHECK(error_of([] { Shape{-3}; }) == "ValueError");
}

TEST_CASE("rank, leaves and modes", "[shape]") {
  CHECK(Shape().rank() == 0);
  CHECK(Shape().size() == 1);
  const Shape shape = Shape::parse("[3,[2]]");
  CHECK(shape.rank() == 2);
  CHECK(shape.is_leaf(0));
  CHECK_FALSE(shape.is_leaf(1));  // a nested mode with one leaf stays nested
  CHECK(shape.mode(0) == Shape{3});
  CHECK(shape.mode(1) == Shape{2});
  CHECK(Shape::parse("[[2,[3]],4]").mode(0) == Shape::parse("[2,[3]]"));
  const Shape empty_mode = Shape::parse("[3,[]]");  // Q20
  CHECK(empty_mode.rank() == 2);
  CHECK(empty_mode.size() == 3);
  CHECK_FALSE(empty_mode.is_leaf(1));
  CHECK(empty_mode.coordinate(2) == IntTuple{2, {}});
}

TEST_CASE("equality is profile and extents", "[shape]") {
  CHECK(Shape{2, 3} == Shape{2, 3});
  CHECK_FALSE(Shape{2, 3} == Shape{3, 2});
  CHECK_FALSE(Shape::parse("[[2,3]]") == Shape::parse("[2,3]"));  // Q14
  CHECK_FALSE(Shape::parse("[3,[2]]") == Shape::parse("[3,2]"));
  CHECK_FALSE(Shape::parse("[[3],2]") == Shape::parse("[3,[2]]"));
}

TEST_CASE("ordinals decode first mode fastest", "[shape]") {
  CHECK(Shape({3, 4}).coordinate(5) == IntTuple{2, 1});
  for (const char* text : {"[]", "5", "[3,4]", "[2,[3,4]]", "[[2,[3]],[],[2,2]]", "[1,[1]]"}) {
    INFO(text);
    const Shape shape = Shape::parse(text);
    const auto expected = swconform::test::coordinates(shape);
    REQUIRE(shape.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CHECK(shape.contains(i));
      CHECK(to_string(shape.coordinate(i)) == to_string(expected[i]));
    }
    CHECK_FALSE(shape.contains(-1));
    CHECK_FALSE(shape.contains(shape.size()));
    CHECK(error_of([&] { shape.coordinate(-1); }) == "ValueError");
    CHECK(error_of([&] { shape.coordinate(shape.size()); }) == "ValueError");
  }
}
