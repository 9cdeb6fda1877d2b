// SPDX-License-Identifier: Apache-2.0
#include "runner/engine/matchers.hpp"
#include "tests/runner/engine/miniature.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using namespace swconform::miniature;
using scenario::Check;
using scenario::Matcher;
using Kind = Matcher::Kind;

namespace {

const Hello known = hello();

/// Before: t (1) on 2. After: v (3) on 5, w (4) on 2, u (6) like v, and facts of all sorts on x (7).
struct World {
  Snapshot before;
  Snapshot after;

  World() {
    Facts first;
    first.names = {{"t", object(1)}};
    first.objects[1] = tensor(layout({2, 3}, {1, 2}), 0, 2);
    first.objects[2] = carrier(iota(6));
    before = Snapshot().with(first);
    Facts second;
    second.names = {
        {"v", object(3)}, {"w", object(4)}, {"u", object(6)}, {"x", object(7)}, {"k", Value("Float32Carrier")}};
    second.objects[3] = tensor(layout({2, 3}, {1, 2}), 0, 5);
    second.objects[4] = tensor(layout({2, 3}, {1, 2}), 0, 2);
    second.objects[5] = carrier(iota(6));
    second.objects[6] = tensor(layout({2, 3}, {1, 2}), 0, 5);
    second.objects[7] =
        plain("other", {{"number", Value(3)},
                        {"real", Value(3.0)},
                        {"layouts", Value::List{layout({2, 3}, {1, 2}), layout({1, 3}, {7, 1})}},
                        {"log", Value::List{object(3), object(4), object(3), object(4)}},
                        {"shape", Value::tagged("shape", Value::List{2, 3})},
                        {"failing", Value::tagged("error", Value::Record{{"kind", "RuntimeError"}, {"message", "m"}})},
                        {"aliased", layout({2, 2}, {1, 1})},
                        {"huge", layout({*Integer::parse("1099511627776"), 3}, {2, 3})},
                        {"dtype", dtype("Int32")},
                        {"class", object(8)},
                        {"none", Value()}});
    second.objects[8] = plain("class", {{"name", Value("OtherCarrier")}});
    after = before.with(second);
  }

  Finding::Kind of(const Check& check, const Outcome& outcome = {}) const {
    return look(check, outcome, Moment{known, before, before, after}).kind;
  }
  bool holds(const char* path, Matcher matcher) const {
    return of(fact_is(path, std::move(matcher))) == Finding::Kind::holds;
  }
};

Outcome raised(const char* kind, const char* message, Value token = {}) {
  Outcome outcome;
  outcome.kind = Outcome::Kind::error;
  outcome.error_kind = kind;
  outcome.message = message;
  outcome.token = std::move(token);
  return outcome;
}

Outcome returned(Value value) {
  Outcome outcome;
  outcome.value = std::move(value);
  return outcome;
}

Matcher with(Kind kind, Value value) {
  Matcher matcher = equal(std::move(value));
  matcher.kind = kind;
  return matcher;
}

}  // namespace

TEST_CASE("equal") {
  const World world;
  CHECK(world.holds("x.number", equal(3)));
  CHECK_FALSE(world.holds("x.number", equal(3.0)));
  CHECK_FALSE(world.holds("x.real", equal(3)));
  CHECK(world.holds("x.none", equal({})));
  CHECK(world.holds("x.dtype", equal(dtype("Int32"))));
  CHECK(world.holds("v.carrier.stored", equal(Value::List{0, 1, 2, 3, 4, 5})));
  CHECK_FALSE(world.holds("v.carrier.stored", equal(Value::List{0, 1, 2, 3, 4})));
  CHECK(world.holds("v", equal(ref("v"))));
  CHECK_FALSE(world.holds("v", equal(ref("u"))));
  CHECK_FALSE(world.holds("v", equal(ref("nobody"))));
  CHECK_FALSE(world.holds("x.failing", equal({})));
}

TEST_CASE("an open stride matches any integer, and nothing else is open") {
  const World world;
  CHECK(world.holds("x.layouts.1", equal(layout({1, 3}, {"*", 1}))));
  CHECK_FALSE(world.holds("x.layouts.1", equal(layout({1, 3}, {7, 2}))));
  CHECK_FALSE(world.holds("x.layouts.1", equal(layout({"*", 3}, {7, 1}))));
  CHECK(world.holds("x.layouts", equal(Value::List{layout({2, 3}, {1, 2}), layout({1, 3}, {"*", 1})})));
  CHECK_FALSE(world.holds("x.number", equal("*")));
}

TEST_CASE("same as is equality, same object identity") {
  const World world;
  CHECK(world.holds("v.layout", matching(Kind::same_as, "t.layout")));
  CHECK(world.holds("v", matching(Kind::same_as, "u")));        // tensors by their facts
  CHECK_FALSE(world.holds("v", matching(Kind::same_as, "t")));  // but carriers by identity
  CHECK(world.holds("v.values", matching(Kind::same_as, "t.values")));
  CHECK(world.holds("w.carriers", matching(Kind::same_as, "t.carriers")));
  CHECK_FALSE(world.holds("v.carriers", matching(Kind::same_as, "t.carriers")));

  CHECK(world.holds("w.carrier", matching(Kind::same_object, "t.carrier")));
  CHECK_FALSE(world.holds("v.carrier", matching(Kind::same_object, "t.carrier")));
  CHECK_FALSE(world.holds("v", matching(Kind::same_object, "u")));
  CHECK(world.holds("x.dtype", matching(Kind::same_object, "x.dtype")));
  CHECK_FALSE(world.holds("x.number", matching(Kind::same_object, "x.number")));  // a number has no identity
  CHECK(world.holds("v", matching(Kind::not_object, "t")));
  CHECK_FALSE(world.holds("t", matching(Kind::not_object, "t")));
  CHECK_FALSE(world.holds("x.number", matching(Kind::not_object, "t")));
}

TEST_CASE("fresh is first seen after the step") {
  const World world;
  CHECK(world.holds("v", matching(Kind::fresh, "")));
  CHECK(world.holds("v.carriers", matching(Kind::fresh, "")));
  CHECK_FALSE(world.holds("t", matching(Kind::fresh, "")));
  CHECK_FALSE(world.holds("w.carriers", matching(Kind::fresh, "")));
  CHECK_FALSE(world.holds("x.number", matching(Kind::fresh, "")));
}

TEST_CASE("one of, at least, repeats, injective, raises") {
  const World world;
  CHECK(world.holds("x.number", either({{"", equal(2)}, {"", equal(3)}})));
  CHECK_FALSE(world.holds("x.number", either({{"", equal(2)}, {"", equal(3.0)}})));
  CHECK(world.holds("x.number", with(Kind::at_least, 3)));
  CHECK_FALSE(world.holds("x.number", with(Kind::at_least, 4)));
  CHECK_FALSE(world.holds("x.real", with(Kind::at_least, 1)));
  CHECK(world.holds("x.log", with(Kind::repeats, Value::List{ref("v"), ref("w")})));
  CHECK_FALSE(world.holds("x.log", with(Kind::repeats, Value::List{ref("w"), ref("v")})));
  CHECK_FALSE(world.holds("x.log", with(Kind::repeats, Value::List{ref("v"), ref("w"), ref("v")})));
  CHECK_FALSE(world.holds("x.log", with(Kind::repeats, Value::List{})));
  CHECK(world.holds("v.layout", with(Kind::injective, {})));
  CHECK_FALSE(world.holds("x.aliased", with(Kind::injective, {})));
  CHECK_FALSE(world.holds("x.number", with(Kind::injective, {})));
  CHECK(world.of(fact_is("x.huge", with(Kind::injective, {}))) == Finding::Kind::untold);
  CHECK(world.holds("x.failing", with(Kind::raises, "RuntimeError")));
  CHECK(world.holds("x.failing", with(Kind::raises, "any")));
  CHECK_FALSE(world.holds("x.failing", with(Kind::raises, "ValueError")));
  CHECK_FALSE(world.holds("x.number", with(Kind::raises, "any")));
}

TEST_CASE("a returned value is compared kind first") {
  const World world;
  CHECK(world.of(returns(equal(3.0)), returned(3.0)) == Finding::Kind::holds);
  CHECK(world.of(returns(equal(3.0)), returned(3)) == Finding::Kind::differs);
  CHECK(world.of(returns(equal(0.0)), returned(-0.0)) == Finding::Kind::differs);
  CHECK(world.of(returns(equal(true)), returned(1)) == Finding::Kind::differs);
  CHECK(world.of(returns(equal(ref("v"))), returned(object(3))) == Finding::Kind::holds);
  CHECK(world.of(returns(equal({})), raised("TypeError", "")) == Finding::Kind::differs);
}

TEST_CASE("errors by kind, text and identity") {
  const World world;
  CHECK(world.of(raises(equal("any")), raised("Other", "")) == Finding::Kind::holds);
  CHECK(world.of(raises(equal("any")), returned(1)) == Finding::Kind::differs);
  CHECK(world.of(raises(either({{"", equal("TypeError")}, {"", equal("ValueError")}})), raised("ValueError", "")) ==
        Finding::Kind::holds);
  Check message{Check::Subject::message, "", equal("exactly so"), {}};
  CHECK(world.of(message, raised("ValueError", "exactly so")) == Finding::Kind::holds);
  CHECK(world.of(message, raised("ValueError", "exactly so.")) == Finding::Kind::differs);
  CHECK(world.of(message, returned("exactly so")) == Finding::Kind::differs);
  CHECK(world.of(raises(matching(Kind::same_object, "v")), raised("Other", "", object(3))) == Finding::Kind::holds);
  CHECK(world.of(raises(matching(Kind::same_object, "v")), raised("Other", "", object(4))) == Finding::Kind::differs);
  CHECK(world.of(raises(matching(Kind::same_object, "v")), raised("Other", "")) == Finding::Kind::untold);
}

TEST_CASE("mentions") {
  CHECK(mentioned("mode 3 of 4", "3", true));
  CHECK_FALSE(mentioned("mode 13 of 4", "3", true));
  CHECK_FALSE(mentioned("mode 31 of 4", "3", true));
  CHECK_FALSE(mentioned("mode x3 of 4", "3", true));
  CHECK_FALSE(mentioned("about 3.5", "3", true));
  CHECK_FALSE(mentioned("about 0.3", "3", true));
  CHECK(mentioned("it is 3.", "3", true));
  CHECK(mentioned("[2,3]", "3", true));
  CHECK_FALSE(mentioned("got -3", "3", true));
  CHECK(mentioned("got -3", "-3", true));
  CHECK(mentioned("mode-3", "3", true));
  CHECK(mentioned("31 and 3", "3", true));
  CHECK(mentioned("a Float32Carrier.", "Float32Carrier", false));
  CHECK_FALSE(mentioned("a Float32CarrierView", "Float32Carrier", false));
  CHECK_FALSE(mentioned("a float32carrier", "Float32Carrier", false));
  CHECK_FALSE(mentioned("anything", "", false));

  const World world;
  const auto looked = [&world](Value::List items, const char* message) {
    return world.of({Check::Subject::mentions, "", equal(Value(std::move(items))), {}}, raised("ValueError", message));
  };
  CHECK(looked({"mode", 3}, "mode 3") == Finding::Kind::holds);
  CHECK(looked({"mode", 4}, "mode 3") == Finding::Kind::differs);
  CHECK(looked({Value::tagged("one of", Value::List{4, 3})}, "mode 3") == Finding::Kind::holds);
  CHECK(looked({Value::tagged("one of", Value::List{4, 5})}, "mode 3") == Finding::Kind::differs);
  CHECK(looked({ref("k")}, "no Float32Carrier here") == Finding::Kind::holds);
  CHECK(looked({ref("x.class")}, "got an OtherCarrier") == Finding::Kind::holds);
  CHECK(looked({ref("x.class")}, "got a Float32Carrier") == Finding::Kind::differs);
  CHECK(looked({ref("v")}, "v") == Finding::Kind::untold);
  CHECK(looked({ref("x.allocations")}, "x") == Finding::Kind::untold);
}
