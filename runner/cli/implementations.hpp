// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "runner/cli/environment.hpp"
#include "runner/transport/transport.hpp"

namespace swconform::cli {

/// What --impl names. InputError for a spelling that is none; StartError for what cannot be started.
Implementation find_implementation(const std::string& spelling, const Environment& environment);

}  // namespace swconform::cli
