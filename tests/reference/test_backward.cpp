// SPDX-License-Identifier: Apache-2.0
#include "reference/backward.hpp"

#include <limits>

#include "reference/add.hpp"
#include "reference/as_strided.hpp"
#include "reference/broadcast_in_dim.hpp"
#include "reference/broadcast_to.hpp"
#include "reference/friendly.hpp"
#include "reference/index.hpp"
#include "reference/permute.hpp"
#include "reference/rearrange.hpp"
#include "reference/reshape.hpp"
#include "reference/squeeze.hpp"
#include "reference/tree.hpp"
#include "reference/unsqueeze.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/views.hpp"

using namespace strideweave;
using namespace swconform::test;

using Numbers = std::vector<double>;

namespace {

Tensor sliced(const Tensor& source, const char* key) { return std::get<Tensor>(index(source, key_of(key))); }

std::string kind_of(const std::function<void()>& action) { return thrown_by(action).kind; }

/// The layout of a gradient and its logical values.
void check_grad(const Tensor& tensor, const char* layout, const Numbers& expected) {
  REQUIRE(tensor.grad());
  CHECK(tensor.grad()->layout() == Layout::parse(layout));
  CHECK(numbers(*tensor.grad()) == expected);
}

/// Writes down how large the carriers are that are made of it.
class Maker : public Spy {
 public:
  using Spy::Spy;
  mutable std::vector<Int> made;

 protected:
  CarrierPtr do_new_like(std::span<const Scalar> values) const override {
    made.push_back(values.size());
    return std::make_shared<Maker>(values.size());
  }
};

}  // namespace

TEST_CASE("slices scatter to source ordinals, whatever the source's layout", "[views][backward]") {
  const Tensor x = tensor("[2,3]:[3,1]");  // G1
  backward(sliced(x, "0:2, 1"), tensor_of("2:3", {5, 7}));
  check_grad(x, "[2,3]:[3,1]", {0, 0, 5, 7, 0, 0});
  const Tensor y = tensor("4:2");
  backward(sliced(y, "1:3"), tensor_of("2:2", {5, 7}));
  check_grad(y, "4:2", {0, 5, 7, 0});
  const Tensor z = tensor("5:1", 3);  // C1
  backward(sliced(z, "1:100:2"), tensor_of("2:2", {5, 7}));
  check_grad(z, "5:1", {0, 5, 0, 7, 0});
  const Tensor nested = tensor("[2,[2,2]]:[4,[2,1]]", 1);
  backward(sliced(nested, "1, :"), counted("[[2,2]]:[[2,1]]"));
  check_grad(nested, "[2,[2,2]]:[4,[2,1]]", {0, 1, 0, 2, 0, 3, 0, 4});
}

TEST_CASE("as_strided scatters to source ordinals", "[views][backward]") {
  const Tensor x = tensor("[5,4]:[4,1]");
  // ordinals 0, 1, 2, 3: the first four of the first mode
  backward(as_strided(x, Shape{2, 2}, Stride{1, 2}), counted("[2,2]:[4,8]"));
  Numbers expected(20, 0.0);
  for (std::size_t i = 0; i < 4; ++i) expected[i] = static_cast<double>(i + 1);
  check_grad(x, "[5,4]:[4,1]", expected);
  const Tensor y = tensor("8:1");
  backward(as_strided(y, Shape{3, 2}, Stride{2, 3}), counted("[3,2]:[2,3]"));  // ordinals 0 2 4 3 5 7
  check_grad(y, "8:1", {1, 0, 2, 4, 3, 5, 0, 6});
}

TEST_CASE("broadcasts sum over what they widened", "[views][backward]") {
  const Tensor x = tensor("[2,[1,3]]:[1,[2,2]]");  // G3
  backward(broadcast_to(x, Shape{2, {4, 3}}), counted("[2,[4,3]]:[1,[2,8]]"));
  check_grad(x, "[2,[1,3]]:[1,[2,2]]", {16, 20, 48, 52, 80, 84});
  const Tensor y = tensor("2:1", 1);
  backward(broadcast_in_dim(y, Shape{3, 2}, {1}), counted("[3,2]:[2,1]"));
  check_grad(y, "2:1", {6, 15});  // 1 + 2 + 3 and 4 + 5 + 6
  const Tensor z = tensor("[]:[]");
  backward(broadcast_in_dim(z, Shape{2, 2}, {}), counted("[2,2]:[1,2]"));
  check_grad(z, "[]:[]", {10});
}

TEST_CASE("structural views of a broadcast view", "[views][backward]") {
  {  // G5
    const Tensor x = tensor("2:1");
    backward(permute(broadcast_in_dim(x, Shape{3, 2}, {1}), {1, 0}), counted("[2,3]:[1,2]"));
    check_grad(x, "2:1", {9, 12});
  }
  {
    const Tensor x = tensor("2:1");
    backward(sliced(broadcast_in_dim(x, Shape{4, 2}, {1}), "0:2, 0:2"), counted("[2,2]:[1,2]"));
    check_grad(x, "2:1", {3, 7});
  }
  {
    const Tensor x = tensor("[1,1]:[1,1]");
    backward(reshape(broadcast_to(x, Shape{2, 3}), Shape{6}), counted("6:1"));
    check_grad(x, "[1,1]:[1,1]", {21});
  }
  {
    const Tensor x = tensor("1:1");
    backward(unsqueeze(broadcast_to(x, Shape{3}), 0), counted("[1,3]:[1,1]"));
    check_grad(x, "1:1", {6});
  }
}

TEST_CASE("structural views are inverted", "[views][backward]") {
  {  // G7: an order that is not its own inverse
    const Tensor x = tensor("[2,3,2]:[1,2,6]");
    backward(permute(x, {1, 2, 0}), counted("[3,2,2]:[2,6,1]"));
    check_grad(x, "[2,3,2]:[1,2,6]", {1, 7, 2, 8, 3, 9, 4, 10, 5, 11, 6, 12});
  }
  {  // G19
    const Tensor x = tensor("[2,3]:[2,4]", 3);
    backward(reshape(x, Shape{3, {2}}), counted("[3,[2]]:[2,[6]]"));
    check_grad(x, "[2,3]:[2,4]", {1, 2, 3, 4, 5, 6});
    CHECK(friendly::to_list(*x.grad()) == std::vector<Scalar>{1.0, 2.0, 3.0, 4.0, 5.0, 6.0});
  }
  {  // G21
    const Tensor x = tensor("[2,3]:[1,2]");
    backward(rearrange(x, Tree{Node::id(1), Node(), Node::id(0)}), counted("[3,1,2]:[2,0,1]"));
    check_grad(x, "[2,3]:[1,2]", {1, 4, 2, 5, 3, 6});
    const Tensor y = tensor("[1,3]:[7,1]");
    backward(rearrange(y, "1 a -> a"), counted("3:1"));
    check_grad(y, "[1,3]:[7,1]", {1, 2, 3});
  }
  {  // G15: a cotangent of rank 0
    const Tensor x = tensor("1:1");
    backward(squeeze(x, 0), tensor_of("[]:[]", {4}));
    check_grad(x, "1:1", {4});
  }
  {
    const Tensor x = tensor("[2,3]:[3,1]");
    backward(unsqueeze(x, 1), counted("[2,1,3]:[3,0,1]"));
    check_grad(x, "[2,3]:[3,1]", {1, 2, 3, 4, 5, 6});
  }
}

TEST_CASE("without a cotangent it is one", "[views][backward]") {
  for (const char* layout : {"5:3", "[5]:[1]"}) {  // G15
    const Tensor x = tensor(layout);
    backward(sliced(x, "2:3"));
    check_grad(x, layout, {0, 0, 1, 0, 0});
  }
  for (const char* layout : {"[1,1]:[1,1]", "[[1]]:[[1]]", "[]:[]", "2:1"}) {
    const Tensor x = tensor(layout);
    CHECK(kind_of([&] { backward(x); }) == "ValueError");
    CHECK(kind_of([&] { backward(x, None(), true); }) == "ValueError");
    CHECK_FALSE(x.grad());
  }
}

TEST_CASE("cotangents that do not fit", "[views][backward]") {
  const Tensor x = tensor("[2,3]:[1,2]");
  const Tensor view = permute(x, {1, 0});  // [3,2]:[2,1]
  const auto kind = [&](const Tensor& tensor, const Argument& gradient) {
    return kind_of([&] { backward(tensor, gradient); });
  };
  CHECK(kind(view, 1.0) == "TypeError");
  CHECK(kind(view, Argument::List{1.0}) == "TypeError");
  CHECK(kind(view, x.carrier()) == "TypeError");
  CHECK(kind(view, counted("[3,2]:[1,3]")) == "ValueError");
  CHECK(kind(view, counted("[2,3]:[1,2]")) == "ValueError");
  CHECK(kind(view, counted("6:1")) == "ValueError");
  CHECK(kind(view, counted("[[3,2]]:[[2,1]]")) == "ValueError");
  CHECK(kind(view, tensor("[3,2]:[0,1]")) == "ValueError");
  CHECK(kind(view, Tensor(std::make_shared<Host>(dtype::float64(), std::vector<Scalar>(6, 1.0)), 0,
                          view.layout())) == "ValueError");                                             // Q28
  CHECK(kind(view, two_levels(new_pair(), "[3,2]:[2,1]", "[3,2]:[2,1]", 6)) == "NotImplementedError");  // Q30

  const Tensor wide = broadcast_to(tensor("[1,3]:[1,1]"), Shape{2, 3});  // [2,3]:[0,1]
  CHECK(kind(wide, wide) == "ValueError");
  CHECK(kind(wide, tensor("[2,3]:[0,1]")) == "ValueError");
  CHECK(kind(wide, tensor("[2,3]:[1,1]")) == "ValueError");
  CHECK(kind(wide, counted("[3,2]:[1,3]")) == "ValueError");
  CHECK(kind(wide, counted("[2,[3]]:[1,[2]]")) == "ValueError");
  CHECK(kind(permute(wide, {1, 0}), tensor("[3,2]:[1,0]")) == "ValueError");          // Q9
  CHECK(kind(broadcast_to(x, Shape{2, 3}), counted("[2,3]:[3,1]")) == "ValueError");  // Q9b
  CHECK_FALSE(x.grad());
  CHECK(kind(view, counted("[3,2]:[2,1]")) == "");
  CHECK(kind(wide, counted("[2,3]:[5,11]")) == "");
  CHECK(kind(broadcast_to(x, Shape{2, 3}), counted("[2,3]:[1,2]")) == "");

  // A cotangent on another class of carrier (Q28), at an offset, on its own carrier.
  const Tensor y = tensor("4:1");
  const Tensor other(std::make_shared<Generic>(dtype::float32(), std::initializer_list<Scalar>{9, 9, 5, 6}), 2,
                     Layout::parse("2:1"));
  backward(sliced(y, "1:3"), other);
  check_grad(y, "4:1", {0, 5, 6, 0});
  CHECK(y.grad()->carrier_type() == y.carrier_type());
}

TEST_CASE("writes after the view was made", "[views][backward]") {
  const auto kind_after = [](const std::function<void(const Tensor&, const Tensor&)>& write) {
    const Tensor x = tensor("4:1");
    const Tensor view = sliced(x, "0:2");
    write(x, view);
    const std::string kind = kind_of([&] { backward(view, counted("2:1")); });
    CHECK(x.grad().has_value() == kind.empty());
    return kind;
  };
  // G9: versions are of the carrier, not of elements
  CHECK(kind_after([](const Tensor&, const Tensor&) {}) == "");
  CHECK(kind_after([](const Tensor& x, const Tensor&) { assign(x, 0, 9); }) == "RuntimeError");
  CHECK(kind_after([](const Tensor&, const Tensor& v) { assign(v, 1, 9); }) == "RuntimeError");
  CHECK(kind_after([](const Tensor& x, const Tensor&) { assign(x, 3, 9); }) == "RuntimeError");
  CHECK(kind_after([](const Tensor& x, const Tensor&) { x.carrier()->set(2, 9); }) == "RuntimeError");
  CHECK(kind_after([](const Tensor& x, const Tensor&) { assign(x, 0, std::get<Scalar>(index(x, 0))); }) ==
        "RuntimeError");
  // G11: the older view is stale, the newer is not
  const Tensor x = tensor("4:1");
  const Tensor old = sliced(x, "0:2");
  assign(x, 0, 9);
  const Tensor recent = sliced(x, "2:4");
  backward(recent, counted("2:1"));
  check_grad(x, "4:1", {0, 0, 1, 2});
  CHECK(kind_of([&] { backward(old, counted("2:1")); }) == "RuntimeError");
  CHECK(kind_of([&] { backward(old, counted("2:3")); }) == "ValueError");  // Q32
  check_grad(x, "4:1", {0, 0, 1, 2});
}

TEST_CASE("gradients stand on carriers of their own", "[views][backward]") {
  const Tensor x = tensor("3:1");  // G13, where every layout agrees
  const Tensor cotangent = counted("3:1");
  const Tensor view = sliced(x, ":");
  backward(view, cotangent, true);
  const Tensor grad = *x.grad();
  CHECK(grad.carrier() != cotangent.carrier());
  CHECK(grad.carrier() != x.carrier());
  CHECK(grad.is_leaf());
  assign(cotangent, 0, 99);
  CHECK(numbers(*x.grad()) == Numbers{1, 2, 3});
  // The one a caller kept stays as it was.
  backward(view, cotangent);
  CHECK(numbers(*x.grad()) == Numbers{100, 4, 6});
  CHECK(numbers(grad) == Numbers{1, 2, 3});
  backward(x, cotangent);
  CHECK(numbers(*x.grad()) == Numbers{199, 6, 9});
  CHECK(x.grad()->carrier() != cotangent.carrier());
  CHECK(x.carrier()->version() == 0);

  const Tensor own(std::make_shared<Spy>(3), 0, Layout::parse("3:1"));
  backward(sliced(own, "1:"), counted("2:1"));
  CHECK(own.grad()->carrier_type() == typeid(Spy));
  const Tensor generic(std::make_shared<Generic>(dtype::float32(), std::initializer_list<Scalar>{1, 2, 3}), 0,
                       Layout::parse("3:1"));
  backward(sliced(generic, "1:"), counted("2:1"));
  CHECK(generic.grad()->carrier_type() == typeid(Generic));
  check_grad(generic, "3:1", {0, 1, 2});
  const Tensor doubles(std::make_shared<Host>(dtype::float64(), std::initializer_list<Scalar>{1, 2, 3}), 0,
                       Layout::parse("3:1"));
  backward(doubles, Tensor(std::make_shared<Generic>(dtype::float64(), std::initializer_list<Scalar>{0.1, 2, 3}), 0,
                           doubles.layout()));
  check_grad(doubles, "3:1", {0.1, 2, 3});
}

TEST_CASE("gradients are added up and can be taken away", "[views][backward]") {
  const Tensor x = tensor("[2,2]:[2,1]", 1);
  backward(sliced(x, ":, 0"), tensor_of("2:2", {1, 2}));
  backward(sliced(x, "0, :"), tensor_of("2:1", {10, 20}));
  check_grad(x, "[2,2]:[2,1]", {11, 2, 20, 0});
  clear_grad(x);
  CHECK_FALSE(x.grad());
  backward(sliced(x, "0, :"), tensor_of("2:1", {10, 20}));
  check_grad(x, "[2,2]:[2,1]", {10, 0, 20, 0});
}

TEST_CASE("two views of one source, added", "[views][backward]") {
  const Tensor x = tensor("[4]:[1]");  // G17
  const Tensor y = add(sliced(x, "0:2"), sliced(x, "0:2"));
  CHECK(numbers(y) == Numbers{0, 2});
  backward(y, counted("2:1"));
  check_grad(x, "4:1", {2, 4, 0, 0});
  clear_grad(x);
  // The source of both is reached once, with the whole gradient; then what it came from.
  const Tensor wide = broadcast_to(tensor("[1,2]:[1,1]"), Shape{2, 2});
  const Tensor row = sliced(wide, "0, :");
  const Tensor sum = add(add(row, sliced(wide, "1, :")), row);
  const Tensor leaf = tensor("2:1");
  const Tensor both = add(sum, leaf);
  backward(both, counted("2:1"));
  check_grad(leaf, "2:1", {1, 2});
  backward(add(leaf, leaf), counted("2:1"));
  check_grad(leaf, "2:1", {3, 6});
}

TEST_CASE("what add refuses", "[views][add]") {
  const auto kind = [](const Argument& a, const Argument& b) { return kind_of([&] { add(a, b); }); };
  CHECK(kind(tensor("2:1"), 1.0) == "TypeError");
  CHECK(kind("x", tensor("2:1")) == "TypeError");
  CHECK(kind(tensor("2:1"), tensor("3:1")) == "ValueError");
  CHECK(kind(tensor("[2,3]:[1,2]"), tensor("[[2,3]]:[[1,2]]")) == "ValueError");
  const Tensor ints(iota(dtype::int32(), 2), 0, Layout::parse("2:1"));
  CHECK(kind(tensor("2:1"), ints) == "ValueError");
  const Tensor pair = two_levels(new_pair(), "2:1", "2:1", 2);
  CHECK(kind(tensor("2:1"), pair) == "NotImplementedError");
  CHECK(kind(pair, tensor("2:1")) == "NotImplementedError");
  CHECK(add(ints, ints).carrier()->get(1) == Scalar(2));
  CHECK(add(ints, ints).is_leaf());
  const Tensor large(std::make_shared<Host>(dtype::int32(), std::initializer_list<Scalar>{2147483647, 1}), 0,
                     Layout::parse("2:1"));
  CHECK(kind(large, large) == "OverflowError");
  const Tensor bools(std::make_shared<Host>(dtype::boolean(), std::initializer_list<Scalar>{true}), 0,
                     Layout::parse("1:1"));
  CHECK(kind(bools, bools) == "TypeError");
  CHECK(numbers(add(tensor("[2,3]:[0,1]"), tensor("[2,3]:[3,1]"))) == Numbers{0, 3, 2, 5, 4, 7});
}

TEST_CASE("released graphs", "[views][backward]") {
  const Tensor x = tensor("4:1");
  const Tensor middle = sliced(x, "0:3");
  const Tensor view = sliced(middle, "0:2");
  const Tensor sibling = sliced(middle, "1:3");
  backward(view, counted("2:1"), true);
  backward(view, counted("2:1"), true);
  check_grad(x, "4:1", {2, 4, 0, 0});
  backward(view, counted("2:1"));
  check_grad(x, "4:1", {3, 6, 0, 0});
  const Thrown again = thrown_by([&] { backward(view, counted("2:1")); });
  CHECK(again.kind == "RuntimeError");
  CHECK(again.mentions("retain_graph=True"));
  CHECK_FALSE(view.is_leaf());
  // Every node that was reached is released, so a path that meets one is cut.
  CHECK(thrown_by([&] { backward(sibling, counted("2:1")); }).mentions("retain_graph=True"));
  check_grad(x, "4:1", {3, 6, 0, 0});
  // Before versions are looked at.
  assign(x, 0, 1);
  CHECK(thrown_by([&] { backward(view, counted("2:1")); }).mentions("retain_graph=True"));
  CHECK(thrown_by([&] { backward(sibling, counted("2:1")); }).mentions("retain_graph=True"));
  // A leaf never runs out.
  backward(x, counted("4:1"));
  backward(x, counted("4:1"));
}

TEST_CASE("a failed backward keeps the graph", "[views][backward]") {
  const Tensor x = tensor("4:1");
  const Tensor view = sliced(x, "0:2");
  CHECK(kind_of([&] { backward(view, counted("2:2")); }) == "ValueError");
  backward(view, counted("2:1"));
  check_grad(x, "4:1", {1, 2, 0, 0});
}

TEST_CASE("the graph holds its Tensors until it is released", "[views][backward]") {
  std::optional<Tensor> x = tensor("4:1");
  const std::weak_ptr<const void> object = x->object();
  const Tensor view = sliced(*x, "0:2");
  x.reset();
  CHECK_FALSE(object.expired());
  backward(view, counted("2:1"));
  CHECK(object.expired());

  const auto tensor_that_dies = [] { return std::weak_ptr<const void>(tensor("4:1").object()); };
  CHECK(tensor_that_dies().expired());
}

TEST_CASE("a Tensor that is no leaf keeps a gradient on request", "[views][backward]") {
  const Tensor x = tensor("4:1");
  const Tensor middle = sliced(x, "0:3");
  const Tensor view = sliced(middle, "1:3");
  retain_grad(middle);
  backward(view, counted("2:1"), true);
  check_grad(middle, "3:1", {0, 1, 2});
  check_grad(x, "4:1", {0, 1, 2, 0});
  CHECK_FALSE(view.grad());
  retain_grad(view);
  backward(view, counted("2:1"));
  check_grad(view, "2:1", {1, 2});
  check_grad(middle, "3:1", {0, 2, 4});
  // Of a broadcast view: one derivative for each logical coordinate, not summed over slots, in an injective layout.
  const Tensor y = tensor("[1,2]:[1,1]");
  const Tensor wide = broadcast_to(y, Shape{3, 2});
  retain_grad(wide);
  backward(wide, counted("[3,2]:[1,3]"));
  check_grad(wide, "[3,2]:[1,3]", {1, 2, 3, 4, 5, 6});
  check_grad(y, "[1,2]:[1,1]", {6, 15});
}

TEST_CASE("the memory of a gradient is one buffer, of the size its layout needs", "[views][backward]") {
  const auto check = [](const char* layout, int carrier_size, int offset, int expected) {
    INFO(layout);
    const auto carrier = std::make_shared<Maker>(carrier_size);
    const Tensor x(carrier, offset, Layout::parse(layout));
    const Tensor view = unsqueeze(x, 0);
    const Tensor cotangent = unsqueeze(tensor(layout), 0);
    for (int times = 1; times <= 2; ++times) {
      backward(view, cotangent, true);
      CHECK(carrier->made == std::vector<Int>(static_cast<std::size_t>(times), expected));
      CHECK(x.grad()->carrier()->size() == expected);
      CHECK(x.grad()->offset() == 0);
    }
  };
  check("[2,3]:[1,2]", 6, 0, 6);
  check("[2,3]:[1,2]", 1000, 500, 6);        // neither the carrier's size nor what lies before the offset
  check("[2,3]:[2,4]", 1000, 7, 1 + 2 + 8);  // the cosize: the holes are there
  check("[2,[3]]:[3,[1]]", 9, 0, 1 + 3 + 2);
  check("[]:[]", 3, 2, 1);
  // A gradient aliases nothing: a broadcast one has an element for each coordinate.
  const auto carrier = std::make_shared<Maker>(4);
  const Tensor wide(carrier, 1, Layout::parse("[5,3]:[0,1]"));
  backward(wide, counted("[5,3]:[1,5]"));
  CHECK(carrier->made == std::vector<Int>{15});
}

TEST_CASE("sources that alias", "[views][backward]") {
  {  // Q10
    const Tensor x = tensor("[3,2]:[0,1]");
    backward(sliced(x, "1, :"), tensor_of("2:1", {5, 7}));
    check_grad(x, "[3,2]:[1,3]", {5, 5, 5, 7, 7, 7});
    backward(sliced(x, ":, 0"), tensor_of("3:1", {1, 2, 3}));  // into slot 0: 6 more
    check_grad(x, "[3,2]:[1,3]", {11, 11, 11, 7, 7, 7});
  }
  {  // nested, and with a layout that is not compact
    const Tensor x = tensor("[2,[2,2]]:[3,[0,1]]");
    backward(permute(x, {1, 0}), counted("[[2,2],2]:[[1,2],4]"));
    // source (i,(j,k)) gets cotangent 1 + j + 2 k + 4 i; slot (i,k): 2 (1 + 2 k + 4 i) + 1
    check_grad(x, "[2,[2,2]]:[1,[2,4]]", {3, 11, 3, 11, 7, 15, 7, 15});
  }
  {  // a leaf, directly
    const Tensor x = tensor("[2,2]:[0,0]");
    backward(x, counted("[2,2]:[7,1]"));
    check_grad(x, "[2,2]:[1,2]", {10, 10, 10, 10});
  }
  {  // Q11
    const Tensor x = tensor("[4,2]:[1,1]");
    CHECK(kind_of([&] { backward(sliced(x, ":, 0"), counted("4:1")); }) == "ValueError");
    CHECK(kind_of([&] { backward(x, counted("[4,2]:[1,4]")); }) == "ValueError");
    CHECK_FALSE(x.grad());
    const Tensor y = tensor("[4,2,2]:[1,1,0]");
    CHECK(kind_of([&] { backward(y, counted("[4,2,2]:[1,4,8]")); }) == "ValueError");
  }
}

namespace {

/// Of this class, yet unable to make another of it.
class Lonely : public Host {
 public:
  using Host::Host;

 protected:
  CarrierPtr do_new_like(std::span<const Scalar>) const override { throw Boom{5}; }
};

}  // namespace

TEST_CASE("a traversal that fails halfway changes nothing", "[views][backward]") {
  const Tensor fine = tensor("2:1");
  const auto check_untouched = [&](const Tensor& other, const std::function<void(const Tensor&)>& fails) {
    const Tensor sum = add(sliced(fine, ":"), sliced(other, ":"));
    retain_grad(sum);
    fails(sum);
    CHECK_FALSE(fine.grad());
    CHECK_FALSE(other.grad());
    CHECK_FALSE(sum.grad());
  };
  const Tensor written = tensor("2:1");  // Q12
  check_untouched(written, [&](const Tensor& sum) {
    assign(written, 0, 9);
    CHECK(kind_of([&] { backward(sum, counted("2:1")); }) == "RuntimeError");
  });
  const Tensor lonely(std::make_shared<Lonely>(dtype::float32(), std::initializer_list<Scalar>{1, 2}), 0,
                      Layout::parse("2:1"));
  check_untouched(lonely, [](const Tensor& sum) { CHECK_THROWS_AS(backward(sum, counted("2:1")), Boom); });
  const Tensor released = counted("2:1");
  released.carrier()->release();
  check_untouched(tensor("2:1"),
                  [&](const Tensor& sum) { CHECK(kind_of([&] { backward(sum, released); }) == "RuntimeError"); });
  const Tensor other = tensor("2:1");
  check_untouched(other, [&](const Tensor& sum) {
    CHECK(kind_of([&] { backward(sum, counted("2:2")); }) == "ValueError");
    backward(sum, counted("2:1"), true);
    CHECK(numbers(*fine.grad()) == Numbers{1, 2});
    clear_grad(fine);
    clear_grad(other);
    clear_grad(sum);
  });
  // Here the gradient of `fine` is worked out before the other fails, there after.
  const Tensor reversed = add(add(sliced(tensor("2:1"), ":"), sliced(lonely, ":")), sliced(fine, ":"));
  CHECK_THROWS_AS(backward(reversed, counted("2:1")), Boom);
  CHECK_FALSE(fine.grad());
}

TEST_CASE("what has no gradients", "[views][backward]") {
  const Tensor ints(iota(dtype::int32(), 4), 0, Layout::parse("4:1"));
  const Tensor view = sliced(ints, "0:2");
  CHECK(view.is_leaf());
  CHECK(kind_of([&] { backward(view, 1.0); }) == "RuntimeError");  // Q31
  CHECK(kind_of([&] { backward(view); }) == "RuntimeError");
  CHECK(kind_of([&] { view.grad(); }) == "RuntimeError");
  CHECK(kind_of([&] { retain_grad(view); }) == "RuntimeError");
  CHECK(kind_of([&] { clear_grad(view); }) == "RuntimeError");
  const Tensor pair = two_levels(new_pair(), "1:1", "1:1", 1);
  CHECK(permute(pair, {0}).is_leaf());
  CHECK(kind_of([&] { backward(pair, 1.0); }) == "NotImplementedError");
  CHECK(kind_of([&] { retain_grad(pair); }) == "NotImplementedError");
  CHECK(kind_of([&] { clear_grad(pair); }) == "NotImplementedError");
}

TEST_CASE("chains longer than the stack is deep", "[views][backward]") {
  const Tensor x = tensor("[2,3]:[1,2]");
  Tensor view = x;
  Tensor doubled = tensor("1:1");
  for (int i = 0; i < 100000; ++i) view = permute(view, {1, 0});
  for (int i = 0; i < 100000; ++i) doubled = add(doubled, doubled);
  backward(view, counted("[2,3]:[1,2]"));
  check_grad(x, "[2,3]:[1,2]", {1, 2, 3, 4, 5, 6});
  for (int i = 0; i < 100000; ++i) view = permute(view, {1, 0});  // and dies unreleased
}

TEST_CASE("infinities and sums are those of the floats", "[views][backward]") {
  const double infinity = std::numeric_limits<double>::infinity();
  const Tensor x = tensor("2:1");
  backward(sliced(x, "1:2"), tensor_of("1:1", {infinity}));
  check_grad(x, "2:1", {0, infinity});
}
