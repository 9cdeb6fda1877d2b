// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz_targets/target.hpp"

void swconform::fuzz_targets::require(bool holds, const std::string& message) {
  if (holds) return;
  std::fprintf(stderr, "fuzz target: %s\n", message.c_str());
  std::abort();
}
