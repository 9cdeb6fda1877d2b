// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace swconform::test {

struct Ended {
  int code = -1;  // 128 + n where signal n ended it
  std::string out;
  std::string err;
};

/// A folder for what one test writes, the memory of the last run included; gone at the end.
class Program {
 public:
  Program();
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Runs the program; `arguments` as one would type them in a shell, `variables` before the command.
  Ended operator()(const std::string& arguments, const std::string& variables = "") const;
  /// A path inside of the folder.
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  /// A copy of the project's scenarios with the one occurrence of `old_text` in `file` replaced; its path.
  std::string scenarios_with(const std::string& file, const std::string& old_text, const std::string& new_text) const;
  /// A copy of the project's scenarios in which `file` is missing; its path.
  std::string scenarios_without(const std::string& file) const;

 private:
  std::filesystem::path copied_scenarios() const;

  std::filesystem::path folder_;
};

std::string read_file(const std::filesystem::path& file);
std::size_t count_lines(const std::string& text);
bool contains(const std::string& text, const std::string& part);

}  // namespace swconform::test
