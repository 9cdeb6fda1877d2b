// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "runner/cli/command.hpp"
#include "runner/cli/selection.hpp"
#include "runner/cli/suite.hpp"

namespace swconform::cli {
namespace {

using ClauseNumbers = std::set<std::pair<std::string, int>>;  // requirement, number

ClauseNumbers asserted_clauses(const scenario::Fixtures& fixtures) {
  ClauseNumbers asserted;
  for (const scenario::Case& each : fixtures.cases()) {
    for (const scenario::Assertion& assertion : each.then) {
      for (const int clause : assertion.clauses) asserted.emplace(each.requirement, clause);
    }
  }
  return asserted;
}

void print_counts(const Suite& suite, std::ostream& out) {
  std::size_t requirements = 0;
  std::size_t clauses = 0;
  std::size_t scenarios = 0;
  for (const spec::Capability& capability : suite.catalogue.capabilities()) {
    requirements += capability.requirements.size();
    for (const spec::Requirement& requirement : capability.requirements) {
      clauses += requirement.clauses.size();
      scenarios += requirement.scenarios.size();
    }
  }
  out << fmt::format("specs: {} capabilities · {} requirements · {} clauses · {} scenarios · {} readings\n",
                     suite.catalogue.capabilities().size(), requirements, clauses, scenarios,
                     suite.catalogue.readings().size());

  std::set<std::string> with_fixture;
  std::set<std::string> tested;
  std::set<std::string> probes;
  std::size_t probe_cases = 0;
  for (const scenario::Case& each : suite.fixtures.cases()) {
    with_fixture.insert(each.requirement);
    if (each.reading.empty()) {
      tested.insert(each.scenario);
    } else {
      probes.insert(probe_id(each));
      ++probe_cases;
    }
  }
  out << fmt::format("fixtures: {} requirements · {} scenarios · {} cases · {} probes with {} cases\n",
                     with_fixture.size(), tested.size(), suite.fixtures.cases().size() - probe_cases, probes.size(),
                     probe_cases);
}

/// Of requirements that have fixtures: clauses a case should assert and none does, scenarios without a case.
void print_gaps(const Suite& suite, std::ostream& out) {
  const ClauseNumbers asserted = asserted_clauses(suite.fixtures);
  for (const spec::Capability& capability : suite.catalogue.capabilities()) {
    for (const spec::Requirement& requirement : capability.requirements) {
      if (suite.fixtures.of_requirement(requirement.id).empty()) continue;
      for (const spec::Clause& clause : requirement.clauses) {
        const bool by_itself = clause.standing != spec::Standing::none || !clause.untestable.empty();
        if (by_itself || asserted.contains({requirement.id, clause.number})) continue;
        out << fmt::format("no case asserts {}: {}\n", clause_id(requirement, clause), clause.text);
      }
      for (const spec::Scenario& scenario : requirement.scenarios) {
        if (suite.fixtures.of_scenario(scenario.id).empty()) {
          out << fmt::format("no case of {}: {}\n", scenario.id, scenario.title);
        }
      }
    }
  }
}

class CheckCommand : public Command {
 public:
  CLI::App* declare(CLI::App& parent) override {
    CLI::App* app = parent.add_subcommand("check", "Read all specs and fixtures, run nothing");
    app->footer(
        "Says how many there are of each, and which clauses and scenarios lack a case. Exit code 2, with the place,\n"
        "for the first thing that is wrong.");
    locations_.declare(*app);
    return app;
  }

  int execute(Environment& environment) override {
    const Suite suite = load_suite(find_locations(locations_, environment), environment);
    print_counts(suite, environment.out);
    print_gaps(suite, environment.out);
    return exit_as_expected;
  }

 private:
  LocationOptions locations_;
};

}  // namespace

std::unique_ptr<Command> make_check_command() { return std::make_unique<CheckCommand>(); }

}  // namespace swconform::cli
