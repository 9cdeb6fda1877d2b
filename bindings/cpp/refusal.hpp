// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "bindings/protocol/value.hpp"

namespace swconform::sdk {

/// The one line that answers a request that is none: {"internal": why, "done": true}.
inline Value refusal(std::string why) {
  Value::Record line;
  line.emplace_back("internal", std::move(why));
  line.emplace_back("done", true);
  return line;
}

}  // namespace swconform::sdk
