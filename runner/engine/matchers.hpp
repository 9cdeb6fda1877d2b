// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bindings/protocol/messages.hpp"
#include "runner/engine/moment.hpp"
#include "runner/scenario/case.hpp"

namespace swconform {

/// What one check found.
struct Finding {
  enum class Kind { holds, differs, untold };
  Kind kind = Kind::holds;
  std::string subject;  // these three are for people, and empty where it holds
  std::string expected;
  std::string actual;

  /// One line: what was expected and what came.
  std::string line() const;
};

/// One check of a step that ended with `outcome`.
Finding look(const scenario::Check& check, const Outcome& outcome, const Moment& moment);

/// Whether a message mentions a text or an integer that does not stand inside a longer word or number.
bool mentioned(std::string_view message, std::string_view item, bool integer);

}  // namespace swconform
