// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "runner/scenario/case.hpp"
#include "runner/spec/catalogue.hpp"

namespace swconform::cli {

/// The case written out: every given with what it is declared to be, every step as it is sent, the control, what is
/// then asserted, and what the standing check adds. Lines indented by four, each ended.
std::string expanded(const scenario::Case& what, const spec::Requirement& requirement);

}  // namespace swconform::cli
