// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "runner/scenario/case.hpp"
#include "runner/spec/catalogue.hpp"
#include "runner/transport/transport.hpp"
#include "runner/verdict/verdict.hpp"

namespace swconform {

struct RunOptions {
  unsigned jobs = 1;                         // workers, each with a connection of its own; 0 counts as 1
  std::chrono::milliseconds timeout{10000};  // for one case; zero means none
  std::chrono::milliseconds start_timeout{30000};  // until hello is answered; zero means none
  std::size_t restarts = 1000;  // how often the implementation is started afresh; then no further case is run
  /// Called once a case is judged, in the order they finish, never by two threads at once.
  std::function<void(const CaseResult&, std::size_t done, std::size_t total)> progress;
};

/// The implementation cannot be started: it does not answer hello as the protocol asks. what() is the complete message,
/// the end of its stderr included.
class StartError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Runs `selected`, in whatever order, and judges: results are in the order of `selected` whatever the number of
/// workers. `all` is every case there is, so that what exists but was not selected makes its requirement `partial`. The
/// results point to the cases, which must outlive them. Throws StartError, and nothing for whatever the implementation
/// does later.
RunResult run(const spec::Catalogue& catalogue, const std::vector<const scenario::Case*>& selected,
              const std::vector<const scenario::Case*>& all, const Implementation& implementation,
              const RunOptions& options);

}  // namespace swconform
