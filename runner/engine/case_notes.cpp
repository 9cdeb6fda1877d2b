// SPDX-License-Identifier: Apache-2.0
#include "runner/engine/case_notes.hpp"

#include <algorithm>

namespace swconform {
namespace {

/// Whether `verdict` replaces what was noted before.
bool replaces(Verdict verdict, Verdict before) { return before == Verdict::untested || verdict > before; }

}  // namespace

void CaseNotes::note_case(Verdict verdict, const std::string& why) {
  if (!replaces(verdict, result_.verdict)) return;
  result_.verdict = verdict;
  result_.why = why;
}

void CaseNotes::note(const std::vector<int>& clauses, Verdict verdict, const std::string& why) {
  note_case(verdict, why);
  for (const int clause : clauses) {
    const auto known = std::find_if(result_.clauses.begin(), result_.clauses.end(),
                                    [clause](const ClauseResult& noted) { return noted.clause == clause; });
    if (known == result_.clauses.end()) {
      result_.clauses.push_back({clause, verdict, why});
    } else if (replaces(verdict, known->verdict)) {
      *known = {clause, verdict, why};
    }
  }
}

void CaseNotes::note_all(Verdict verdict, const std::string& why) {
  note_case(verdict, why);
  for (const scenario::Assertion& assertion : result_.what->then) note(assertion.clauses, verdict, why);
}

void CaseNotes::differ(const Finding& finding, const scenario::Place& place) {
  result_.differences.push_back({finding.subject, finding.expected, finding.actual, place});
}

}  // namespace swconform
