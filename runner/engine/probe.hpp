// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "runner/engine/matchers.hpp"
#include "runner/engine/moment.hpp"
#include "runner/scenario/case.hpp"

namespace swconform {

/// Whether a check is of the error a step ended with.
bool is_of_error(const scenario::Check& check);
bool expects_error(const scenario::Assertion& assertion);
/// Whether a TypeError or AttributeError would do: then a language that cannot express the call is not at fault.
bool expects_type_error(const scenario::Assertion& assertion);

/// Which reading the judged step of a probe took.
struct ReadingTaken {
  std::vector<std::string> letters;  // those whose checks all hold
  bool untold = false;               // of some letter nobody can tell
  /// For each other letter, what spoke against it.
  struct Against {
    std::string letter;
    Finding finding;
    scenario::Place place;
  };
  std::vector<Against> against;
};

ReadingTaken reading_taken(const scenario::Case& probe, const Outcome& outcome, const Moment& moment);

}  // namespace swconform
