// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "reference/modes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/layout_laws.hpp"

using strideweave::Int;
using strideweave::Layout;
using strideweave::ModeKey;
using strideweave::Placed;
using strideweave::Slice;
using namespace swconform::test;

TEST_CASE("slices and integers select from each mode", "[slice]") {
  const auto check = [](const char* layout, std::vector<ModeKey> keys, Int offset, const char* expected) {
    check_slice(Layout::parse(layout), keys);
    CHECK(slice(Layout::parse(layout), keys) == Placed{offset, Layout::parse(expected)});
  };
  check("[5,10]:[1,5]", {Int(2), Slice{1, 9}}, 7, "8:5");
  check("[5,10]:[1,5]", {Int(2), Slice{1, 9, 2}}, 7, "4:10");
  check("5:1", {Slice{1, 5, 2}}, 1, "2:2");                            // C1
  check("5:3", {Slice{1, 5, 2}}, 3, "2:6");                            // C7
  check("[2,2]:[1,2]", {Slice{0, 1}, Slice{0, 2}}, 0, "[1,2]:[1,2]");  // C11
  check("[3,2]:[1,3]", {Slice{0, 3}, Int(1)}, 3, "3:1");
  check("[10,[2,3]]:[1,[10,20]]", {Slice{0, 10}, Int(4)}, 40, "10:1");  // C19: 4 is (0,2)
  check("[10,[2,3]]:[1,[10,20]]", {Int(0), Slice{0, 6}}, 0, "[[2,3]]:[[10,20]]");
  check("[3,[2]]:[1,[3]]", {Int(0), Slice{0, 2}}, 0, "[[2]]:[[3]]");
  check("[3,[]]:[1,[]]", {Int(2), Slice{0, 1}}, 2, "[[]]:[[]]");
  check("[3,[]]:[1,[]]", {Slice{0, 3}, Int(0)}, 0, "3:1");
  check("[]:[]", {}, 0, "[]:[]");
  check("[5,4]:[1,5]", {Int(3), Int(2)}, 13, "[]:[]");
}

TEST_CASE("keys that select nothing valid", "[slice]") {
  const auto check = [](const char* layout, std::vector<ModeKey> keys) {
    INFO(layout);
    CHECK(error_of([&] { slice(Layout::parse(layout), keys); }) == "ValueError");
  };
  check("[5,4]:[1,5]", {Int(0)});
  check("[5,4]:[1,5]", {Int(0), Int(0), Int(0)});
  check("[]:[]", {Slice{0, 1}});
  check("[5,4]:[1,5]", {Int(5), Slice{0, 2}});
  check("[5,4]:[1,5]", {Int(-1), Slice{0, 2}});
  check("5:1", {Slice{3, 1}});  // C3
  check("5:1", {Slice{5, 5}});
  check("5:1", {Slice{0, 6}});
  check("5:1", {Slice{-1, 2}});
  check("5:1", {Slice{4, 0, -1}});  // C13
  check("5:1", {Slice{0, 5, 0}});
  check("5:3", {Slice{0, 5, 2}});                          // C7
  check("[10,[2,3]]:[1,[10,20]]", {Int(0), Slice{0, 4}});  // C19
  check("[10,[2,3]]:[1,[10,20]]", {Int(0), Slice{0, 6, 2}});
  check("[10,[2,3]]:[1,[10,20]]", {Int(0), Slice{0, 7}});
  check("[10,[2,3]]:[1,[10,20]]", {Int(0), Int(6)});
  check("[10,[2,3]]:[1,[10,20]]", {Int(0), Slice{0, 6, 0}});
}
