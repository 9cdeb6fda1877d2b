// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runner/fuzz/player.hpp"
#include "runner/fuzz/session.hpp"

namespace swconform::fuzz {

/// What the reference shows of a session, as a fixture claims it: of the last call what it answers and the tensors it
/// makes or changes, of each call which gradients it may change.
Claims claims_of(const Session& session, const Performance& reference);

}  // namespace swconform::fuzz
