// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/needs.hpp"

#include <string>
#include <vector>

#include "tests/support/catch.hpp"

using namespace swconform;
using cli::Need;
using scenario::Case;
using Kind = Need::Kind;

namespace {

const Hello everything = [] {
  Hello hello;
  hello.operations = {"make", "turn", "look"};
  hello.options = {"spy", "gradient"};
  hello.facts = {"layout", "offset", "carrier", "stored", "size", "parts"};
  return hello;
}();

Step step(const std::string& operation, Value::List arguments = {}, Value::Record keywords = {}) {
  Step result;
  result.operation = operation;
  result.arguments = std::move(arguments);
  result.keywords = std::move(keywords);
  return result;
}

Case a_case(const std::string& scenario, const std::vector<std::string>& operations) {
  Case result;
  result.id = scenario + "/" + std::to_string(operations.size());
  result.requirement = "garden.water";
  result.scenario = scenario;
  for (const std::string& operation : operations) {
    scenario::CaseStep when;
    when.step = step(operation);
    result.when.push_back(when);
  }
  return result;
}

scenario::Check fact_check(const std::string& path, const std::string& same_as = "") {
  scenario::Check check;
  check.path = path;
  check.matcher.path = same_as;
  return check;
}

std::set<Need> asserting(const scenario::Check& check) {
  Case what = a_case("garden.water/once", {"turn"});
  what.then.push_back({{1}, {check}, {}});
  return cli::needs(what, everything);
}

}  // namespace

TEST_CASE("a case needs the operations, options and facts that are named anywhere in it") {
  Case what = a_case("garden.water/once", {"turn"});
  scenario::GivenStep given;
  given.step = step("make", {Value::tagged("ref", "t.parts.0.offset")}, {{"spy", true}, {"volume", 5}});
  given.declared = {fact_check("t.size")};  // is not looked at where it cannot be told
  what.givens.push_back(given);
  what.control.emplace();
  what.control->step = step("look");
  what.when.back().gives = {fact_check("v.carrier")};
  CHECK(cli::needs(what, everything) == std::set<Need>{{Kind::operation, "make"},
                                                       {Kind::operation, "turn"},
                                                       {Kind::operation, "look"},
                                                       {Kind::option, "spy"},
                                                       {Kind::fact, "parts"},
                                                       {Kind::fact, "offset"},
                                                       {Kind::fact, "carrier"}});
}

TEST_CASE("facts that are worked out need those they are made of") {
  const Need turn{Kind::operation, "turn"};
  CHECK(asserting(fact_check("v.values")) ==
        std::set<Need>{
            turn, {Kind::fact, "layout"}, {Kind::fact, "offset"}, {Kind::fact, "carrier"}, {Kind::fact, "stored"}});
  CHECK(asserting(fact_check("v.size", "t.layout")) ==
        std::set<Need>{turn, {Kind::fact, "size"}, {Kind::fact, "layout"}});
  scenario::Check either = fact_check("v.size");
  either.matcher.alternatives.push_back({"A", fact_check("", "t.offset").matcher});
  CHECK(asserting(either) == std::set<Need>{turn, {Kind::fact, "size"}, {Kind::fact, "offset"}});
}

TEST_CASE("progress: what is ready, what most cases lack, and the nearest scenario") {
  std::vector<Case> cases = {
      a_case("garden.water/first", {"make"}),
      a_case("garden.water/second", {"make", "turn", "look"}),
      a_case("garden.water/third", {"make", "turn"}),
      a_case("garden.water/third", {"make", "make", "turn", "turn"}),
      a_case("garden.water/fourth", {"look", "look", "look"}),
  };
  const scenario::Fixtures fixtures(std::move(cases));
  Hello hello;
  const cli::Progress at_first = cli::progress(fixtures, hello, everything);
  CHECK(at_first.ready == 0);
  CHECK(at_first.all == 5);
  CHECK(at_first.next == Need{Kind::operation, "look"});  // of two that one case each lacks alone, the first by name
  CHECK(at_first.next_cases == 1);
  CHECK(at_first.nearest == "garden.water/first");

  hello.operations = {"make"};
  const cli::Progress then = cli::progress(fixtures, hello, everything);
  CHECK(then.ready == 1);
  CHECK(then.ready_scenarios == std::vector<std::string>{"garden.water/first"});
  CHECK(then.next == Need{Kind::operation, "turn"});
  CHECK(then.next_cases == 2);
  CHECK(then.nearest == "garden.water/third");
  CHECK(then.nearest_lacks == std::set<Need>{{Kind::operation, "turn"}});

  const cli::Progress at_last = cli::progress(fixtures, everything, everything);
  CHECK(at_last.ready == 5);
  CHECK(at_last.next_cases == 0);
  CHECK(at_last.nearest.empty());
}

TEST_CASE("needs are described as hello lists them") {
  CHECK(describe(Need{Kind::operation, "permute"}) == "permute");
  CHECK(describe(Need{Kind::option, "spy"}) == "the option spy");
  CHECK(describe(Need{Kind::fact, "layout"}) == "the fact layout");
}
