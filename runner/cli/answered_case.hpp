// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/protocol/messages.hpp"
#include "runner/engine/facts_table.hpp"
#include "runner/engine/moment.hpp"
#include "runner/engine/replies.hpp"
#include "runner/transport/transport.hpp"

namespace swconform::cli {

/// Thrown for the first thing that is wrong with a harness.
struct WrongHarness {
  std::string what;
  std::string sent;               // the request
  std::vector<std::string> came;  // the lines of the answer
  std::string ending;             // how the exchange ended where it did not end as it should; or empty
  std::string stderr_tail;

  WrongHarness(std::string what, const Value& request, const Exchange& exchange);
};

/// One case that was sent to a harness, and what came back. Every question throws WrongHarness where the answer is not
/// the expected one; so does the construction where lines are missing or out of place.
class AnsweredCase {
 public:
  /// `hello` must outlive it.
  AnsweredCase(const Hello& hello, CaseRequest request, Exchange exchange);

  [[noreturn]] void wrong(std::string what) const;
  /// "in step 3 (permute)".
  std::string at(std::size_t step) const;

  const Outcome& outcome(std::size_t step) const { return replies_.outcomes[step]; }
  /// The outcome, as people write it.
  std::string text(std::size_t step) const;
  /// What was told up to and after the step.
  const Snapshot& after(std::size_t step) const { return snapshots_[step]; }
  /// What was told after it. Precondition: the step asks for facts.
  const Facts& facts(std::size_t step) const { return *replies_.facts[step]; }

  /// `expected` is for the message.
  void ends(std::size_t step, Outcome::Kind kind, std::string_view expected) const;
  void gives(std::size_t step, const Value& value) const;
  /// An object of this kind, to which the step's name is now bound. Its token.
  std::int64_t gives_object(std::size_t step, std::string_view kind) const;
  /// A fact of an object, if hello lists it.
  void tells(std::size_t step, std::int64_t key, std::string_view name, const Value& expected) const;
  /// The facts of the step say nothing, `since`.
  void tells_nothing(std::size_t step, std::string_view since) const;

 private:
  Moment moment(std::size_t step) const { return {hello_, snapshots_[0], snapshots_[step], snapshots_[step]}; }

  const Hello& hello_;
  CaseRequest request_;
  Exchange exchange_;
  Replies replies_;
  std::vector<Snapshot> snapshots_;  // one a step
};

}  // namespace swconform::cli
