// SPDX-License-Identifier: Apache-2.0
// Implementations that are wrong, and implementations that are only different: who is blamed, and for which clause.
#include "tests/runner/engine/miniature.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using namespace swconform::miniature;
using scenario::Matcher;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

CaseResult permuted(std::size_t index, const Value& line) {
  Lines lines = permute_lines();
  lines[index] = line;
  const scenario::Case what = permute_case();
  return result_of(what, std::move(lines));
}

CaseResult refused(std::size_t index, const Value& line) {
  Lines lines = refusal_lines();
  lines[index] = line;
  const scenario::Case what = refusal_case();
  return result_of(what, std::move(lines));
}

}  // namespace

TEST_CASE("a given that is not what it was declared to be blocks the case") {
  const CaseResult result =
      permuted(1, facts({{"t", object(1)}}, {{1, tensor(layout({2, 3}, {3, 1}), 0, 2)}, {2, carrier(iota(6))}}));
  CHECK(result.verdict == Verdict::blocked);
  CHECK(verdict_of(result, 2) == Verdict::blocked);
  CHECK(result.why ==
        "the given `t: !tensor` is not what it was declared to be: t.layout: expected [2,3]:[1,2], got [2,3]:[3,1]");
  REQUIRE(result.differences.size() == 1);
  CHECK(result.differences[0].expected == "[2,3]:[1,2]");
  CHECK(result.differences[0].actual == "[2,3]:[3,1]");
  CHECK(result.trace.size() == 2);
}

TEST_CASE("a given that cannot be built is not the operation's fault") {
  CHECK(permuted(0, error(0, "TypeError", "no")).verdict == Verdict::blocked);
  CHECK(has(permuted(0, error(0, "TypeError", "no")).why, "`t: !tensor` could not be built: TypeError: \"no\""));
  CHECK(permuted(0, ended(0, "unsupported", "spies")).verdict == Verdict::unsupported);
  CHECK(permuted(0, ended(0, "absent", "")).verdict == Verdict::unsupported);
  CHECK(permuted(0, ended(0, "internal", "a bug")).verdict == Verdict::harness);
  CHECK(permuted(0, ended(0, "skipped", "t")).verdict == Verdict::blocked);
}

TEST_CASE("a wrong fact fails its own clause only") {
  const CaseResult wrong_layout = permuted(3, facts({{"v", object(3)}}, {{3, tensor(layout({3, 2}, {1, 3}), 0, 2)}}));
  CHECK(wrong_layout.verdict == Verdict::fail);
  CHECK(wrong_layout.why == "v.layout: expected [3,2]:[2,1], got [3,2]:[1,3]");
  CHECK(verdict_of(wrong_layout, 2) == Verdict::fail);
  CHECK(verdict_of(wrong_layout, 13) == Verdict::pass);
  REQUIRE(wrong_layout.differences.size() == 1);
  CHECK(wrong_layout.differences[0].place.line == 7);

  const CaseResult copied =
      permuted(3, facts({{"v", object(3)}}, {{3, tensor(layout({3, 2}, {2, 1}), 0, 9)}, {9, carrier(iota(6))}}));
  CHECK(verdict_of(copied, 2) == Verdict::pass);
  CHECK(verdict_of(copied, 13) == Verdict::fail);
  CHECK(copied.why == "v.carriers: expected same as t.carriers, which is [t.carrier], got [v.carrier]");
}

TEST_CASE("one fault, one blame: the first key fails where the step ends otherwise") {
  const CaseResult result = permuted(2, error(1, "ValueError", "no"));
  CHECK(result.verdict == Verdict::fail);
  CHECK(verdict_of(result, 2) == Verdict::fail);
  CHECK(verdict_of(result, 13) == Verdict::blocked);
  CHECK(result.why == "ending: expected a value, got ValueError: \"no\"");
}

TEST_CASE("what an implementation does not have is not wrong") {
  for (const char* how : {"unsupported", "absent"}) {
    const CaseResult result = permuted(2, ended(1, how, "why"));
    CHECK(result.verdict == Verdict::unsupported);
    CHECK(verdict_of(result, 13) == Verdict::unsupported);
  }
  CHECK(permuted(2, ended(1, "internal", "a bug")).verdict == Verdict::harness);
  CHECK(permuted(2, ended(1, "skipped", "v")).verdict == Verdict::blocked);
}

TEST_CASE("a fact the harness does not tell is unsupported for its line, the others are judged") {
  scenario::Case what = permute_case();
  what.then.push_back(assertion({10}, {fact_is("v.carrier.reads", equal(0))}));
  CaseResult result = result_of(what, permute_lines());
  CHECK(result.verdict == Verdict::unsupported);
  CHECK(verdict_of(result, 2) == Verdict::pass);
  CHECK(verdict_of(result, 10) == Verdict::unsupported);
  CHECK(has(result.why, "the harness does not tell reads"));

  Lines lines = permute_lines();
  ObjectFacts view = tensor(layout({3, 2}, {1, 3}), 0, 2);  // and a wrong one still fails
  lines[3] = facts({{"v", object(3)}}, {{3, view}});
  result = result_of(what, lines);
  CHECK(result.verdict == Verdict::fail);
  CHECK(verdict_of(result, 10) == Verdict::unsupported);

  // What the harness does tell, but not of this, is wrong.
  what.then.back() = assertion({10}, {fact_is("v.grad", equal({}))});
  CHECK(verdict_of(result_of(what, permute_lines()), 10) == Verdict::fail);
}

TEST_CASE("a refusal passes by its kind, with the control") {
  const scenario::Case what = refusal_case();
  const CaseResult result = result_of(what, refusal_lines());
  CHECK(result.verdict == Verdict::pass);
  CHECK(verdict_of(result, 8) == Verdict::pass);
  CHECK(verdict_of(result, 10) == Verdict::pass);  // three writes before, none in the judged step
}

TEST_CASE("a refusal of the wrong kind fails where the kind is named") {
  const CaseResult result = refused(2, error(1, "ValueError", "no"));
  CHECK(result.verdict == Verdict::fail);
  CHECK(result.why == "raises: expected \"TypeError\", got ValueError: \"no\"");
  CHECK(verdict_of(result, 8) == Verdict::fail);
  CHECK(verdict_of(result, 10) == Verdict::blocked);
}

TEST_CASE("accepting what must be refused fails, whatever it bound and the control") {
  Lines lines = refusal_lines();
  lines[2] = answer(1, object(3));
  lines[3] = facts({{"v", object(3)}}, {{3, tensor(layout({3, 2}, {2, 1}), 0, 2)}});
  const scenario::Case what = refusal_case();
  CaseResult result = result_of(what, lines);
  CHECK(result.verdict == Verdict::fail);
  CHECK(result.why == "raises: expected \"TypeError\", got no error but the value v");
  CHECK(verdict_of(result, 8) == Verdict::fail);
  CHECK(verdict_of(result, 10) == Verdict::blocked);
  CHECK(result.differences.size() == 1);
  lines[4] = error(2, "TypeError", "no");
  CHECK(result_of(what, lines).verdict == Verdict::fail);
  lines[4] = ended(2, "internal", "a bug");  // a broken harness proves nothing at all
  CHECK(result_of(what, lines).verdict == Verdict::harness);
}

TEST_CASE("a refusal proves nothing where the control is refused") {
  const CaseResult result = refused(4, error(2, "TypeError", "no"));
  CHECK(result.verdict == Verdict::blocked);
  CHECK(verdict_of(result, 8) == Verdict::blocked);
  CHECK(verdict_of(result, 10) == Verdict::blocked);
  CHECK(verdict_of(result, 12) == Verdict::untested);
  CHECK(refused(4, ended(2, "unsupported", "")).verdict == Verdict::unsupported);
  CHECK(refused(4, ended(2, "internal", "")).verdict == Verdict::harness);

  // Nor does it prove anything of the wrong kind, but a write is a write.
  Lines lines = refusal_lines();
  lines[2] = error(1, "ValueError", "no");
  lines[4] = error(2, "ValueError", "no");
  const scenario::Case what = refusal_case();
  CHECK(result_of(what, lines).verdict == Verdict::blocked);
  lines[2] = error(1, "TypeError", "no");
  lines[3] = facts({}, {{2, carrier(iota(6), 3, {{"writes", Value(4)}})}});
  CHECK(verdict_of(result_of(what, lines), 10) == Verdict::fail);
}

TEST_CASE("a call the language cannot express is not applicable where its type would have been refused") {
  CHECK(refused(2, ended(1, "absent", "does not compile")).verdict == Verdict::not_applicable);
  scenario::Case what = refusal_case();
  Lines lines = refusal_lines();
  lines[2] = ended(1, "absent", "does not compile");
  what.then[0] = assertion({8}, {raises(either({{"", equal("ValueError")}, {"", equal("AttributeError")}}))});
  CHECK(result_of(what, lines).verdict == Verdict::not_applicable);
  what.then[0] = assertion({8}, {raises(equal("ValueError"))});
  CHECK(result_of(what, lines).verdict == Verdict::unsupported);
}

TEST_CASE("the same exception is the identical one") {
  scenario::Case what = refusal_case();
  what.givens.push_back(given("error", "boom"));
  what.then[0] = assertion({8}, {raises(matching(Matcher::Kind::same_object, "boom"))});
  Lines lines = {answer(0, object(1)),
                 answer(1, object(5)),
                 facts({{"t", object(1)}, {"boom", object(5)}}, {{1, tensor(layout({2, 3}, {1, 2}), 0, 2)},
                                                                 {2, carrier(iota(6), 0, {{"writes", Value(0)}})},
                                                                 {5, plain("error")}}),
                 error(2, "Other", "x", object(5)),
                 facts({}, {}),
                 answer(3, Value(1)),
                 done()};
  CHECK(result_of(what, lines).verdict == Verdict::pass);
  lines[3] = error(2, "Other", "x", object(6));
  CHECK(verdict_of(result_of(what, lines), 8) == Verdict::fail);
  lines[3] = error(2, "Other", "x");
  CHECK(verdict_of(result_of(what, lines), 8) == Verdict::unsupported);
  CHECK(verdict_of(result_of(what, lines), 10) == Verdict::pass);
}

TEST_CASE("an earlier step must do what it says, or the case is blocked") {
  scenario::Case what = permute_case();
  what.when.insert(what.when.begin(), when("permute", {ref("t")}, "u"));
  Lines lines = permute_lines();
  lines.insert(lines.begin() + 2,
               {answer(1, object(7)), facts({{"u", object(7)}}, {{7, tensor(layout({2, 3}, {1, 2}), 0, 2)}})});
  lines[4] = answer(2, object(3));
  CHECK(result_of(what, lines).verdict == Verdict::pass);

  SECTION("it fails") {
    lines[2] = error(1, "ValueError", "no");
    lines[3] = facts({}, {});
    const CaseResult result = result_of(what, lines);
    CHECK(result.verdict == Verdict::blocked);
    CHECK(has(result.why, "the earlier step `permute: [...]`"));
    what.when[0].raises = raises(equal("ValueError"));
    CHECK(result_of(what, lines).verdict == Verdict::pass);
    what.when[0].raises = raises(equal("TypeError"));
    CHECK(result_of(what, lines).verdict == Verdict::blocked);
  }
  SECTION("it does not fail as it should") {
    what.when[0].raises = raises(equal("any"));
    CHECK(result_of(what, lines).verdict == Verdict::blocked);
  }
  SECTION("it returns or gives something else") {
    what.when[0].returns = returns(equal(Value(1)));
    CHECK(result_of(what, lines).verdict == Verdict::blocked);
    what.when[0].returns.reset();
    what.when[0].gives = {fact_is("u.offset", equal(0))};
    CHECK(result_of(what, lines).verdict == Verdict::pass);
    what.when[0].gives = {fact_is("u.offset", equal(1))};
    CHECK(result_of(what, lines).verdict == Verdict::blocked);
    what.when[0].gives = {fact_is("u.carrier.reads", equal(1))};
    CHECK(result_of(what, lines).verdict == Verdict::unsupported);
  }
  SECTION("it is not there") {
    lines[3] = facts({}, {});
    lines[2] = ended(1, "unsupported", "");
    CHECK(result_of(what, lines).verdict == Verdict::unsupported);
    lines[2] = ended(1, "internal", "");
    CHECK(result_of(what, lines).verdict == Verdict::harness);
    lines[2] = ended(1, "absent", "");
    CHECK(result_of(what, lines).verdict == Verdict::unsupported);
  }
  SECTION("it changes what it must not") {
    lines[3] = facts({{"u", object(7)}}, {{7, tensor(layout({2, 3}, {1, 2}), 0, 2)}, {2, carrier(iota(6), 1)}});
    const CaseResult result = result_of(what, lines);
    CHECK(result.verdict == Verdict::blocked);
    CHECK(has(result.why, "t.carrier.version must not change: was 0, is 1"));
  }
}

TEST_CASE("versions count from the givens, and facts from the judged step where they are counts") {
  scenario::Case what = permute_case();
  what.when[0].changes = {"t.carrier"};
  what.then = {assertion({2}, {fact_is("t.carrier.version", equal(2))}),
               assertion({13}, {fact_is("t.carrier.writes", equal(1))})};
  Lines lines = permute_lines();
  lines[1] = facts({{"t", object(1)}},
                   {{1, tensor(layout({2, 3}, {1, 2}), 0, 2)}, {2, carrier(iota(6), 5, {{"writes", Value(8)}})}});
  lines[3] = facts({{"v", object(3)}},
                   {{3, tensor(layout({3, 2}, {2, 1}), 0, 2)}, {2, carrier(iota(6), 7, {{"writes", Value(9)}})}});
  const CaseResult result = result_of(what, lines);
  INFO(result.why);
  CHECK(result.verdict == Verdict::pass);
}

TEST_CASE("a case that asserts nothing does not pass") {
  scenario::Case what = permute_case();
  what.then.clear();
  what.requirement = "views.unknown";
  CHECK(result_of(what, permute_lines()).verdict == Verdict::blocked);
  what = permute_case();
  what.then[0].checks.clear();
  CHECK(verdict_of(result_of(what, permute_lines()), 2) == Verdict::blocked);
}
