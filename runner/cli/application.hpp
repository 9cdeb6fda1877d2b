// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runner/cli/environment.hpp"

namespace swconform::cli {

/// The whole program: finds the command, runs it, turns every error into a message on `err` and an exit code.
/// `arguments` are without the name of the program.
int run_application(const std::vector<std::string>& arguments, Environment& environment);

/// Empty where it cannot be found out.
std::filesystem::path path_of_this_executable();

/// A call into an implementation that never returned still has its thread: the process then ends here, without waiting
/// for it, everything written.
void end_process_if_calls_were_abandoned(int code);

}  // namespace swconform::cli
