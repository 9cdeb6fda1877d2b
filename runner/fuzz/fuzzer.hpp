// SPDX-License-Identifier: Apache-2.0
// Differential fuzzing: random sessions, played by the reference and by another implementation.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "runner/fuzz/comparison.hpp"
#include "runner/fuzz/session.hpp"
#include "runner/spec/catalogue.hpp"
#include "runner/transport/transport.hpp"

namespace swconform::fuzz {

struct FuzzOptions {
  std::uint64_t seed = 1;
  std::uint64_t runs = 0;             // sessions at most; 0: no limit but the time
  std::chrono::milliseconds time{0};  // at most; 0: no limit but the runs
  std::chrono::milliseconds timeout{10000};  // for one session
};

struct Finding {
  Session session;    // shrunk
  Departure departure;
  std::string fixture;      // the whole file, which the reference passes
  std::string requirement;  // views.permute
  bool fixture_fails = false;  // the other implementation, judged with it
};

struct FuzzResult {
  std::uint64_t sessions = 0;
  std::uint64_t compared = 0;  // to their end: what the other does not support cuts a session short
  std::optional<Finding> finding;
};

/// Until the first departure, or the end of runs or time. The same seed gives the same sessions. Throws StartError.
FuzzResult fuzz(const Implementation& reference, const Implementation& other, const spec::Catalogue& catalogue,
                const FuzzOptions& options);

}  // namespace swconform::fuzz
