// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runner/report/reporter.hpp"
#include "runner/scenario/case.hpp"
#include "runner/spec/catalogue.hpp"
#include "runner/verdict/verdict.hpp"

namespace swconform::test {

/// A made-up run with one of each verdict, durations fixed. Not to be moved: its results point into it.
struct ExampleRun {
  ExampleRun();
  ExampleRun(const ExampleRun&) = delete;
  ExampleRun& operator=(const ExampleRun&) = delete;

  spec::Catalogue catalogue;
  std::vector<scenario::Case> cases;
  RunResult result;

  /// sample.elsewhere is not selected, everything else is.
  report::FinishedRun finished() const;
  CaseResult& at(std::string_view case_id);
  RequirementResult& requirement(std::string_view id);
};

/// What the reporter writes.
std::string report_of(std::string_view format, const report::FinishedRun& run, report::Style style = {});

/// The text of tests/runner/report/golden/NAME.
std::string golden(const std::string& name);

}  // namespace swconform::test
