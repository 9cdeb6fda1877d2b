// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "runner/fuzz/session.hpp"

namespace swconform::fuzz {

/// Sessions that are a little simpler than this one, the boldest first. Not all of them make sense.
std::vector<Session> simpler(const Session& session);

/// The simplest session that `still_departs`, found by taking the first simpler one that does, again and again.
/// Precondition: still_departs(session).
Session shrink(Session session, const std::function<bool(const Session&)>& still_departs);

}  // namespace swconform::fuzz
