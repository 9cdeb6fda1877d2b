// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace strideweave::kernel {

/// An unbounded integer in decimal, as the solver takes it.
using Number = std::string;

/// low <= sum of coefficients[i] * x[i] <= high. Precondition: one coefficient for each variable ("0" where it is
/// absent).
struct Constraint {
  std::vector<Number> coefficients;
  Number low;
  Number high;
};

/// Integers x with low[i] <= x[i] <= high[i] and every constraint.
struct System {
  std::vector<Number> low;
  std::vector<Number> high;
  std::vector<Constraint> constraints;
};

/// Whether the system has a solution in integers: exact, for coefficients of any magnitude. Thread-safe.
/// RuntimeError if the solver fails (no memory); it never guesses.
bool feasible(const System& system);

}  // namespace strideweave::kernel
