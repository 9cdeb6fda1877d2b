// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runner/scenario/builder.hpp"
#include "runner/scenario/case.hpp"
#include "runner/scenario/fixtures.hpp"
#include "runner/scenario/node.hpp"
#include "runner/scenario/scope.hpp"

namespace swconform::scenario {

/// An earlier step of `when`, its last one, or the control.
enum class StepRole { earlier, judged, control };

/// One step with its arguments. Binds `as`. Throws FixtureError.
CaseStep read_step(const Node& node, StepRole role, const Vocabulary& vocabulary, Builder& builder, Scope& scope);

}  // namespace swconform::scenario
