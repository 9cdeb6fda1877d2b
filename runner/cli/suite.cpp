// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/suite.hpp"

#include <utility>

#include "bindings/protocol/messages.hpp"

namespace swconform::cli {

Hello hello_of_builtins(const Environment& environment) {
  Hello all;
  const auto append = [](std::vector<std::string>& to, const std::vector<std::string>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  for (const auto& [name, open] : environment.builtins) {
    open()(hello_request(), [&](const Value& line) {
      const Hello hello = parse_hello(line);
      append(all.operations, hello.operations);
      append(all.facts, hello.facts);
      append(all.options, hello.options);
    });
  }
  return all;
}

scenario::Vocabulary vocabulary(const Environment& environment) {
  const Hello all = hello_of_builtins(environment);
  return {{all.operations.begin(), all.operations.end()}};
}

Suite load_suite(const Locations& locations, const Environment& environment) {
  spec::Catalogue catalogue = spec::read_catalogue(locations.specs);
  scenario::Fixtures fixtures = scenario::read_fixtures(locations.scenarios, catalogue, vocabulary(environment));
  return {std::move(catalogue), std::move(fixtures)};
}

}  // namespace swconform::cli
