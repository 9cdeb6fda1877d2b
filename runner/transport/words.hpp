// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace swconform {

/// `command` split into words as a POSIX shell would split it: at blanks, tabs and newlines outside of quotes; within
/// '...' everything stands for itself; within "..." a backslash takes the meaning from $ ` " \ and newline; outside of
/// both from any character. Nothing is expanded: $, *, ~, |, ; and # stand for themselves. Throws std::invalid_argument
/// for a quote without an end and for a backslash at the end.
std::vector<std::string> split_words(std::string_view command);

}  // namespace swconform
