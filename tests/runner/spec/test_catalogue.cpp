// SPDX-License-Identifier: Apache-2.0
#include "runner/spec/catalogue.hpp"

#include <algorithm>
#include <map>

#include "tests/runner/spec/spec_fixture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace swconform::spec::test {

TEST_CASE("a catalogue is read as it stands") {
  const Catalogue catalogue = read_catalogue(data("catalogue"));
  REQUIRE(catalogue.capabilities().size() == 1);
  const Capability& garden = catalogue.capabilities().front();
  CHECK(garden.id == "garden");
  CHECK(garden.name == "garden-watering");
  CHECK(garden.summary == "Water reaches the beds in cans. The `can` is filled at the well.");
  CHECK(garden.place.line == 1);
  CHECK(garden.place.file == data("catalogue/garden-watering.md").string());

  REQUIRE(garden.requirements.size() == 3);
  CHECK(garden.requirements[0].heading_lost);
  const Requirement& fill = garden.requirements[1];
  CHECK(fill.id == "garden.fill");
  CHECK(fill.title == "Cans are filled at the well");
  CHECK_FALSE(fill.heading_lost);
  CHECK(fill.place.line == 18);

  REQUIRE(fill.clauses.size() == 7);
  CHECK(fill.clauses[0].text == "`fill` pours water up to the first mark.");
  CHECK(fill.clauses[0].fingerprint == "43e6299265fd11e5");
  CHECK(fill.clauses[0].standing == Standing::none);
  CHECK(fill.clauses[0].untestable.empty());
  CHECK(fill.clauses[1].standing == Standing::on_success);
  CHECK(fill.clauses[2].untestable == "colours are not shown");
  CHECK(fill.clauses[3].fingerprint == "9c414f7686c4c393");
  CHECK(fill.clauses[3].place.line == 23);
  CHECK(fill.clauses[5].standing == Standing::on_error);
  CHECK(fill.clauses[6].standing == Standing::both);
  CHECK(fill.clauses[6].number == 7);

  REQUIRE(fill.scenarios.size() == 3);
  const Scenario& share = fill.scenarios[1];
  CHECK(share.id == "garden.fill/share");
  CHECK(share.title == "Share a can");
  CHECK(share.heading_lost);
  REQUIRE(share.lines.size() == 2);
  CHECK(share.lines[0].keyword == "WHEN");
  CHECK(share.lines[1].keyword == "THEN");
  CHECK(share.lines[1].text == "it is full for both");
  CHECK(share.lines[1].place.line == share.place.line + 2);
}

TEST_CASE("readings say where, A, B, what separates them, and what the reference takes") {
  const Catalogue catalogue = read_catalogue(data("catalogue"));
  CHECK(catalogue.reading_ids() == std::vector<std::string>{"Q1", "Q1b"});
  const Reading* const near = catalogue.reading("Q1");
  REQUIRE(near != nullptr);
  CHECK(near->title == "What is `near`?");
  CHECK(near->requirements == std::vector<std::string>{"garden.sky", "garden.water"});
  CHECK(near->where == "garden.sky, garden.water, clause: near rain makes the gardener wait");
  CHECK(near->a == "within a mile");
  CHECK(near->b == "within an hour");
  CHECK(near->separated_by == "a slow cloud");
  CHECK(near->reference == "A: miles can be seen");
  CHECK(near->taken == 'A');
  CHECK(near->place.line == 5);
  CHECK(catalogue.reading("Q1b")->taken == 0);  // "A well is a well" states no letter
  CHECK(catalogue.reading("Q2") == nullptr);
}

TEST_CASE("a letter may be stated for a part only") {
  const ScratchCatalogue scratch;
  scratch.replace("readings.md", "A: miles can be seen", "B for slow clouds");
  CHECK(read_catalogue(scratch.path()).reading("Q1")->taken == 'B');
}

TEST_CASE("everything is found by its id") {
  const Catalogue catalogue = read_catalogue(data("catalogue"));
  CHECK(catalogue.requirement_ids() == std::vector<std::string>{"garden.sky", "garden.fill", "garden.water"});
  CHECK(catalogue.scenario_ids() == std::vector<std::string>{"garden.sky/look-up", "garden.fill/first-mark",
                                                             "garden.fill/share", "garden.fill/no-number",
                                                             "garden.water/bed"});
  const std::vector<std::string> clauses = catalogue.clause_ids();
  REQUIRE(clauses.size() == 12);
  CHECK(clauses[3] == "garden.fill.1");
  CHECK(catalogue.capability("garden") == &catalogue.capabilities().front());
  CHECK(catalogue.requirement("garden.fill") == &catalogue.capabilities().front().requirements[1]);
  CHECK(catalogue.scenario("garden.water/bed")->title == "Water a bed");
  CHECK(catalogue.clause("garden.fill", 7)->text == "And dry it stays.");
  CHECK(catalogue.capability("fill") == nullptr);
  CHECK(catalogue.requirement("garden") == nullptr);
  CHECK(catalogue.scenario("garden.water") == nullptr);
  CHECK(catalogue.clause("garden.fill", 0) == nullptr);
  CHECK(catalogue.clause("garden.fill", 8) == nullptr);
  CHECK(catalogue.clause("garden.weed", 1) == nullptr);
}

TEST_CASE("what the look-ups answer survives a move of the catalogue") {
  Catalogue first = read_catalogue(data("catalogue"));
  const Requirement* const fill = first.requirement("garden.fill");
  const Catalogue second = std::move(first);
  CHECK(second.requirement("garden.fill") == fill);
  CHECK(fill->clauses.size() == 7);
}

TEST_CASE("a spec file reads the same with Windows line ends and a byte-order mark") {
  const ScratchCatalogue scratch;
  std::string text = "\xef\xbb\xbf";
  for (const char c : read_file(data("catalogue/garden-watering.md"))) {
    if (c == '\n') text += '\r';
    text += c;
  }
  scratch.write("garden-watering.md", text);
  const Catalogue catalogue = read_catalogue(scratch.path());
  CHECK(catalogue.clause("garden.fill", 3)->untestable == "colours are not shown");
  CHECK(catalogue.scenario("garden.water/bed")->lines.back().text == "the bed is wet");
}

TEST_CASE("readings.md may be absent") {
  const ScratchCatalogue scratch;
  std::filesystem::remove(scratch.path() / "readings.md");
  CHECK(read_catalogue(scratch.path()).readings().empty());
}

// The published pages have 24 requirements and 69 scenarios, 12 + 8 + 4 and 34 + 27 + 8.
TEST_CASE("this project's catalogue is complete") {
  const Catalogue catalogue = read_catalogue(swconform::test::source_dir() / "spec");
  CHECK(catalogue.requirement_ids().size() == 24);
  CHECK(catalogue.scenario_ids().size() == 69);
  CHECK(catalogue.clause_ids().size() >= 172);
  std::map<std::string, std::pair<std::size_t, std::size_t>> counts;
  std::size_t untestable = 0;
  for (const Capability& capability : catalogue.capabilities()) {
    counts[capability.id].first = capability.requirements.size();
    for (const Requirement& requirement : capability.requirements) {
      counts[capability.id].second += requirement.scenarios.size();
      untestable += static_cast<std::size_t>(std::count_if(requirement.clauses.begin(), requirement.clauses.end(),
                                                           [](const Clause& c) { return !c.untestable.empty(); }));
    }
  }
  CHECK(counts == decltype(counts){{"views", {12, 34}}, {"representation", {8, 27}}, {"friendly", {4, 8}}});
  CHECK(untestable <= 5);
  for (const Reading& reading : catalogue.readings()) {
    INFO(reading.id);
    CHECK((reading.taken == 'A' || reading.taken == 'B'));
  }
}

}  // namespace swconform::spec::test
