// SPDX-License-Identifier: Apache-2.0
// An implementation that stops doing anything at a step of each case.
#pragma once

#include <vector>

#include "bindings/cpp/harness.hpp"
#include "runner/scenario/case.hpp"
#include "runner/transport/transport.hpp"
#include "tests/judgement/judge.hpp"

namespace swconform::judgement {

/// The harness, all its operations replaced from that step of each case on. It knows a case of `cases`, which need not
/// outlive it, by its request; one it does not know is empty throughout. One worker only.
Answerer emptied(sdk::Harness harness, const Vacuous& vacuous, Empty empty,
                 const std::vector<const scenario::Case*>& cases);

}  // namespace swconform::judgement
