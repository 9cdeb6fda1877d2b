// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "runner/cli/environment.hpp"

namespace CLI {
class App;
}

namespace swconform::cli {

/// A subcommand: its options, and what it does.
class Command {
 public:
  virtual ~Command() = default;
  /// Adds the subcommand to `parent` and returns it. The command must outlive the parsing.
  virtual CLI::App* declare(CLI::App& parent) = 0;
  /// After parsing. Returns the exit code; throws InputError, SpecError, FixtureError and StartError.
  virtual int execute(Environment& environment) = 0;
};

std::unique_ptr<Command> make_run_command();
std::unique_ptr<Command> make_list_command();
std::unique_ptr<Command> make_explain_command();
std::unique_ptr<Command> make_check_command();
std::unique_ptr<Command> make_trace_command();
std::unique_ptr<Command> make_smoke_command();
std::unique_ptr<Command> make_init_command();
std::unique_ptr<Command> make_host_command();
std::unique_ptr<Command> make_fuzz_command();

}  // namespace swconform::cli
