// SPDX-License-Identifier: Apache-2.0
#include "reference/move.hpp"

#include "reference/add.hpp"
#include "reference/backward.hpp"
#include "reference/no_grad.hpp"
#include "reference/permute.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/views.hpp"

using namespace strideweave;
using namespace swconform::test;

namespace {

using Numbers = std::vector<double>;

/// Fails the test if it is asked for a carrier.
const CarrierMaker no_carrier = [](const DType&, std::span<const Scalar>) -> CarrierPtr {
  FAIL("a carrier was made");
  return nullptr;
};

}  // namespace

TEST_CASE("a move takes the values, in logical order, to another class", "[move]") {
  const Tensor source = tensor("[2,[3,1]]:[3,[1,7]]", 2);
  const Tensor moved = strideweave::move<Generic>(source);
  CHECK(moved.carrier_type() == std::type_index(typeid(Generic)));
  CHECK(moved.dtype() == dtype::float32());
  CHECK(moved.offset() == 0);
  CHECK(moved.layout() == Layout::parse("[2,[3,1]]:[1,[2,6]]"));
  CHECK(moved.carrier()->size() == 6);
  CHECK(numbers(moved) == Numbers{2, 5, 3, 6, 4, 7});
  const Tensor back = strideweave::move<Host>(moved);
  CHECK(back.carrier_type() == std::type_index(typeid(Host)));
  CHECK(numbers(back) == Numbers{2, 5, 3, 6, 4, 7});

  source.carrier()->set(2, 9.0);  // nothing is shared
  CHECK(numbers(moved) == Numbers{2, 5, 3, 6, 4, 7});
  moved.carrier()->set(0, 8.0);
  CHECK(source.carrier()->get(2) == Scalar(9.0));
}

TEST_CASE("a move to the same class is a copy too, and broadcast values are all there", "[move]") {
  const Tensor wide = tensor("[3,2]:[0,1]");
  const Tensor moved = strideweave::move<Host>(wide);
  CHECK(moved.carrier() != wide.carrier());
  CHECK(moved.layout() == Layout::parse("[3,2]:[1,3]"));
  CHECK(numbers(moved) == Numbers{0, 0, 0, 1, 1, 1});
}

TEST_CASE("dtypes stay what they are in a move", "[move]") {
  const Tensor bools(std::make_shared<Host>(dtype::boolean(), std::vector<Scalar>{true, false}), 0,
                     Layout::parse("2:1"));
  CHECK(strideweave::move<Generic>(bools).carrier()->get(0) == Scalar(true));
  const CompoundDType& single = CompoundDType::create("TestMovedSingle", {&dtype::int32()});
  const std::vector<SubtensorArguments> level{{dtype::int32(), iota(dtype::int32(), 2), 0, Layout::parse("2:1")}};
  const Tensor compound = Tensor::from_representation(Representation::create(single, level));
  const Tensor moved = strideweave::move<Generic>(compound);
  CHECK(&moved.dtype() == &single);
  CHECK(moved.representation().subtensors()[0].dtype == &dtype::int32());

  const Tensor small(std::make_shared<VirtualCarrier>(dtype::e4m3(), 2), 0, Layout::parse("2:1"));
  CHECK(thrown_by([&] { strideweave::move<Host>(small); }).kind == "ValueError");  // no Host stores them
}

TEST_CASE("what a move refuses", "[move]") {
  const Tensor multi = two_levels(new_pair(), "2:1", "2:0", 1);
  for (const Subtensor& level : multi.representation().subtensors()) level.carrier->release();
  const Thrown thrown = thrown_by([&] { strideweave::move(multi, no_carrier); });
  CHECK(thrown.kind == "NotImplementedError");  // representation.boundary.9, 14, 18: before it finds them released
  CHECK(thrown.mentions("one-subtensor"));

  const Tensor source = tensor("2:1");
  const auto moving_to = [&](CarrierPtr carrier) {
    return thrown_by([&] { strideweave::move(source, [&](const DType&, std::span<const Scalar>) { return carrier; }); })
        .kind;
  };
  CHECK(moving_to(nullptr) == "RuntimeError");
  CHECK(moving_to(iota(dtype::int32(), 2)) == "ValueError");
  CHECK(moving_to(iota(dtype::float32(), 1)) == "ValueError");
  CHECK(moving_to(iota(dtype::float32(), 2)) == "");
  source.carrier()->release();
  CHECK(thrown_by([&] { strideweave::move(source, no_carrier); }).kind == "RuntimeError");

  const auto spy = std::make_shared<Spy>(3);
  spy->fails_at = 2;
  CHECK_THROWS_AS(strideweave::move(Tensor(spy, 0, Layout::parse("3:1")), no_carrier), Boom);
}

TEST_CASE("gradients come back through a move, on the class of the source", "[move][backward]") {
  const Tensor leaf = tensor("[2,3]:[3,1]");
  const Tensor moved = strideweave::move<Generic>(permute(leaf, {1, 0}));
  CHECK(moved.layout() == Layout::parse("[3,2]:[1,3]"));
  retain_grad(moved);
  backward(moved, counted("[3,2]:[1,3]"));
  REQUIRE(leaf.grad());
  CHECK(leaf.grad()->carrier_type() == std::type_index(typeid(Host)));
  CHECK(leaf.grad()->layout() == leaf.layout());
  CHECK(numbers(*leaf.grad()) == Numbers{1, 4, 2, 5, 3, 6});  // [i,j] of the leaf is [j,i] of the cotangent
  CHECK(moved.grad()->carrier_type() == std::type_index(typeid(Generic)));

  // twice, and into one sum
  const Tensor y = tensor("2:1");
  const Tensor there = strideweave::move<Generic>(y);
  backward(add(there, strideweave::move<Generic>(strideweave::move<Host>(y))), counted("2:1"));
  CHECK(numbers(*y.grad()) == Numbers{2, 4});

  const Tensor ints(iota(dtype::int32(), 2), 0, Layout::parse("2:1"));
  CHECK(strideweave::move<Generic>(ints).is_leaf());
  const NoGrad guard;
  CHECK(strideweave::move<Generic>(y).is_leaf());
}

TEST_CASE("a write after a move is found by backward", "[move][backward]") {
  const Tensor x = tensor("2:1");
  const Tensor moved = strideweave::move<Generic>(x);
  x.carrier()->set(0, 5.0);
  CHECK(thrown_by([&] { backward(moved, counted("2:1")); }).kind == "RuntimeError");
  CHECK_FALSE(x.grad());
}
