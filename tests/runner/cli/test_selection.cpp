// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/selection.hpp"

#include <utility>

#include "tests/runner/cli/cli_support.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;

namespace {

using Ids = std::vector<std::string>;
using Whole = std::set<std::string, std::less<>>;

scenario::Case case_of(const std::string& requirement, const std::string& scenario, const std::string& reading,
                       const std::string& slug) {
  scenario::Case result;
  result.requirement = requirement;
  result.scenario = scenario.empty() ? "" : requirement + "/" + scenario;
  result.reading = reading;
  result.id = (reading.empty() ? result.scenario : requirement + "?" + reading) + "/" + slug;
  return result;
}

spec::Requirement requirement(const std::string& id, const std::string& scenario) {
  spec::Requirement result;
  result.id = id;
  result.scenarios.emplace_back().id = id + "/" + scenario;
  return result;
}

struct Given {
  spec::Catalogue catalogue = make_catalogue();
  scenario::Fixtures fixtures{{case_of("views.permute", "valid", "", "one"),
                               case_of("views.permute", "valid", "", "two"),
                               case_of("views.permute", "invalid", "", "twice"),
                               case_of("views.permute", "", "Q4", "true"), case_of("friendly.item", "one", "", "a")}};
  cli::FailedCases failed = [] { return std::optional<Ids>(); };

  static spec::Catalogue make_catalogue() {
    spec::Capability views;
    views.id = "views";
    views.requirements = {requirement("views.permute", "valid"), requirement("views.slice", "empty")};
    spec::Capability friendly;
    friendly.id = "friendly";
    friendly.requirements = {requirement("friendly.item", "one")};
    std::vector<spec::Capability> both;
    both.push_back(std::move(views));
    both.push_back(std::move(friendly));
    return {std::move(both), {}};
  }

  std::pair<Ids, Whole> of(const Ids& selectors) const {
    const cli::Selection selection = cli::select(selectors, catalogue, fixtures, failed);
    Ids ids;
    for (const scenario::Case* each : selection.cases) ids.push_back(each->id);
    return {ids, selection.whole};
  }
  std::string refusal(const Ids& selectors) const {
    return test::message_of<cli::InputError>([&] { of(selectors); });
  }
};

const Ids permute{"views.permute/valid/one", "views.permute/valid/two", "views.permute/invalid/twice",
                  "views.permute?Q4/true"};

}  // namespace

TEST_CASE("no selector selects everything") {
  const auto [ids, whole] = Given().of({});
  CHECK(ids.size() == 5);
  CHECK(whole == Whole{"views.permute", "views.slice", "friendly.item"});
}

TEST_CASE("a requirement selects its cases and probes, and is selected itself") {
  const auto [ids, whole] = Given().of({"views.permute"});
  CHECK(ids == permute);
  CHECK(whole == Whole{"views.permute"});
}

TEST_CASE("a glob over requirements selects those without fixtures too") {
  const auto [ids, whole] = Given().of({"views.*"});
  CHECK(ids == permute);
  CHECK(whole == Whole{"views.permute", "views.slice"});
}

TEST_CASE("scenarios, probes and cases are selected without their requirement") {
  const Given given;
  CHECK(given.of({"views.permute/valid"}) == std::pair(Ids{permute[0], permute[1]}, Whole{}));
  CHECK(given.of({"views.permute/invalid/twice"}) == std::pair(Ids{permute[2]}, Whole{}));
  CHECK(given.of({"*?Q4"}) == std::pair(Ids{permute[3]}, Whole{}));
  CHECK(given.of({"views.permute?Q4/true"}) == std::pair(Ids{permute[3]}, Whole{}));
  CHECK(given.of({"*/valid/*"}) == std::pair(Ids{permute[0], permute[1]}, Whole{}));
}

TEST_CASE("selectors add up, in the order of the fixtures, each case once") {
  const auto [ids, whole] = Given().of({"friendly.item", "views.permute/invalid", "views.permute/*"});
  CHECK(ids == Ids{permute[0], permute[1], permute[2], "friendly.item/one/a"});
  CHECK(whole == Whole{"friendly.item"});
}

TEST_CASE("a selector that names nothing is refused with the nearest id") {
  const Given given;
  CHECK(given.refusal({"views.permtue"}) ==
        "no requirement, scenario, probe or case has an id like views.permtue; did you mean views.permute?");
  CHECK(given.refusal({"views.permute", "zebra"}) == "no requirement, scenario, probe or case has an id like zebra");
  CHECK(given.refusal({"@fialed"}) == "unknown selector: @fialed; did you mean @failed?");
}

TEST_CASE("what has no fixture yet selects nothing to run, but may stand beside others") {
  const Given given;
  CHECK(given.refusal({"views.slice"}) == "nothing was selected: there is no fixture yet for anything named");
  CHECK(given.refusal({"views.slice/empty"}) == "nothing was selected: there is no fixture yet for anything named");
  CHECK(given.of({"views.slice", "friendly.item"}).second == Whole{"views.slice", "friendly.item"});
}

TEST_CASE("@failed") {
  Given given;
  CHECK(given.refusal({"@failed"}) == "@failed: there is no last run to take it from");
  given.failed = [] { return std::optional(Ids{"views.permute/valid/two", "gone/since/then"}); };
  CHECK(given.of({"@failed"}) == std::pair(Ids{permute[1]}, Whole{}));
  given.failed = [] { return std::optional(Ids{}); };
  CHECK(given.refusal({"@failed"}) == "nothing was selected: every case of the last run passed");
  CHECK(given.of({"@failed", "friendly.item"}).first == Ids{"friendly.item/one/a"});
}
