// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/suite.hpp"

#include <utility>

#include "bindings/protocol/messages.hpp"

namespace swconform::cli {

scenario::Vocabulary vocabulary(const Environment& environment) {
  scenario::Vocabulary words;
  for (const auto& [name, open] : environment.builtins) {
    open()(hello_request(), [&](const Value& line) {
      Hello hello = parse_hello(line);
      words.operations.insert(hello.operations.begin(), hello.operations.end());
    });
  }
  return words;
}

Suite load_suite(const Locations& locations, const Environment& environment) {
  spec::Catalogue catalogue = spec::read_catalogue(locations.specs);
  scenario::Fixtures fixtures = scenario::read_fixtures(locations.scenarios, catalogue, vocabulary(environment));
  return {std::move(catalogue), std::move(fixtures)};
}

}  // namespace swconform::cli
