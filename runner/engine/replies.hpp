// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bindings/protocol/messages.hpp"
#include "runner/transport/transport.hpp"
#include "runner/verdict/verdict.hpp"

namespace swconform {

/// What came back for one case, step by step, as far as it came.
struct Replies {
  struct Fault {
    Verdict verdict = Verdict::harness;  // harness or crash
    std::size_t step = 0;                // where it happened; the number of steps: after all of them
    std::string what;
  };
  std::vector<Outcome> outcomes;            // one a step
  std::vector<std::optional<Facts>> facts;  // one a step, for those that asked
  std::optional<Fault> fault;               // nothing: outcomes and facts are complete
};

/// Reads an exchange strictly: one outcome a step and in order, facts exactly where they were asked for, one done, and
/// nothing else. A line out of place is the harness's fault, an early end a crash.
Replies read_replies(const CaseRequest& request, Exchange exchange);

}  // namespace swconform
