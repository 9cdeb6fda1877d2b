// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "runner/cli/command.hpp"
#include "runner/cli/implementations.hpp"
#include "runner/cli/locations.hpp"
#include "runner/fuzz/fuzzer.hpp"
#include "runner/report/text.hpp"

namespace swconform::cli {
namespace {

namespace fs = std::filesystem;

/// `wanted`, or the first of wanted-2, wanted-3, ... that is not there yet: what was found earlier is kept.
fs::path free_folder(const std::string& wanted) {
  fs::path folder = wanted;
  for (int i = 2; fs::exists(folder); ++i) folder = fmt::format("{}-{}", wanted, i);
  return folder;
}

class FuzzCommand : public Command {
 public:
  CLI::App* declare(CLI::App& parent) override {
    CLI::App* app = parent.add_subcommand("fuzz", "Compare an implementation with the reference on random sessions");
    app->footer(
        "Stops at the first departure, shrinks it, and writes it as a fixture in a new folder that --scenarios can\n"
        "read. The same seed and --runs do the same again. What a reading leaves open is no departure.\n"
        "Exit code 0 where none was found, 1 where one was, or where nothing could be compared.");
    app->add_option("--impl", implementation_, "The implementation under test")->required()->type_name("IMPL");
    app->add_option("--seed", options_.seed, "What the sessions are made from")->capture_default_str()->type_name("N");
    app->add_option("--runs", options_.runs, "Sessions at most")->check(CLI::PositiveNumber)->type_name("N");
    app->add_option("--time", seconds_, "Seconds at most; 10 where neither is given")
        ->check(CLI::PositiveNumber)
        ->type_name("S");
    app->add_option("--timeout", timeout_, "Seconds one session may take")
        ->capture_default_str()
        ->check(CLI::Range(0.001, 1e6))
        ->type_name("S");
    app->add_option("--out", folder_, "The folder for the fixture")->capture_default_str()->type_name("DIR");
    locations_.declare(*app);
    return app;
  }

  int execute(Environment& environment) override {
    const auto milliseconds = [](double seconds) {
      return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000.0));
    };
    const Implementation reference = find_implementation("builtin:reference", environment);
    const Implementation other = find_implementation(implementation_, environment);
    const spec::Catalogue catalogue = spec::read_catalogue(find_locations(locations_, environment).specs);
    options_.time = milliseconds(seconds_ > 0 ? seconds_ : options_.runs > 0 ? 0 : 10);
    options_.timeout = milliseconds(timeout_);
    const fuzz::FuzzResult result = fuzz::fuzz(reference, other, catalogue, options_);
    environment.out << fmt::format("{} sessions from seed {}, {} compared to their end\n", result.sessions,
                                   options_.seed, result.compared);
    if (result.finding) return tell(*result.finding, catalogue, environment);
    if (result.compared == 0) {
      environment.out << fmt::format("nothing could be compared: {} supports too little\n", implementation_);
      return exit_not_so;
    }
    environment.out << "no departure from the reference\n";
    return exit_as_expected;
  }

 private:
  int tell(const fuzz::Finding& finding, const spec::Catalogue& catalogue, Environment& environment) {
    const std::size_t dot = finding.requirement.find('.');
    const fs::path folder = free_folder(folder_);
    const fs::path file = folder / catalogue.capability(finding.requirement.substr(0, dot))->name /
                          (finding.requirement.substr(dot + 1) + ".yaml");
    fs::create_directories(file.parent_path());
    std::ofstream(file) << finding.fixture;
    if (!fs::exists(file)) throw InputError(fmt::format("cannot write {}", file.string()));
    environment.out << fmt::format("departs: {}\n\n{}\nwritten to {}\n", finding.departure.what, finding.fixture,
                                   file.string());
    if (!finding.fixture_fails) {
      environment.out << "this fixture alone does not show it: it claims less than what was compared\n";
    } else {
      environment.out << fmt::format("  {} run {} --scenarios {} --impl {}\n", command_word(environment),
                                     finding.requirement, report::shell_word(folder.string()),
                                     report::shell_word(implementation_));
    }
    return exit_not_so;
  }

  std::string implementation_;
  fuzz::FuzzOptions options_;
  double seconds_ = 0;
  double timeout_ = 10;
  std::string folder_ = "fuzz";
  LocationOptions locations_;
};

}  // namespace

std::unique_ptr<Command> make_fuzz_command() { return std::make_unique<FuzzCommand>(); }

}  // namespace swconform::cli
