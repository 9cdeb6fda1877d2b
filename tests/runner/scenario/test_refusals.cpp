// SPDX-License-Identifier: Apache-2.0
// golden/<name>.yaml must be refused with exactly golden/<name>.txt, place and caret included.
#include <algorithm>
#include <filesystem>
#include <set>

#include "tests/runner/scenario/scenario_fixture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace swconform::scenario::test {
namespace {

namespace fs = std::filesystem;

fs::path golden() { return swconform::test::source_dir() / "tests/runner/scenario/golden"; }

std::set<std::string> stems(std::string_view extension) {
  std::set<std::string> result;
  for (const fs::directory_entry& entry : fs::directory_iterator(golden())) {
    if (entry.path().extension() == extension) result.insert(entry.path().stem().string());
  }
  return result;
}

TEST_CASE("Every wrong fixture is refused with its own message") {
  for (const std::string& name : stems(".yaml")) {
    const std::string text = read_file(golden() / (name + ".yaml"));
    CHECK(refusal(text, name + ".yaml") + "\n" == read_file(golden() / (name + ".txt")));
  }
}

TEST_CASE("A refusal knows its place") {
  try {
    read(
        "requirement: views.permute\nscenarios:\n  - scenario: invald\n    when: {item: [1]}\n    then: {1: {returns: "
        "0}}\n");
    FAIL("not refused");
  } catch (const FixtureError& error) {
    CHECK(error.place().file == "x.yaml");
    CHECK(error.place().line == 3);
    CHECK(error.place().column == 15);
  }
}

TEST_CASE("Every wrong fixture has a message, and every message a fixture") {
  CHECK(stems(".yaml") == stems(".txt"));
  CHECK(stems(".yaml").size() > 200);
  for (const fs::directory_entry& entry : fs::directory_iterator(golden())) {
    const std::string extension = entry.path().extension().string();
    CHECK((extension == ".yaml" || extension == ".txt"));
  }
}

}  // namespace
}  // namespace swconform::scenario::test
