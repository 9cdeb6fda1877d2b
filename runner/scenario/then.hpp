// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runner/scenario/case.hpp"
#include "runner/scenario/node.hpp"
#include "runner/scenario/scope.hpp"
#include "runner/spec/catalogue.hpp"

namespace swconform::scenario {

/// The `then` of a scenario's case, columns replaced: fills `then` and `expects_error`. Throws FixtureError.
void read_then(const Node& node, const spec::Requirement& requirement, const Scope& scope, Case& result);

/// The `then` of a probe's case: fills `letters` and `expects_error`. Throws FixtureError.
void read_letters(const Node& node, const Scope& scope, Case& result);

/// The kind of error for which the case needs a control, or an empty text.
std::string needs_control(const Case& result);

}  // namespace swconform::scenario
