// SPDX-License-Identifier: Apache-2.0
#include "reference/modes.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/layout_laws.hpp"

using strideweave::Int;
using strideweave::Layout;
using strideweave::Shape;
using namespace swconform::test;

TEST_CASE("permute moves whole modes", "[permute]") {
  const auto check = [](const char* layout, std::vector<Int> order, const char* expected) {
    check_permute(Layout::parse(layout), order);
    CHECK(permute(Layout::parse(layout), order) == Layout::parse(expected));
  };
  check("[[2,3],4,5]:[[1,2],6,24]", {1, 0, 2}, "[4,[2,3],5]:[6,[1,2],24]");
  check("[4,5,1]:[1,4,20]", {2, 0, 1}, "[1,4,5]:[20,1,4]");  // E11
  check("[2,3,2]:[1,2,6]", {1, 2, 0}, "[3,2,2]:[2,6,1]");
  check("[[2,3],4]:[[1,2],6]", {1, 0}, "[4,[2,3]]:[6,[1,2]]");  // E17
  check("[3,[2],[]]:[1,[3],[]]", {2, 1, 0}, "[[],[2],3]:[[],[3],1]");
  check("[]:[]", {}, "[]:[]");
  check("5:1", {0}, "5:1");
  check("[2,2]:[0,1]", {1, 0}, "[2,2]:[1,0]");
}

TEST_CASE("an order that is no permutation", "[permute]") {
  const Layout layout = Layout::parse("[[2,3],4,5]:[[1,2],6,24]");
  for (const std::vector<Int>& order : std::vector<std::vector<Int>>{
           {}, {0, 1}, {0, 1, 2, 2}, {0, 0, 1}, {0, 1, 3}, {-1, 0, 1}, {-1, -2, -3}, {0, 1, 2, 3}}) {
    CHECK(error_of([&] { permute(layout, order); }) == "ValueError");
  }
  CHECK(error_of([] { permute(Layout(), std::vector<Int>{0}); }) == "ValueError");
}

TEST_CASE("broadcast_to widens extents of one", "[broadcast]") {
  const auto check = [](const char* layout, const char* target, const char* expected) {
    check_broadcast_to(Layout::parse(layout), Shape::parse(target));
    CHECK(broadcast_to(Layout::parse(layout), Shape::parse(target)) == Layout::parse(expected));
  };
  check("[2,[1,3]]:[1,[2,2]]", "[2,[4,3]]", "[2,[4,3]]:[1,[0,2]]");
  check("2:0", "2", "2:0");                               // D1
  check("[1,3]:[7,1]", "[1,3]", "[1,3]:[7,1]");           // D3: an equal extent keeps its stride
  check("[1,4]:[2147483648,1]", "[3,4]", "[3,4]:[0,1]");  // D13
  check("[]:[]", "[]", "[]:[]");                          // D9
  check("[1,1]:[1,1]", "[2,3]", "[2,3]:[0,0]");
  check("[1,1,3]:[0,0,1]", "[2,5,3]", "[2,5,3]:[0,0,1]");
}

TEST_CASE("a target that does not broadcast", "[broadcast]") {
  const auto check = [](const char* layout, const char* target) {
    INFO(layout << " to " << target);
    CHECK(error_of([&] { broadcast_to(Layout::parse(layout), Shape::parse(target)); }) == "ValueError");
  };
  check("2:0", "3");  // D1: a stride-zero mode is no extent-one mode
  check("[2,3]:[1,2]", "[2,1]");
  check("[1,3]:[3,1]", "[2,5,3]");
  check("[1,2]:[0,1]", "[[3,4],2]");  // D11
  check("[1,[3]]:[1,[1]]", "[2,3]");
  check("[]:[]", "1");
}

TEST_CASE("unsqueeze inserts and squeeze removes", "[squeeze]") {
  check_unsqueeze(Layout::parse("[]:[]"), 0, 0);  // E1
  check_unsqueeze(Layout::parse("[]:[]"), -1, 0);
  check_unsqueeze(Layout::parse("[2,[3,4]]:[1,[2,6]]"), 0, 0);
  check_unsqueeze(Layout::parse("[2,[3,4]]:[1,[2,6]]"), 1, 1);
  check_unsqueeze(Layout::parse("[2,[3,4]]:[1,[2,6]]"), 2, 2);
  check_unsqueeze(Layout::parse("[2,[3,4]]:[1,[2,6]]"), -1, 2);
  check_unsqueeze(Layout::parse("[2,[3,4]]:[1,[2,6]]"), -3, 0);
  CHECK(squeeze(Layout::parse("1:9"), 0) == Layout());  // E7
  CHECK(unsqueeze(Layout(), 0) == Layout::parse("1:0"));
  CHECK(squeeze(Layout::parse("[1,1,1]:[1,2,3]"), -3) == Layout::parse("[1,1]:[2,3]"));  // E1
  const Layout once = squeeze(Layout::parse("[1,5000,1,1]:[1,1,5000,5000]"), -1);        // E5
  CHECK(squeeze(once, -1) == Layout::parse("[1,5000]:[1,1]"));
}

TEST_CASE("dims out of domain and modes that are no singleton leaf", "[squeeze]") {
  for (const int dim : {-2, 1, -3}) CHECK(error_of([&] { unsqueeze(Layout(), dim); }) == "ValueError");
  for (const int dim : {0, -1}) CHECK(error_of([&] { squeeze(Layout(), dim); }) == "ValueError");  // E3
  for (const int dim : {3, -4, -5}) {
    CHECK(error_of([&] { squeeze(Layout::parse("[1,1,1]:[1,1,1]"), dim); }) == "ValueError");
  }
  CHECK(error_of([] { squeeze(Layout::parse("[1,[1]]:[1,[1]]"), 1); }) == "ValueError");
  CHECK(error_of([] { squeeze(Layout::parse("[1,[]]:[1,[]]"), 1); }) == "ValueError");
  CHECK(error_of([] { squeeze(Layout::parse("[2,1]:[1,1]"), 0); }) == "ValueError");
}

TEST_CASE("taking and removing modes", "[modes]") {
  const Layout layout = Layout::parse("[10,[2,[3]],[]]:[1,[10,[20]],[]]");
  CHECK(take_mode(layout, 0) == Layout::parse("10:1"));
  CHECK(take_mode(layout, 1) == Layout::parse("[[2,[3]]]:[[10,[20]]]"));
  CHECK(take_mode(layout, 2) == Layout::parse("[[]]:[[]]"));
  CHECK(mode_layout(layout, 0) == Layout::parse("10:1"));
  CHECK(mode_layout(layout, 1) == Layout::parse("[2,[3]]:[10,[20]]"));
  CHECK(remove_mode(layout, 1) == Layout::parse("[10,[]]:[1,[]]"));
}
