// SPDX-License-Identifier: Apache-2.0
#include "reference/carrier.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/objects.hpp"

using namespace strideweave;
using namespace swconform::test;

namespace {

std::vector<Scalar> read(const Carrier& carrier, Int offset, const char* layout) {
  std::vector<Scalar> values;
  carrier.read(offset, Layout::parse(layout), values);
  return values;
}

}  // namespace

TEMPLATE_TEST_CASE("values come back as their dtype stores them", "[carrier]", Generic, Host) {
  const TestType floats(dtype::float32(), {0.1, 3, std::nan("")});
  CHECK(floats.get(0) == Scalar(0.10000000149011612));  // 0x1.99999ap-4, binary32
  CHECK(floats.get(1) == Scalar(3.0));
  CHECK(std::isnan(std::get<double>(floats.get(2))));
  // 2^60 + 2^36 + 1 rounds once, to 2^60 + 2^37; by way of binary64 it would be a tie and fall to 2^60.
  const TestType large(dtype::float32(), {Int((std::int64_t{1} << 60) + (std::int64_t{1} << 36) + 1), 1e300});
  CHECK(large.get(0) == Scalar(std::ldexp(1.0, 60) + std::ldexp(1.0, 37)));
  CHECK(large.get(1) == Scalar(std::numeric_limits<double>::infinity()));
  CHECK(TestType(dtype::float64(), {0.1}).get(0) == Scalar(0.1));

  const TestType ints(dtype::int32(), {2147483647, Int(-2147483647) - 1});
  CHECK(ints.get(0) == Scalar(2147483647));
  CHECK(ints.get(1) == Scalar(Int(-2147483647) - 1));
  CHECK(TestType(dtype::int8(), {-128}).get(0) == Scalar(-128));
  const TestType bools(dtype::boolean(), {true, false});
  CHECK(bools.get(0) == Scalar(true));
  CHECK(bools.get(1) == Scalar(false));
  CHECK(ints.size() == 2);
  CHECK(ints.dtype() == dtype::int32());
}

TEMPLATE_TEST_CASE("values a dtype does not store", "[carrier]", Generic, Host) {
  const auto kind = [](const DType& dtype, const Scalar& value) {
    return thrown_by([&] { TestType(dtype, {value}); }).kind;
  };
  CHECK(kind(dtype::int32(), Int(2147483648)) == "OverflowError");
  CHECK(kind(dtype::int32(), Int(-2147483649)) == "OverflowError");
  CHECK(kind(dtype::int8(), Int(128)) == "OverflowError");
  CHECK(kind(dtype::int32(), 3.0) == "TypeError");
  CHECK(kind(dtype::int32(), true) == "TypeError");
  CHECK(kind(dtype::float32(), true) == "TypeError");
  CHECK(kind(dtype::boolean(), Int(1)) == "TypeError");
  CHECK(kind(dtype::e4m3(), 1.0) == "ValueError");
  CHECK(thrown_by([] { TestType(dtype::floating(), {}); }).kind == "ValueError");
}

TEMPLATE_TEST_CASE("access is checked and versions count successful writes", "[carrier]", Generic, Host) {
  TestType carrier(dtype::int32(), {10, 11, 12});
  CHECK(carrier.version() == 0);
  carrier.set(1, 21);
  carrier.set(1, 21);
  CHECK(carrier.version() == 2);
  CHECK(carrier.get(1) == Scalar(21));

  const auto set = [&](const Argument& index, const Argument& value) {
    return thrown_by([&] { carrier.set(index, value); }).kind;
  };
  const auto get = [&](const Argument& index) { return thrown_by([&] { carrier.get(index); }).kind; };
  CHECK(get(-1) == "IndexError");
  CHECK(get(3) == "IndexError");
  CHECK(get(Int::parse("9223372036854775808")) == "IndexError");
  CHECK(get(Int::parse("18446744073709551617")) == "IndexError");  // 2^64 + 1
  CHECK(get(1.0) == "TypeError");
  CHECK(get(true) == "TypeError");
  CHECK(get(None()) == "TypeError");
  CHECK(set(3, 1) == "IndexError");
  CHECK(set(-1, 1) == "IndexError");
  CHECK(set("0", 1) == "TypeError");
  CHECK(set(0, "x") == "TypeError");
  CHECK(set(0, None()) == "TypeError");
  CHECK(set(0, 1.5) == "TypeError");
  CHECK(set(0, Int(1) + 2147483647) == "OverflowError");
  CHECK(carrier.version() == 2);
  CHECK(carrier.get(0) == Scalar(10));

  TestType frozen(dtype::int32(), {1}, false);
  CHECK_FALSE(frozen.is_mutable());
  CHECK(thrown_by([&] { frozen.set(0, 2); }).kind == "RuntimeError");
  CHECK(frozen.get(0) == Scalar(1));
  CHECK(frozen.version() == 0);
}

TEMPLATE_TEST_CASE("release ends access, once", "[carrier]", Generic, Host) {
  TestType carrier(dtype::float32(), {1.0, 2.0});
  carrier.set(0, 5.0);
  CHECK_FALSE(carrier.is_released());
  carrier.release();
  carrier.release();
  CHECK(carrier.is_released());
  CHECK(thrown_by([&] { carrier.get(0); }).kind == "RuntimeError");
  CHECK(thrown_by([&] { carrier.set(0, 1.0); }).kind == "RuntimeError");
  CHECK(thrown_by([&] { read(carrier, 0, "2:1"); }).kind == "RuntimeError");
  CHECK(carrier.size() == 2);
  CHECK(carrier.version() == 1);
}

TEMPLATE_TEST_CASE("new_like makes a fresh carrier of the same class", "[carrier]", Generic, Host, VirtualCarrier) {
  const TestType carrier = [] {
    if constexpr (std::is_same_v<TestType, VirtualCarrier>)
      return TestType(dtype::float32(), Int(2));
    else
      return TestType(dtype::float32(), {1.0, 2.0});
  }();
  const std::vector<Scalar> values{4.0, 5.0, 6.0};
  const CarrierPtr fresh = carrier.new_like(values);
  CHECK(exact_class(*fresh) == exact_class(carrier));
  CHECK(fresh->size() == 3);
  CHECK(fresh->get(2) == Scalar(6.0));
  CHECK(fresh->dtype() == dtype::float32());
  CHECK(fresh->version() == 0);
}

TEST_CASE("exact classes", "[carrier]") {
  const Host host(dtype::float32(), {1.0});
  const OneMore derived(dtype::float32(), {1.0});
  CHECK(exact_class(host) != exact_class(derived));
  CHECK(exact_class(host) != exact_class(Generic(dtype::float32(), {1.0})));
  CHECK(exact_class(host).name() == "strideweave::Host");
  CHECK(exact_class(derived).name() == "swconform::test::OneMore");
  // OneMore inherits a do_new_like that makes Hosts.
  CHECK(thrown_by([&] { derived.new_like({}); }).kind == "RuntimeError");
}

TEMPLATE_TEST_CASE("reading through a layout", "[carrier]", Generic, Host) {
  const TestType carrier(dtype::int32(), {0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(read(carrier, 0, "[2,3]:[3,1]") == std::vector<Scalar>{0, 3, 1, 4, 2, 5});
  CHECK(read(carrier, 1, "[2,[3,2]]:[0,[1,0]]") == std::vector<Scalar>{1, 1, 2, 2, 3, 3, 1, 1, 2, 2, 3, 3});
  CHECK(read(carrier, 0, "[2,2,2]:[4,1,2]") == std::vector<Scalar>{0, 4, 1, 5, 2, 6, 3, 7});
  CHECK(read(carrier, 7, "[]:[]") == std::vector<Scalar>{7});
  CHECK(read(carrier, 2, "[1,2]:[1000000,3]") == std::vector<Scalar>{2, 5});
  CHECK(thrown_by([&] { read(carrier, 5, "4:1"); }).kind == "IndexError");
  CHECK(thrown_by([&] { read(carrier, -1, "2:1"); }).kind == "IndexError");
}

TEST_CASE("bulk reads go through an override and stop at its exception", "[carrier]") {
  const OneMore derived(dtype::float32(), {10.0, 20.0, 30.0});
  CHECK(read(derived, 1, "2:1") == std::vector<Scalar>{21.0, 31.0});

  Spy spy(6);
  CHECK(read(spy, 0, "[2,3]:[3,1]") == std::vector<Scalar>{0.0, 3.0, 1.0, 4.0, 2.0, 5.0});
  CHECK(spy.reads == 6);
  spy.fails_at = 9;
  CHECK_THROWS_AS(read(spy, 0, "[2,3]:[3,1]"), Boom);
  CHECK(spy.reads == 9);
}

TEST_CASE("the checks hold for a user's carrier", "[carrier]") {
  Spy spy(2);
  CHECK(thrown_by([&] { spy.get(2); }).kind == "IndexError");
  CHECK(spy.reads == 0);
  spy.set(0, 1.0);
  CHECK(spy.version() == 1);
  spy.fails_to_write = true;
  CHECK_THROWS_AS(spy.set(0, 1.0), Boom);
  CHECK(spy.version() == 1);
  spy.release();
  spy.release();
  CHECK(spy.releases == 1);
  CHECK(thrown_by([&] { spy.get(0); }).kind == "RuntimeError");
  CHECK(spy.reads == 0);
}

TEST_CASE("a virtual carrier computes its values", "[carrier]") {
  const Int huge = Int::parse("1267650600228229401496703205377");  // 2^100 + 1
  VirtualCarrier carrier(dtype::int32(), huge);
  CHECK(carrier.size() == huge);
  CHECK(carrier.get(huge - 1) == Scalar(huge - 1));
  CHECK(thrown_by([&] { carrier.get(huge); }).kind == "IndexError");
  CHECK(read(carrier, 0, "[2,2]:[4611686018427387904,1267650600223617715478275817472]") ==
        std::vector<Scalar>{0, Int::parse("4611686018427387904"), Int::parse("1267650600223617715478275817472"),
                            Int::parse("1267650600228229401496703205376")});
  CHECK(VirtualCarrier(dtype::float32(), 4).get(3) == Scalar(3.0));
  CHECK(VirtualCarrier(dtype::boolean(), 4).get(3) == Scalar(true));
  CHECK(VirtualCarrier(dtype::boolean(), 4).get(2) == Scalar(false));
  CHECK(VirtualCarrier(dtype::floating(), -1).size() == -1);
  CHECK_FALSE(carrier.is_mutable());
  CHECK(thrown_by([&] { carrier.set(0, 1); }).kind == "RuntimeError");
  CHECK(VirtualCarrier(dtype::e4m3(), 9, [](Int i) { return Scalar(i * i); }).get(3) == Scalar(9));
}
