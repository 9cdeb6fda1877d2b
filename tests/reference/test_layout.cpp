// SPDX-License-Identifier: Apache-2.0
#include "reference/layout.hpp"

#include "tests/support/brute_force.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/layout_laws.hpp"

using strideweave::Int;
using strideweave::IntTuple;
using strideweave::Layout;
using strideweave::Shape;
using strideweave::Stride;
using swconform::test::error_of;

TEST_CASE("a Layout is a congruent pair", "[layout]") {
  const Layout layout(Shape{2, {3, 4}}, Stride{1, {10, 100}});
  CHECK(layout == Layout::parse("[2,[3,4]]:[1,[10,100]]"));
  CHECK(layout.shape() == Shape{2, {3, 4}});
  CHECK(layout.stride() == Stride{1, {10, 100}});
  CHECK(error_of([] { Layout(Shape{1, 2}, Stride{}); }) == "ValueError");  // A17
  CHECK(error_of([] { Layout(Shape{2, 3}, Stride{6}); }) == "ValueError");
  CHECK(error_of([] { Layout(Shape{{2, 3}}, Stride{1, 2}); }) == "ValueError");
  CHECK(error_of([] { Layout(Shape{3, {2}}, Stride{1, 2}); }) == "ValueError");
  // F11: shapes that differ by nesting only are different
  CHECK_FALSE(Layout::parse("[[2,2]]:[[1,2]]").shape() == Layout::parse("4:1").shape());
}

TEST_CASE("Layout text", "[layout]") {
  for (const char* text : {"[]:[]", "5:1", "[2,3]:[1,2]", "[2,[3,4]]:[1,[10,100]]", "[[5]]:[[1]]", "[3,[]]:[1,[]]"}) {
    INFO(text);
    CHECK(to_string(Layout::parse(text)) == text);
  }
  CHECK(Layout::parse("5:1") == Layout::parse("[5]:[1]"));
  CHECK_FALSE(Layout::parse("5:1") == Layout::parse("[[5]]:[[1]]"));
  for (const char* text : {"", "5", ":", "5:", ":5", "5:1:1", "[2,3]:[1]", "[2]:[1", "0:1", "2:-1"}) {
    INFO(text);
    CHECK(error_of([&] { Layout::parse(text); }) == "ValueError");
  }
}

TEST_CASE("size and cosize", "[layout]") {
  const auto check = [](const char* text, Int size, Int cosize) {
    INFO(text);
    const Layout layout = Layout::parse(text);
    CHECK(layout.size() == size);
    CHECK(layout.cosize() == cosize);
    CHECK(layout.saturating_cosize() == cosize);
    CHECK(layout.fits(cosize));
    CHECK_FALSE(layout.fits(cosize - 1));
    CHECK(layout.fits(cosize + 5, 5));
    CHECK_FALSE(layout.fits(cosize + 5, 6));
  };
  check("[]:[]", 1, 1);
  check("5:1", 5, 5);
  check("[2,3]:[1,3]", 6, 8);       // F1: 1 + 1*1 + 2*3
  check("[5,2]:[50,10]", 10, 211);  // A15: 1 + 4*50 + 10
  check("[4,2]:[0,1]", 8, 2);
  check("[1,4]:[2147483648,1]", 4, 4);
  check("[2,[3,4]]:[1,[10,100]]", 24, 322);
  check("1:1", 1, 1);
}

TEST_CASE("a Layout maps ordinals and coordinates", "[layout]") {
  CHECK(Layout::parse("[3,4]:[2,10]")(5) == 14);
  CHECK(Layout::parse("[2,[3,4]]:[1,[10,100]]")(IntTuple{1, {2, 3}}) == 321);
  for (const char* text :
       {"[]:[]", "5:3", "[3,4]:[2,10]", "[2,[3,4]]:[1,[10,100]]", "[[2,[3]],[],[2,2]]:[[7,[1]],[],[0,5]]"}) {
    INFO(text);
    const Layout layout = Layout::parse(text);
    const auto expected = swconform::test::indices(layout);
    const auto coordinates = swconform::test::coordinates(layout.shape());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CHECK(layout(i) == expected[i]);
      CHECK(layout(coordinates[i]) == expected[i]);
      CHECK(layout(layout.shape().coordinate(i)) == expected[i]);
    }
  }
}

TEST_CASE("an integer replaces any subtree of a coordinate", "[layout]") {
  const Layout layout = Layout::parse("[2,[3,[2,2]]]:[1,[10,[100,1000]]]");
  const Int expected = 1121;  // 1 + 2*10 + 1*100 + 1*1000
  CHECK(layout(IntTuple{1, {2, {1, 1}}}) == expected);
  CHECK(layout(IntTuple{1, {2, 3}}) == expected);
  CHECK(layout(IntTuple{1, 11}) == expected);  // 2 + 3*3
  CHECK(layout(23) == expected);
  CHECK(layout(IntTuple(23)) == expected);
}

TEST_CASE("a coordinate outside the shape", "[layout]") {
  const Layout layout = Layout::parse("[2,[3,4]]:[1,[10,100]]");
  for (const char* text :
       {"-1", "24", "[0]", "[0,0,0]", "[0,[0]]", "[0,[0,0,0]]", "[2,0]", "[-1,0]", "[0,12]", "[0,-1]", "[0,[3,0]]",
        "[0,[0,-1]]", "[[0],0]", "[[],0]", "[]", "[0,[[0],0]]", "340282366920938463463374607431768211456"}) {
    INFO(text);
    CHECK(error_of([&] { layout(IntTuple::parse(text)); }) == "ValueError");
  }
  CHECK(error_of([] { Layout::parse("[]:[]")(1); }) == "ValueError");
  CHECK(Layout::parse("[]:[]")(0) == 0);
  CHECK(Layout::parse("[]:[]")(IntTuple{}) == 0);
}

TEST_CASE("compact layouts", "[layout]") {
  const auto check = [](const char* shape, Int base, const char* expected) {
    INFO(shape);
    CHECK(compact(Shape::parse(shape), base) == Layout::parse(expected));
  };
  check("[]", 1, "[]:[]");
  check("[2,3]", 1, "[2,3]:[1,2]");
  check("[2,1,3]", 5, "[2,1,3]:[5,10,10]");  // B11
  check("[3,[2]]", 2, "[3,[2]]:[2,[6]]");
  check("[2,[3,4],5]", 1, "[2,[3,4],5]:[1,[2,6],24]");
  check("[2,3]", 0, "[2,3]:[0,0]");
  const Layout layout = compact(Shape{2, {3, 4}, 5});
  for (int i = 0; i < 120; ++i) CHECK(layout(i) == i);
}
