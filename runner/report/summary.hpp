// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "runner/report/reporter.hpp"
#include "runner/verdict/verdict.hpp"

namespace swconform::report {

inline constexpr std::array<Verdict, 9> all_verdicts{Verdict::pass,    Verdict::not_applicable, Verdict::untested,
                                                     Verdict::partial, Verdict::unsupported,    Verdict::blocked,
                                                     Verdict::fail,    Verdict::crash,          Verdict::harness};

/// How many there are of each verdict.
class Counts {
 public:
  void add(Verdict verdict) { ++counts_.at(static_cast<std::size_t>(verdict)); }
  std::size_t of(Verdict verdict) const { return counts_.at(static_cast<std::size_t>(verdict)); }
  std::size_t total() const;

 private:
  std::array<std::size_t, all_verdicts.size()> counts_{};
};

/// "3 pass, 1 fail", zeros left out; "none" where there is nothing at all.
std::string to_string(const Counts& counts);

/// A probe is counted as a reading, not among scenarios and cases.
struct Summary {
  Counts requirements, scenarios, cases, readings;
  std::size_t requirements_not_selected = 0;
};

/// Counts what is shown: requirements outside of the selection are left out of everything.
Summary summarize(const FinishedRun& run);

/// Selected as a whole, or one of its scenarios has a selected case.
bool is_shown(const FinishedRun& run, const RequirementResult& requirement);

/// The probes that were tried.
std::vector<const ReadingResult*> tried_readings(const FinishedRun& run);

/// Nothing to complain about: pass or not applicable.
bool is_good(Verdict verdict);

}  // namespace swconform::report
