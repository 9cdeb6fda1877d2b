// SPDX-License-Identifier: Apache-2.0
#include "runner/verdict/ledger.hpp"

#include <cassert>
#include <stdexcept>
#include <utility>

namespace swconform {

void Ledger::note(std::string_view case_id, Verdict verdict) {
  if (finished_) throw std::logic_error("a verdict noted in a ledger that is finished");
  ++noted_;
  if (verdict != Verdict::pass && verdict != Verdict::not_applicable) unexpected_.emplace_back(case_id);
}

Ledger::Decision Ledger::finish() {
  if (finished_) throw std::logic_error("a ledger finished twice");
  finished_ = true;
  return {noted_ > 0 && unexpected_.empty(), std::move(unexpected_)};
}

Ledger::~Ledger() { assert(finished_ || noted_ == 0); }

}  // namespace swconform
