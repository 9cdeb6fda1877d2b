// SPDX-License-Identifier: Apache-2.0
#include "reference/friendly.hpp"

#include <memory>
#include <vector>

#include "reference/permute.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/objects.hpp"

using namespace strideweave;
using namespace swconform::test;
using friendly::item;
using friendly::to_list;

namespace {

const char* const not_one = "item requires a tensor with exactly one element";

Tensor holding(const DType& dtype, std::initializer_list<Scalar> values, const char* layout, int offset = 0) {
  return Tensor(std::make_shared<Host>(dtype, values), offset, Layout::parse(layout));
}

}  // namespace

TEST_CASE("item gives the sole value in its type", "[friendly]") {
  CHECK(item(holding(dtype::float32(), {3.0}, "1:1")) == Scalar(3.0));  // friendly.item.1-5
  CHECK(item(holding(dtype::float32(), {3.0}, "[]:[]")) == Scalar(3.0));
  CHECK(item(holding(dtype::int32(), {1, 2, 3}, "[1,[1]]:[7,[9]]", 2)) == Scalar(3));  // friendly.values.1
  CHECK(item(holding(dtype::boolean(), {true}, "1:1")) == Scalar(true));
  const auto spy = std::make_shared<Spy>(5);
  CHECK(item(Tensor(spy, 4, Layout())) == Scalar(4.0));
  CHECK(spy->version() == 0);
}

TEST_CASE("item refuses any other size before it reads", "[friendly]") {
  const auto spy = std::make_shared<Spy>(5);
  const auto check = [&](const char* layout) {
    const Thrown thrown = thrown_by([&] { item(Tensor(spy, 0, Layout::parse(layout))); });
    CHECK(thrown.kind == "ValueError");  // friendly.item.8, 9
    CHECK(thrown.message == not_one);
  };
  check("2:1");
  check("2:0");                                                // H3
  check("[274177,67280421310721]:[0,0]");                      // 2^64 + 1 elements
  check("[85070591730234615865843651857942052864,4]:[0,0]");   // 2^128
  check("[18446744073709551616,18446744073709551616]:[0,0]");  // 2^128
  CHECK(spy->reads == 0);                                      // friendly.item.10
}

TEST_CASE("to_list goes first mode fastest", "[friendly]") {
  // rows (1, 2) and (3, 4), stored column by column
  CHECK(to_list(holding(dtype::float32(), {1.0, 3.0, 2.0, 4.0}, "[2,2]:[1,2]")) ==
        std::vector<Scalar>{1.0, 3.0, 2.0, 4.0});
  // the same matrix stored row by row
  CHECK(to_list(holding(dtype::float32(), {1.0, 2.0, 3.0, 4.0}, "[2,2]:[2,1]")) ==
        std::vector<Scalar>{1.0, 3.0, 2.0, 4.0});
  CHECK(to_list(holding(dtype::float32(), {1.0, 2.0, 3.0}, "[2,[3,2]]:[0,[1,0]]")) ==  // H7
        std::vector<Scalar>{1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0});
  CHECK(to_list(holding(dtype::int32(), {7, 8}, "2:1")) == std::vector<Scalar>{7, 8});  // friendly.values.2
  CHECK(to_list(holding(dtype::boolean(), {true, false}, "2:1")) == std::vector<Scalar>{true, false});
  CHECK(to_list(tensor("[]:[]", 3)) == std::vector<Scalar>{3.0});
  // offset 2; element (i, j) of the transpose is 2 + 3 i + j
  CHECK(to_list(permute(tensor("[2,2]:[1,3]", 2), {1, 0})) == std::vector<Scalar>{2.0, 5.0, 3.0, 6.0});
  CHECK(to_list(Tensor(std::make_shared<Generic>(dtype::float32(), std::initializer_list<Scalar>{1.0, 2.0}), 0,
                       Layout::parse("[2,2]:[1,0]"))) == std::vector<Scalar>{1.0, 2.0, 1.0, 2.0});
}

TEST_CASE("a failing read reaches the caller as it is", "[friendly]") {
  const auto spy = std::make_shared<Spy>(4);
  const Tensor t(spy, 0, Layout::parse("4:1"));
  spy->fails_at = 3;  // H9
  int number = 0;
  try {
    to_list(t);
  } catch (const Boom& boom) {
    number = boom.number;
  }
  CHECK(number == 7);  // friendly.to-list.12
  CHECK(spy->reads == 3);
  CHECK(spy->version() == 0);
  spy->fails_at = 4;
  CHECK_THROWS_AS(item(Tensor(spy, 1, Layout())), Boom);  // friendly.item.13
  CHECK(to_list(t).size() == 4);

  spy->release();
  CHECK(thrown_by([&] { to_list(t); }).kind == "RuntimeError");
  CHECK(thrown_by([&] { item(Tensor(spy, 1, Layout())); }).kind == "RuntimeError");
}

TEST_CASE("values come through a subclass's own reading", "[friendly]") {
  const auto derived = std::make_shared<OneMore>(dtype::float32(), std::initializer_list<Scalar>{1.0, 2.0});
  CHECK(to_list(Tensor(derived, 0, Layout::parse("2:1"))) == std::vector<Scalar>{2.0, 3.0});
  CHECK(item(Tensor(derived, 1, Layout())) == Scalar(3.0));
}

TEST_CASE("a list that cannot be is refused, one that can is begun", "[friendly]") {
  const auto spy = std::make_shared<Spy>(1);
  CHECK(thrown_by([&] { to_list(Tensor(spy, 0, Layout::parse("18446744073709551617:0"))); }).kind == "OverflowError");
  CHECK(spy->reads == 0);
  spy->fails_at = 2;
  CHECK_THROWS_AS(to_list(Tensor(spy, 0, Layout::parse("1099511627776:0"))), Boom);
}

TEST_CASE("several subtensors are refused before a read", "[friendly]") {
  const Tensor t = two_levels(new_pair(), "1:1", "1:0", 1);
  t.carrier()->release();                                            // a read would be a RuntimeError
  CHECK(thrown_by([&] { item(t); }).kind == "NotImplementedError");  // representation.boundary.13, Q18
  CHECK(thrown_by([&] { to_list(t); }).kind == "NotImplementedError");
}

TEST_CASE("objects that look like a Tensor", "[friendly]") {
  const auto spy = std::make_shared<Spy>(9);
  Foreign full;
  full.attributes = {{"layout", Layout::parse("[2,3]:[3,1]")}, {"offset", 2}, {"carrier", spy}};
  full.methods = {{"size", [] { return Argument(6); }}};
  const auto wrapped = [](Foreign foreign) { return Argument(std::make_shared<const Foreign>(std::move(foreign))); };
  CHECK(to_list(wrapped(full)) == std::vector<Scalar>{2.0, 5.0, 3.0, 6.0, 4.0, 7.0});
  CHECK(thrown_by([&] { item(wrapped(full)); }).message == not_one);

  Foreign single = full;
  single.attributes["layout"] = Layout::parse("[1,1]:[3,1]");
  single.methods["size"] = [] { return Argument(1); };
  CHECK(item(wrapped(single)) == Scalar(2.0));

  spy->reads = 0;
  Foreign no_size = single;
  no_size.methods.clear();
  CHECK(thrown_by([&] { item(wrapped(no_size)); }).kind == "AttributeError");  // friendly.item.11
  no_size.attributes["size"] = 1;                                              // Q26
  CHECK(thrown_by([&] { item(wrapped(no_size)); }).kind == "AttributeError");
  Foreign no_layout = single;
  no_layout.attributes.erase("layout");
  CHECK(thrown_by([&] { to_list(wrapped(no_layout)); }).kind == "AttributeError");  // friendly.to-list.10
  no_layout.methods["layout"] = [] { return Argument(Layout()); };
  CHECK(thrown_by([&] { to_list(wrapped(no_layout)); }).kind == "AttributeError");
  CHECK(spy->reads == 0);  // friendly.item.12, friendly.to-list.11

  Foreign raising = full;
  raising.methods["size"] = []() -> Argument { throw Boom{1}; };
  CHECK_THROWS_AS(item(wrapped(raising)), Boom);
}

TEST_CASE("objects that do not look like one", "[friendly]") {
  for (const Argument& argument : {Argument(5), Argument(), Argument("t"), Argument(Shape{1}), Argument(Foreign())}) {
    CHECK(thrown_by([&] { item(argument); }).kind == "AttributeError");
    CHECK(thrown_by([&] { to_list(argument); }).kind == "AttributeError");
  }
}
