// SPDX-License-Identifier: Apache-2.0
#include <list>

#include "runner/verdict/rollup.hpp"
#include "tests/runner/engine/miniature.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using V = Verdict;

namespace {

V tallied(const std::vector<V>& verdicts, bool gap = false) {
  Tally tally;
  for (const V verdict : verdicts) tally.add(verdict);
  if (gap) tally.add_gap();
  return tally.verdict();
}

/// Cases of views.permute with the verdicts of their clauses; each case's own is the worst.
struct Suite {
  spec::Catalogue catalogue = miniature::catalogue();
  std::list<scenario::Case> cases;
  std::vector<const scenario::Case*> all;
  std::vector<CaseResult> results;

  const scenario::Case& add(const char* scenario, std::vector<int> clauses) {
    scenario::Case& what = cases.emplace_back();
    what.requirement = "views.permute";
    what.scenario = std::string("views.permute/") + scenario;
    what.id = what.scenario + "/" + std::to_string(cases.size());
    what.then = {miniature::assertion(std::move(clauses), {})};
    all.push_back(&what);
    return what;
  }

  void ran(const char* scenario, const std::vector<std::pair<int, V>>& clauses, V verdict) {
    std::vector<int> numbers;
    for (const auto& [clause, of_clause] : clauses) numbers.push_back(clause);
    CaseResult result;
    result.what = &add(scenario, numbers);
    result.verdict = verdict;
    for (const auto& [clause, of_clause] : clauses) result.clauses.push_back({clause, of_clause, "because"});
    results.push_back(result);
  }

  RequirementResult requirement() const { return roll_up(catalogue, results, all).at(0).requirements.at(0); }
};

/// All six testable clauses (2, 8, 10, 12, 13, 14) and both scenarios pass.
Suite complete() {
  Suite suite;
  suite.ran("hierarchical", {{2, V::pass}, {13, V::pass}, {14, V::pass}}, V::pass);
  suite.ran("invalid", {{8, V::pass}, {10, V::pass}, {12, V::pass}}, V::pass);
  return suite;
}

V clause(const RequirementResult& requirement, int number) {
  for (const ClauseResult& one : requirement.clauses) {
    if (one.clause == number) return one.verdict;
  }
  FAIL("there is no clause " << number);
  return V::harness;
}

}  // namespace

TEST_CASE("the worst counts, not applicable left out, and nothing without a pass is a pass") {
  CHECK(tallied({}) == V::untested);
  CHECK(tallied({V::pass}) == V::pass);
  CHECK(tallied({V::pass, V::not_applicable}) == V::pass);
  CHECK(tallied({V::not_applicable}) == V::not_applicable);
  CHECK(tallied({V::unsupported}) == V::unsupported);
  CHECK(tallied({V::unsupported, V::not_applicable}) == V::unsupported);
  CHECK(tallied({V::untested}) == V::untested);
  CHECK(tallied({V::untested, V::not_applicable}) == V::untested);
  CHECK(tallied({V::pass, V::unsupported}) == V::partial);
  CHECK(tallied({V::pass, V::untested}) == V::partial);
  CHECK(tallied({V::unsupported, V::untested}) == V::unsupported);
  CHECK(tallied({V::partial, V::unsupported}) == V::partial);
  CHECK(tallied({V::pass}, true) == V::partial);
  CHECK(tallied({}, true) == V::untested);
  CHECK(tallied({V::not_applicable}, true) == V::untested);
  for (const V worst : {V::blocked, V::fail, V::crash, V::harness}) {
    CHECK(tallied({V::pass, worst, V::unsupported, V::not_applicable}) == worst);
    CHECK(tallied({worst}, true) == worst);
  }
  CHECK(tallied({V::blocked, V::harness, V::crash, V::fail}) == V::harness);
  CHECK(tallied({V::blocked, V::crash, V::fail}) == V::crash);
  CHECK(tallied({V::fail, V::blocked}) == V::fail);
}

TEST_CASE("a requirement passes where every testable clause and every scenario does") {
  const RequirementResult result = complete().requirement();
  CHECK(result.verdict == V::pass);
  CHECK(result.clauses.size() == 6);  // untestable ones are left out
  REQUIRE(result.scenarios.size() == 2);
  CHECK(result.scenarios[0].verdict == V::pass);
  CHECK(result.scenarios[0].cases.size() == 1);
}

TEST_CASE("a clause nobody asserts or a scenario without case makes it partial") {
  Suite suite;
  suite.ran("hierarchical", {{2, V::pass}, {14, V::pass}}, V::pass);
  suite.ran("invalid", {{8, V::pass}, {10, V::pass}, {12, V::pass}}, V::pass);
  CHECK(suite.requirement().verdict == V::partial);
  CHECK(clause(suite.requirement(), 13) == V::untested);

  Suite one;
  one.ran("hierarchical", {{2, V::pass}, {8, V::pass}, {10, V::pass}, {12, V::pass}, {13, V::pass}, {14, V::pass}},
          V::pass);
  CHECK(one.requirement().verdict == V::partial);
  CHECK(one.requirement().scenarios[1].verdict == V::untested);
}

TEST_CASE("what was not selected makes it partial, its clauses and its scenario too") {
  Suite suite = complete();
  suite.add("invalid", {10});
  const RequirementResult result = suite.requirement();
  CHECK(result.verdict == V::partial);
  CHECK(clause(result, 10) == V::partial);
  CHECK(clause(result, 8) == V::pass);
  CHECK(result.scenarios[0].verdict == V::pass);
  CHECK(result.scenarios[1].verdict == V::partial);
}

TEST_CASE("nothing that ran is untested, everything unsupported is unsupported") {
  Suite unselected;
  unselected.add("invalid", {8});
  CHECK(unselected.requirement().verdict == V::untested);
  Suite unsupported;
  unsupported.ran("hierarchical", {{2, V::unsupported}}, V::unsupported);
  unsupported.ran("invalid", {{8, V::unsupported}}, V::unsupported);
  CHECK(unsupported.requirement().verdict == V::unsupported);
  unsupported.ran("invalid", {{10, V::pass}}, V::pass);
  CHECK(unsupported.requirement().verdict == V::partial);
}

TEST_CASE("a fault is the verdict, with the case that shows it") {
  Suite suite = complete();
  suite.ran("invalid", {{8, V::fail}, {10, V::blocked}}, V::fail);
  const RequirementResult result = suite.requirement();
  CHECK(result.verdict == V::fail);
  CHECK(clause(result, 8) == V::fail);
  CHECK(clause(result, 10) == V::blocked);
  CHECK(clause(result, 2) == V::pass);
  for (const ClauseResult& one : result.clauses) {
    if (one.clause == 8) CHECK(one.why == "views.permute/invalid/3: because");
    if (one.clause == 2) CHECK(one.why.empty());
  }
}

TEST_CASE("a case that fails without a clause fails its scenario and requirement") {
  Suite suite = complete();
  suite.ran("invalid", {}, V::fail);
  CHECK(suite.requirement().scenarios[1].verdict == V::fail);
  CHECK(suite.requirement().verdict == V::fail);
  Suite elsewhere = complete();
  elsewhere.ran("of-no-scenario", {}, V::fail);
  CHECK(elsewhere.requirement().verdict == V::fail);
}
