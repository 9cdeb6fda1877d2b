// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <string>

#include "bindings/protocol/messages.hpp"

namespace swconform::sdk {

/// Thrown by an operation to end its step otherwise than by a value or an error of the implementation. It is no
/// std::exception, so that an implementation that handles those lets it pass.
struct Stop {
  Outcome::Kind kind;  // unsupported, absent, skipped or internal
  std::string why;
};

/// This harness has no such operation or option.
[[noreturn]] void unsupported(std::string why);
/// C++ (or this implementation's interface) cannot even express the call: it would not compile.
[[noreturn]] void absent(std::string why);
/// The harness, not the implementation, is at fault.
[[noreturn]] void internal(std::string why);

/// How an exception is reported.
struct ErrorReport {
  std::string kind;  // TypeError, ValueError, IndexError, OverflowError, NotImplementedError, RuntimeError,
                     // AttributeError or Other
  std::string message;
};

/// Says how an exception of the implementation is reported; nothing: as `classify_standard` would.
using Classifier = std::function<std::optional<ErrorReport>(const std::exception_ptr&)>;

/// Raised -> its kind; std::out_of_range -> IndexError; invalid_argument, domain_error, length_error -> ValueError;
/// overflow_error -> OverflowError; any other std::runtime_error -> RuntimeError; everything else -> Other.
ErrorReport classify_standard(const std::exception_ptr& exception);

/// An exception with a kind, for implementations without exceptions of their own and for `error` givens.
class Raised : public std::exception {
 public:
  Raised(std::string kind, std::string message) : report_{std::move(kind), std::move(message)} {}
  const ErrorReport& report() const noexcept { return report_; }
  const char* what() const noexcept override { return report_.message.c_str(); }

 private:
  ErrorReport report_;
};

}  // namespace swconform::sdk
