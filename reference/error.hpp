// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace strideweave {

/// The kinds of failure the specs name; `name` gives the specs' word for each.
enum class ErrorKind {
  type_error,
  value_error,
  index_error,
  overflow_error,
  not_implemented_error,
  runtime_error,
  attribute_error,
};

/// "TypeError", "ValueError", ...
std::string_view name(ErrorKind kind);

/// The library's only exception. What carriers and rules written by a user throw passes through unchanged.
class Error : public std::exception {
 public:
  Error(ErrorKind kind, std::string message);

  ErrorKind kind() const noexcept { return kind_; }
  const std::string& message() const noexcept { return message_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  ErrorKind kind_;
  std::string message_;
};

[[noreturn]] void raise(ErrorKind kind, std::string message);
[[noreturn]] void raise_type_error(std::string message);
[[noreturn]] void raise_value_error(std::string message);
[[noreturn]] void raise_index_error(std::string message);
[[noreturn]] void raise_overflow_error(std::string message);
[[noreturn]] void raise_not_implemented_error(std::string message);
[[noreturn]] void raise_runtime_error(std::string message);
[[noreturn]] void raise_attribute_error(std::string message);

}  // namespace strideweave
