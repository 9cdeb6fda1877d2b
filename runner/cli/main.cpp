// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <iostream>
#include <string>
#include <vector>

#include "bindings/reference/reference_harness.hpp"
#include "runner/cli/application.hpp"

int main(int argc, char** argv) {
  using namespace swconform;
  std::ios::sync_with_stdio(false);
  cli::Environment environment{std::cout, std::cerr};
  environment.out_is_terminal = isatty(STDOUT_FILENO) == 1;
  environment.executable = cli::path_of_this_executable();
  environment.builtins["reference"] = [] { return Answerer(reference_harness()); };
  const int code = cli::run_application({argv + 1, argv + argc}, environment);
  cli::end_process_if_calls_were_abandoned(code);
  return code;
}
