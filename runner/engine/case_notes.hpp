// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "runner/engine/matchers.hpp"
#include "runner/verdict/verdict.hpp"

namespace swconform {

/// Collects what becomes of one case while it is judged. A clause, and the case, take the worst of what is noted; the
/// reason is that of the first note as bad.
class CaseNotes {
 public:
  explicit CaseNotes(const scenario::Case& what) { result_.what = &what; }

  void note_case(Verdict verdict, const std::string& why);
  /// Of these clauses, and of the case.
  void note(const std::vector<int>& clauses, Verdict verdict, const std::string& why);
  /// Of every clause the case asserts.
  void note_all(Verdict verdict, const std::string& why);
  void differ(const Finding& finding, const scenario::Place& place);
  void differ(Difference difference) { result_.differences.push_back(std::move(difference)); }

  CaseResult& result() { return result_; }

 private:
  CaseResult result_;
};

}  // namespace swconform
