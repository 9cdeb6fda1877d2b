// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "runner/engine/facts_table.hpp"
#include "runner/engine/replies.hpp"
#include "runner/scenario/case.hpp"
#include "runner/spec/catalogue.hpp"
#include "runner/transport/transport.hpp"
#include "runner/verdict/verdict.hpp"

namespace swconform::fuzz {

/// What one implementation did with a session.
struct Performance {
  bool given = false;              // all givens are there
  std::vector<Outcome> outcomes;   // of the calls, as far as it came
  std::vector<Snapshot> moments;   // before the first call, and after each
  std::optional<Replies::Fault> fault;

  /// The facts of a tensor that is bound after `call` calls; nullptr where there are none.
  const ObjectFacts* facts(std::string_view name, std::size_t call) const;
};

/// A connection to an implementation.
class Player {
 public:
  /// Throws StartError where the implementation does not answer hello.
  Player(const Implementation& implementation, std::chrono::milliseconds limit);

  const Hello& hello() const { return hello_; }
  Performance play(const scenario::Case& session);
  /// The verdict on it as a case of the suite.
  Verdict judge(const scenario::Case& session, const spec::Requirement* requirement);

 private:
  Exchange exchange(const CaseRequest& request);

  const Implementation& implementation_;
  std::chrono::milliseconds limit_;
  std::unique_ptr<Transport> transport_;
  Hello hello_;
};

}  // namespace swconform::fuzz
