// SPDX-License-Identifier: Apache-2.0
#include "runner/spec/published.hpp"

#include <fstream>

#include "tests/runner/spec/spec_fixture.hpp"
#include "tests/support/catch.hpp"

namespace swconform::spec::test {
namespace {

std::vector<std::string> texts(const std::vector<Sentence>& sentences) {
  std::vector<std::string> result;
  for (const Sentence& sentence : sentences) result.push_back((sentence.normative ? "! " : "  ") + sentence.text);
  return result;
}

/// Everything a comparison looks at, one entry for each thing.
std::vector<std::string> skeleton(const Page& page) {
  std::vector<std::string> result{page.name};
  for (const Section& section : page.sections) {
    result.push_back("# " + section.title);
    for (const Sentence& s : section.sentences) result.push_back((s.normative ? "! " : "  ") + s.fingerprint);
    for (const PublishedScenario& scenario : section.scenarios) {
      result.push_back("## " + scenario.title);
      for (const Line& line : scenario.lines) result.push_back(line.keyword + " " + line.fingerprint);
    }
  }
  return result;
}

}  // namespace

TEST_CASE("a plain page is read into sections, sentences and scenarios") {
  const Page page = read_page(data("garden-watering.txt"));
  CHECK(page.name == "garden-watering");
  REQUIRE(page.sections.size() == 3);
  CHECK(page.sections[0].title.empty());
  CHECK(texts(page.sections[0].sentences) ==
        std::vector<std::string>{
            "  Define how a garden is watered, i.e. when and by whom.", "  Term\tMeaning",
            "  bed\tA piece of ground with plants in it.", "! can\tA vessel; a gardener MUST fill it before use.",
            "! A gardener SHALL look at the sky first.", "! If rain is near, the gardener SHALL wait."});
  CHECK(page.sections[0].sentences[4].place.line == 15);
  REQUIRE(page.sections[0].scenarios.size() == 1);
  CHECK(page.sections[0].scenarios[0].title == "Look up");

  const Section& fill = page.sections[1];
  CHECK(fill.title == "Cans are filled at the well");
  CHECK(fill.place.line == 23);
  CHECK(texts(fill.sentences) ==
        std::vector<std::string>{
            "  In fill(can, *marks), can is a vessel and marks[0] its first mark, e.g. the `half` mark.",
            "! fill SHALL pour water into the can up to marks[0].", "! The can SHALL keep its lid_0 and its colour!",
            "! If a mark is no number, fill SHALL fail with TypeError.", "! A leaking can MUST be refused.",
            "! Every failure SHALL leave the can dry."});
  REQUIRE(fill.scenarios.size() == 3);
  CHECK(fill.scenarios[0].lines.size() == 3);
  CHECK(fill.scenarios[1].title.empty());  // its heading is lost
  REQUIRE(fill.scenarios[1].lines.size() == 2);
  CHECK(fill.scenarios[1].lines[0].text == "two gardeners share a can");
  CHECK(fill.scenarios[1].lines[0].place.line == 35);
  CHECK(fill.scenarios[2].title == "Reject a mark that is no number");
}

TEST_CASE("the plain page and the OpenSpec Markdown of it have the same fingerprints") {
  const Page markdown = read_page(data("garden-watering-openspec.md"));
  CHECK(skeleton(markdown) == skeleton(read_page(data("garden-watering.txt"))));
  // and the lines are those of the Markdown, also within a wrapped paragraph, a table and a list
  CHECK(markdown.sections[0].sentences[3].place.line == 13);
  CHECK(markdown.sections[0].sentences[5].place.line == 17);
  CHECK(markdown.sections[1].place.line == 26);
  CHECK(markdown.sections[1].sentences[0].place.line == 28);
  CHECK(markdown.sections[1].sentences[1].place.line == 29);
  CHECK(markdown.sections[1].sentences[2].place.line == 30);
  CHECK(markdown.sections[1].sentences[4].place.line == 34);
  CHECK(markdown.sections[1].scenarios[0].lines[2].place.line == 42);
}

TEST_CASE("the Markdown of some heading does not make a Markdown page of a plain one") {
  const std::string text = read_file(data("garden-watering.txt"));
  std::string mixed = replaced(text, "\nRequirements\xc2\xb6", "\n## Requirements");
  mixed = replaced(mixed, "\nRequirement: Cans are filled at the well\xc2\xb6",
                   "\n### Requirement: Cans are filled at the well");
  mixed = replaced(mixed, "\nScenario: Look up\xc2\xb6", "\n#### Scenario: Look up");
  CHECK(skeleton(read_plain_page(mixed, "page")) == skeleton(read_plain_page(text, "page")));
}

TEST_CASE("a page may have Windows line ends, a byte-order mark and no pilcrows") {
  std::string text = "\xef\xbb\xbf";
  const std::string plain = read_file(data("garden-watering.txt"));
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain.compare(i, 2, "\xc2\xb6") == 0) {
      ++i;
    } else {
      if (plain[i] == '\n') text += '\r';
      text += plain[i];
    }
  }
  const ScratchCatalogue scratch;
  scratch.write("page.txt", text);
  const Page page = read_page(scratch.path() / "page.txt");
  CHECK(page.name == "garden-watering");
  REQUIRE(page.sections.size() == 3);
  CHECK(page.sections[1].title == "Cans are filled at the well");
  CHECK(page.sections[1].scenarios.size() == 3);
}

TEST_CASE("Markdown marks, escapes, entities, links and hard breaks fold to the plain text") {
  const Page marked = read_markdown_page(
      "# x Specification\n\n"
      "The _can_ **SHALL** hold `a|b` and 2 \\* 3 &lt; 7, see [the well](http://well.example)\\\n"
      "It MUST   not\nleak.\n\n"
      "| a | b |\n|---|---|\n| `x\\|y` | A *cell* SHALL count. And so MUST this. |\n\n"
      "1. One SHALL count.\n   - Two SHALL count.\n\n     Three SHALL count.\n",
      "page");
  const Page plain = read_plain_page(
      "x Specification\xc2\xb6\n"
      "The can SHALL hold a|b and 2 * 3 < 7, see the well\n"
      "It MUST not leak.\n"
      "a\tb\n"
      "x|y\tA cell SHALL count. And so MUST this.\n"
      "One SHALL count.\nTwo SHALL count.\nThree SHALL count.\n",
      "page");
  CHECK(plain.sections[0].sentences.size() == 8);
  CHECK(skeleton(marked) == skeleton(plain));
}

TEST_CASE("a page without a name has none, and its first line counts") {
  const Page page = read_plain_page("A can SHALL hold water.\n", "page");
  CHECK(page.name.empty());
  CHECK(texts(page.sections[0].sentences) == std::vector<std::string>{"! A can SHALL hold water."});
  const Page titled = read_markdown_page("### Requirement: One\nIt SHALL be.\n", "page");
  CHECK(titled.name.empty());
  REQUIRE(titled.sections.size() == 2);
  CHECK(titled.sections[1].title == "One");
}

TEST_CASE("a second WHEN begins a scenario whose heading is lost") {
  const Page page = read_plain_page("Scenario: S\xc2\xb6\nWHEN a\nAND b\nWHEN c\nTHEN d\n", "page");
  REQUIRE(page.sections[0].scenarios.size() == 2);
  CHECK(page.sections[0].scenarios[0].lines.size() == 2);
  CHECK(page.sections[0].scenarios[1].title.empty());
  CHECK(page.sections[0].scenarios[1].lines.size() == 2);
}

TEST_CASE("GIVEN and BUT lines of a page are lines too") {
  const Page page =
      read_plain_page("Scenario: S\xc2\xb6\nGIVEN g\nWHEN w\nTHEN t\nBUT b\nGIVEN h\nWHEN v\nTHEN u\n", "page");
  REQUIRE(page.sections[0].scenarios.size() == 2);
  CHECK(page.sections[0].scenarios[0].lines.size() == 4);
  CHECK(page.sections[0].scenarios[1].lines.size() == 3);
}

TEST_CASE("a page that cannot be read is refused") {
  std::string message;
  try {
    read_page("/nowhere/page.txt");
  } catch (const SpecError& error) {
    message = error.what();
  }
  CHECK(message == "/nowhere/page.txt: this file cannot be read");
}

}  // namespace swconform::spec::test
