// SPDX-License-Identifier: Apache-2.0
#include "reference/index.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/views.hpp"

using namespace strideweave;
using namespace swconform::test;

namespace {

std::string sliced(const Tensor& source, const Argument& key) {
  return outcome(source, [&](const Tensor& tensor) { return std::get<Tensor>(index(tensor, key)); });
}
std::string sliced(const char* layout, const char* key) { return sliced(tensor(layout, 2), key_of(key)); }

std::string kind_of(const Tensor& source, const Argument& key) {
  return thrown_by([&] { index(source, key); }).kind;
}

Scalar value(const Tensor& source, const char* key) { return std::get<Scalar>(index(source, key_of(key))); }

}  // namespace

TEST_CASE("slices select from each mode", "[views][slice]") {
  CHECK(sliced("[5,10]:[1,5]", "2, 1:9") == "+7 8:5");  // 2*1 + 1*5
  CHECK(sliced("[5,10]:[1,5]", "2, 1:9:2") == "+7 4:10");
  CHECK(sliced("[5,10]:[1,5]", ":, :") == "+0 [5,10]:[1,5]");
  CHECK(sliced("[5,10]:[1,5]", "1:, :-1") == "+1 [4,9]:[1,5]");
  CHECK(sliced("[10,[2,3]]:[1,[10,20]]", "0, :") == "+0 [[2,3]]:[[10,20]]");
  CHECK(sliced("5:1", "1:100:2") == "+1 2:2");                   // C1
  CHECK(sliced("[2,2]:[1,2]", "0:1, 0:2") == "+0 [1,2]:[1,2]");  // C11
  CHECK(sliced("[3,2]:[1,3]", "0:3, 1") == "+3 3:1");
  CHECK(sliced("[1,3]:[7,0]", "0, 1:") == "+0 2:0");
  CHECK(sliced("4:2", "-3:-1") == "+2 2:2");
  CHECK(sliced("4:2", "-99:1") == "+0 1:2");
}

TEST_CASE("bounds and steps past the machine's integers", "[views][slice]") {
  CHECK(sliced("5:1", "::9223372036854775808") == "ValueError");  // C5: 2^63 does not divide 5
  CHECK(sliced("5:1", "::5") == "+0 1:5");
  CHECK(sliced("5:1", "-9223372036854775809:9223372036854775808") == "+0 5:1");
  CHECK(sliced("5:1", "-170141183460469231731687303715884105728:2") == "+0 2:1");  // -2^127
  // C9: 3 * 2^62, exactly
  const Tensor wide(std::make_shared<VirtualCarrier>(dtype::float32(), Int::parse("23058430092136939521")), 0,
                    Layout::parse("6:4611686018427387904"));
  CHECK(sliced(wide, key_of("::3")) == "+0 2:13835058055282163712");
  CHECK(kind_of(tensor("[5,4]:[1,5]"), key_of("9223372036854775808, 0")) == "ValueError");  // C17
  CHECK(sliced("[5,4]:[1,5]", "9223372036854775808, 0:2") == "ValueError");
}

TEST_CASE("slices that are refused", "[views][slice]") {
  for (const char* key : {"3:1", "5:5", "4:-5", "0:0", "9:"}) CHECK(sliced("5:1", key) == "ValueError");  // C3: empty
  // C7: divisible after clamping
  CHECK(sliced("5:3", "0:6:2") == "ValueError");
  CHECK(sliced("5:3", "1:6:2") == "+3 2:6");
  CHECK(sliced("5:3", "0:5:2") == "ValueError");
  for (const char* key : {"4:0:-1", "::0", "::-1"}) CHECK(sliced("5:1", key) == "ValueError");  // C13
  CHECK(sliced("[5,4]:[1,5]", "-1, 0:2") == "ValueError");                                      // Q5
  CHECK(sliced("[5,4]:[1,5]", "5, 0:2") == "ValueError");
  // counts
  CHECK(sliced("[5,4]:[1,5]", "0:2") == "ValueError");
  CHECK(sliced("[5,4]:[1,5]", "0:2, 0, 0") == "ValueError");
  CHECK(sliced("[]:[]", ":") == "ValueError");  // C21
  CHECK(kind_of(tensor("[]:[]"), 0) == "ValueError");
  CHECK(kind_of(tensor("[5,4]:[1,5]"), 7) == "ValueError");  // Q6
}

TEST_CASE("nested modes take a whole slice or one integer", "[views][slice]") {
  const char* const nested = "[10,[2,3]]:[1,[10,20]]";  // C19
  CHECK(sliced(nested, "0:10, 4") == "+40 10:1");       // 4 is (0, 2)
  CHECK(sliced(nested, "0:10, 6") == "ValueError");
  CHECK(sliced(nested, "0, 0:4") == "ValueError");
  CHECK(sliced(nested, "0, 1:") == "ValueError");
  CHECK(sliced(nested, "0, ::2") == "ValueError");
  CHECK(sliced(nested, "0, ::6") == "ValueError");
  CHECK(sliced(nested, "3, 0:6") == "+3 [[2,3]]:[[10,20]]");  // Q13
  CHECK(sliced(nested, "3, -6:99:1") == "+3 [[2,3]]:[[10,20]]");
  CHECK(sliced("[3,[2]]:[1,[3]]", "0, :") == "+0 [[2]]:[[3]]");
  CHECK(sliced("[[6]]:[[2]]", ":") == "+0 [[6]]:[[2]]");
  CHECK(sliced("[[6]]:[[2]]", "0:3") == "ValueError");
  CHECK(sliced("[4,[]]:[1,[]]", "1:3, :") == "+1 [2,[]]:[1,[]]");  // Q20
  // A nested mode of more elements than 2^127, all of them one.
  const Tensor vast(iota(dtype::float32(), 2), 0,
                    Layout::parse("[2,[9223372036854775808,9223372036854775808,9223372036854775808]]:[1,[0,0,0]]"));
  CHECK(sliced(vast, key_of("1, :")) == "+1 [[9223372036854775808,9223372036854775808,9223372036854775808]]:[[0,0,0]]");
  CHECK(sliced(vast, key_of("1, :-1")) == "ValueError");
  CHECK(sliced(vast, key_of(":, 18446744073709551616")) == "+0 2:1");
}

TEST_CASE("key entries of the wrong type", "[views][slice]") {
  const Tensor source = tensor("[5,4]:[1,5]");
  const auto kind = [&](Argument first, Argument second) {
    return kind_of(source, Argument::List{std::move(first), std::move(second)});
  };
  CHECK(kind(1.0, slice_of(":")) == "TypeError");
  CHECK(kind("x", slice_of(":")) == "TypeError");
  CHECK(kind(None(), slice_of(":")) == "TypeError");
  CHECK(kind(true, slice_of("0:2")) == "TypeError");  // C15, Q4
  CHECK(kind(Argument::List{1, 2}, 0) == "TypeError");
  CHECK(kind(0, 1.0) == "TypeError");
  CHECK(kind(0, Argument::slice(0, 4, 1.0)) == "TypeError");
  CHECK(kind(0, Argument::slice(0, 4, true)) == "TypeError");
  CHECK(kind(0, Argument::slice(0.0, 4)) == "TypeError");  // Q27
  CHECK(kind(0, Argument::slice(0, "4")) == "TypeError");
  // Q7: count, then types, then domains
  CHECK(kind(7, "x") == "TypeError");
  CHECK(kind_of(source, Argument::List{"x"}) == "ValueError");
  CHECK(kind_of(source, Argument::List{"x", 0, 0}) == "ValueError");
  CHECK(kind_of(tensor("5:1"), "x") == "TypeError");
  CHECK(kind_of(tensor("5:1"), None()) == "TypeError");
}

TEST_CASE("a key of integers gives the value", "[views][slice]") {
  CHECK(value(tensor("[5,4]:[1,5]", 3), "2, 1") == Scalar(10.0));  // 3 + 2 + 5
  CHECK(value(tensor("[10,[2,3]]:[1,[10,20]]"), "7, 5") == Scalar(57.0));
  CHECK(value(tensor("[]:[]", 6), "") == Scalar(6.0));  // Q25
  CHECK(std::get<Scalar>(index(tensor("5:2", 1), 3)) == Scalar(7.0));
  CHECK(kind_of(tensor("5:2"), 5) == "ValueError");
  CHECK(kind_of(tensor("5:2"), -1) == "ValueError");

  const auto spy = std::make_shared<Spy>(20);
  spy->fails_at = 2;
  const Tensor source(spy, 1, Layout::parse("[3,2]:[4,1]"));
  CHECK(value(source, "2, 1") == Scalar(10.0));
  CHECK(spy->reads == 1);
  CHECK_THROWS_AS(value(source, "2, 1"), Boom);
  CHECK(spy->version() == 0);
  CHECK(thrown_by([&] { std::get<Tensor>(index(source, key_of("2, :"))); }).kind.empty());
  CHECK(spy->reads == 2);
  spy->release();
  CHECK(kind_of(source, key_of("2, 1")) == "RuntimeError");
  CHECK(sliced(source, key_of("2, :")) == "+8 2:1");  // Q21
}

TEST_CASE("slices of several subtensors begin at zero", "[views][slice][multi]") {
  const CompoundDType& pair = new_pair();
  const Tensor source = two_levels(pair, "[4,3]:[1,4]", "[4,3]:[3,1]", 12);
  CHECK(sliced(source, key_of(":2, :")) == "+0 [2,3]:[1,4] / [2,3]:[3,1]");
  CHECK(sliced(source, key_of("0, ::3")) == "+0 1:12 / 1:3");
  CHECK(sliced(source, key_of("-4:2, 0")) == "+0 2:1 / 2:3");  // normalized start 0
  CHECK(sliced(source, key_of("1:2, :")) == "NotImplementedError");
  CHECK(sliced(source, key_of("1, :")) == "NotImplementedError");
  CHECK(sliced(source, key_of(":, 2")) == "NotImplementedError");
  CHECK(sliced(source, key_of("5, 0:1")) == "ValueError");  // Q8
  CHECK(sliced(source, key_of("1, 2:2")) == "ValueError");
  CHECK(sliced(source, key_of("0:2")) == "ValueError");
  CHECK(kind_of(source, key_of("0, 0")) == "NotImplementedError");
  CHECK(kind_of(source, key_of("1, 1")) == "NotImplementedError");
  // Where nothing moves the offset would stay 0: the origin counts, not the index.
  const Tensor still = two_levels(pair, "[4,3]:[0,1]", "[4,3]:[0,1]", 3);
  CHECK(sliced(still, key_of("1:2, :")) == "NotImplementedError");
  CHECK(sliced(still, key_of("3, :")) == "NotImplementedError");
  const Tensor nested = two_levels(pair, "[[2,2],3]:[[1,2],4]", "[[2,2],3]:[[0,1],0]", 2);
  CHECK(sliced(nested, key_of(":, :2")) == "+0 [[2,2],2]:[[1,2],4] / [[2,2],2]:[[0,1],0]");
  CHECK(sliced(nested, key_of("0, :2")) == "+0 2:4 / 2:0");
}

TEST_CASE("element assignment", "[views][assign]") {
  const Tensor source = tensor("[5,4]:[1,5]", 3);
  assign(source, key_of("2, 1"), 99.5);
  CHECK(source.carrier()->get(10) == Scalar(99.5));  // 3 + 2 + 5
  CHECK(source.carrier()->version() == 1);
  const auto kind = [&](const Argument& key, const Argument& item) {
    return thrown_by([&] { assign(source, key, item); }).kind;
  };
  CHECK(kind(key_of("5, 0"), 1.0) == "ValueError");
  CHECK(kind(key_of("0"), 1.0) == "ValueError");
  CHECK(kind(Argument::List{0, "x"}, 1.0) == "TypeError");
  CHECK(kind(key_of("0, 0:1"), 1.0) == "TypeError");
  CHECK(kind(key_of("0, 0"), "x") == "TypeError");
  CHECK(source.carrier()->version() == 1);
  assign(tensor("[]:[]"), key_of(""), 1);
  const Tensor pair = two_levels(new_pair(), "4:1", "4:1", 4);
  CHECK(thrown_by([&] { assign(pair, key_of("9"), "x"); }).kind == "NotImplementedError");
  CHECK(pair.carrier()->version() == 0);
}
