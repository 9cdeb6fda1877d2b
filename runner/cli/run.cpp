// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "runner/cli/command.hpp"
#include "runner/cli/implementations.hpp"
#include "runner/cli/last_run.hpp"
#include "runner/cli/report_outputs.hpp"
#include "runner/cli/selection.hpp"
#include "runner/cli/suite.hpp"
#include "runner/engine/engine.hpp"
#include "runner/report/conclusion.hpp"
#include "runner/report/text.hpp"

namespace swconform::cli {
namespace {

constexpr const char* footer =
    "SELECTOR is a glob over the ids of requirements, scenarios, probes and cases (quote it), and an id selects all\n"
    "below it: 'friendly.*', views.permute, views.permute/invalid, '*?Q4'. @failed is what did not pass in the last "
    "run.\n"
    "Without one, everything is run, and a requirement without fixtures makes the exit code 1.";

class RunCommand : public Command {
 public:
  CLI::App* declare(CLI::App& parent) override {
    CLI::App* app = parent.add_subcommand("run", "Judge an implementation");
    app->footer(footer);
    app->add_option("SELECTOR", selectors_, "What to run; everything where there is none")->type_name("");
    app->add_option("--impl", implementation_,
                    "The implementation under test: builtin:reference, ./libfoo.so for a plugin, or "
                    "exec:\"command arguments\" for a program that speaks the protocol on "
                    "stdin and stdout")
        ->capture_default_str()
        ->type_name("IMPL");
    app->add_flag("--in-process", in_process_, "Call a plugin from this process, for a debugger");
    app->add_option("-j,--jobs", jobs_, "Cases at once")
        ->capture_default_str()
        ->check(CLI::Range(1U, 256U))
        ->type_name("N");
    app->add_option("--timeout", seconds_, "Seconds a case may take, 0 for any time")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 1e6))
        ->type_name("S");
    app->add_option("--start-timeout", start_seconds_, "Seconds it may take to start, 0 for any time")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 1e6))
        ->type_name("S");
    app->add_option("--memory-limit", memory_, "MiB its processes may have resident, 0 for any amount")
        ->capture_default_str()
        ->check(CLI::Range(0U, 1U << 30U))
        ->type_name("MIB");
    app->add_option("--restarts", restarts_, "How often it is started afresh after a crash before cases are left out")
        ->capture_default_str()
        ->check(CLI::Range(0U, 1U << 30U))
        ->type_name("N");
    app->add_option("--report", reports_, "console, json or junit, to stdout or a file; may be repeated")
        ->allow_extra_args(false)
        ->type_name("FMT[:PATH]");
    locations_.declare(*app);
    app_ = app;
    return app;
  }

  int execute(Environment& environment) override {
    ProcessLimits limits;
    limits.start = milliseconds(start_seconds_);
    limits.memory = std::size_t{memory_} << 20U;
    const Implementation implementation = find_implementation(implementation_, environment, {limits, in_process_});
    ReportOutputs outputs(reports_, environment);
    const Suite suite = load_suite(find_locations(locations_, environment), environment);
    const std::filesystem::path memory = last_run_file(environment);
    const Selection selection = select(selectors_, suite.catalogue, suite.fixtures, [&] {
      const std::optional<LastRun> last = read_last_run(memory);
      return last ? std::optional(last->failed) : std::nullopt;
    });

    std::vector<const scenario::Case*> all;
    for (const scenario::Case& each : suite.fixtures.cases()) all.push_back(&each);
    RunOptions options;
    options.jobs = jobs_;
    options.timeout = milliseconds(seconds_);
    options.start_timeout = limits.start;
    options.restarts = restarts_;
    options.progress = [&](const CaseResult& result, std::size_t done, std::size_t total) {
      outputs.progress(result, done, total);
    };
    const RunResult result = swconform::run(suite.catalogue, selection.cases, all, implementation, options);

    if (!write_last_run(memory, summarize_last_run(result))) {
      environment.err << "swconform: cannot remember this run in " << memory.string()
                      << "; @failed and explain will not know of it\n";
    }
    const report::FinishedRun finished{suite.catalogue,   result,
                                       selection.whole,   all.size() - selection.cases.size(),
                                       SWCONFORM_VERSION, again(environment)};
    outputs.finish(finished);
    return report::conclude(finished).as_expected ? exit_as_expected : exit_not_so;
  }

 private:
  /// The command, with all that was said about the implementation and where the suite is.
  std::string again(const Environment& environment) const {
    std::string command = command_word(environment) + " run";
    for (const CLI::Option* option : app_->get_options()) {
      if (option->count() == 0 || option->get_lnames().empty()) continue;
      const std::string& name = option->get_lnames().front();
      if (name == "report" || name == "jobs") continue;
      command += " --" + name;
      if (option->get_items_expected() > 0) command += " " + report::shell_word(option->results().back());
    }
    return command;
  }

  /// A time that is not zero stays so: zero means none.
  static std::chrono::milliseconds milliseconds(double seconds) {
    return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
  }

  const CLI::App* app_ = nullptr;
  std::vector<std::string> selectors_;
  std::string implementation_ = "builtin:reference";
  bool in_process_ = false;
  unsigned jobs_ = 1;
  double seconds_ = 10;
  double start_seconds_ = 30;
  unsigned memory_ = 2048;
  unsigned restarts_ = 1000;
  std::vector<std::string> reports_;
  LocationOptions locations_;
};

}  // namespace

std::unique_ptr<Command> make_run_command() { return std::make_unique<RunCommand>(); }

}  // namespace swconform::cli
