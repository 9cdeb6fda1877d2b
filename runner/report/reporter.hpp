// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runner/spec/catalogue.hpp"
#include "runner/verdict/verdict.hpp"

namespace swconform::report {

/// A run, and what was asked of it. Everything referred to outlives the report.
struct FinishedRun {
  const spec::Catalogue& catalogue;
  const RunResult& result;
  std::set<std::string, std::less<>> whole;  // requirements selected as such, not only some of their cases
  std::size_t cases_not_selected = 0;
  std::string suite_version;
  std::string again = "./swconform run";  // the command that does it again, without selectors, as a shell reads it
};

/// One format of report. progress() may be called any number of times, then finish() once.
class Reporter {
 public:
  virtual ~Reporter() = default;
  /// Never called by two threads at once.
  virtual void progress(const CaseResult& result, std::size_t done, std::size_t total);
  virtual void finish(const FinishedRun& run) = 0;
};

/// What only a terminal gets.
struct Style {
  bool color = false;
  bool progress_bar = false;
};

/// The names make_reporter knows.
const std::vector<std::string>& formats();

/// Precondition: `format` is one of formats(). The reporter writes to `out` and does not flush it.
std::unique_ptr<Reporter> make_reporter(std::string_view format, std::ostream& out, Style style);

}  // namespace swconform::report
