// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace swconform::spec {

/// A place in a file: line and byte column, both from 1.
struct Position {
  int line = 1;
  std::size_t column = 1;
};

/// A file's text together with its lines, for messages that point into it.
class SourceText {
 public:
  SourceText(std::string file, std::string text);
  SourceText(const SourceText&) = delete;
  SourceText& operator=(const SourceText&) = delete;

  /// Throws SpecError if the file cannot be read.
  static SourceText read(const std::filesystem::path& path);

  const std::string& file() const { return file_; }
  const std::string& text() const { return text_; }
  int line_count() const { return static_cast<int>(lines_.size()); }
  /// The line without its end. Precondition: 1 <= number <= line_count().
  std::string_view line(int number) const { return lines_.at(static_cast<std::size_t>(number) - 1); }

  /// Where `needle` first stands in the lines first to last; if nowhere, the first visible character of line `first`.
  Position find(std::string_view needle, int first, int last) const;

  /// Throws the SpecError that points at `position`, says what is wrong there and what was meant.
  [[noreturn]] void fail(Position position, std::string_view problem, std::string_view meant) const;

 private:
  std::string file_;
  std::string text_;
  std::vector<std::string_view> lines_;
};

}  // namespace swconform::spec
