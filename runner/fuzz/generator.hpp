// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "runner/fuzz/player.hpp"
#include "runner/fuzz/random.hpp"
#include "runner/fuzz/session.hpp"

namespace swconform::fuzz {

/// Plays a session with the reference; nothing where it cannot be read.
using Rehearse = std::function<std::optional<Performance>(const Session&)>;

/// A random session: sources with offsets, holes, strides of 0 and up to three levels, a chain of views, then perhaps
/// values, a sum or gradients. What the reference refuses ends it. `operations`: what may be called; others are left
/// out. Needs the rehearsals to know what the views look like.
Session generate(Random& random, const std::set<std::string, std::less<>>& operations, const Rehearse& rehearse);

}  // namespace swconform::fuzz
