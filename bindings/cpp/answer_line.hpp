// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "bindings/cpp/harness.hpp"

namespace swconform::sdk {

/// Answers one request given as its line of JSON (without the line break) by calling `reply` for each line of the
/// answer, likewise. What is no request is refused. False after `bye`, which has no answer. Lets pass what
/// Harness::answer does.
bool answer_line(const Harness& harness, std::string_view request, const std::function<void(std::string_view)>& reply);

}  // namespace swconform::sdk
