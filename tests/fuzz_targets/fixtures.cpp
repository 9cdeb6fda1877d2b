// SPDX-License-Identifier: Apache-2.0
// The fixture reader, with the specs of the project and a vocabulary of its own.
#include <exception>
#include <set>
#include <string>
#include <vector>

#include "runner/scenario/fixtures.hpp"
#include "tests/fuzz_targets/target.hpp"
#include "tests/support/source_dir.hpp"

namespace swconform::fuzz_targets {

bool accepts(std::string_view input) {
  static const spec::Catalogue catalogue = spec::read_catalogue(test::source_dir() / "spec");
  static const scenario::Vocabulary vocabulary{{"permute", "reshape", "index", "item", "to_list", "tensor",
                                                "carrier_set", "representation", "backward", "public_name", "drop"}};
  const auto read = [&] { return scenario::read_fixture_text(input, "fuzz.yaml", catalogue, vocabulary); };
  try {
    const std::vector<scenario::Case> cases = read();
    std::set<std::string> ids;
    for (const scenario::Case& one : cases) {
      require(ids.insert(one.id).second, "two cases of one id: " + one.id);
      require(one.id.starts_with(one.requirement), "the id of a case begins with its requirement: " + one.id);
      require(!one.when.empty(), "a case without a step: " + one.id);
    }
    require(read().size() == cases.size(), "the same text was read otherwise");
    return true;
  } catch (const scenario::FixtureError& error) {
    require(std::string_view(error.what()).starts_with("fuzz.yaml:"), std::string("no place: ") + error.what());
    // What is not there at all has no line.
    const bool is_empty = std::string_view(error.what()) == "fuzz.yaml: this file holds no fixture";
    require(error.place().line >= 1 || is_empty, std::string("no line: ") + error.what());
  } catch (const std::exception& error) {
    require(false, std::string("not a FixtureError: ") + error.what());
  }
  return false;
}

}  // namespace swconform::fuzz_targets
