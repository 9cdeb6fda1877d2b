// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "bindings/cpp/harness.hpp"

namespace swconform::sdk {

/// Answers one request given as its line of JSON (without the line break) by calling `reply` for each line of the
/// answer, likewise. What is no request is refused. False after `bye`, which has no answer. Lets pass what
/// Harness::answer does.
bool answer_line(const Harness& harness, std::string_view request, const std::function<void(std::string_view)>& reply);

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

}  // namespace swconform::sdk
