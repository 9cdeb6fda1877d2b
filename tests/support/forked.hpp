// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace swconform::test {

/// What a child has said and how it ended.
struct Said {
  std::vector<std::string> out;  // lines; the last one even where its line break is missing
  std::string err;
  int code = -1;  // 128 + n where signal n ended it
};

/// A child process that runs `program` with pipes for standard input, output and error.
class Forked {
 public:
  explicit Forked(const std::function<int()>& program);
  ~Forked();
  Forked(const Forked&) = delete;
  Forked& operator=(const Forked&) = delete;

  void write(const std::string& text);
  /// One line; waits for it. Empty where there is none any more.
  std::string read_line();
  void close_out();
  /// Writes `text`, ends its input, and waits.
  Said end(const std::string& text = "");

 private:
  pid_t child_ = -1;
  int in_ = -1;
  int out_ = -1;
  int err_ = -1;
};

/// The whole of a child that is given `input`.
Said fork_and_say(const std::function<int()>& program, const std::string& input);

}  // namespace swconform::test
