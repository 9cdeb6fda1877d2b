// SPDX-License-Identifier: Apache-2.0
#include "reference/scatter.hpp"

#include "reference/backward.hpp"
#include "reference/move.hpp"
#include "reference/no_grad.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/views.hpp"

using namespace strideweave;
using namespace swconform::test;

namespace {

using Numbers = std::vector<double>;

Thrown refused(const Argument& source, const Argument& onto, const Argument& ordinals) {
  return thrown_by([&] { scatter(source, onto, ordinals); });
}

}  // namespace

TEST_CASE("a scatter replaces the values at logical ordinals", "[scatter]") {
  const Tensor onto = tensor_of("[2,3]:[3,1]", {10, 11, 12, 13, 14, 15});
  const Tensor source = tensor_of("[2,[2]]:[2,[1]]", {1, 2, 3, 4});
  const Tensor result = scatter(source, onto, Argument::List{5, 0, 2, 3});
  CHECK(result.layout() == Layout::parse("[2,3]:[1,2]"));
  CHECK(result.offset() == 0);
  CHECK(result.dtype() == dtype::float32());
  CHECK(result.carrier_type() == onto.carrier_type());
  CHECK(numbers(result) == Numbers{2, 11, 3, 4, 14, 1});
  CHECK(numbers(onto) == Numbers{10, 11, 12, 13, 14, 15});  // neither was written to
  CHECK(onto.carrier()->version() == 0);
  CHECK(source.carrier()->version() == 0);
}

TEST_CASE("scatters of other kinds", "[scatter]") {
  const Tensor one = tensor_of("[]:[]", {7});
  CHECK(numbers(scatter(one, tensor("[]:[]"), Argument::List{0})) == Numbers{7});
  CHECK(numbers(scatter(one, tensor("[3,2]:[0,1]"), Argument::List{4})) == Numbers{0, 0, 0, 1, 7, 1});  // onto one slot
  const Tensor ints(iota(dtype::int32(), 3), 0, Layout::parse("3:1"));
  const Tensor generic = strideweave::move<Generic>(ints);
  const Tensor result = scatter(ints, generic, Argument::List{2, 1, 0});
  CHECK(result.carrier_type() == std::type_index(typeid(Generic)));
  CHECK(result.carrier()->get(0) == Scalar(2));
  CHECK(result.is_leaf());
}

TEST_CASE("what a scatter refuses", "[scatter]") {
  const Tensor onto = tensor("[2,3]:[3,1]");
  const Tensor two = tensor("2:1");
  const Tensor ints(iota(dtype::int32(), 2), 0, Layout::parse("2:1"));
  CHECK(refused(two, onto, Argument::List{0, 5}).kind == "");

  CHECK(refused(two, onto, Argument::List{0}).kind == "ValueError");
  CHECK(refused(two, onto, Argument::List{0, 1, 2}).kind == "ValueError");
  CHECK(refused(two, onto, Argument::List{0, 6}).kind == "ValueError");
  CHECK(refused(two, onto, Argument::List{0, -1}).kind == "ValueError");
  CHECK(refused(two, onto, Argument::List{0, Int::parse("18446744073709551616")}).kind == "ValueError");
  CHECK(refused(two, onto, Argument::List{3, 3}).mentions("3"));
  CHECK(refused(two, onto, Argument::List{3, 3}).kind == "ValueError");
  CHECK(refused(ints, onto, Argument::List{0, 1}).kind == "ValueError");
  CHECK(refused(two, onto, Argument::List{0, 1.0}).kind == "TypeError");
  CHECK(refused(two, onto, Argument::List{0, true}).kind == "TypeError");  // Q4
  CHECK(refused(two, onto, Argument::List{"x"}).kind == "TypeError");      // Q7: types first
  CHECK(refused(two, onto, 0).kind == "TypeError");
  CHECK(refused(two, onto, None()).kind == "TypeError");
  CHECK(refused(2.0, onto, Argument::List{0, 1}).kind == "TypeError");
  CHECK(refused(two, onto.layout(), Argument::List{0, 1}).kind == "TypeError");

  // A source beyond counting: [2^126,4]:[0,0]
  const Tensor vast(iota(dtype::float32(), 1), 0, Layout::parse("[85070591730234615865843651857942052864,4]:[0,0]"));
  CHECK(refused(vast, onto, Argument::List{0}).kind == "ValueError");
  CHECK(refused(tensor("[]:[]"), vast, Argument::List{0}).kind == "OverflowError");
}

TEST_CASE("a scatter refuses several subtensors before all else", "[scatter]") {
  const auto spy = std::make_shared<Spy>(2);
  const Tensor one(spy, 0, Layout::parse("2:1"));
  const Tensor multi = two_levels(new_pair(), "2:1", "2:0", 1);
  // representation.boundary.10, 14-19
  CHECK(refused(multi, one, None()).kind == "NotImplementedError");
  CHECK(refused(one, multi, None()).kind == "NotImplementedError");
  CHECK(refused(multi, multi, Argument::List{0, 1}).mentions("one-subtensor"));
  CHECK(spy->reads == 0);
}

TEST_CASE("a scatter sends gradients to both", "[scatter][backward]") {
  const Tensor onto = tensor("[2,3]:[3,1]");
  const Tensor source = strideweave::move<Generic>(tensor_of("2:1", {7, 8}));
  retain_grad(source);
  const Tensor result = scatter(source, onto, Argument::List{4, 1});
  REQUIRE_FALSE(result.is_leaf());
  backward(result, counted("[2,3]:[1,2]"), true);
  CHECK(numbers(*source.grad()) == Numbers{5, 2});            // the cotangent at ordinals 4 and 1
  CHECK(numbers(*onto.grad()) == Numbers{1, 0, 3, 4, 0, 6});  // and everywhere else
  CHECK(source.grad()->carrier_type() == std::type_index(typeid(Generic)));
  CHECK(onto.grad()->carrier_type() == std::type_index(typeid(Host)));
  CHECK(onto.grad()->layout() == onto.layout());
  backward(result, counted("[2,3]:[1,2]"));
  CHECK(numbers(*onto.grad()) == Numbers{2, 0, 6, 8, 0, 12});

  const Tensor same = tensor("3:1");  // both at once: every element is reached once
  backward(scatter(same, same, Argument::List{2, 0, 1}), counted("3:1"));
  CHECK(numbers(*same.grad()) == Numbers{3, 1, 2});

  const NoGrad guard;
  CHECK(scatter(same, same, Argument::List{0, 1, 2}).is_leaf());
}

TEST_CASE("a source that fails to be read stops a scatter", "[scatter]") {
  const auto spy = std::make_shared<Spy>(2);
  spy->fails_at = 2;
  const Tensor onto = tensor("3:1");
  CHECK_THROWS_AS(scatter(Tensor(spy, 0, Layout::parse("2:1")), onto, Argument::List{0, 1}), Boom);
  spy->release();
  CHECK(refused(Tensor(spy, 0, Layout::parse("2:1")), onto, Argument::List{0, 1}).kind == "RuntimeError");
}
