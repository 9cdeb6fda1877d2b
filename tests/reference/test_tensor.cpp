// SPDX-License-Identifier: Apache-2.0
#include "reference/tensor.hpp"

#include <memory>

#include "tests/support/catch.hpp"
#include "tests/support/objects.hpp"

using namespace strideweave;
using namespace swconform::test;

namespace {

Thrown constructing(const Argument& carrier, const Argument& offset, const Argument& layout) {
  return thrown_by([&] { Tensor(carrier, offset, layout); });
}

}  // namespace

TEST_CASE("a conventional Tensor shows its carrier, offset and layout", "[tensor]") {
  const CarrierPtr carrier = iota(dtype::int32(), 10);
  const Layout layout = Layout::parse("[2,[3]]:[1,[3]]");
  const Tensor t(carrier, 2, layout);  // representation.construction.1-8: cosize 1 + 1 + 6 = 8
  CHECK(t.carrier() == carrier);       // representation.projection.8-13
  CHECK(t.offset() == 2);
  CHECK(t.layout() == layout);
  CHECK(&t.dtype() == &dtype::int32());
  CHECK(t.size() == 6);
  CHECK(t.carrier_type() == std::type_index(typeid(Host)));
  REQUIRE(t.representation().subtensors().size() == 1);
  CHECK(t.representation().subtensors()[0].dtype == &dtype::int32());
  CHECK(t.representation().adjacent_layouts().empty());
  CHECK(carrier->version() == 0);
}

TEST_CASE("offset + cosize may reach the carrier's size and not pass it", "[tensor]") {
  const auto kind = [](int size, const Argument& offset, const char* layout) {
    return constructing(iota(dtype::float32(), size), offset, Layout::parse(layout)).kind;
  };
  CHECK(kind(8, 0, "[2,3]:[1,3]") == "");  // F1: cosize 8
  CHECK(kind(7, 0, "[2,3]:[1,3]") == "ValueError");
  CHECK(kind(8, 7, "1:1") == "");  // F3
  CHECK(kind(8, 8, "1:1") == "ValueError");
  CHECK(kind(0, 0, "[]:[]") == "ValueError");  // a rank-0 layout has one element
  CHECK(kind(1, 0, "[]:[]") == "");
  CHECK(kind(1, 0, "[3,4]:[0,0]") == "");
  CHECK(kind(1, 0, "1:170141183460469231731687303715884105726") == "");  // an extent of one moves nothing

  const Thrown thrown = constructing(iota(dtype::float32(), 7), 0, Layout::parse("[2,3]:[1,3]"));
  CHECK(thrown.mentions("carrier size"));
  CHECK(constructing(iota(dtype::float32(), 7), -1, Layout()).mentions("offset must be non-negative"));
}

TEST_CASE("integers of any size are compared exactly", "[tensor]") {
  const auto kind = [](const char* size, const Argument& offset, const char* layout) {
    return constructing(std::make_shared<VirtualCarrier>(dtype::float32(), Int::parse(size)), offset,
                        Layout::parse(layout))
        .kind;
  };
  CHECK(kind("1", 0, "5:4611686018427387904") == "ValueError");                     // F5: cosize 2^64 + 1
  CHECK(kind("1", 0, "5:85070591730234615865843651857942052864") == "ValueError");  // 5:2^126
  CHECK(kind("18446744073709551617", 0, "5:4611686018427387904") == "");
  CHECK(kind("18446744073709551616", 0, "5:4611686018427387904") == "ValueError");
  CHECK(kind("8", Int::parse("9223372036854775808"), "1:1") == "ValueError");
  CHECK(kind("8", Int::parse("18446744073709551616"), "1:1") == "ValueError");  // 2^64 is not 0
  CHECK(kind("8", Int::parse(std::string(60, '9')), "1:1") == "ValueError");
  CHECK(kind("8", Int::parse("-" + std::string(60, '9')), "1:1") == "ValueError");
  CHECK(kind(std::string(60, '9').c_str(), 0, "1:1") == "");

  const Tensor t(iota(dtype::float32(), 1), 0, Layout::parse("[274177,67280421310721]:[0,0]"));
  CHECK(t.size() == Int::parse("18446744073709551617"));  // 2^64 + 1
  const Tensor vast(iota(dtype::float32(), 1), 0,
                    Layout::parse("[85070591730234615865843651857942052864,4]:[0,0]"));  // 2^128
  CHECK(thrown_by([&] { vast.size(); }).kind == "OverflowError");
}

TEST_CASE("what cannot be constructed", "[tensor]") {
  const auto carrier = std::make_shared<Spy>(4);
  const Layout four = Layout::parse("4:1");
  CHECK(constructing(carrier, 0, four).kind == "");
  CHECK(constructing(carrier, 0.0, four).kind == "TypeError");  // representation.construction.12
  CHECK(constructing(carrier, None(), four).kind == "TypeError");
  CHECK(constructing(carrier, true, four).kind == "TypeError");  // Q4
  CHECK(constructing(5, 0, four).kind == "TypeError");           // Q17
  CHECK(constructing(carrier, 0, Shape{4}).kind == "TypeError");
  CHECK(constructing(carrier, -1, four).kind == "ValueError");                  // representation.construction.13
  CHECK(constructing(carrier, 1, four).kind == "ValueError");                   // representation.construction.14
  CHECK(constructing(carrier, "x", Layout::parse("5:1")).kind == "TypeError");  // Q7: types first
  CHECK(carrier->reads == 0);                                                   // representation.construction.15
  CHECK(carrier->version() == 0);
  CHECK_FALSE(carrier->is_released());
}

TEST_CASE("carriers whose dtype is not simple", "[tensor]") {
  const auto constructing_on = [](const DType& dtype, const Argument& offset) {
    return constructing(std::make_shared<VirtualCarrier>(dtype, 4), offset, Layout::parse("4:1"));
  };
  CHECK(constructing_on(dtype::e4m3(), 0).kind == "");
  const Thrown category = constructing_on(dtype::floating(), 0);  // representation.construction.9
  CHECK(category.kind == "ValueError");
  CHECK(category.mentions("one-subtensor storage schema"));
  CHECK(category.mentions("Floating"));
  const CompoundDType& single = CompoundDType::create("TestSingle", {&dtype::float32()});
  CHECK(constructing_on(single, 0).kind == "ValueError");      // representation.construction.10
  CHECK(constructing_on(new_pair(), 0).kind == "ValueError");  // representation.boundary.2
  CHECK(constructing_on(dtype::any(), "x").kind == "TypeError");
}

TEST_CASE("handles share one Tensor; equal parts do not make one", "[tensor]") {
  const CarrierPtr carrier = iota(dtype::float32(), 4);
  const Tensor t(carrier, 0, Layout::parse("4:1"));
  const Tensor same = t;
  CHECK(same == t);
  CHECK(same.object() == t.object());
  CHECK(Tensor(carrier, 0, Layout::parse("4:1")) != t);
}

TEST_CASE("a Tensor keeps its carrier alive and never releases it", "[tensor]") {
  CarrierPtr carrier = iota(dtype::float32(), 4);
  const std::weak_ptr<Carrier> weak = carrier;
  std::optional<Tensor> t(Tensor(carrier, 0, Layout::parse("4:1")));
  carrier.reset();
  REQUIRE_FALSE(weak.expired());  // representation.ownership.1
  CHECK_FALSE(t->carrier()->is_released());
  carrier = weak.lock();
  t.reset();
  CHECK_FALSE(carrier->is_released());  // representation.ownership.2
  carrier.reset();
  CHECK(weak.expired());
}

TEST_CASE("a released carrier may still be described", "[tensor][Q21]") {
  const CarrierPtr carrier = iota(dtype::float32(), 4);
  carrier->release();
  CHECK(constructing(carrier, 0, Layout::parse("4:1")).kind == "");
}

TEST_CASE("the gradient slot", "[tensor]") {
  CHECK(tensor("2:1").grad() == std::nullopt);
  const Tensor ints(iota(dtype::int32(), 2), 0, Layout::parse("2:1"));
  CHECK(thrown_by([&] { ints.grad(); }).kind == "RuntimeError");
  CHECK(thrown_by([] { two_levels(new_pair(), "2:1", "2:0", 1).grad(); }).kind == "RuntimeError");
}

TEST_CASE("several subtensors: the first one is shown", "[tensor]") {
  const CompoundDType& pair = new_pair();
  const Tensor t = two_levels(pair, "[2,3]:[1,2]", "[2,3]:[0,1]", 3);
  CHECK(&t.dtype() == &pair);
  CHECK(t.size() == 6);
  CHECK(t.carrier() == t.representation().subtensors()[0].carrier);
  CHECK(thrown_by([&] { require_one_subtensor(t, "item"); }).kind == "NotImplementedError");  // Q18
  CHECK(thrown_by([&] { require_one_subtensor(t, "item"); }).mentions("one-subtensor"));
  CHECK(thrown_by([] { require_one_subtensor(tensor("2:1"), "item"); }).kind == "");
}
