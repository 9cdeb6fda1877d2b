// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "bindings/cpp/harness.hpp"

namespace swconform::sdk {

/// What a harness program's main returns: answers requests, JSON lines on standard input and output, until `bye` or the
/// end of input.
///
/// The two descriptors become the protocol's own first: from then on descriptor 1 is standard error and descriptor 0 is
/// empty, for the implementation and for what it starts, so that neither a stray print nor a stray read does harm.
/// (What is written to standard output before the call does: make it the first thing main does.) Each line is written
/// at once and before anything else runs, so that a crash points at its step. Running out of memory ends the process.
///
/// 0; 1 where a descriptor fails, with the reason on standard error.
int serve(const Harness& harness);

/// The same for who answers lines otherwise, e.g. for a plugin. `answer` replies to one request by calling its second
/// argument for each line, and returns false to end.
using LineAnswerer = std::function<bool(std::string_view request, const std::function<void(std::string_view)>& reply)>;
int serve_lines(const LineAnswerer& answer);

}  // namespace swconform::sdk
