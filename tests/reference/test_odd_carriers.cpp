// SPDX-License-Identifier: Apache-2.0
// Carriers a user wrote that raise when they are asked for their size or dtype, or answer nonsense, below a Tensor.
#include <memory>
#include <vector>

#include "reference/friendly.hpp"
#include "reference/permute.hpp"
#include "reference/representation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/objects.hpp"

using namespace strideweave;
using namespace swconform::test;

namespace {

/// Throws Boom{1} for its size, Boom{2} for its dtype, where it is told to.
class Odd : public Spy {
 public:
  explicit Odd(Int size, const DType& dtype = dtype::float32()) : Spy(size), dtype_(&dtype) {}

  bool size_fails = false;
  bool dtype_fails = false;

 protected:
  Int do_size() const override { return size_fails ? throw Boom{1} : Spy::do_size(); }
  const DType& do_dtype() const override { return dtype_fails ? throw Boom{2} : *dtype_; }

 private:
  const DType* dtype_;
};

class Counter : public RepresentationRule {
 public:
  mutable int calls = 0;
  void validate(const RepresentationValidationContext&) const override { ++calls; }
};

/// The number of the Boom; 0 where nothing was thrown.
int boom_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Boom& boom) {
    return boom.number;
  }
  return 0;
}

void check_untouched(const Odd& carrier) {
  CHECK(carrier.reads == 0);
  CHECK(carrier.writes == 0);
  CHECK(carrier.releases == 0);
  CHECK(carrier.version() == 0);
  CHECK_FALSE(carrier.is_released());
}

/// Three levels on three carriers of one class, with a rule. Valid until a test spoils one.
struct Levels {
  std::shared_ptr<Counter> rule = std::make_shared<Counter>();
  const CompoundDType& dtype = triple(rule);
  std::vector<std::shared_ptr<Odd>> carriers{std::make_shared<Odd>(4), std::make_shared<Odd>(4),
                                             std::make_shared<Odd>(4)};

  Representation create() const {
    const Layout four = Layout::parse("4:1");
    std::vector<SubtensorArguments> subtensors;
    for (const auto& carrier : carriers) subtensors.push_back({dtype::float32(), carrier, 0, four});
    const std::vector<Argument> adjacent{four, four};
    return Representation::create(dtype, subtensors, adjacent);
  }
  void check_nothing_happened() const {
    CHECK(rule->calls == 0);
    for (const auto& carrier : carriers) {
      check_untouched(*carrier);
      CHECK(carrier.use_count() == 1);  // nothing has claimed it
    }
  }

 private:
  static const CompoundDType& triple(const std::shared_ptr<Counter>& rule) {
    static int count = 0;
    return CompoundDType::create("TestOddTriple" + std::to_string(++count),
                                 {&dtype::float32(), &dtype::float32(), &dtype::float32()}, {rule});
  }
};

}  // namespace

TEST_CASE("what a carrier raises when asked is what construction raises", "[odd]") {
  const auto carrier = std::make_shared<Odd>(4);
  const auto construct = [&](const Argument& offset) {
    return boom_of([&] { Tensor(carrier, offset, Layout::parse("4:1")); });
  };
  CHECK(construct(0) == 0);
  carrier->size_fails = true;
  CHECK(construct(0) == 1);
  carrier->dtype_fails = true;
  CHECK(construct(0) == 2);
  carrier->size_fails = false;
  CHECK(construct(0) == 2);
  check_untouched(*carrier);
  CHECK(carrier.use_count() == 1);
  CHECK(thrown_by([&] { Tensor(carrier, "x", Layout::parse("4:1")); }).kind == "TypeError");  // Q7: types come first
}

TEST_CASE("what a carrier raises when asked ends the building of a representation", "[odd]") {
  for (std::size_t at = 0; at < 3; ++at) {
    INFO("at " << at);
    const Levels size;
    size.carriers[at]->size_fails = true;
    CHECK(boom_of([&] { size.create(); }) == 1);
    size.check_nothing_happened();
    const Levels dtype;
    dtype.carriers[at]->dtype_fails = true;
    CHECK(boom_of([&] { dtype.create(); }) == 2);
    dtype.check_nothing_happened();
  }
  const Levels fine;
  fine.create();
  CHECK(fine.rule->calls == 1);
}

TEST_CASE("a view of a carrier that has begun to raise", "[odd]") {
  const Levels levels;
  const Tensor source = Tensor::from_representation(levels.create());
  levels.carriers[1]->size_fails = true;
  CHECK(boom_of([&] { permute(source, {0}); }) == 1);
  CHECK(levels.rule->calls == 1);
  for (const auto& carrier : levels.carriers) check_untouched(*carrier);
  levels.carriers[1]->size_fails = false;
  permute(source, {0});
  CHECK(levels.rule->calls == 2);
}

TEST_CASE("a size below zero is found at any level", "[odd]") {
  for (std::size_t at = 0; at < 3; ++at) {
    Levels levels;
    levels.carriers[at] = std::make_shared<Odd>(-1);
    const Thrown thrown = thrown_by([&] { levels.create(); });  // representation.universal.8, 16, 23-24
    CHECK(thrown.kind == "ValueError");
    CHECK(thrown.mentions("subtensor " + std::to_string(at)));
    CHECK(thrown.mentions("carrier size must be non-negative"));
    CHECK(thrown.mentions("-1"));
    levels.check_nothing_happened();
  }
  const auto carrier = std::make_shared<Odd>(-1);
  CHECK(thrown_by([&] { Tensor(carrier, 0, Layout::parse("1:1")); }).kind == "ValueError");
  CHECK(thrown_by([&] { carrier->get(0); }).kind == "IndexError");
  check_untouched(*carrier);
}

TEST_CASE("a simple dtype of an extension is a logical dtype and a place in a schema", "[odd]") {
  const SimpleDType& small = SimpleDType::create("TestOddSmall", 3, dtype::integer());
  const auto carrier = std::make_shared<VirtualCarrier>(small, 8);
  const Tensor t(carrier, 2, Layout::parse("[2,2]:[1,3]"));  // representation.construction.1-4
  CHECK(&t.dtype() == &small);
  CHECK(t.representation().subtensors()[0].dtype == &small);
  CHECK(friendly::to_list(t) == std::vector<Scalar>{2, 3, 5, 6});
  CHECK(thrown_by([&] { t.grad(); }).kind == "RuntimeError");
  CHECK(SimpleDType::create("TestOddFloat", 4, dtype::floating()).is_differentiable());

  const CompoundDType& pair = CompoundDType::create("TestOddPair", {&small, &dtype::float32()});
  const auto odd = [](const DType& dtype) { return std::make_shared<Odd>(4, dtype); };
  const auto create = [&](const DType& storage, const CarrierPtr& first) {
    const Layout four = Layout::parse("4:1");
    const std::vector<SubtensorArguments> levels{{storage, first, 0, four},
                                                 {dtype::float32(), odd(dtype::float32()), 0, four}};
    const std::vector<Argument> adjacent{four};
    return thrown_by([&] { Representation::create(pair, levels, adjacent); });
  };
  CHECK(create(small, odd(small)).kind == "");
  CHECK(create(small, odd(dtype::int8())).mentions("TestOddSmall"));  // representation.universal.14
  CHECK(create(dtype::int8(), odd(small)).kind == "ValueError");      // representation.schema.16

  // Equally named is not identical: this one is nobody's but its own.
  const SimpleDType alike("TestOddSmall", 3, dtype::integer());
  CHECK(create(small, odd(alike)).kind == "ValueError");
  CHECK(create(alike, odd(alike)).kind == "ValueError");
}
