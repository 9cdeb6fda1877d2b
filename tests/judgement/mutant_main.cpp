// SPDX-License-Identifier: Apache-2.0
// One mutant as a process of its own, for whatever takes an implementation: --impl exec:"swconform-mutant 'CLAUSE:
// NAME'".
#include <cstdio>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "bindings/cpp/serve.hpp"
#include "bindings/reference/reference_harness.hpp"
#include "tests/judgement/rows.hpp"

int main(int count, char** arguments) {
  const std::string_view wanted = count == 2 ? arguments[1] : "";
  for (const swconform::judgement::Mutant& mutant : swconform::judgement::all_mutants()) {
    if (fmt::format("{}: {}", mutant.clause, mutant.name) != wanted) continue;
    swconform::sdk::Harness harness = swconform::reference_harness();
    mutant.change(harness);
    return swconform::sdk::serve(harness);
  }
  fmt::print(stderr, "swconform-mutant: there is no mutant \"{}\"\n", wanted);
  fmt::print(stderr,
             "usage: swconform-mutant 'views.slice.15: adds an ordinal' (their rows: tests/judgement/mutants_*.cpp)\n");
  return 2;
}
