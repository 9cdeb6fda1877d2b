// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bindings/cpp/harness.hpp"

namespace swconform::sdk {

/// What a harness program's main returns: answers requests, JSON lines on standard input and output, until `bye` or the
/// end of input.
///
/// The two descriptors become the protocol's own first (see StandardChannel): what the implementation prints afterwards
/// goes to standard error, and it finds nothing to read. So this is the first thing main does. Each line is written at
/// once and before anything else runs, so that a crash points at its step. Running out of memory ends the process.
///
/// 0; 1 where a descriptor fails, with the reason on standard error.
int serve(const Harness& harness);

}  // namespace swconform::sdk
