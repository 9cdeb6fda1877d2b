// SPDX-License-Identifier: Apache-2.0
#include "reference/algebra.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/layout_laws.hpp"

using strideweave::compose;
using strideweave::Layout;
using namespace swconform::test;

TEST_CASE("compositions that are layouts", "[compose]") {
  const auto check = [](const char* a, const char* b, const char* expected) {
    CHECK(check_compose(Layout::parse(a), Layout::parse(b)));
    CHECK(compose(Layout::parse(a), Layout::parse(b)) == Layout::parse(expected));
  };
  check("20:2", "[5,4]:[4,1]", "[5,4]:[8,2]");
  check("[5,4]:[4,1]", "[2,2]:[1,2]", "[2,2]:[4,8]");
  check("[10,2]:[16,4]", "[3,[2,2]]:[1,[5,10]]", "[3,[2,2]]:[16,[80,4]]");  // A3b
  check("[2,3]:[1,2]", "[2,3]:[3,1]", "[2,3]:[3,1]");                       // A5
  check("[4,6]:[1,10]", "[2,3]:[3,4]", "[2,3]:[3,10]");                     // A7
  check("12:1", "[1,3,2]:[1,2,6]", "[1,3,2]:[0,2,6]");                      // A13, Q2
  check("[3,4]:[0,1]", "4:3", "4:1");                                       // A19
  check("[2,2]:[0,1]", "2:1", "2:0");                                       // A19: a layout, but it aliases
  check("[2,2,2]:[1,3,5]", "3:3", "3:4");                                   // A20b: carries that cancel
  check("10:3", "[2,1]:[1,4611686018427387904]", "[2,1]:[3,0]");            // A21
  check("[]:[]", "[]:[]", "[]:[]");
  check("[]:[]", "1:5", "1:0");
  check("[]:[]", "3:0", "3:0");
  check("5:2", "[]:[]", "[]:[]");
  check("[[2,3],4]:[[12,4],1]", "[2,[3]]:[1,[2]]", "[2,[3]]:[12,[4]]");
}

TEST_CASE("compositions that are not", "[compose]") {
  const auto check = [](const char* a, const char* b) {
    CHECK_FALSE(check_compose(Layout::parse(a), Layout::parse(b)));
  };
  check("[6,2]:[1,7]", "[3,2]:[2,3]");    // A1: a carry crosses a mode
  check("[10,2]:[16,4]", "[3,4]:[1,5]");  // A3a, Q1: it would need a nested leaf
  check("[2,3]:[3,1]", "[2,3]:[3,1]");    // A5
  check("[4,2]:[1,5]", "8:1");
  check("[2,2,2]:[1,3,5]", "8:1");
}

TEST_CASE("a selector past the source", "[compose]") {
  const auto check = [](const char* a, const char* b) {
    INFO(a << " with " << b);
    CHECK(error_of([&] { compose(Layout::parse(a), Layout::parse(b)); }) == "ValueError");
  };
  check("100:1", "[5,2]:[50,10]");  // A15
  check("5:1", "6:1");
  check("[]:[]", "2:1");
  check("[2,3]:[0,0]", "2:6");
}
