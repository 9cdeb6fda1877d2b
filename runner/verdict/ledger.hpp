// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "runner/verdict/verdict.hpp"

namespace swconform {

/// Expectation against outcome: the only place that decides whether a run went as expected. Every verdict is noted,
/// then finish() gives the decision; without it there is none.
class Ledger {
 public:
  struct Decision {
    bool as_expected = false;
    std::vector<std::string> unexpected;  // ids, in the order noted
  };

  /// Precondition: not finished yet.
  void note(std::string_view case_id, Verdict verdict);
  /// As expected: every case noted passes or is not applicable, and there was one. Precondition: not finished yet.
  Decision finish();

  /// 0 as expected, 1 not so.
  static int exit_code(const Decision& decision) { return decision.as_expected ? 0 : 1; }

  Ledger() = default;
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;
  ~Ledger();  // a ledger that was never finished is a defect of the program: asserts

 private:
  std::size_t noted_ = 0;
  bool finished_ = false;
  std::vector<std::string> unexpected_;
};

}  // namespace swconform
