// SPDX-License-Identifier: Apache-2.0
#include "tests/runner/engine/miniature.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using namespace swconform::miniature;

namespace {

using Letters = std::vector<std::string>;

/// A: TypeError; B: a view.
scenario::Case probe_case(const char* slug = "true-for-one") {
  scenario::Case what = permute_case();
  what.id = std::string("views.permute?Q4/") + slug;
  what.scenario.clear();
  what.reading = "Q4";
  what.then.clear();
  what.letters = {{"A", assertion({}, {raises(equal("TypeError"))})},
                  {"B", assertion({}, {fact_is("v.layout", equal(layout({3, 2}, {2, 1})))})}};
  what.control = when("permute", {ref("t"), Value::List{1, 0}});
  return what;
}

/// A: TypeError; B: any error.
scenario::Case wider_case(const char* slug = "true-for-one") {
  scenario::Case what = probe_case(slug);
  what.letters[1].second = assertion({}, {raises(equal("any"))});
  return what;
}

Lines lines_ending(const Value& outcome, const Value& after) {
  Lines lines = permute_lines();
  lines[2] = outcome;
  lines[3] = after;
  lines.insert(lines.begin() + 4, answer(2, object(9)));
  return lines;
}

const Value view = facts({{"v", object(3)}}, {{3, tensor(layout({3, 2}, {2, 1}), 0, 2)}});
const Value nothing = facts({}, {});

Lines taking(char letter) {
  if (letter == 'E') return lines_ending(error(1, "ValueError", "no"), nothing);
  return letter == 'A' ? lines_ending(error(1, "TypeError", "no"), nothing) : lines_ending(answer(1, object(3)), view);
}

RunResult run_all(const std::vector<scenario::Case>& cases, const std::string& letters) {
  std::vector<const scenario::Case*> selected;
  for (const scenario::Case& what : cases) selected.push_back(&what);
  std::size_t next = 0;
  RunOptions options;
  options.timeout = std::chrono::milliseconds(0);
  return run(catalogue(), selected, selected, implementation([&](const Value&, const auto& reply) {
               for (const Value& line : taking(letters[next++])) reply(line);
             }),
             options);
}

}  // namespace

TEST_CASE("a probe takes the letter whose checks hold") {
  const scenario::Case what = probe_case();
  CHECK(result_of(what, taking('A')).taken == Letters{"A"});
  CHECK(result_of(what, taking('B')).taken == Letters{"B"});
  CHECK(result_of(what, taking('B')).verdict == Verdict::pass);
  CHECK(result_of(what, taking('B')).clauses.empty());
}

TEST_CASE("a third result fails it") {
  const scenario::Case what = probe_case();
  const CaseResult wrong = result_of(what, lines_ending(error(1, "ValueError", "no"), nothing));
  CHECK(wrong.verdict == Verdict::fail);
  CHECK(wrong.taken.empty());
  CHECK(wrong.why == "neither reading fits: got ValueError: \"no\"");
  CHECK(wrong.differences.size() == 2);
  const Value other = facts({{"v", object(3)}}, {{3, tensor(layout({3, 2}, {1, 3}), 0, 2)}});
  CHECK(result_of(what, lines_ending(answer(1, object(3)), other)).verdict == Verdict::fail);
}

TEST_CASE("a letter whose facts hold does not fit another ending") {
  scenario::Case what = probe_case();
  what.letters[1].second = assertion({}, {fact_is("t.offset", equal(0))});
  CHECK(result_of(what, taking('A')).taken == Letters{"A"});
  CHECK(result_of(what, taking('B')).taken == Letters{"B"});
  CHECK(result_of(what, lines_ending(error(1, "ValueError", "no"), nothing)).verdict == Verdict::fail);
}

TEST_CASE("all checks of a letter must hold") {
  scenario::Case what = probe_case();
  what.letters.emplace_back("B", assertion({}, {fact_is("v.offset", equal(1))}));
  CHECK(result_of(what, taking('A')).taken == Letters{"A"});
  CHECK(result_of(what, taking('B')).verdict == Verdict::fail);
}

TEST_CASE("where one letter admits what the other demands, both fit") {
  const scenario::Case what = wider_case();
  CHECK(result_of(what, taking('A')).taken == Letters{"A", "B"});
  CHECK(result_of(what, taking('A')).verdict == Verdict::pass);
  CHECK(result_of(what, lines_ending(error(1, "ValueError", "no"), nothing)).taken == Letters{"B"});
}

TEST_CASE("what ends otherwise takes no reading") {
  const scenario::Case what = probe_case();
  CHECK(result_of(what, lines_ending(ended(1, "absent", ""), nothing)).verdict == Verdict::not_applicable);
  CHECK(result_of(what, lines_ending(ended(1, "unsupported", ""), nothing)).verdict == Verdict::unsupported);
  Lines lines = taking('A');
  lines[4] = error(2, "TypeError", "no");
  CHECK(result_of(what, lines).verdict == Verdict::blocked);
  lines = taking('A');
  lines[3] = facts({}, {{2, carrier(iota(6), 1)}});
  CHECK(result_of(what, lines).verdict == Verdict::fail);
}

TEST_CASE("a reading is taken only if all its cases take the same letter") {
  const std::vector<scenario::Case> cases = {probe_case("a"), probe_case("b")};
  RunResult same = run_all(cases, "BB");
  REQUIRE(same.readings.size() == 2);
  CHECK(same.readings[0].id == "Q4");
  CHECK(same.readings[0].requirement == "views.permute");
  CHECK(same.readings[0].taken == "B");
  CHECK(same.readings[0].verdict == Verdict::pass);
  CHECK(same.as_expected);
  CHECK(same.readings[1].taken.empty());
  CHECK(same.readings[1].verdict == Verdict::untested);
  CHECK(same.capabilities[0].requirements[0].verdict == Verdict::untested);

  RunResult mixed = run_all(cases, "AB");
  CHECK(mixed.cases[0].verdict == Verdict::pass);
  CHECK(mixed.cases[1].verdict == Verdict::pass);
  CHECK(mixed.readings[0].taken == "neither");
  CHECK(mixed.readings[0].verdict == Verdict::fail);
  CHECK_FALSE(mixed.as_expected);
}

TEST_CASE(
    "of two letters that fit every case the first is taken, and one that fits them all where the other does not") {
  const std::vector<scenario::Case> cases = {wider_case("a"), wider_case("b")};
  const RunResult narrow = run_all(cases, "AA");
  CHECK(narrow.readings[0].taken == "A");
  CHECK(narrow.readings[0].verdict == Verdict::pass);
  for (const char* letters : {"AE", "EA", "EE"}) {
    INFO(letters);
    const RunResult wide = run_all(cases, letters);
    CHECK(wide.readings[0].taken == "B");
    CHECK(wide.readings[0].verdict == Verdict::pass);
    CHECK(wide.as_expected);
  }
}
