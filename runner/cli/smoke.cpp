// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "runner/cli/command.hpp"
#include "runner/cli/implementations.hpp"
#include "runner/cli/locations.hpp"
#include "runner/cli/needs.hpp"
#include "runner/cli/smoke_checks.hpp"
#include "runner/cli/suite.hpp"
#include "runner/report/text.hpp"

namespace swconform::cli {
namespace {

constexpr std::size_t longest_line = 2000;
constexpr std::size_t most_names = 8;

std::string shortened(const std::string& line) {
  if (line.size() <= longest_line) return line;
  return fmt::format("{}... {} bytes in all", line.substr(0, longest_line), line.size());
}

void print(const WrongHarness& wrong, std::ostream& out) {
  out << "wrong  " << wrong.what << "\n       sent  " << shortened(wrong.sent) << "\n";
  const char* head = "came  ";
  for (const std::string& line : wrong.came) {
    out << "       " << head << shortened(line) << "\n";
    head = "      ";
  }
  if (wrong.came.empty()) out << "       came  nothing\n";
  if (!wrong.ending.empty()) out << "       then  " << wrong.ending << "\n";
  if (!wrong.stderr_tail.empty()) out << "       its stderr ends with:\n" << wrong.stderr_tail << "\n";
}

std::string list(const std::set<Need>& needs) {
  std::string text;
  std::size_t named = 0;
  for (const Need& need : needs) {
    if (named == most_names) return text + fmt::format(" and {} more", needs.size() - named);
    text += (named++ == 0 ? "" : ", ") + describe(need);
  }
  return text;
}

/// `run` is the command that judges the implementation.
void print(const Progress& progress, const std::string& run, std::ostream& out) {
  out << fmt::format("\nIt has what {} of {} cases need, and {} whole scenario{}.\n", progress.ready, progress.all,
                     progress.ready_scenarios.size(), progress.ready_scenarios.size() == 1 ? "" : "s");
  if (progress.ready == progress.all) {
    out << fmt::format("  judge it:   {}\n", run);
  } else if (!progress.ready_scenarios.empty()) {
    out << fmt::format("  judge one:  {} {}\n", run, progress.ready_scenarios.front());
  }
  if (progress.next_cases > 0) {
    out << fmt::format("  write next: {}, all that {} more cases lack\n", describe(progress.next), progress.next_cases);
  }
  if (!progress.nearest.empty()) {
    out << fmt::format("  the nearest whole scenario is {}; it lacks {}\n", progress.nearest,
                       list(progress.nearest_lacks));
  }
}

class SmokeCommand : public Command {
 public:
  CLI::App* declare(CLI::App& parent) override {
    CLI::App* app = parent.add_subcommand("smoke", "Check a harness, before anything is judged");
    app->footer(
        "Whether the harness keeps the protocol: hello, values, givens, facts, identities, errors. It stops at the "
        "first\n"
        "thing that is wrong, with what was sent and what came back, and says what to write next. The implementation\n"
        "behind it is judged by run.\n"
        "\n"
        "Exit codes: 0 the harness works, as far as it goes; 1 something is wrong; 3 it cannot be started.");
    app->add_option("--impl", implementation_, "The implementation whose harness is checked")
        ->required()
        ->type_name("IMPL");
    app->add_flag("--in-process", in_process_, "Call a plugin from this process, for a debugger");
    app->add_option("--timeout", seconds_, "Seconds an answer may take, 0 for any time")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 1e6))
        ->type_name("S");
    locations_.declare(*app);
    return app;
  }

  int execute(Environment& environment) override {
    const Implementation implementation = find_implementation(implementation_, environment, {{}, in_process_});
    const Suite suite = load_suite(find_locations(locations_, environment), environment);
    const Hello everything = hello_of_builtins(environment);
    std::ostream& out = environment.out;
    const SmokeOptions options{everything, std::chrono::milliseconds(static_cast<std::int64_t>(seconds_ * 1000.0)),
                               [&out](const std::string& what) { out << "ok     " << what << std::endl; },
                               [&out](const std::string& what) { out << "later  " << what << std::endl; }};
    try {
      const Hello hello = check_harness(implementation, options);
      print(progress(suite.fixtures, hello, everything),
            command_word(environment) + " run --impl " + report::shell_word(implementation_), out);
      return exit_as_expected;
    } catch (const WrongHarness& wrong) {
      print(wrong, out);
      return exit_not_so;
    }
  }

 private:
  std::string implementation_;
  bool in_process_ = false;
  double seconds_ = 10;
  LocationOptions locations_;
};

}  // namespace

std::unique_ptr<Command> make_smoke_command() { return std::make_unique<SmokeCommand>(); }

}  // namespace swconform::cli
