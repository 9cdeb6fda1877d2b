// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <map>
#include <stdexcept>
#include <string>

#include "runner/transport/transport.hpp"

// What a command finds around it, and how it ends.
namespace swconform::cli {

inline constexpr int exit_as_expected = 0;
inline constexpr int exit_not_so = 1;
inline constexpr int exit_wrong_input = 2;   // the command line, a fixture or a spec file; or nothing was selected
inline constexpr int exit_cannot_start = 3;  // the implementation

/// Wrong input. what() is the message, without the name of the program.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Opens an implementation that is part of this program.
using Builtin = std::function<Answerer()>;

struct Environment {
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;
  std::filesystem::path executable{};  // empty: not known
  std::map<std::string, Builtin, std::less<>> builtins{};
};

/// The environment variable, or "" where it is not set.
std::string variable(const char* name);

/// Colour is for terminals that can, unless NO_COLOR is set (https://no-color.org).
bool wants_color(const Environment& environment);

}  // namespace swconform::cli
