// SPDX-License-Identifier: Apache-2.0
#include "reference/permute.hpp"

#include <memory>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/objects.hpp"

using namespace strideweave;
using namespace swconform::test;

TEST_CASE("permute moves complete modes and shares everything else", "[permute]") {
  const Tensor t = tensor("[[2,3],4,5]:[[1,2],6,24]", 3);
  const Tensor view = permute(t, {1, 0, 2});
  CHECK(view.layout() == Layout::parse("[4,[2,3],5]:[6,[1,2],24]"));  // views.permute.2, 5
  CHECK(view.offset() == 3);                                          // views.permute.4
  CHECK(view.carrier() == t.carrier());                               // views.permute.13
  CHECK(&view.dtype() == &t.dtype());
  CHECK(view != t);
  CHECK(t.layout() == Layout::parse("[[2,3],4,5]:[[1,2],6,24]"));
  CHECK(permute(view, {1, 0, 2}).layout() == t.layout());
  CHECK(permute(tensor("[2,3,2]:[1,2,6]"), {1, 2, 0}).layout() == Layout::parse("[3,2,2]:[2,6,1]"));
  CHECK(permute(tensor("[4,5,1]:[1,4,20]"), {2, 0, 1}).layout() == Layout::parse("[1,4,5]:[20,1,4]"));  // E11
  CHECK(permute(tensor("[3,[2]]:[1,[3]]"), {1, 0}).layout() == Layout::parse("[[2],3]:[[3],1]"));
  CHECK(permute(tensor("[]:[]"), {}).layout() == Layout());  // views.permute.7
}

TEST_CASE("orders that are refused", "[permute]") {
  const Tensor t = tensor("[[2,3],4,5]:[[1,2],6,24]");
  const auto kind = [&](std::initializer_list<Argument> order) { return thrown_by([&] { permute(t, order); }).kind; };
  CHECK(kind({1, 0, 2}) == "");
  CHECK(kind({0, 1.5, 2}) == "TypeError");  // views.permute.8
  CHECK(kind({0, 1.0, 2}) == "TypeError");
  CHECK(kind({0, true, 2}) == "TypeError");  // Q4
  CHECK(kind({0, "1", 2}) == "TypeError");
  CHECK(kind({Argument::List{1, 0, 2}}) == "TypeError");
  CHECK(kind({0, 1}) == "ValueError");  // views.permute.9
  CHECK(kind({}) == "ValueError");
  CHECK(kind({0, 0, 1}) == "ValueError");  // views.permute.10
  CHECK(kind({0, 1, 2, 2}) == "ValueError");
  CHECK(kind({0, 1, 3}) == "ValueError");  // views.permute.11
  CHECK(kind({0, 1, -1}) == "ValueError");
  CHECK(kind({0, 1, Int::parse("18446744073709551618")}) == "ValueError");  // 2^64 + 2 is not 2
  CHECK(kind({3, None(), 3}) == "TypeError");                               // Q7: types first
  CHECK(t.carrier()->version() == 0);
  CHECK(thrown_by([] { permute(tensor("[]:[]"), {0}); }).kind == "ValueError");
}

TEST_CASE("permute transforms both leading layouts of several subtensors", "[permute]") {
  const CompoundDType& pair = new_pair();
  const Tensor t = two_levels(pair, "[[2,3],4]:[[1,2],6]", "[[2,3],4]:[[0,1],3]", 12);
  const Tensor view = permute(t, {1, 0});
  const auto levels = view.representation().subtensors();
  REQUIRE(levels.size() == 2);
  CHECK(levels[0].layout == Layout::parse("[4,[2,3]]:[6,[1,2]]"));  // views.multi-subtensor.1
  CHECK(view.representation().adjacent_layouts()[0] == Layout::parse("[4,[2,3]]:[3,[0,1]]"));  // .2
  CHECK(levels[1].layout == Layout::parse("12:1"));                                            // .3
  for (std::size_t i = 0; i < 2; ++i) {                                                        // .5, 6
    CHECK(levels[i].carrier == t.representation().subtensors()[i].carrier);
    CHECK(levels[i].dtype == t.representation().subtensors()[i].dtype);
    CHECK(levels[i].offset == 0);
  }
  CHECK(&view.dtype() == &pair);
  CHECK(view.representation().snapshot() == t.representation().snapshot());
}

TEST_CASE("later levels and transitions are kept", "[permute]") {
  const CompoundDType& triple =
      CompoundDType::create("TestPermuteTriple", {&dtype::float32(), &dtype::float32(), &dtype::float32()});
  const CarrierPtr carrier = iota(dtype::float32(), 8);
  const std::vector<SubtensorArguments> levels{{dtype::float32(), carrier, 1, Layout::parse("[2,3]:[1,2]")},
                                               {dtype::float32(), carrier, 2, Layout::parse("[3,2]:[1,3]")},
                                               {dtype::float32(), carrier, 3, Layout::parse("2:1")}};
  const std::vector<Argument> adjacent{Layout::parse("[2,3]:[3,1]"), Layout::parse("[3,2]:[0,1]")};
  const Tensor t = Tensor::from_representation(Representation::create(triple, levels, adjacent));
  const Tensor view = permute(t, {1, 0});
  const Representation& made = view.representation();
  CHECK(made.subtensors()[0].layout == Layout::parse("[3,2]:[2,1]"));
  CHECK(made.adjacent_layouts()[0] == Layout::parse("[3,2]:[1,3]"));
  CHECK(made.adjacent_layouts()[1] == Layout::parse("[3,2]:[0,1]"));  // views.multi-subtensor.4
  CHECK(made.subtensors()[1].layout == Layout::parse("[3,2]:[1,3]"));
  CHECK(made.subtensors()[2].layout == Layout::parse("2:1"));
  CHECK(made.subtensors()[0].offset == 1);
  CHECK(made.subtensors()[1].offset == 2);
  CHECK(made.subtensors()[2].offset == 3);
}

namespace {

/// Refuses a leading extent other than 2.
class LeadingTwo : public RepresentationRule {
 public:
  void validate(const RepresentationValidationContext& context) const override {
    if (context.level_shapes()[0].extents()[0] != 2) throw Boom{9};
  }
};

}  // namespace

TEST_CASE("the rules judge the view again", "[permute]") {
  const CompoundDType& pair = new_pair({std::make_shared<LeadingTwo>()});
  const Tensor t = two_levels(pair, "[2,3]:[1,2]", "[2,3]:[0,1]", 3);
  CHECK_THROWS_AS(permute(t, {1, 0}), Boom);  // F15, views.multi-subtensor.11, 13
  CHECK(permute(t, {0, 1}).layout() == t.layout());
  CHECK(thrown_by([&] { permute(t, {0, 0}); }).kind == "ValueError");  // views.multi-subtensor.9
}

TEST_CASE("a view is validated like any Tensor", "[permute]") {
  // A carrier that has lost elements since refuses the view, not the source.
  class Shrinking : public VirtualCarrier {
   public:
    using VirtualCarrier::VirtualCarrier;
    int lost = 0;

   protected:
    Int do_size() const override { return VirtualCarrier::do_size() - lost; }
  };
  const auto carrier = std::make_shared<Shrinking>(dtype::float32(), Int(6));
  const Tensor t(carrier, 0, Layout::parse("[2,3]:[1,2]"));
  carrier->lost = 1;
  CHECK(thrown_by([&] { permute(t, {1, 0}); }).kind == "ValueError");
  carrier->lost = 0;
  CHECK(permute(t, {1, 0}).size() == 6);
  carrier->release();
  CHECK(permute(t, {1, 0}).size() == 6);  // Q21
}
