// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "runner/scenario/case.hpp"

namespace swconform::report {

/// `text` with every byte that is not UTF-8 and every control character but newline and tab written as \xNN: what an
/// implementation says reaches neither the terminal nor an XML file as it is.
std::string printable(std::string_view text);

/// `file:line`
std::string to_string(const scenario::Place& place);

/// `text` as one word of a POSIX shell.
std::string shell_word(std::string_view text);

}  // namespace swconform::report
