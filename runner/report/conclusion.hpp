// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "runner/report/reporter.hpp"

namespace swconform::report {

/// Whether the run is what was hoped for, and if not, why: one phrase for each kind of reason.
struct Conclusion {
  bool as_expected = false;
  std::vector<std::string> reasons;  // "2 cases fail", "19 requirements are untested", ...
};

/// As expected: every selected case passes or is not applicable, every probe takes one reading, and every requirement
/// selected as a whole passes. A requirement of which only some cases were selected counts by those alone.
Conclusion conclude(const FinishedRun& run);

}  // namespace swconform::report
