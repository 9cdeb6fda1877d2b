// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "runner/cli/environment.hpp"

namespace swconform::test {

/// An environment that writes to strings, with a built-in implementation that knows no operation.
struct TestEnvironment {
  std::ostringstream out;
  std::ostringstream err;
  cli::Environment environment;
  TestEnvironment();
};

struct Finished {
  int code = -1;
  std::string out;
  std::string err;
};

/// The whole program.
Finished call(const std::vector<std::string>& arguments);

/// A folder that is gone at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

std::string read(const std::filesystem::path& file);

/// The message of the exception of type E that `action` ends with, or "no error".
template <class E>
std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const E& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace swconform::test
