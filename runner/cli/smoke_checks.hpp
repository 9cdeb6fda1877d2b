// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "bindings/protocol/messages.hpp"
#include "runner/cli/answered_case.hpp"
#include "runner/transport/transport.hpp"

namespace swconform::cli {

struct SmokeOptions {
  const Hello& everything;                         // the hello of a harness that has all there is
  std::chrono::milliseconds timeout;               // for one exchange; zero means none
  std::function<void(const std::string&)> passed;  // told of each check that held
  std::function<void(const std::string&)> later;   // and of what cannot be checked yet, and why
};

/// Checks that the harness keeps the protocol, with givens that every implementation must be able to make, and judges
/// no operation. Gives its hello. Throws WrongHarness; StartError where there is no process to speak with.
Hello check_harness(const Implementation& implementation, const SmokeOptions& options);

}  // namespace swconform::cli
