// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "runner/cli/environment.hpp"
#include "runner/report/reporter.hpp"

namespace swconform::cli {

/// The reports asked for, each with its format and where it goes.
class ReportOutputs {
 public:
  /// Each request is FMT or FMT:PATH; without a path it goes to stdout, and only one can. Stdout that no other report
  /// takes gets the console report, unless that has a path. InputError for an unknown format and a path that cannot be
  /// written.
  ReportOutputs(const std::vector<std::string>& requests, Environment& environment);
  /// A file that did not exist before and got no report goes again.
  ~ReportOutputs();
  ReportOutputs(const ReportOutputs&) = delete;
  ReportOutputs& operator=(const ReportOutputs&) = delete;

  void progress(const CaseResult& result, std::size_t done, std::size_t total);
  /// Writes all of them. InputError where one cannot be written after all.
  void finish(const report::FinishedRun& run);

 private:
  struct Output {
    std::filesystem::path path;  // empty: stdout
    bool is_new = false;
    std::ostringstream text;
    std::unique_ptr<report::Reporter> reporter;
  };

  void add(const std::string& format, const std::string& path, Environment& environment);

  std::vector<std::unique_ptr<Output>> outputs_;
};

}  // namespace swconform::cli
