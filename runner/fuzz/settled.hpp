// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "runner/fuzz/player.hpp"
#include "runner/fuzz/session.hpp"

namespace swconform::fuzz {

/// Whether the spec allows only one way for a call of the session to end, seen with what the reference did: no reading
/// decides it (Q5, Q6, Q8, Q13 and Q25 for keys; Q9 to Q11, Q28, Q30 and Q31 for gradients). What is open only where
/// another implementation answers in a certain way (Q1, Q18) is left to the comparison.
bool is_settled(const Session& session, std::size_t call, const Performance& reference);

/// How many levels a tensor of the session has.
std::size_t level_count(const Session& session, std::string_view name);

}  // namespace swconform::fuzz
