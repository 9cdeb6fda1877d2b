// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "runner/cli/environment.hpp"
#include "runner/transport/process.hpp"
#include "runner/transport/transport.hpp"

namespace swconform::cli {

struct ImplementationOptions {
  ProcessLimits limits{};   // for what runs as a process
  bool in_process = false;  // call a plugin from this process, for a debugger
};

/// What --impl names. InputError for a spelling that is none, or that cannot be called in-process where that is asked
/// for; StartError for a file that is not there and, in-process, for one that is no plugin. Otherwise what cannot be
/// started is found out by the first exchange.
Implementation find_implementation(const std::string& spelling, const Environment& environment,
                                   const ImplementationOptions& options = {});

}  // namespace swconform::cli
