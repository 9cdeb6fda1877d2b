// SPDX-License-Identifier: Apache-2.0
#include "reference/algebra.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/layout_laws.hpp"

using strideweave::Layout;
using strideweave::Shape;
using namespace swconform::test;

TEST_CASE("coalesce merges what continues", "[coalesce]") {
  const auto check = [](const char* layout, const char* expected) {
    check_coalesce(Layout::parse(layout));
    CHECK(strideweave::coalesce(Layout::parse(layout)) == Layout::parse(expected));
  };
  check("[]:[]", "[]:[]");
  check("[1,1]:[3,5]", "[]:[]");
  check("[2,3]:[1,2]", "6:1");
  check("[10,1,10]:[1,999,10]", "100:1");
  check("[2,[3,4]]:[1,[2,7]]", "[6,4]:[1,7]");
  check("[2,3]:[3,1]", "[2,3]:[3,1]");
  check("[2,3]:[0,0]", "6:0");
  check("[2,3]:[1,0]", "[2,3]:[1,0]");
}

TEST_CASE("reshape-compatible layouts", "[reshape]") {
  const auto check = [](const char* layout, const char* target, const char* expected) {
    CHECK(check_reshape_base(Layout::parse(layout)));
    check_reshape(Layout::parse(layout), Shape::parse(target));
    CHECK(reshape(Layout::parse(layout), Shape::parse(target)) == Layout::parse(expected));
  };
  check("[2,3]:[2,4]", "[3,[2]]", "[3,[2]]:[2,[6]]");
  check("[1,2]:[1,0]", "[1,2]", "[1,2]:[0,0]");        // B1
  check("[10,1,10]:[1,999,10]", "100", "100:1");       // B3
  check("[2,1,2]:[2,0,4]", "4", "4:2");                // B7
  check("[2,3]:[0,0]", "[3,[2]]", "[3,[2]]:[0,[0]]");  // B9
  check("6:5", "[2,1,3]", "[2,1,3]:[5,10,10]");        // B11
  check("1:7", "[1,1]", "[1,1]:[0,0]");                // Q3
  check("[]:[]", "[]", "[]:[]");
  check("[]:[]", "[1,[1]]", "[1,[1]]:[0,[0]]");
  check("1:7", "[]", "[]:[]");
  check("[2,[3]]:[1,[2]]", "[[[6]]]", "[[[6]]]:[[[1]]]");
}

TEST_CASE("layouts that reshape would have to copy", "[reshape]") {
  for (const char* text : {"[16,4,16,1,1]:[1,18,72,1152,1152]",  // B5
                           "[2,1,2]:[2,0,30]",                   // B7
                           "[3,2]:[0,1]", "[2,3]:[1,0]",         // B9
                           "[2,3]:[3,1]", "[2,[2]]:[1,[4]]"}) {
    const Layout layout = Layout::parse(text);
    CHECK_FALSE(check_reshape_base(layout));
    CHECK(error_of([&] { reshape(layout, layout.shape()); }) == "ValueError");
  }
  CHECK(error_of([] { reshape(Layout::parse("[16,4,16,1,1]:[1,18,72,1152,1152]"), Shape{64, 16}); }) == "ValueError");
}

TEST_CASE("reshape needs the same size", "[reshape]") {
  CHECK(error_of([] { reshape(Layout::parse("6:1"), Shape{5}); }) == "ValueError");
  CHECK(error_of([] { reshape(Layout::parse("6:1"), Shape{2, 4}); }) == "ValueError");
  CHECK(error_of([] { reshape(Layout::parse("6:1"), Shape{}); }) == "ValueError");
}
