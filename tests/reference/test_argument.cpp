// SPDX-License-Identifier: Apache-2.0
#include "reference/argument.hpp"

#include <memory>

#include "reference/friendly.hpp"
#include "reference/permute.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/objects.hpp"

using namespace strideweave;
using namespace swconform::test;

TEST_CASE("typed values convert to what they are", "[argument]") {
  CHECK(Argument().is_none());
  CHECK(Argument(None()).is_none());
  CHECK_FALSE(Argument(0).is_none());
  CHECK(*Argument(true).get_if<bool>());
  CHECK(*Argument(5).get_if<Int>() == 5);
  CHECK(*Argument(std::uint64_t{18446744073709551615U}).get_if<Int>() == Int::parse("18446744073709551615"));
  CHECK(*Argument(1.5).get_if<double>() == 1.5);
  CHECK(*Argument(1.5F).get_if<double>() == 1.5);
  CHECK(*Argument("a -> a").get_if<std::string>() == "a -> a");
  CHECK(Argument(Argument::List{1, "x"}).get_if<Argument::List>()->size() == 2);
  CHECK(*Argument(Shape{2, 3}).get_if<Shape>() == Shape{2, 3});
  CHECK(*Argument(Scalar(true)).get_if<bool>());
  CHECK(*Argument(Scalar(4)).get_if<Int>() == 4);
}

TEST_CASE("integers, bools and floats are three things", "[argument][Q4]") {
  CHECK(Argument(true).get_if<Int>() == nullptr);
  CHECK(Argument(1).get_if<bool>() == nullptr);
  CHECK(Argument(1.0).get_if<Int>() == nullptr);
  CHECK(require_integer(7, "n") == 7);
  CHECK(thrown_by([] { require_integer(true, "the order"); }).kind == "TypeError");
  CHECK(thrown_by([] { require_integer(1.0, "the order"); }).message == "the order must be an integer, not float");
  CHECK(thrown_by([] { require_integer(None(), "n"); }).kind == "TypeError");
  CHECK(thrown_by([] { require_integer("1", "n"); }).kind == "TypeError");
}

TEST_CASE("a slice keeps its three parts, whatever they are", "[argument]") {
  const Argument argument = Argument::slice(1, None(), "x");
  const SliceArgument* slice = argument.get_if<SliceArgument>();
  REQUIRE(slice != nullptr);
  CHECK(*slice->start().get_if<Int>() == 1);
  CHECK(slice->stop().is_none());
  CHECK(*slice->step().get_if<std::string>() == "x");
  CHECK(Argument::slice(0, 5).get_if<SliceArgument>()->step().is_none());
}

TEST_CASE("objects are held under the type of their interface", "[argument]") {
  const auto carrier = std::make_shared<Spy>(3);
  CHECK(*Argument(carrier).get_if<CarrierPtr>() == carrier);
  CHECK(*Argument(dtype::float32()).get_if<const DType*>() == &dtype::float32());
  CHECK(*Argument(&dtype::any()).get_if<const DType*>() == &dtype::any());
  const Tensor t = tensor("[2,3]:[1,2]");
  CHECK(*Argument(t).get_if<Tensor>() == t);
  CHECK(Argument(std::make_shared<Foreign>()).get_if<std::shared_ptr<const Foreign>>() != nullptr);
  CHECK(Argument(std::any(5)).get_if<Int>() == nullptr);
}

TEST_CASE("require names what was passed", "[argument]") {
  CHECK(require<Shape>(Shape{4}, "target", "a Shape") == Shape{4});
  CHECK(thrown_by([] { require<Shape>(Layout(), "target", "a Shape"); }).message ==
        "target must be a Shape, not Layout");
  CHECK(thrown_by([] { require<Shape>(Argument::List{2, 3}, "target", "a Shape"); }).kind == "TypeError");
  CHECK(type_name(Argument(std::make_shared<Spy>(1))) == "Carrier");
  CHECK(type_name(dtype::int32()) == "DType");
  CHECK(type_name(tensor("2:1")) == "Tensor");
}
