// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/protocol/messages.hpp"
#include "runner/scenario/fixtures.hpp"

namespace swconform::cli {

/// Something a harness declares in its hello.
struct Need {
  enum class Kind { operation, option, fact };
  Kind kind = Kind::operation;
  std::string name;
  friend auto operator<=>(const Need&, const Need&) = default;
};

/// "permute", "the option spy", "the fact layout".
std::string describe(const Need& need);

/// What a harness must declare so that the case can be judged. `everything` is the hello of one that has all.
std::set<Need> needs(const scenario::Case& of, const Hello& everything);

/// How far a harness is, and what to write next.
struct Progress {
  std::size_t ready = 0;  // cases that lack nothing
  std::size_t all = 0;
  std::vector<std::string> ready_scenarios;  // all of whose cases lack nothing

  /// What most cases lack and nothing else, and how many: zero where there is no such thing.
  Need next;
  std::size_t next_cases = 0;

  /// The scenario that lacks least, of those that lack anything; empty where none does.
  std::string nearest;
  std::set<Need> nearest_lacks;
};

Progress progress(const scenario::Fixtures& fixtures, const Hello& hello, const Hello& everything);

}  // namespace swconform::cli
