// SPDX-License-Identifier: Apache-2.0
#include "runner/engine/probe.hpp"

#include <algorithm>

#include "runner/engine/notation.hpp"

namespace swconform {
namespace {

using scenario::Check;
using scenario::Matcher;

bool admits_type_error(const Matcher& matcher) {
  if (matcher.kind == Matcher::Kind::equal)
    return matcher.value == Value("TypeError") || matcher.value == Value("AttributeError");
  return matcher.kind == Matcher::Kind::one_of &&
         std::any_of(matcher.alternatives.begin(), matcher.alternatives.end(),
                     [](const auto& alternative) { return admits_type_error(alternative.matcher); });
}

/// The letters as written, each once.
std::vector<std::string> letters_of(const scenario::Case& probe) {
  std::vector<std::string> letters;
  for (const auto& [letter, assertion] : probe.letters) {
    if (std::find(letters.begin(), letters.end(), letter) == letters.end()) letters.push_back(letter);
  }
  return letters;
}

}  // namespace

bool is_of_error(const Check& check) {
  return check.subject == Check::Subject::raises || check.subject == Check::Subject::message ||
         check.subject == Check::Subject::mentions;
}

bool expects_error(const scenario::Assertion& assertion) {
  return std::any_of(assertion.checks.begin(), assertion.checks.end(), is_of_error);
}

bool expects_type_error(const scenario::Assertion& assertion) {
  return std::any_of(assertion.checks.begin(), assertion.checks.end(), [](const Check& check) {
    return check.subject == Check::Subject::raises && admits_type_error(check.matcher);
  });
}

ReadingTaken reading_taken(const scenario::Case& probe, const Outcome& outcome, const Moment& moment) {
  ReadingTaken taken;
  const bool failed = outcome.kind == Outcome::Kind::error;
  for (const std::string& letter : letters_of(probe)) {
    bool error_expected = false;
    bool asserts = false;
    Finding worst;
    scenario::Place place;
    for (const auto& [name, assertion] : probe.letters) {
      if (name != letter) continue;
      error_expected = error_expected || expects_error(assertion);
      for (const Check& check : assertion.checks) {
        asserts = true;
        Finding finding = look(check, outcome, moment);
        if (finding.kind == Finding::Kind::holds || worst.kind == Finding::Kind::differs) continue;
        if (worst.kind == Finding::Kind::untold && finding.kind == Finding::Kind::untold) continue;
        worst = std::move(finding);
        place = check.place;
      }
    }
    if (failed != error_expected) {
      // The ending alone rules the letter out, whatever facts it names beside.
      worst = {Finding::Kind::differs, "ending", error_expected ? "an error" : "a value", notation(outcome, moment)};
      place = probe.when.back().place;
    }
    if (asserts && worst.kind == Finding::Kind::holds) {
      taken.letters.push_back(letter);
    } else {
      taken.untold = taken.untold || worst.kind == Finding::Kind::untold;
      taken.against.push_back({letter, std::move(worst), place});
    }
  }
  return taken;
}

}  // namespace swconform
