// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "runner/cli/environment.hpp"
#include "runner/transport/process.hpp"
#include "runner/transport/transport.hpp"

namespace swconform::cli {

/// What --impl names; `limits` are for what runs as a process. InputError for a spelling that is none; StartError for a
/// file that is not there. A program that cannot be started is found out by the first exchange.
Implementation find_implementation(const std::string& spelling, const Environment& environment,
                                   ProcessLimits limits = {});

}  // namespace swconform::cli
