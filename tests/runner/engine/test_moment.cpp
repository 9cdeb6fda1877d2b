// SPDX-License-Identifier: Apache-2.0
#include "runner/engine/moment.hpp"
#include "runner/engine/notation.hpp"
#include "tests/runner/engine/miniature.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using namespace swconform::miniature;

namespace {

/// Givens t (1) on c (2) at version 5; 6 before the step, 8 after it; c was read 7 times before it and 9 times after.
struct World {
  Hello hello = miniature::hello();
  Snapshot givens = Snapshot().with(said(5, 6, 0));
  Snapshot before = givens.with(said(6, 7, 0));
  Snapshot after = before.with(said(8, 9, 1));

  static Facts said(int version, int reads, int writes) {
    Facts facts;
    const Value snapshot = Value::List{Value(Value::List{object(2), Value(version)})};
    const Value multi =
        Value::List{Value(Value::Record{{"carrier", object(2)}, {"offset", Value(1)}, {"layout", layout({2}, {2})}}),
                    Value(Value::Record{{"carrier", object(7)}, {"offset", Value(2)}, {"layout", layout({2}, {1})}})};
    facts.names = {{"t", object(1)}, {"n", Value(3)}, {"l", Value::List{1, 2}}, {"m", object(4)}, {"s", object(8)}};
    facts.objects[1] =
        tensor(layout({2, 3}, {3, 1}), 1, 2,
               {{"snapshot", snapshot},
                {"grad", Value::tagged("error", Value::Record{{"kind", "RuntimeError"}, {"message", "no"}})}});
    facts.objects[2] = carrier(iota(7), version, {{"reads", Value(reads)}, {"writes", Value(writes)}});
    facts.objects[4] = plain("tensor", {{"layout", layout({2}, {2})},
                                        {"offset", Value(1)},
                                        {"carrier", object(2)},
                                        {"subtensors", multi},
                                        {"adjacent", Value::List{layout({2}, {1})}}});
    facts.objects[7] = plain("carrier", {{"stored", Value::tagged("unreadable", "released")}, {"version", Value(0)}});
    facts.objects[8] = plain("tensor", {{"layout", layout({2}, {1})}, {"offset", Value(0)}, {"carrier", object(7)}});
    return facts;
  }

  Moment moment() const { return {hello, givens, before, after}; }
  std::string at(const char* path) const {
    const Moment here = moment();
    const Answer answer = here.at(path);
    if (answer.kind() == Answer::Kind::untold) return "untold: " + answer.why();
    if (answer.kind() == Answer::Kind::nothing) return "nothing: " + answer.why();
    return notation(answer.value(), here);
  }
};

}  // namespace

TEST_CASE("paths") {
  const World world;
  const std::pair<const char*, const char*> rows[] = {
      {"t", "t"},
      {"n", "3"},
      {"l.1", "2"},
      {"l.count", "2"},
      {"t.layout", "[2,3]:[3,1]"},
      {"t.shape", "[2,3]"},
      {"t.offset", "1"},
      {"t.carrier.dtype", "Float32"},
      {"t.carrier.stored.2", "2.0"},
      {"t.values", "[1.0, 4.0, 2.0, 5.0, 3.0, 6.0]"},
      {"t.values.1", "4.0"},
      {"t.carrier.version", "3"},
      {"t.snapshot", "[[t.carrier, 3]]"},
      {"t.carrier.reads", "2"},
      {"t.carrier.writes", "1"},
      {"t.alive", "true"},
      {"t.count", "1"},
      {"t.carriers", "[t.carrier]"},
      {"m.count", "2"},
      {"m.carriers", "[t.carrier, m.subtensors.1.carrier]"},
      {"m.offsets", "[1, 2]"},
      {"m.values", "[1.0, 3.0]"},
      {"m.subtensors.1.layout", "2:1"},
      {"m.subtensors.count", "2"},
      {"m.adjacent.0", "2:1"},
      {"s.carriers", "[m.subtensors.1.carrier]"},  // no subtensors told: the tensor itself is subtensor zero
      {"s.values", "untold: \"released\""},
      {"t.grad", "raises RuntimeError: \"no\""},
      {"m.subtensors.1.carrier.stored", "untold: \"released\""},
      {"m.alive", "untold: m cannot be referred to weakly"},
      {"t.allocations", "untold: the harness does not tell allocations"},
      {"t.stored", "nothing: t (tensor) has no stored"},
      {"x.layout", "nothing: no object is bound to x"},
      {"n.layout", "nothing: 3 has no layout"},
      {"l.2", "nothing: a list of 2 has no 2"},
      {"m.subtensors.2.offset", "nothing: a list of 2 has no 2"},
      {"t.grad.layout", "nothing: raises RuntimeError: \"no\" has no layout"},
  };
  for (const auto& [path, expected] : rows) {
    INFO(path);
    CHECK(world.at(path) == expected);
  }
}

TEST_CASE("names may contain dots, and those nobody wrote are not shown") {
  World world;
  Facts update;
  update.names = {{"m.$carrier.0", object(2)}, {"t.layout", Value(5)}, {"$1", object(9)}};
  update.objects[9] = plain("rule");
  world.after = world.after.with(update);
  CHECK(world.at("m.$carrier.0.stored.1") == "1.0");
  CHECK(world.at("m.$carrier.0") == "t.carrier");
  CHECK(world.at("t.layout") == "5");
  CHECK(world.at("t.offset") == "1");
  CHECK(world.at("$1") == "rule#9");
}

TEST_CASE("a carrier that stores nothing has no values to tell") {
  World world;
  Facts update;
  update.objects[2] = plain("carrier", {{"released", Value(true)}});
  world.after = world.after.with(update);
  CHECK(world.at("t.values") == "untold: t.carrier does not say what it stores");
}

TEST_CASE("what a carrier holds compares as numbers of its dtype") {
  const World world;
  const Moment moment = world.moment();
  CHECK(moment.at("t.carrier.stored").dtype() == "Float32");
  CHECK(moment.at("t.values").dtype() == "Float32");
  CHECK(moment.at("t.values.0").dtype() == "Float32");
  CHECK_FALSE(moment.at("t.offset").dtype().has_value());
}

TEST_CASE("objects that were gone keep their facts, and unreached ones are called by kind") {
  World world;
  Facts update;
  update.names = {{"t", Value(0)}};
  update.objects[1] = {"", false, {}};
  update.objects[9] = plain("rule");
  world.after = world.after.with(update);
  CHECK(world.moment().name_of(1) == "tensor#1");
  CHECK(world.moment().name_of(9) == "rule#9");
  CHECK(world.moment().name_of(10) == "object#10");
  CHECK(fact(*world.after.object(1), "offset") != nullptr);
  CHECK(world.after.object(1)->alive == false);
}
