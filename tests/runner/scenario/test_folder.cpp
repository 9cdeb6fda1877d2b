// SPDX-License-Identifier: Apache-2.0
// The folder of all fixtures.
#include <cstdlib>
#include <fstream>

#include "tests/runner/scenario/scenario_fixture.hpp"
#include "tests/support/catch.hpp"

namespace swconform::scenario::test {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "swconform-scenarios-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  void write(const fs::path& file, std::string_view text) const {
    fs::create_directories((path_ / file).parent_path());
    std::ofstream(path_ / file, std::ios::binary) << text;
  }
  const fs::path& path() const { return path_; }
  Fixtures read() const { return read_fixtures(path_, catalogue(), vocabulary()); }
  /// The message, with the folder's own path taken out.
  std::string refusal() const {
    try {
      read();
    } catch (const FixtureError& error) {
      std::string message = error.what();
      for (std::size_t at = 0; (at = message.find(path_.string())) != std::string::npos;) {
        message.erase(at, path_.string().size() + 1);
      }
      return message;
    }
    return "(not refused)";
  }

 private:
  fs::path path_;
};

std::string fixture(const std::string& requirement, const std::string& scenario, const std::string& rows) {
  return "requirement: " + requirement + "\nscenarios:\n  - {scenario: " + scenario + ", " + rows +
         ", when: {item: [1]}, then: {1: {returns: 0}}}\n";
}

TEST_CASE("Cases come in the order of the catalogue, and are found by what they belong to") {
  const Folder folder;
  folder.write("core-tensor-views/permute.yaml",
               fixture("views.permute", "invalid", "cases: {a: {}, b: {}}") +
                   "probes:\n  - {probe: Q4, when: {item: [1]}, then: {A: {returns: 0}, B: {returns: 1}}}\n");
  folder.write("core-tensor-views/slice.yaml", fixture("views.slice", "leaf-default-step", "cases: {c: {}}"));
  folder.write("core-tensor-views/README.md", "not read");
  const Fixtures fixtures = folder.read();
  std::vector<std::string> ids;
  for (const Case& one : fixtures.cases()) ids.push_back(one.id);
  CHECK(ids == std::vector<std::string>{"views.slice/leaf-default-step/c", "views.permute/invalid/a",
                                        "views.permute/invalid/b", "views.permute?Q4/case"});
  CHECK(fixtures.of_requirement("views.permute").size() == 3);
  CHECK(fixtures.of_scenario("views.permute/invalid").size() == 2);
  CHECK(fixtures.of_scenario("views.permute/hierarchical").empty());
  REQUIRE(fixtures.of_reading("Q4").size() == 1);
  CHECK(fixtures.of_reading("Q4")[0] == fixtures.find("views.permute?Q4/case"));
  CHECK(fixtures.find("views.permute/invalid") == nullptr);
  CHECK(fixtures.cases()[0].place.file == (folder.path() / "core-tensor-views/slice.yaml").string());
}

TEST_CASE("An empty folder holds no cases, and a missing one is refused") {
  const Folder folder;
  CHECK(folder.read().cases().empty());
  CHECK_THROWS_AS(read_fixtures(folder.path() / "nothing", catalogue(), vocabulary()), FixtureError);
}

TEST_CASE("Shared tables serve every file, used or not, and errors in them point into their file") {
  const Folder folder;
  folder.write("tables.yaml", "tables:\n  sweep: {x: {n: 1}, y: {n: tt}}\n  spare: {z: {}}\n");
  folder.write("core-tensor-views/slice.yaml",
               "requirement: views.slice\ntables: {own: {o: {}}}\nscenarios:\n"
               "  - {scenario: leaf-default-step, rows: own, when: {item: [1]}, then: {1: {returns: 0}}}\n");
  folder.write("core-tensor-views/permute.yaml", fixture("views.permute", "invalid", "rows: sweep"));
  CHECK(folder.read().cases().size() == 3);
  folder.write("core-tensor-views/permute.yaml",
               "requirement: views.permute\nscenarios:\n"
               "  - {scenario: invalid, rows: sweep, when: {item: [$n]}, then: {1: {returns: 0}}}\n");
  CHECK(folder.refusal() ==
        "tables.yaml:2:29: nothing is called `tt`\n"
        "      sweep: {x: {n: 1}, y: {n: tt}}\n"
        "                                ^\n"
        "    a bare word names an object bound earlier; text is !str \"...\"");
  folder.write("core-tensor-views/permute.yaml",
               "requirement: views.permute\ntables: {sweep: {x: {}}}\nscenarios: []\n");
  CHECK(folder.refusal().find("core-tensor-views/permute.yaml:2:10: there is a table `sweep` already\n") == 0);
}

TEST_CASE("A file in the wrong place, and a second file for a requirement") {
  const std::string text = fixture("views.permute", "invalid", "cases: {a: {}}");
  const std::string message =
      ":1:14: the fixtures of views.permute belong in core-tensor-views/permute.yaml\n"
      "    requirement: views.permute\n"
      "                 ^\n"
      "    one file for each requirement";
  for (const char* wrong : {"permute.yaml", "core-tensor-views/permut.yaml", "core-tensor-views/deeper/permute.yaml",
                            "views/permute.yaml"}) {
    const Folder folder;
    folder.write("core-tensor-views/permute.yaml", text);
    CHECK(folder.refusal() == "(not refused)");
    folder.write(wrong, text);
    CHECK(folder.refusal() == wrong + message);
  }
  const Folder folder;
  folder.write("core-tensor-views/permute.yml", text);
  CHECK(folder.refusal() == "core-tensor-views/permute.yml: a fixture file ends in .yaml");
}

TEST_CASE("A single file is read as it is named") {
  const Folder folder;
  folder.write("any.yaml", fixture("views.permute", "invalid", "cases: {a: {}}"));
  CHECK(read_fixture_file(folder.path() / "any.yaml", catalogue(), vocabulary()).size() == 1);
  for (const fs::path& unreadable : {folder.path() / "none.yaml", folder.path()}) {
    CHECK_THROWS_WITH(read_fixture_file(unreadable, catalogue(), vocabulary()),
                      unreadable.string() + ": this file cannot be read");
  }
}

}  // namespace
}  // namespace swconform::scenario::test
