// SPDX-License-Identifier: Apache-2.0
// The check no fixture writes.
#include "tests/runner/engine/miniature.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using namespace swconform::miniature;

namespace {

const Value view_layout = layout({3, 2}, {2, 1});

/// What an honest permute tells, and these objects.
CaseResult permuted(Objects objects, Value::Record names = {}, std::vector<std::string> changes = {},
                    Value given_facts = {}) {
  scenario::Case what = permute_case();
  what.givens[0].declared.clear();
  what.when[0].changes = std::move(changes);
  Lines lines = permute_lines();
  if (!given_facts.is_null()) lines[1] = std::move(given_facts);
  names.emplace_back("v", object(3));
  objects.emplace_back(3, tensor(view_layout, 0, 2));
  lines[3] = facts(std::move(names), std::move(objects));
  return result_of(what, std::move(lines));
}

CaseResult refused(Objects objects, Value::Record names = {}) {
  const scenario::Case what = refusal_case();
  Lines lines = refusal_lines();
  lines[3] = facts(std::move(names), std::move(objects));
  return result_of(what, std::move(lines));
}

/// t with a gradient: object 4, on carrier 5.
Value givens_with_gradient() {
  return facts({{"t", object(1)}}, {{1, tensor(layout({2, 3}, {1, 2}), 0, 2, {{"grad", object(4)}})},
                                    {2, carrier(iota(6))},
                                    {4, tensor(layout({2, 3}, {1, 2}), 0, 5)},
                                    {5, carrier(iota(6))}});
}

}  // namespace

TEST_CASE("nothing changed: the standing clauses of that ending pass, and only they") {
  const CaseResult success = permuted({});
  CHECK(success.verdict == Verdict::pass);
  CHECK(verdict_of(success, 14) == Verdict::pass);
  CHECK(verdict_of(success, 12) == Verdict::untested);
  const CaseResult failure = refused({});
  CHECK(failure.verdict == Verdict::pass);
  CHECK(verdict_of(failure, 12) == Verdict::pass);
  CHECK(verdict_of(failure, 14) == Verdict::untested);
}

TEST_CASE("an error that has changed something fails the clauses that stand on errors") {
  const CaseResult result = refused({{2, carrier(iota(6), 4, {{"writes", Value(3)}})}});
  CHECK(result.verdict == Verdict::fail);
  CHECK(verdict_of(result, 12) == Verdict::fail);
  CHECK(verdict_of(result, 8) == Verdict::pass);
  CHECK(result.why == "t.carrier.version must not change: was 3, is 4");
  REQUIRE(result.differences.size() == 1);
  CHECK(result.differences[0].subject == "standing: t.carrier.version");
}

TEST_CASE("an error of the wrong kind that has changed something is two faults, a wrong acceptance one") {
  const scenario::Case what = refusal_case();
  Lines lines = refusal_lines();
  lines[2] = error(1, "ValueError", "no");
  lines[3] = facts({}, {{2, carrier(iota(6), 4, {{"writes", Value(3)}})}});
  CHECK(verdict_of(result_of(what, lines), 12) == Verdict::fail);
  lines[2] = answer(1, Value(1));
  lines[3] = facts({{"v", Value(1)}}, {{2, carrier(iota(6), 4, {{"writes", Value(3)}})}});
  const CaseResult accepted = result_of(what, lines);
  CHECK(verdict_of(accepted, 8) == Verdict::fail);
  CHECK(verdict_of(accepted, 12) == Verdict::untested);
  CHECK(verdict_of(accepted, 14) == Verdict::untested);
}

TEST_CASE("a failed call binds nothing") {
  const CaseResult result = refused({}, {{"v", Value(1)}});
  CHECK(verdict_of(result, 12) == Verdict::fail);
  CHECK(result.why == "v must not change: was not bound, is 1");
}

TEST_CASE("names stay what they are") {
  CHECK(permuted({}, {{"t", object(3)}}).verdict == Verdict::fail);
  CHECK(permuted({}, {{"w", object(3)}}).verdict == Verdict::fail);
  CHECK(permuted({}, {{"t", object(1)}}).verdict == Verdict::pass);
}

TEST_CASE("without a clause that stands, the case fails") {
  scenario::Case what = permute_case();
  what.requirement = "views.unknown";
  Lines lines = permute_lines();
  lines[3] = facts({{"v", object(3)}}, {{3, tensor(view_layout, 0, 2)}, {2, carrier(iota(6), 1)}});
  const CaseResult result = result_of(what, lines);
  CHECK(result.verdict == Verdict::fail);
  CHECK(verdict_of(result, 2) == Verdict::pass);
}

TEST_CASE("every fact is watched, witnesses apart") {
  const Value before = facts({{"t", object(1)}}, {{1, tensor(layout({2, 3}, {1, 2}), 0, 2, {{"snapshot", Value(1)}})},
                                                  {2, carrier(iota(6), 0, {{"reads", Value(0)}})}});
  const auto changed = [&](ObjectFacts t, ObjectFacts c) {
    return permuted({{1, std::move(t)}, {2, std::move(c)}}, {}, {}, before).verdict;
  };
  const Value::Record snapshot = {{"snapshot", Value(2)}};
  const Value::Record reads = {{"reads", Value(9)}};
  const ObjectFacts t = tensor(layout({2, 3}, {1, 2}), 0, 2, snapshot);
  CHECK(changed(t, carrier(iota(6), 0, reads)) == Verdict::pass);
  CHECK(changed(tensor(layout({2, 3}, {3, 1}), 0, 2, snapshot), carrier(iota(6), 0, reads)) == Verdict::fail);
  CHECK(changed(tensor(layout({2, 3}, {1, 2}), 1, 2, snapshot), carrier(iota(6), 0, reads)) == Verdict::fail);
  CHECK(changed(t, carrier(iota(7), 0, reads)) == Verdict::fail);
  CHECK(changed(t, carrier(Value::List{0, 1, 2, 3, 4, 5}, 0, reads)) == Verdict::pass);  // numbers are numbers
  CHECK(changed(t, carrier(Value::List{0, 1, 2, 3, 4, 6}, 0, reads)) == Verdict::fail);
  Value::Record more = reads;
  more.emplace_back("released", Value(false));
  CHECK(changed(t, carrier(iota(6), 0, more)) == Verdict::fail);  // a fact that was not there
  ObjectFacts other_dtype = carrier(iota(6), 0, reads);
  other_dtype.facts[0].second = dtype("Int32");
  CHECK(changed(t, other_dtype) == Verdict::fail);
  ObjectFacts untyped = carrier(iota(6), 0, reads);
  untyped.facts.erase(untyped.facts.begin());
  CHECK(changed(t, untyped) == Verdict::fail);  // a fact that is there no more
}

TEST_CASE("stored values are not compared where a carrier is released or virtual, or past 4096 of them") {
  for (const char* flag : {"released", "virtual"}) {
    const Value before = facts({{"t", object(1)}}, {{1, tensor(layout({2, 3}, {1, 2}), 0, 2)},
                                                    {2, carrier(iota(6), 0, {{flag, Value(true)}})}});
    CHECK(permuted({{2, carrier(iota(7), 0, {{flag, Value(true)}})}}, {}, {}, before).verdict == Verdict::pass);
  }
  // What is released meanwhile stores nothing any more.
  const Value kept = facts({{"t", object(1)}}, {{1, tensor(layout({2, 3}, {1, 2}), 0, 2)},
                                                {2, carrier(iota(6), 0, {{"released", Value(false)}})}});
  ObjectFacts released = carrier({}, 0, {{"released", Value(true)}});
  released.facts.erase(released.facts.begin() + 1);
  CHECK(permuted({{2, released}}, {}, {"t.carrier.released"}, kept).verdict == Verdict::pass);
  CHECK(permuted({{2, released}}, {}, {}, kept).verdict == Verdict::fail);
  const auto large = [](int count, double last) {
    Value values = iota(count);
    values.list()->back() = last;
    return permuted({{2, carrier(values)}}, {}, {},
                    facts({{"t", object(1)}}, {{1, tensor(layout({2, 3}, {1, 2}), 0, 2)}, {2, carrier(iota(count))}}));
  };
  CHECK(large(4096, -1.0).verdict == Verdict::fail);
  CHECK(large(4097, -1.0).verdict == Verdict::pass);
}

TEST_CASE("an answer that is an error is an answer: its kind must stay") {
  const auto failing = [](const char* kind, const char* message) {
    const Value failure = Value::tagged("error", Value::Record{{"kind", kind}, {"message", message}});
    return tensor(layout({2, 3}, {1, 2}), 0, 2, {{"grad", failure}});
  };
  const Value before = facts({{"t", object(1)}}, {{1, failing("RuntimeError", "at 1")}, {2, carrier(iota(6))}});
  CHECK(permuted({{1, failing("RuntimeError", "at 2")}}, {}, {}, before).verdict == Verdict::pass);
  CHECK(permuted({{1, failing("ValueError", "at 1")}}, {}, {}, before).verdict == Verdict::fail);
  CHECK(permuted({{1, tensor(layout({2, 3}, {1, 2}), 0, 2, {{"grad", Value()}})}}, {}, {}, before).verdict ==
        Verdict::fail);
}

TEST_CASE("what cannot be read is an answer too, for whatever reason") {
  const auto unread = [](const char* why) { return carrier(Value::tagged("unreadable", why)); };
  const Value before = facts({{"t", object(1)}}, {{1, tensor(layout({2, 3}, {1, 2}), 0, 2)}, {2, unread("at 1")}});
  CHECK(permuted({{2, unread("at 2")}}, {}, {}, before).verdict == Verdict::pass);
  CHECK(permuted({{2, carrier(iota(6))}}, {}, {}, before).verdict == Verdict::fail);
}

TEST_CASE("a tensor inside a fact compares by its facts, its carrier by identity") {
  const auto with_grad = [](Objects objects) {
    objects.emplace_back(1, tensor(layout({2, 3}, {1, 2}), 0, 2, {{"grad", object(8)}}));
    return permuted(std::move(objects), {}, {}, givens_with_gradient()).verdict;
  };
  CHECK(with_grad({{8, tensor(layout({2, 3}, {1, 2}), 0, 5)}}) == Verdict::pass);
  CHECK(with_grad({{8, tensor(layout({2, 3}, {3, 1}), 0, 5)}}) == Verdict::fail);
  CHECK(with_grad({{8, tensor(layout({2, 3}, {1, 2}), 0, 9)}, {9, carrier(iota(6))}}) == Verdict::fail);
}

TEST_CASE("what a step says it changes may change, and what is reached only through it") {
  const Value before = givens_with_gradient();
  const auto after_write = [&](std::vector<std::string> changes) {
    return permuted({{5, carrier(iota(6), 1)}}, {}, std::move(changes), before).verdict;
  };
  CHECK(after_write({}) == Verdict::fail);
  CHECK(after_write({"t.carrier"}) == Verdict::fail);
  CHECK(after_write({"t.grad"}) == Verdict::pass);
  CHECK(after_write({"t.grad.carrier"}) == Verdict::pass);
  CHECK(after_write({"t.grad.carrier.version"}) == Verdict::pass);
  CHECK(after_write({"t.grad.carrier.stored"}) == Verdict::fail);
  CHECK(after_write({"t.offset"}) == Verdict::fail);

  const auto another_grad = [&](std::vector<std::string> changes) {
    return permuted({{1, tensor(layout({2, 3}, {1, 2}), 0, 2, {{"grad", Value()}})}}, {}, std::move(changes), before)
        .verdict;
  };
  CHECK(another_grad({"t.grad"}) == Verdict::pass);
  CHECK(another_grad({"t.grad.carrier"}) == Verdict::fail);

  // The gradient shares the tensor's own carrier: that is reached otherwise too.
  const Value shared = facts({{"t", object(1)}}, {{1, tensor(layout({2, 3}, {1, 2}), 0, 2, {{"grad", object(4)}})},
                                                  {2, carrier(iota(6))},
                                                  {4, tensor(layout({2, 3}, {1, 2}), 0, 2)}});
  CHECK(permuted({{2, carrier(iota(6), 1)}}, {}, {"t.grad"}, shared).verdict == Verdict::fail);
}

TEST_CASE("names the fixture did not write reach nothing") {
  const Value before = facts({{"t.$carrier", object(2)}, {"t", object(1)}},
                             {{1, tensor(layout({2, 3}, {1, 2}), 0, 2)}, {2, carrier(iota(6))}});
  const auto written = [&](Value::Record names) {
    Lines lines = permute_lines();
    lines[1] = before;
    names.emplace_back("n", Value(1));
    lines[3] = facts(std::move(names), {{2, carrier(iota(6), 1)}});
    scenario::Case what = permute_case();
    what.givens[0].declared.clear();
    what.when[0].step.as = "n";
    what.when[0].changes = {"t"};
    what.then = {assertion({2}, {fact_is("n", equal(1))})};
    lines[2] = answer(1, Value(1));
    return result_of(what, lines).verdict;
  };
  CHECK(written({}) == Verdict::pass);
  CHECK(written({{"t.$carrier", Value(3)}}) == Verdict::fail);
}

TEST_CASE("the values of a tensor are what its carrier stores") {
  const auto after = [](std::vector<std::string> changes) {
    return permuted({{2, carrier(iota(7))}}, {}, std::move(changes)).verdict;
  };
  CHECK(after({"t.values"}) == Verdict::pass);
  CHECK(after({"t.carrier.stored"}) == Verdict::pass);
  CHECK(after({"t.layout"}) == Verdict::fail);
}

TEST_CASE("an object that is gone has changed nothing") {
  const CaseResult result = permuted({{2, ObjectFacts{"", false, {}}}});
  CHECK(result.verdict == Verdict::pass);
}
