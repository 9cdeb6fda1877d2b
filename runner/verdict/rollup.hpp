// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "runner/scenario/case.hpp"
#include "runner/spec/catalogue.hpp"
#include "runner/verdict/verdict.hpp"

namespace swconform {

/// What is known of a clause, scenario or requirement: the verdicts below it.
class Tally {
 public:
  void add(Verdict verdict);
  /// Something below it was not selected, or has no fixture.
  void add_gap() { gap_ = true; }

  /// The worst, leaving not_applicable out; where nothing else remains, that. Nothing without a pass is a pass, and
  /// with anything unsupported, untested or missing a pass is only partial.
  Verdict verdict() const;

 private:
  bool passed_ = false;
  bool not_applicable_ = false;
  bool unsupported_ = false;
  bool gap_ = false;
  Verdict worst_ = Verdict::pass;  // blocked or worse, once anything was
};

/// Every capability of the catalogue, from the results of the cases that ran; `all` is every case there is. Untestable
/// clauses are left out, and probes count for no requirement. Pointers lead into `results`.
std::vector<CapabilityResult> roll_up(const spec::Catalogue& catalogue, const std::vector<CaseResult>& results,
                                      const std::vector<const scenario::Case*>& all);

/// Every reading of the catalogue: one result a probe that ran. It takes a letter only if all its cases take the same;
/// cases that pass with different letters fail it.
std::vector<ReadingResult> roll_up_readings(const spec::Catalogue& catalogue, const std::vector<CaseResult>& results);

}  // namespace swconform
