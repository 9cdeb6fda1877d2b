// SPDX-License-Identifier: Apache-2.0
// Judges the suite itself: wrong implementations must die in a case that asserts the clause they break, right ones must
// live, and none that does nothing may pass a requirement.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/cpp/harness.hpp"
#include "runner/scenario/fixtures.hpp"
#include "runner/spec/catalogue.hpp"
#include "runner/transport/transport.hpp"
#include "runner/verdict/verdict.hpp"

namespace swconform::judgement {

/// Turns the right implementation into another one.
using Change = std::function<void(sdk::Harness&)>;

/// Wrong in one clause.
struct Mutant {
  std::string clause;  // views.permute.9
  std::string name;    // what its author got wrong
  Change change;
};

/// Right, but different where the spec leaves room. Every case must pass, or end in one of the tolerated verdicts, and
/// every probe must report the reading that is taken.
struct Variant {
  std::string name;
  Change change;
  std::set<Verdict> tolerated = {};
  std::map<std::string, std::string> takes = {};  // views.permute?Q4: "B"; elsewhere what the reference takes
};

/// From which step of a case on a vacuous implementation is one. It does the steps before as they should be done.
enum class Empty { throughout, after_the_givens, where_judged };
inline constexpr std::array<Empty, 3> all_empty = {Empty::throughout, Empty::after_the_givens, Empty::where_judged};

/// Answers without doing anything: may not pass a single requirement, however late it begins.
struct Vacuous {
  std::string name;
  sdk::OperationWrapper answer;  // in place of every operation. Nothing: it offers none
};

struct Judged {
  enum class Fate {
    killed,          // a case that asserts its clause fails in that clause
    died_elsewhere,  // cases fail, but none in its clause
    survived,        // no case fails
  };
  std::string clause;  // the mutant's
  std::string name;
  Fate fate = Fate::survived;
  std::size_t not_passing = 0;    // ordinary cases of the requirement, probes left out
  std::size_t cases = 0;          // of those
  std::vector<std::string> seen;  // "views.permute/invalid/negative: fail in 11", ... of cases that do not pass
};

/// Everything there is to be said in the end.
struct Score {
  struct Requirement {
    std::string id;
    std::size_t killed = 0;
    std::size_t mutants = 0;
  };
  std::vector<Requirement> requirements;    // those with fixtures, in catalogue order
  std::vector<Judged> survivors;            // not killed
  std::vector<std::string> too_broad;       // clauses of which every killed mutant fails more than half of the cases
  std::vector<std::string> without_mutant;  // testable clauses
  std::size_t variants = 0;
  std::vector<std::string> rejected;  // "name: case: verdict: why"
  std::set<std::string> rejected_names;
  std::size_t vacuous = 0;  // each from every step on that it may begin with
  std::size_t vacuous_passes = 0;
  std::vector<std::string> passed;  // "name, from which step on: requirement"

  std::size_t mutants() const;
  bool perfect() const;
  /// A line for each requirement, every fault by name, and the line of the score.
  std::string text() const;
};

/// The suite, and the right implementation that mutants are made of.
class Judge {
 public:
  /// Reads `spec` and `scenarios` under `root`. Throws what their readers throw.
  Judge(const std::filesystem::path& root, sdk::Harness reference);

  const spec::Catalogue& catalogue() const { return catalogue_; }
  const scenario::Fixtures& fixtures() const { return fixtures_; }
  const sdk::Harness& reference() const { return reference_; }

  /// The requirements that have fixtures, in catalogue order.
  std::vector<std::string> requirements() const;
  /// The cases of one requirement, its probes included, against a changed implementation.
  RunResult run(std::string_view requirement, const Change& change) const;
  RunResult run(std::string_view requirement, const Vacuous& vacuous, Empty empty) const;

  /// Precondition: the clause is testable and its requirement has fixtures, else std::invalid_argument.
  Judged judge(const Mutant& mutant) const;
  /// Why the variant is rejected, a line a case or probe; empty: accepted.
  std::vector<std::string> faults(const Variant& variant) const;
  /// The requirements it passes, beginning there; empty: refused.
  std::vector<std::string> passes(const Vacuous& vacuous, Empty empty) const;
  /// Testable clauses of a requirement that no mutant names.
  std::vector<std::string> clauses_without(const std::string& requirement, const std::vector<Mutant>& mutants) const;

  Score score(const std::vector<Mutant>& mutants, const std::vector<Variant>& variants,
              const std::vector<Vacuous>& vacuous) const;

 private:
  RunResult run(std::string_view requirement, Answerer answerer) const;

  spec::Catalogue catalogue_;
  sdk::Harness reference_;
  scenario::Fixtures fixtures_;
};

}  // namespace swconform::judgement
