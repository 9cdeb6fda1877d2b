// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bindings/protocol/value.hpp"
#include "runner/scenario/case.hpp"

// What a case says, for people, in words close to the fixture's.
namespace swconform::cli {

/// A value as a fixture would write it: 3, 3.0, none, "text", [1, 2], [2,3]:[1,2], t.carrier.
std::string notation(const Value& value);

/// "is [2,3]:[1,2]", "is the object t.carrier", "is at least 1", "raises ValueError", ...
std::string notation(const scenario::Matcher& matcher);

/// "v.layout is [2,3]:[1,2]", "raises TypeError", "returns 3.0", ...
std::string notation(const scenario::Check& check);

}  // namespace swconform::cli
