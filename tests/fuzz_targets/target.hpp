// SPDX-License-Identifier: Apache-2.0
// What the corpus is replayed on: each target is one definition of `accepts`.
#pragma once

#include <string>
#include <string_view>

namespace swconform::fuzz_targets {

/// Whether the reader takes the input. Ends the process where the reader does what it never should: another exception
/// than its own, one that names no place, an answer that does not read back as itself.
bool accepts(std::string_view input);

/// Ends the process with that message unless it holds.
void require(bool holds, const std::string& message);

}  // namespace swconform::fuzz_targets
