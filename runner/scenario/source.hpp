// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "runner/scenario/fixtures.hpp"

namespace swconform::scenario {

/// The text of one fixture file and its lines, for messages that point into it.
class Source {
 public:
  /// Throws FixtureError for more than 1 MiB, bytes that are not UTF-8 and control characters.
  Source(std::string file, std::string text);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  /// The bytes of a file, up to one more than is allowed. Throws FixtureError if it cannot be read.
  static std::string read_text(const std::filesystem::path& path);

  const std::string& file() const { return file_; }
  const std::string& text() const { return text_; }
  /// The line without its end; empty where there is no such line.
  std::string_view line(int number) const;

  /// Lines and byte columns count from 1; the column of a Place counts characters.
  Place place(int line, int column) const;
  /// Throws the FixtureError that points there. `meant` may be empty.
  [[noreturn]] void fail(int line, int column, std::string_view problem, std::string_view meant = {}) const;

 private:
  void check_characters() const;

  std::string file_;
  std::string text_;
  std::vector<std::string_view> lines_;
};

/// The candidate that `word` was probably meant to be, or an empty text.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "did you mean `x`?" where there is a nearest candidate, else what there is, if that is not too long.
std::string suggest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace swconform::scenario
