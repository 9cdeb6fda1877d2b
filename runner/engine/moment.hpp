// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/protocol/messages.hpp"
#include "runner/engine/facts_table.hpp"

namespace swconform {

/// What a fixture's path leads to.
class Answer {
 public:
  enum class Kind {
    value,
    untold,   // the harness cannot tell: nobody is to blame
    nothing,  // there is no such thing
  };

  static Answer borrowed(const Value& value);  // the value must outlive the answer
  static Answer owned(Value value);
  static Answer untold(std::string why);
  static Answer nothing(std::string why);

  Kind kind() const { return kind_; }
  /// Precondition: kind value.
  const Value& value() const { return borrowed_ != nullptr ? *borrowed_ : *owned_; }
  const std::string& why() const { return why_; }
  /// Set for what a carrier holds: it compares as numbers of this dtype ("" where that has no name).
  const std::optional<std::string>& dtype() const { return dtype_; }
  Answer as_numbers(std::string dtype) &&;

 private:
  Kind kind_ = Kind::value;
  const Value* borrowed_ = nullptr;
  std::optional<Value> owned_;
  std::string why_;
  std::optional<std::string> dtype_;
};

/// The facts around one step, as fixtures speak of them. The references must outlive it.
struct Moment {
  const Hello& hello;
  const Snapshot& givens;  // after the givens: versions count from here
  const Snapshot& before;
  const Snapshot& after;

  /// What the path means after the step. Counts of spies are those of this step; versions their increase since the
  /// givens, also inside `snapshot`; `values`, `shape`, `carriers`, `offsets` and `count` of a tensor are worked out
  /// here.
  Answer at(std::string_view path) const;

  /// For people: the name bound to an object, a path to it, or its kind and token.
  std::string name_of(std::int64_t token) const;
};

/// Whether the reader of fixtures invented this name, for a typed value nobody named: $1, t.$carrier.
bool is_hidden(std::string_view name);

/// "a.b.c" in its parts.
std::vector<std::string_view> split_path(std::string_view path);

}  // namespace swconform
