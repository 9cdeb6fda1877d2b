// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "reference/int.hpp"

namespace strideweave {

/// An integer, or a list of IntTuples: what a Shape, a Stride or a coordinate is written down as.
/// Text: `5`, `[]`, `[2,[3,4]]`, blanks allowed anywhere between symbols.
class IntTuple {
 public:
  using List = std::vector<IntTuple>;

  /// The empty list.
  IntTuple() = default;
  IntTuple(Int value) : value_(value) {}
  template <BuiltinInteger T>
  IntTuple(T value) : value_(Int(value)) {}
  IntTuple(std::initializer_list<IntTuple> items) : value_(List(items)) {}
  explicit IntTuple(List items) : value_(std::move(items)) {}

  /// ValueError unless the whole text is one IntTuple, or if it nests deeper than 1000 levels.
  static IntTuple parse(std::string_view text);

  bool is_int() const { return std::holds_alternative<Int>(value_); }
  /// Precondition: is_int().
  Int value() const { return std::get<Int>(value_); }
  /// Precondition: !is_int().
  const List& items() const { return std::get<List>(value_); }

  friend bool operator==(const IntTuple&, const IntTuple&) = default;

 private:
  std::variant<List, Int> value_;
};

std::string to_string(const IntTuple& tuple);

}  // namespace strideweave
