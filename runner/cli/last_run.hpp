// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner/verdict/verdict.hpp"

namespace swconform::cli {

/// What the last run came to, for `explain` and @failed.
struct LastRun {
  std::string implementation;
  /// By id: requirements, clauses, scenarios, probes (with the letter taken) and cases that were run.
  std::map<std::string, std::string, std::less<>> verdicts;
  std::vector<std::string> failed;  // cases that neither passed nor were not applicable

  /// The verdict, or "not run".
  std::string of(std::string_view id) const;
};

LastRun summarize_last_run(const RunResult& result);

/// Nothing where there is no such file, or it is not one of these.
std::optional<LastRun> read_last_run(const std::filesystem::path& file);

/// Replaces the file in one go. False where it cannot be written.
bool write_last_run(const std::filesystem::path& file, const LastRun& run);

}  // namespace swconform::cli
