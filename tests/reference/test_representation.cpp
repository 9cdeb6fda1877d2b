// SPDX-License-Identifier: Apache-2.0
#include "reference/representation.hpp"

#include <memory>
#include <type_traits>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/objects.hpp"

using namespace strideweave;
using namespace swconform::test;

namespace {

/// A candidate that is valid until a test spoils it: L_0 = [2,3]:[1,2] on Float32, S_0 = [2,3]:[0,1], L_1 = 3:1 on
/// Int32.
struct Candidate {
  explicit Candidate(const DType& dtype) : logical(dtype) {}

  Argument logical;
  std::vector<SubtensorArguments> levels{{dtype::float32(), iota(dtype::float32(), 6), 0, Layout::parse("[2,3]:[1,2]")},
                                         {dtype::int32(), iota(dtype::int32(), 3), 0, Layout::parse("3:1")}};
  std::vector<Argument> adjacent{Layout::parse("[2,3]:[0,1]")};

  Representation create() const { return Representation::create(logical, levels, adjacent); }
  Thrown thrown() const {
    return thrown_by([this] { create(); });
  }
};

/// Writes its number down; throws Boom if it is so made.
class Recorder : public RepresentationRule {
 public:
  Recorder(int number, std::vector<int>& log, bool throws = false) : number_(number), log_(&log), throws_(throws) {}

  mutable std::vector<RepresentationValidationContext> seen;
  mutable std::vector<const void*> addresses;  // of what the context owns: under asan never used twice

  void validate(const RepresentationValidationContext& context) const override {
    log_->push_back(number_);
    seen.push_back(context);
    addresses.push_back(context.placement_layouts().data());
    if (throws_) throw Boom{number_};
  }

 private:
  int number_;
  std::vector<int>* log_;
  bool throws_;
};

const SimpleDType& other_simple() {
  static const SimpleDType& dtype = SimpleDType::create("TestOtherFloat", 32, dtype::floating());
  return dtype;
}

}  // namespace

TEST_CASE("a valid candidate is kept as it is", "[representation]") {
  const CompoundDType& pair = new_pair();
  const Candidate candidate(pair);
  const Representation made = candidate.create();
  CHECK(&made.logical_dtype() == &pair);  // representation.schema.6-9
  REQUIRE(made.subtensors().size() == 2);
  CHECK(made.subtensors()[0].carrier == *candidate.levels[0].carrier.get_if<CarrierPtr>());
  CHECK(made.subtensors()[1].carrier == *candidate.levels[1].carrier.get_if<CarrierPtr>());
  CHECK(made.subtensors()[0].dtype == &dtype::float32());
  CHECK(made.subtensors()[1].dtype == &dtype::int32());
  CHECK(made.subtensors()[0].layout == Layout::parse("[2,3]:[1,2]"));
  CHECK(made.subtensors()[1].offset == 0);
  REQUIRE(made.adjacent_layouts().size() == 1);
  CHECK(made.adjacent_layouts()[0] == Layout::parse("[2,3]:[0,1]"));
}

TEST_CASE("a dtype without a storage schema", "[representation]") {
  const DTypeCategory& extension = DTypeCategory::create("TestNoSchema", dtype::any());
  for (const DType* category :
       std::vector<const DType*>{&dtype::any(), &dtype::floating(), &dtype::integer(), &extension}) {
    const Thrown thrown = Candidate(*category).thrown();  // representation.schema.13
    CHECK(thrown.kind == "ValueError");
    CHECK(thrown.mentions("storage schema"));
    CHECK(thrown.mentions(category->name()));
  }
  Candidate candidate(dtype::any());
  candidate.logical = 5;
  CHECK(candidate.thrown().kind == "ValueError");
}

TEST_CASE("counts and storage dtypes follow the schema", "[representation]") {
  std::vector<int> log;
  const CompoundDType& pair = new_pair({std::make_shared<Recorder>(1, log)});

  Candidate few(pair);
  few.levels.pop_back();
  CHECK(few.thrown().kind == "ValueError");  // representation.schema.14, 20
  CHECK(few.thrown().mentions("expects 2 subtensors"));
  few.levels.clear();
  CHECK(few.thrown().kind == "ValueError");
  Candidate many(pair);
  many.levels.push_back(many.levels[1]);
  CHECK(many.thrown().mentions("expects 2 subtensors, not 3"));

  Candidate no_adjacent(pair);
  no_adjacent.adjacent.clear();
  CHECK(no_adjacent.thrown().kind == "ValueError");  // representation.schema.15
  Candidate two_adjacent(pair);
  two_adjacent.adjacent.push_back(two_adjacent.adjacent[0]);
  CHECK(two_adjacent.thrown().kind == "ValueError");

  Candidate swapped(pair);  // representation.schema.16, 21
  std::swap(swapped.levels[0], swapped.levels[1]);
  CHECK(swapped.thrown().kind == "ValueError");
  CHECK(swapped.thrown().mentions("subtensor 0"));
  Candidate second(pair);
  second.levels[1].dtype = other_simple();
  CHECK(second.thrown().mentions("subtensor 1"));
  second.levels[1].dtype = "Int32";
  CHECK(second.thrown().kind == "ValueError");
  CHECK(log.empty());  // representation.schema.18

  Candidate simple(dtype::float32());  // representation.schema.4, 5
  CHECK(simple.thrown().kind == "ValueError");
  simple.levels.pop_back();
  CHECK(simple.thrown().kind == "ValueError");
  simple.adjacent.clear();
  CHECK(simple.thrown().kind == "");
  simple.logical = other_simple();
  CHECK(simple.thrown().kind == "ValueError");
}

TEST_CASE("every field of every subtensor is checked", "[representation]") {
  std::vector<int> log;
  const CompoundDType& pair = new_pair({std::make_shared<Recorder>(1, log)});
  const auto check = [&](auto spoil, const char* kind, const char* position, const char* field) {
    INFO(position << ", " << field);
    Candidate candidate(pair);
    spoil(candidate.levels);
    const Thrown thrown = candidate.thrown();
    CHECK(thrown.kind == kind);
    CHECK(thrown.mentions(position));
    CHECK(thrown.mentions(field));
  };
  using Levels = std::vector<SubtensorArguments>;
  // representation.universal.10-12, 23, 24
  check([](Levels& levels) { levels[1].carrier = 5; }, "TypeError", "subtensor 1", "carrier");
  check([](Levels& levels) { levels[1].carrier = CarrierPtr(); }, "TypeError", "subtensor 1", "carrier");
  check([](Levels& levels) { levels[0].layout = Shape{6}; }, "TypeError", "subtensor 0", "placement");
  check([](Levels& levels) { levels[1].offset = 0.0; }, "TypeError", "subtensor 1", "offset");
  check([](Levels& levels) { levels[1].offset = false; }, "TypeError", "subtensor 1", "offset");
  // .14, 20
  check([](Levels& levels) { levels[1].carrier = iota(dtype::float32(), 3); }, "ValueError", "subtensor 1", "dtype");
  // .15, 25, 26
  check([](Levels& levels) { levels[1].offset = -1; }, "ValueError", "subtensor 1", "offset");
  // .17, 25, 26
  check([](Levels& levels) { levels[1].offset = 1; }, "ValueError", "subtensor 1", "size");
  check([](Levels& levels) { levels[0].layout = Layout::parse("[2,3]:[1,3]"); }, "ValueError", "subtensor 0", "size");
  // a TypeError at any level precedes a ValueError at another (Q7)
  check(
      [](Levels& levels) {
        levels[0].offset = -1;
        levels[1].offset = "x";
      },
      "TypeError", "subtensor 1", "offset");
  CHECK(log.empty());  // representation.universal.19
}

TEST_CASE("a carrier with a negative size", "[representation]") {
  Candidate candidate(new_pair());
  candidate.levels[0].carrier = std::make_shared<VirtualCarrier>(dtype::float32(), 6);
  candidate.levels[1].carrier = std::make_shared<VirtualCarrier>(dtype::int32(), -3);
  const Thrown thrown = candidate.thrown();  // representation.universal.16, 23, 24
  CHECK(thrown.kind == "ValueError");
  CHECK(thrown.mentions("subtensor 1"));
  CHECK(thrown.mentions("carrier size must be non-negative"));
  CHECK(thrown.mentions("-3"));
}

TEST_CASE("carriers of different exact classes", "[representation]") {
  std::vector<int> log;
  const CompoundDType& triple = CompoundDType::create(
      "TestTriple", {&dtype::float32(), &dtype::float32(), &dtype::float32()}, {std::make_shared<Recorder>(1, log)});
  const Layout three = Layout::parse("3:1");
  const std::vector<Scalar> values{0.0, 1.0, 2.0};
  const auto host = std::make_shared<Host>(dtype::float32(), values);
  const auto thrown = [&](const Argument& first, const Argument& second, const Argument& third) {
    const std::vector<SubtensorArguments> levels{
        {dtype::float32(), first, 0, three}, {dtype::float32(), second, 0, three}, {dtype::float32(), third, 0, three}};
    const std::vector<Argument> adjacent{three, three};
    return thrown_by([&] { Representation::create(triple, levels, adjacent); });
  };
  CHECK(thrown(host, host, host).kind == "");
  CHECK(log == std::vector<int>{1});
  // representation.universal.13, 21, 22
  const Thrown mixed = thrown(host, host, std::make_shared<Generic>(dtype::float32(), values));
  CHECK(mixed.kind == "TypeError");
  CHECK(mixed.mentions("subtensors 0 and 2"));
  CHECK(mixed.mentions("strideweave::Host"));
  CHECK(mixed.mentions("strideweave::Generic"));
  const auto derived = std::make_shared<OneMore>(dtype::float32(), values);  // a class and its subclass
  CHECK(thrown(host, derived, host).kind == "TypeError");
  CHECK(thrown(derived, host, host).mentions("swconform::test::OneMore"));
  CHECK(thrown(derived, derived, derived).kind == "");
  CHECK(log == std::vector<int>{1, 1});
}

TEST_CASE("adjacent layouts lead into the next level", "[representation]") {
  std::vector<int> log;
  const CompoundDType& pair = new_pair({std::make_shared<Recorder>(1, log)});
  const auto thrown = [&](const char* placement, const char* adjacent, const char* next) {
    Candidate candidate(pair);
    candidate.levels[0].layout = Layout::parse(placement);
    candidate.levels[1].layout = Layout::parse(next);
    candidate.adjacent[0] = Layout::parse(adjacent);
    return candidate.thrown();
  };
  CHECK(thrown("[2,3]:[1,2]", "[2,3]:[1,0]", "3:1").kind == "");
  CHECK(thrown("[2,3]:[1,2]", "[2,3]:[0,0]", "[]:[]").kind == "");
  CHECK(thrown("[2,3]:[1,2]", "[2,3]:[1,2]", "[3,2]:[1,0]").kind == "");  // the size counts, not the span
  CHECK(log == std::vector<int>{1, 1, 1});

  const Thrown shape = thrown("[2,3]:[1,2]", "6:0", "3:1");  // representation.adjacent.10-12
  CHECK(shape.kind == "ValueError");
  CHECK(shape.mentions("adjacent layout 0"));
  CHECK(shape.mentions("[2,3]"));
  CHECK(thrown("[[2,2]]:[[1,2]]", "4:0", "3:1").kind == "ValueError");  // by nesting only
  CHECK(thrown("[[2,2]]:[[1,2]]", "[2,2]:[0,1]", "3:1").kind == "ValueError");

  const Thrown outside = thrown("[2,3]:[1,2]", "[2,3]:[1,1]", "3:1");  // .15-18: 1 + 2 = 3
  CHECK(outside.kind == "ValueError");
  CHECK(outside.mentions("adjacent layout 0"));
  CHECK(outside.mentions("index 3"));
  CHECK(outside.mentions("size 3"));
  CHECK(thrown("5:1", "5:4611686018427387904", "[]:[]").mentions("18446744073709551616"));  // cosize 2^64 + 1, no wrap
  CHECK(log.size() == 3);                                                                   // .14, 20

  Candidate no_layout(pair);
  no_layout.adjacent[0] = 5;
  CHECK(no_layout.thrown().kind == "TypeError");
  no_layout.levels[1].offset = -1;  // every subtensor comes first
  CHECK(no_layout.thrown().kind == "ValueError");
}

TEST_CASE("the second adjacent layout is checked against the second level", "[representation]") {
  const CompoundDType& triple =
      CompoundDType::create("TestThreeLevels", {&dtype::float32(), &dtype::float32(), &dtype::float32()});
  const CarrierPtr carrier = iota(dtype::float32(), 6);
  const auto thrown = [&](const char* second) {
    const std::vector<SubtensorArguments> levels{{dtype::float32(), carrier, 0, Layout::parse("6:1")},
                                                 {dtype::float32(), carrier, 0, Layout::parse("3:1")},
                                                 {dtype::float32(), carrier, 0, Layout::parse("2:1")}};
    const std::vector<Argument> adjacent{Layout::parse("6:0"), Layout::parse(second)};
    return thrown_by([&] { Representation::create(triple, levels, adjacent); });
  };
  CHECK(thrown("3:0").kind == "");
  CHECK(thrown("6:0").mentions("adjacent layout 1"));
  const Thrown outside = thrown("3:1");
  CHECK(outside.mentions("adjacent layout 1"));
  CHECK(outside.mentions("index 2"));
  CHECK(outside.mentions("size 2"));
}

TEST_CASE("the bound of an adjacent layout is exact past 128 bits", "[representation]") {
  // L_1 has 2^126 * 4 = 2^128 coordinates; S_0 reaches 3 * 2^126 or, with 5 coordinates, 4 * 2^126 = 2^128.
  const std::string power = "85070591730234615865843651857942052864";  // 2^126
  const auto thrown = [&](const std::string& extent) {
    const CompoundDType& pair = new_pair();
    const auto carrier = std::make_shared<VirtualCarrier>(dtype::float32(), 5);
    const auto next = std::make_shared<VirtualCarrier>(dtype::int32(), 1);
    const std::vector<SubtensorArguments> levels{{dtype::float32(), carrier, 0, Layout::parse(extent + ":1")},
                                                 {dtype::int32(), next, 0, Layout::parse("[" + power + ",4]:[0,0]")}};
    const std::vector<Argument> adjacent{Layout::parse(extent + ":" + power)};
    return thrown_by([&] { Representation::create(pair, levels, adjacent); });
  };
  CHECK(thrown("4").kind == "");
  CHECK(thrown("5").kind == "ValueError");
  CHECK(thrown("5").mentions("340282366920938463463374607431768211456"));  // 2^128, both reached and the size
}

TEST_CASE("rules run in order, on one read-only context", "[representation]") {
  std::vector<int> log;
  const auto first = std::make_shared<Recorder>(1, log);
  const auto second = std::make_shared<Recorder>(2, log);
  const CompoundDType& pair = new_pair({first, second, first});
  Candidate(pair).create();
  CHECK(log == std::vector<int>{1, 2, 1});             // representation.rules.1
  CHECK(first->addresses[0] == second->addresses[0]);  // representation.rules.18
  CHECK(first->addresses[0] == first->addresses[1]);

  const RepresentationValidationContext& context = first->seen[0];
  CHECK(&context.logical_dtype() == &pair);  // representation.rules.4-8
  REQUIRE(context.storage_dtypes().size() == 2);
  CHECK(context.storage_dtypes()[0] == &dtype::float32());
  CHECK(context.storage_dtypes()[1] == &dtype::int32());
  REQUIRE(context.placement_layouts().size() == 2);
  CHECK(context.placement_layouts()[0] == Layout::parse("[2,3]:[1,2]"));
  CHECK(context.placement_layouts()[1] == Layout::parse("3:1"));
  REQUIRE(context.adjacent_layouts().size() == 1);
  CHECK(context.adjacent_layouts()[0] == Layout::parse("[2,3]:[0,1]"));
  REQUIRE(context.level_shapes().size() == 2);
  CHECK(context.level_shapes()[0] == Shape{2, 3});
  CHECK(context.level_shapes()[1] == Shape{3});
  // representation.rules.3: what a rule is given cannot be written to
  STATIC_REQUIRE(std::is_same_v<decltype(context.level_shapes()), std::span<const Shape>>);
  STATIC_REQUIRE(std::is_same_v<decltype(context.logical_dtype()), const DType&>);
  STATIC_REQUIRE(std::is_same_v<dtype::RepresentationValidationContext, RepresentationValidationContext>);  // .13, 14
}

TEST_CASE("a rule's exception is the caller's, and the last rule called", "[representation]") {
  std::vector<int> log;
  const CompoundDType& pair = new_pair({std::make_shared<Recorder>(1, log), std::make_shared<Recorder>(2, log, true),
                                        std::make_shared<Recorder>(3, log)});
  const Candidate candidate(pair);
  int number = 0;
  try {
    candidate.create();
  } catch (const Boom& boom) {
    number = boom.number;
  }
  CHECK(number == 2);                    // representation.rules.10
  CHECK(log == std::vector<int>{1, 2});  // representation.rules.12
  const CarrierPtr carrier = *candidate.levels[0].carrier.get_if<CarrierPtr>();
  CHECK(carrier->version() == 0);
  CHECK_FALSE(carrier->is_released());
}

TEST_CASE("a snapshot has each carrier once, in the order of first occurrence", "[representation]") {
  const CompoundDType& triple =
      CompoundDType::create("TestSnapshot", {&dtype::float32(), &dtype::float32(), &dtype::float32()});
  const CarrierPtr c = iota(dtype::float32(), 2);
  const CarrierPtr d = iota(dtype::float32(), 2);
  const auto snapshot = [&](const CarrierPtr& x, const CarrierPtr& y, const CarrierPtr& z) {
    const Layout two = Layout::parse("2:1");
    const std::vector<SubtensorArguments> levels{
        {dtype::float32(), x, 0, two}, {dtype::float32(), y, 0, two}, {dtype::float32(), z, 0, two}};
    const std::vector<Argument> adjacent{two, two};
    return Representation::create(triple, levels, adjacent).snapshot();
  };
  c->set(0, 1);
  d->set(0, 1);
  d->set(0, 2);
  d->set(0, 3);
  CHECK(snapshot(c, d, c) == Snapshot{{c, 1}, {d, 3}});  // representation.ownership.6-9
  CHECK(snapshot(d, c, c) == Snapshot{{d, 3}, {c, 1}});
  CHECK(snapshot(c, c, c) == Snapshot{{c, 1}});
  c->set(0, 1);
  c->set(0, 1);
  CHECK(snapshot(c, d, c) != Snapshot{{c, 1}, {d, 3}});
  CHECK(c->version() == 3);
}
