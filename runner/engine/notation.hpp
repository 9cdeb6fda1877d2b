// SPDX-License-Identifier: Apache-2.0
// Values, matchers and outcomes as a fixture would write them.
#pragma once

#include <string>

#include "bindings/protocol/messages.hpp"
#include "runner/engine/moment.hpp"
#include "runner/scenario/case.hpp"

namespace swconform {

/// "[2,3]:[1,2]", 3, 3.0, "text", none, [1, 2], Float32, the name of an object. Long lists are cut short.
std::string notation(const Value& value, const Moment& moment);

/// "same as t.carriers", "one of 1, 2", "at least 1", ...
std::string notation(const scenario::Matcher& matcher, const Moment& moment);

/// A value, `ValueError: "message"`, `unsupported: why`, ...
std::string notation(const Outcome& outcome, const Moment& moment);

/// "file:line:column".
std::string notation(const scenario::Place& place);

}  // namespace swconform
