// SPDX-License-Identifier: Apache-2.0
#include "runner/spec/trace.hpp"

#include <algorithm>
#include <sstream>

#include "tests/runner/spec/spec_fixture.hpp"
#include "tests/support/catch.hpp"

namespace swconform::spec::test {
namespace {

using Ids = std::vector<std::string>;
using Kind = Finding::Kind;

const Catalogue& catalogue() {
  static const Catalogue result = read_catalogue(data("catalogue"));
  return result;
}

std::string page_text() { return read_file(data("garden-watering.txt")); }

std::vector<Finding> trace_text(const std::string& text) {
  return trace(catalogue(), read_plain_page(text, "page.txt"));
}

/// The findings, printed, when `from` on the page becomes `to`.
std::vector<std::string> findings(std::string_view from, std::string_view to) {
  std::vector<std::string> result;
  for (const Finding& finding : trace_text(replaced(page_text(), from, to))) result.push_back(to_string(finding));
  return result;
}

using Texts = std::vector<std::string>;

/// What a stretch of the page touches.
struct Touched {
  int line;
  std::string_view text;
  Ids ids;
};

const std::vector<Touched> touched{
    {1, "garden-watering Specification", {"garden"}},
    {11, "can\tA vessel; a gardener MUST fill it before use.", {"garden.sky.3"}},
    {15, "A gardener SHALL look at the sky first.", {"garden.sky.1"}},
    {15, "If rain is near, the gardener SHALL wait.", {"garden.sky.2"}},
    {17, "Scenario: Look up", {"garden.sky/look-up"}},
    {19, "WHEN a gardener steps out", {"garden.sky/look-up"}},
    {20, "THEN the gardener looks at the sky", {"garden.sky/look-up"}},
    {21, "AND no can is filled", {"garden.sky/look-up"}},
    {23, "Requirement: Cans are filled at the well", {"garden.fill"}},
    {25, "fill SHALL pour water into the can up to marks[0].", {"garden.fill.1"}},
    {25, "The can SHALL keep its lid_0 and its colour!", {"garden.fill.2", "garden.fill.3"}},
    {27, "If a mark is no number, fill SHALL fail with TypeError.", {"garden.fill.4"}},
    {27, "A leaking can MUST be refused.", {"garden.fill.5"}},
    {27, "Every failure SHALL leave the can dry.", {"garden.fill.6"}},
    {29, "Scenario: Fill to the first mark", {"garden.fill/first-mark"}},
    {31, "WHEN fill(can, 3) is called", {"garden.fill/first-mark"}},
    {32, "THEN the can holds 3.0 litres", {"garden.fill/first-mark"}},
    {33, "AND its lid is kept", {"garden.fill/first-mark"}},
    {35, "two gardeners share a can", {"garden.fill/share"}},
    {36, "THEN both find it filled", {"garden.fill/share"}},
    {38, "Scenario: Reject a mark that is no number", {"garden.fill/no-number"}},
    {40, "WHEN fill(can, half) is called", {"garden.fill/no-number"}},
    {41, "THEN TypeError is raised and the can stays dry", {"garden.fill/no-number", "garden.fill.7"}},
    {43, "Requirement: Beds are watered in order", {"garden.water"}},
    {45, "water(bed) SHALL empty the can over the bed.", {"garden.water.1"}},
    {45, "Every failure SHALL leave the can dry.", {"garden.water.2"}},
    {47, "Scenario: Water a bed", {"garden.water/bed"}},
    {49, "WHEN water(bed) is called", {"garden.water/bed"}},
    {50, "THEN the bed is wet", {"garden.water/bed"}},
};

/// What the word at `column` of a page line touches; nothing for words that oblige nobody.
Ids expected_ids(int number, const std::string& line, std::size_t column) {
  for (const Touched& entry : touched) {
    if (entry.line != number) continue;
    const std::size_t at = line.find(entry.text);
    REQUIRE(at != std::string::npos);
    if (column >= at && column < at + entry.text.size()) return entry.ids;
  }
  return {};
}

void check_changed_word(int number, const std::string& line, std::size_t column, const std::string& changed) {
  INFO("line " << number << ", column " << column << ": " << line);
  const std::vector<Finding> found = trace_text(changed);
  const Ids expected = expected_ids(number, line, column);
  CHECK(found.size() == (expected.empty() ? 0 : 1));
  if (found.size() != 1) return;
  CHECK(found.front().ids == expected);
  const Kind kind = found.front().kind;
  const bool at_the_line = kind == Kind::sentence_changed || kind == Kind::line_changed;
  if (at_the_line) CHECK(found.front().place.line == number);
}

}  // namespace

TEST_CASE("a page that says what the catalogue says leaves nothing to report") {
  CHECK(trace_text(page_text()).empty());
  CHECK(trace(catalogue(), read_page(data("garden-watering-openspec.md"))).empty());
}

TEST_CASE("a changed word is one finding, which names what it touches") {
  const std::string text = page_text();
  int number = 1;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; begin = end + 1, end = text.find('\n', begin)) {
    const std::string line = text.substr(begin, end - begin);
    for (std::size_t column = 0; column < line.size(); ++column) {
      const bool word_begins = column == 0 || line[column - 1] == ' ' || line[column - 1] == '\t';
      // Without its WHEN a scenario that has no heading either is no scenario any more.
      if (!word_begins || (number == 35 && column == 0)) continue;
      check_changed_word(number, line, column, std::string(text).insert(begin + column, "x"));
    }
    ++number;
  }
  CHECK(number == 51);
}

TEST_CASE("the words of a finding: changed sentences and lines") {
  CHECK(
      findings("its lid_0 and its colour", "its lid_0 or its colour") ==
      Texts{"page.txt:25: changed sentence: \"The can SHALL keep its lid_0 or its colour!\"; touches garden.fill.2, .3 "
            "(their sentence is no longer there)"});
  CHECK(
      findings("A leaking can MUST", "A broken can MUST") ==
      Texts{
          "page.txt:27: changed sentence: \"A broken can MUST be refused.\"; touches garden.fill.5 (its sentence is no "
          "longer there)"});
  CHECK(
      findings("THEN the bed is wet", "THEN the bed is soaked") ==
      Texts{"page.txt:50: changed line: THEN \"the bed is soaked\"; touches garden.water/bed THEN \"the bed is wet\""});
  CHECK(findings("TypeError is raised and the can", "ValueError is raised and the can") ==
        Texts{"page.txt:41: changed line: THEN \"ValueError is raised and the can stays dry\"; touches "
              "garden.fill/no-number "
              "THEN \"that is a TypeError, and the can is dry\"; touches garden.fill.7 too"});
  CHECK(findings("AND its lid is kept", "THEN its lid is kept") ==
        Texts{"page.txt:33: changed keyword: THEN where garden.fill/first-mark says AND: \"its lid is kept\""});
}

TEST_CASE("the words of a finding: sentences and lines on one side only") {
  CHECK(findings("A leaking can MUST be refused.", "A leaking can MUST be refused. It MUST be mended.") ==
        Texts{"page.txt:27: no clause for the sentence: \"It MUST be mended.\""});
  CHECK(findings("bed\tA piece of ground", "bed\tIt MUST be a piece of ground") ==
        Texts{"page.txt:10: no clause for the sentence: \"bed\tIt MUST be a piece of ground with plants in it.\""});
  CHECK(
      findings(" The can SHALL keep its lid_0 and its colour!", "") ==
      Texts{
          "page.txt:25: sentence not on the page: that of garden.fill.2 \"The lid stays.\"; garden.fill.3 \"The colour "
          "stays.\""});
  CHECK(
      findings("A leaking can MUST be", "A leaking can should be") ==
      Texts{
          "page.txt:27: sentence not on the page: that of garden.fill.5 \"A leaking can is refused.\"; perhaps it has "
          "become: \"A leaking can should be refused.\""});
  CHECK(findings("AND its lid is kept\n", "") ==
        Texts{"page.txt:29: line not on the page: garden.fill/first-mark AND \"the lid is on\""});
  CHECK(findings("THEN the bed is wet", "THEN the bed is wet\nAND the can is empty") ==
        Texts{"page.txt:51: line without counterpart in garden.water/bed: AND \"the can is empty\""});
}

TEST_CASE("two changed sentences of a requirement are told apart by their neighbours") {
  const std::string once = replaced(page_text(), "pour water into", "pour wine into");
  const std::vector<Finding> found = trace_text(replaced(once, "A leaking can", "A broken can"));
  REQUIRE(found.size() == 2);
  CHECK(found[0].kind == Kind::sentence_changed);
  CHECK(found[0].ids == Ids{"garden.fill.1"});
  CHECK(found[1].kind == Kind::sentence_changed);
  CHECK(found[1].ids == Ids{"garden.fill.5"});
}

TEST_CASE("a sentence that moves to another requirement is new there and gone here") {
  const std::string without = replaced(page_text(), " A leaking can MUST be refused.", "");
  const std::vector<Finding> found =
      trace_text(replaced(without, "over the bed.", "over the bed. A leaking can MUST be refused."));
  REQUIRE(found.size() == 2);
  CHECK(found[0].kind == Kind::clause_without_sentence);
  CHECK(found[0].ids == Ids{"garden.fill.5"});
  CHECK(found[1].kind == Kind::sentence_without_clause);
  CHECK(found[1].place.line == 45);
}

TEST_CASE("scenarios on one side only") {
  CHECK(findings("Scenario: Water a bed\xc2\xb6\n\nWHEN water(bed) is called\nTHEN the bed is wet\n", "") ==
        Texts{"page.txt:43: scenario not on the page: garden.water/bed \"Water a bed\""});
  CHECK(
      findings("Scenario: Reject a mark that is no number\xc2\xb6\n\nWHEN fill(can, half) is called\nTHEN TypeError is "
               "raised and the can stays dry\n",
               "") == Texts{"page.txt:23: scenario not on the page: garden.fill/no-number \"Reject a mark that is no "
                            "number\"; touches garden.fill.7 too"});
  CHECK(
      findings("THEN the bed is wet\n", "THEN the bed is wet\nScenario: Weed\xc2\xb6\nWHEN weeds grow\nTHEN pull\n") ==
      Texts{"page.txt:51: scenario without counterpart in the catalogue: \"Weed\""});
  CHECK(findings("THEN the bed is wet\n", "THEN the bed is wet\n\nWHEN weeds grow\nTHEN pull\n") ==
        Texts{"page.txt:52: scenario without heading and counterpart in the catalogue: WHEN \"weeds grow\""});
}

TEST_CASE("requirements on one side only") {
  const std::string text = page_text();
  const std::size_t water = text.find("Requirement: Beds");
  const std::vector<Finding> missing = trace_text(text.substr(0, water));
  REQUIRE(missing.size() == 1);
  CHECK(missing[0].kind == Kind::requirement_missing);
  CHECK(missing[0].ids == Ids{"garden.water", "garden.water.1", "garden.water.2", "garden.water/bed"});
  CHECK(
      to_string(missing[0]) ==
      "page.txt:1: requirement not on the page: garden.water \"Beds are watered in order\", with clauses 1 to 2 and 1 "
      "scenario");

  Texts added;
  const std::string more =
      "\nRequirement: Weeds\xc2\xb6\nWeeds SHALL go. Why?\nScenario: Weed\xc2\xb6\nWHEN weeds grow\nTHEN pull\n";
  for (const Finding& finding : trace_text(text + more)) added.push_back(to_string(finding));
  CHECK(added == Texts{"page.txt:52: requirement without counterpart in the catalogue: \"Weeds\"",
                       "page.txt:53: no clause for the sentence: \"Weeds SHALL go.\"",
                       "page.txt:54: scenario without counterpart in the catalogue: \"Weed\""});
}

TEST_CASE("a requirement is not taken for another one because of a sentence they share") {
  const std::string text = page_text();
  const std::size_t water = text.find("Requirement: Beds");
  Texts found;
  const std::string weeds = "Requirement: Weeds\xc2\xb6\nEvery failure SHALL leave the can dry.\n";
  for (const Finding& finding : trace_text(text.substr(0, water) + weeds)) found.push_back(to_string(finding));
  CHECK(found ==
        Texts{"page.txt:1: requirement not on the page: garden.water \"Beds are watered in order\", with clauses 1 "
              "to 2 and 1 scenario",
              "page.txt:43: requirement without counterpart in the catalogue: \"Weeds\"",
              "page.txt:44: no clause for the sentence: \"Every failure SHALL leave the can dry.\""});

  const std::vector<Finding> moved =
      trace_text(replaced(text.substr(0, water), "A leaking can MUST be refused.",
                          "A leaking can MUST be refused. water(bed) SHALL empty the can over "
                          "the bed."));
  REQUIRE(moved.size() == 2);
  CHECK(moved[0].kind == Kind::requirement_missing);
  CHECK(moved[1].kind == Kind::sentence_without_clause);
}

TEST_CASE("a requirement with a lost heading is missing if only what it shares with others is there") {
  const ScratchCatalogue scratch;
  scratch.replace("garden-watering.md", "\n#### Scenario: Look up",
                  "- **4** A failure leaves the can dry. {35542b83b661f2c7}\n\n#### Scenario: Look up");
  const std::string text = page_text();
  const std::string page = "garden-watering Specification\xc2\xb6\n" + text.substr(text.find("Requirement: Cans"));
  const std::vector<Finding> found = trace(read_catalogue(scratch.path()), read_plain_page(page, "page.txt"));
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == Kind::requirement_missing);
  CHECK(found[0].ids.front() == "garden.sky");
}

TEST_CASE("a requirement with a lost heading is known by the little of it that has not changed") {
  std::string text = page_text();
  for (const char* const word : {"look at the sky", "steps out", "looks at the sky", "no can is"}) {
    text = replaced(text, word, std::string("x") + word);
  }
  const std::vector<Finding> found = trace_text(text);
  CHECK(found.size() == 4);
  for (const Finding& finding : found)
    CHECK((finding.kind == Kind::sentence_changed || finding.kind == Kind::line_changed));
}

TEST_CASE("a scenario with a lost heading is known as the only one left, with every line changed") {
  const std::string once = replaced(page_text(), "two gardeners share a can", "many gardeners share a can");
  const std::vector<Finding> found = trace_text(replaced(once, "both find it filled", "all find it filled"));
  REQUIRE(found.size() == 2);
  for (const Finding& finding : found) {
    CHECK(finding.kind == Kind::line_changed);
    CHECK(finding.ids == Ids{"garden.fill/share"});
  }
}

TEST_CASE("a heading the catalogue calls lost may be there") {
  // also with a sentence of the terminology, outside of the requirement, that one of its clauses comes from
  CHECK(findings("A gardener SHALL look", "Requirement: The sky comes first\xc2\xb6\n\nA gardener SHALL look").empty());
  CHECK(findings("WHEN two gardeners", "Scenario: Share a can\xc2\xb6\n\nWHEN two gardeners").empty());
}

TEST_CASE("headings that change or go are found by what stands below them") {
  CHECK(
      findings("Requirement: Beds are watered in order", "Requirement: Beds are soaked in order") ==
      Texts{"page.txt:43: changed heading: \"Requirement: Beds are soaked in order\"; touches garden.water \"Beds are "
            "watered in order\""});
  CHECK(findings("Requirement: Beds are watered in order\xc2\xb6\n", "") ==
        Texts{"page.txt:23: heading gone: garden.water \"Requirement: Beds are watered in order\""});
  CHECK(findings("Scenario: Look up", "Scenario: Look down") ==
        Texts{"page.txt:17: changed heading: \"Scenario: Look down\"; touches garden.sky/look-up \"Look up\""});
  CHECK(findings("Scenario: Reject a mark that is no number\xc2\xb6\n", "") ==
        Texts{"page.txt:39: heading gone: garden.fill/no-number \"Scenario: Reject a mark that is no number\""});
}

TEST_CASE("a page belongs to the capability it names or is made of, or to none") {
  CHECK(findings("garden-watering Specification", "garden-irrigation Specification") ==
        Texts{"page.txt:1: the page calls itself \"garden-irrigation\"; its content is that of garden-watering"});
  const std::vector<Finding> other = trace_text(
      "bread-baking Specification\xc2\xb6\nRequirement: Dough\xc2\xb6\nDough SHALL rise. It SHALL rest.\n"
      "Every failure SHALL leave the can dry.\n");
  REQUIRE(other.size() == 1);
  CHECK(other[0].kind == Kind::page_unknown);
  CHECK(to_string(other[0]) == "page.txt:1: this page (\"bread-baking\") matches no capability of the catalogue");
  CHECK(trace_text("").size() == 1);
  const std::vector<Finding> named = trace_text("garden-watering Specification\xc2\xb6\nRequirement: Dough\xc2\xb6\n");
  REQUIRE(named.size() == 4);  // its three requirements are not there, and another one is
  CHECK(named[0].kind == Kind::requirement_missing);
  CHECK(named[3].kind == Kind::requirement_added);
}

}  // namespace swconform::spec::test
