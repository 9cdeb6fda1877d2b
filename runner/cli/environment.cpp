// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/environment.hpp"

#include <cstdlib>

namespace swconform::cli {

std::string variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing sets variables
  return value ? value : "";
}

bool wants_color(const Environment& environment) {
  return environment.out_is_terminal && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

}  // namespace swconform::cli
