// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace swconform {

/// Lines of any length from a descriptor.
class LineReader {
 public:
  explicit LineReader(int descriptor) : descriptor_(descriptor) {}

  /// The next line without its line break, good until the next call; the last one may lack it. Nothing at the end of
  /// input. std::system_error where reading fails.
  std::optional<std::string_view> next();

 private:
  bool read_more();

  int descriptor_;
  std::string buffer_;
  std::size_t begin_ = 0;    // of the next line
  std::size_t scanned_ = 0;  // no line break before this
  bool ended_ = false;
};

/// Writes text and a line break at once, whole. std::system_error where that fails.
void write_line(int descriptor, std::string_view text);

/// The harness's end of the protocol in a process of its own: standard input and output.
///
/// From the construction on the two descriptors are the protocol's: descriptor 1 is standard error and descriptor 0 is
/// empty, for the implementation and for what it starts, so that neither a stray print nor a stray read does harm. What
/// is written to standard output before does. All members may throw std::system_error.
class StandardChannel {
 public:
  StandardChannel();
  StandardChannel(const StandardChannel&) = delete;
  StandardChannel& operator=(const StandardChannel&) = delete;
  ~StandardChannel();

  /// The next request, good until the next call; nothing at the end of input.
  std::optional<std::string_view> next() { return requests_.next(); }
  /// Each line is written at once, so that a crash after it points at what follows.
  void reply(std::string_view line) { write_line(out_, line); }

 private:
  int in_;
  int out_;
  LineReader requests_;
};

}  // namespace swconform
