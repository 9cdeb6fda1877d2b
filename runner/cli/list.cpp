// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "runner/cli/command.hpp"
#include "runner/cli/suite.hpp"

namespace swconform::cli {
namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;  // id, and what it is

template <class Visit>
void for_each_requirement(const spec::Catalogue& catalogue, Visit visit) {
  for (const spec::Capability& capability : catalogue.capabilities()) {
    for (const spec::Requirement& requirement : capability.requirements) visit(requirement);
  }
}

Rows requirements(const spec::Catalogue& catalogue) {
  Rows rows;
  for_each_requirement(catalogue, [&](const spec::Requirement& each) { rows.emplace_back(each.id, each.title); });
  return rows;
}

Rows scenarios(const spec::Catalogue& catalogue) {
  Rows rows;
  for_each_requirement(catalogue, [&](const spec::Requirement& requirement) {
    for (const spec::Scenario& each : requirement.scenarios) rows.emplace_back(each.id, each.title);
  });
  return rows;
}

Rows clauses(const spec::Catalogue& catalogue) {
  Rows rows;
  for_each_requirement(catalogue, [&](const spec::Requirement& requirement) {
    for (const spec::Clause& each : requirement.clauses) rows.emplace_back(clause_id(requirement, each), each.text);
  });
  return rows;
}

Rows untestable(const spec::Catalogue& catalogue) {
  Rows rows;
  for_each_requirement(catalogue, [&](const spec::Requirement& requirement) {
    for (const spec::Clause& each : requirement.clauses) {
      if (!each.untestable.empty()) rows.emplace_back(clause_id(requirement, each), each.untestable);
    }
  });
  return rows;
}

Rows readings(const spec::Catalogue& catalogue) {
  Rows rows;
  for (const spec::Reading& each : catalogue.readings()) rows.emplace_back(each.id, each.title);
  return rows;
}

Rows cases(const scenario::Fixtures& fixtures) {
  Rows rows;
  for (const scenario::Case& each : fixtures.cases()) {
    rows.emplace_back(each.id, fmt::format("{}:{}", each.place.file, each.place.line));
  }
  return rows;
}

class ListCommand : public Command {
 public:
  CLI::App* declare(CLI::App& parent) override {
    CLI::App* app = parent.add_subcommand("list", "The ids there are, one a line");
    app->footer("Each line is an id and what it stands for; a tab between them where stdout is no terminal (cut -f1).");
    const auto flag = [&](const char* name, bool& chosen, const char* text) {
      app->add_flag(name, chosen, text)->group("What to list");
    };
    flag("--requirements", requirements_, "Requirements and their titles");
    flag("--scenarios", scenarios_, "Scenarios and their titles");
    flag("--clauses", clauses_, "Clauses and their texts");
    flag("--cases", cases_, "Cases, probes' included, and where they are written");
    flag("--readings", readings_, "Readings and the questions they answer");
    flag("--untestable", untestable_, "Clauses nobody can observe, and why");
    // No --scenarios DIR here: that is what to list.
    app->add_option("--specs", locations_.specs, "Folder of the spec catalogue, *.md")->type_name("DIR");
    return app;
  }

  int execute(Environment& environment) override {
    if (requirements_ + scenarios_ + clauses_ + cases_ + readings_ + untestable_ != 1) {
      throw InputError("list one of --requirements, --scenarios, --clauses, --cases, --readings, --untestable");
    }
    print(rows(environment), environment);
    return exit_as_expected;
  }

 private:
  Rows rows(const Environment& environment) const {
    if (cases_) return cases(load_suite(find_locations(locations_, environment), environment).fixtures);
    const spec::Catalogue catalogue = spec::read_catalogue(find_spec_folder(locations_.specs, environment));
    if (requirements_) return requirements(catalogue);
    if (scenarios_) return scenarios(catalogue);
    if (clauses_) return clauses(catalogue);
    return readings_ ? readings(catalogue) : untestable(catalogue);
  }

  static void print(const Rows& rows, Environment& environment) {
    std::size_t width = 0;
    for (const auto& row : rows) width = std::max(width, row.first.size());
    for (const auto& [id, text] : rows) {
      environment.out << (environment.out_is_terminal ? fmt::format("{:<{}}  {}\n", id, width, text)
                                                      : fmt::format("{}\t{}\n", id, text));
    }
  }

  bool requirements_ = false, scenarios_ = false, clauses_ = false, cases_ = false, readings_ = false,
       untestable_ = false;
  LocationOptions locations_;
};

}  // namespace

std::unique_ptr<Command> make_list_command() { return std::make_unique<ListCommand>(); }

}  // namespace swconform::cli
