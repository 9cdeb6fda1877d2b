// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "runner/cli/command.hpp"
#include "runner/cli/expanded_case.hpp"
#include "runner/cli/last_run.hpp"
#include "runner/cli/nearest.hpp"
#include "runner/cli/selection.hpp"
#include "runner/cli/suite.hpp"

namespace swconform::cli {
namespace {

/// views.permute.9, taken apart; no clause where there is none.
struct ClauseAddress {
  const spec::Requirement* requirement = nullptr;
  const spec::Clause* clause = nullptr;
};

ClauseAddress find_clause(const spec::Catalogue& catalogue, std::string_view id) {
  const std::size_t dot = id.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view digits = id.substr(dot + 1);
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) return {};
  return {catalogue.requirement(id.substr(0, dot)), catalogue.clause(id.substr(0, dot), number)};
}

std::vector<int> clauses_of(const scenario::Case& what) {
  std::vector<int> numbers;
  for (const scenario::Assertion& assertion : what.then) {
    numbers.insert(numbers.end(), assertion.clauses.begin(), assertion.clauses.end());
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

template <class Place>
std::string at(const Place& place) {
  return fmt::format("{}:{}", place.file, place.line);
}

class Explainer {
 public:
  Explainer(const Suite& suite, std::optional<LastRun> last, bool expanded, std::ostream& out)
      : suite_(suite), last_(std::move(last)), expanded_(expanded), out_(out) {}

  /// InputError for an id that is none.
  void explain(const std::string& id) {
    const spec::Catalogue& catalogue = suite_.catalogue;
    const std::string reading = id.substr(id.find('?') + 1);  // the whole id where there is no question mark
    if (const spec::Requirement* requirement = catalogue.requirement(id)) return explain(*requirement);
    if (const spec::Scenario* scenario = catalogue.scenario(id)) return explain(*scenario);
    if (const auto address = find_clause(catalogue, id); address.clause) return explain(address);
    if (const scenario::Case* found = suite_.fixtures.find(id)) return explain(*found);
    if (const spec::Reading* found = catalogue.reading(reading)) return explain(*found);
    std::vector<std::string> known = selectable_ids(catalogue, suite_.fixtures);
    for (const std::string& each : catalogue.clause_ids()) known.push_back(each);
    for (const std::string& each : catalogue.reading_ids()) known.push_back(each);
    throw InputError(
        fmt::format("no requirement, scenario, clause, case or reading is called {}{}", id, did_you_mean(id, known)));
  }

 private:
  void explain(const spec::Requirement& requirement) {
    out_ << fmt::format("{}: {}\n{} · {}\n\nclauses\n", requirement.id, requirement.title, at(requirement.place),
                        last(requirement.id));
    for (const spec::Clause& each : requirement.clauses) {
      out_ << fmt::format("  {:>2}  {}{}  [{}]\n", each.number, each.text, remark(each),
                          verdict(clause_id(requirement, each)));
    }
    for (const spec::Scenario& each : requirement.scenarios) {
      out_ << '\n';
      print(each);
    }
    print_probes(suite_.fixtures.of_requirement(requirement.id));
  }

  void explain(const spec::Scenario& scenario) { print(scenario); }

  void explain(const ClauseAddress& address) {
    const auto& [requirement, clause] = address;
    const std::string id = clause_id(*requirement, *clause);
    out_ << fmt::format("{}: {}{}\n{} · sentence {} · {}\n\n", id, clause->text, remark(*clause), at(clause->place),
                        clause->fingerprint, last(id));
    std::vector<const scenario::Case*> asserting;
    for (const scenario::Case* each : suite_.fixtures.of_requirement(requirement->id)) {
      const std::vector<int> numbers = clauses_of(*each);
      if (std::binary_search(numbers.begin(), numbers.end(), clause->number)) asserting.push_back(each);
    }
    out_ << (asserting.empty() ? "no case asserts it by name\n" : "asserted by\n");
    for (const scenario::Case* each : asserting) print(*each);
  }

  void explain(const scenario::Case& what) {
    out_ << fmt::format("{}\n{} · {}\n", what.id, at(what.place), last(what.id));
    for (const int number : clauses_of(what)) {
      const spec::Clause* clause = suite_.catalogue.clause(what.requirement, number);
      if (clause) out_ << fmt::format("  clause {}.{}: {}\n", what.requirement, number, clause->text);
    }
    if (const spec::Reading* reading = suite_.catalogue.reading(what.reading)) {
      out_ << fmt::format("  probe of {}: {}\n", reading->id, reading->title);
    }
    if (expanded_) return print_expanded(what);
    for (const scenario::GivenStep& step : what.givens) out_ << fmt::format("  given  {}\n", step.written);
    for (const scenario::CaseStep& step : what.when) out_ << fmt::format("  when   {}\n", step.written);
    if (!what.because.empty()) out_ << fmt::format("  because {}\n", what.because);
  }

  void explain(const spec::Reading& reading) {
    out_ << fmt::format(
        "{}: {}\n{}\n  where         {}\n  A             {}\n  B             {}\n"
        "  separated by  {}\n  reference     {}\n",
        reading.id, reading.title, at(reading.place), reading.where, reading.a, reading.b, reading.separated_by,
        reading.reference);
    print_probes(suite_.fixtures.of_reading(reading.id));
  }

  void print(const spec::Scenario& scenario) {
    out_ << fmt::format("scenario {}: {}\n{} · {}\n", scenario.id, scenario.title, at(scenario.place),
                        last(scenario.id));
    for (const spec::Line& line : scenario.lines) out_ << fmt::format("  {:<4} {}\n", line.keyword, line.text);
    const auto& cases = suite_.fixtures.of_scenario(scenario.id);
    if (cases.empty()) out_ << "  no fixture yet\n";
    for (const scenario::Case* each : cases) print(*each);
  }

  void print_probes(const std::vector<const scenario::Case*>& cases) {
    std::string probe;
    for (const scenario::Case* each : cases) {
      if (each->reading.empty()) continue;
      if (probe != probe_id(*each)) {
        probe = probe_id(*each);
        out_ << fmt::format("\nprobe {} · {}\n", probe, last(probe));
      }
      print(*each);
    }
  }

  void print(const scenario::Case& what) {
    const std::vector<int> numbers = clauses_of(what);
    std::string clauses = numbers.empty() ? "" : numbers.size() == 1 ? "  clause" : "  clauses";
    for (const int number : numbers) clauses += fmt::format(" {}", number);
    out_ << fmt::format("  {}  {}{}  [{}]\n", what.id, at(what.place), clauses, verdict(what.id));
    print_expanded(what);
  }

  void print_expanded(const scenario::Case& what) {
    const spec::Requirement* requirement = suite_.catalogue.requirement(what.requirement);
    if (expanded_ && requirement) out_ << expanded(what, *requirement);
  }

  static std::string remark(const spec::Clause& clause) {
    if (!clause.untestable.empty()) return fmt::format(" (untestable: {})", clause.untestable);
    switch (clause.standing) {
      case spec::Standing::on_success:
        return " (standing, around steps that succeed)";
      case spec::Standing::on_error:
        return " (standing, around steps that fail)";
      case spec::Standing::both:
        return " (standing, around every step)";
      case spec::Standing::none:
        break;
    }
    return "";
  }

  std::string verdict(std::string_view id) const { return last_ ? last_->of(id) : "not run"; }

  std::string last(std::string_view id) const {
    return last_ ? fmt::format("last run: {} ({})", last_->of(id), last_->implementation) : "no run yet";
  }

  const Suite& suite_;
  std::optional<LastRun> last_;
  bool expanded_;
  std::ostream& out_;
};

class ExplainCommand : public Command {
 public:
  CLI::App* declare(CLI::App& parent) override {
    CLI::App* app = parent.add_subcommand("explain", "What an id stands for, and what became of it");
    app->footer(
        "ID is a requirement (views.permute), a scenario (views.permute/invalid), a clause (views.permute.9), a\n"
        "case, a reading (Q4) or a probe (views.permute?Q4).");
    app->add_option("ID", id_, "What to explain")->required()->type_name("");
    app->add_flag("--expanded", expanded_, "Write every case out: defaults, declared facts, control, standing check");
    locations_.declare(*app);
    return app;
  }

  int execute(Environment& environment) override {
    const Suite suite = load_suite(find_locations(locations_, environment), environment);
    Explainer(suite, read_last_run(last_run_file(environment)), expanded_, environment.out).explain(id_);
    return exit_as_expected;
  }

 private:
  std::string id_;
  bool expanded_ = false;
  LocationOptions locations_;
};

}  // namespace

std::unique_ptr<Command> make_explain_command() { return std::make_unique<ExplainCommand>(); }

}  // namespace swconform::cli
