// SPDX-License-Identifier: Apache-2.0
// The check no fixture writes: a step changes nothing but what it says it changes.
#pragma once

#include <string>
#include <vector>

#include "bindings/protocol/messages.hpp"
#include "runner/engine/moment.hpp"
#include "runner/scenario/case.hpp"

namespace swconform {

/// One fact or name that changed without leave. Texts are for people.
struct Violation {
  std::string path;
  std::string before;
  std::string after;
};

/// Around one step: every fact of every object known before it is equal after it, witnesses and what `step.changes`
/// permits apart, and no name changed or came but the one the step binds, if it ended with a value.
std::vector<Violation> standing_violations(const scenario::CaseStep& step, const Outcome& outcome,
                                           const Moment& moment);

}  // namespace swconform
