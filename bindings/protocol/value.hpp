// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace swconform {

/// An exact integer of any size, as the protocol carries it: a number where 64 bits hold it, its decimal text beyond.
/// It has no arithmetic: who calculates says in which width.
class Integer {
 public:
  Integer(std::int64_t small = 0) : small_(small) {}  // NOLINT: an integer is an Integer
  /// Decimal digits, an optional minus sign, no leading zero, no plus, not "-0". Nothing for anything else.
  static std::optional<Integer> parse(std::string_view text);

  std::optional<std::int64_t> to_int64() const;
  std::string text() const;

  friend bool operator==(const Integer&, const Integer&) = default;

 private:
  std::int64_t small_ = 0;
  std::string big_;  // empty wherever small_ holds the value
};

/// What goes over the wire: null, booleans, integers, floats, text, lists and records. An integer and a float are never
/// equal (3 and 3.0 are different answers), NaN equals NaN, and -0.0 differs from 0.0.
class Value {
 public:
  using List = std::vector<Value>;
  using Field = std::pair<std::string, Value>;
  using Record = std::vector<Field>;  // in the order written; keys are unique
  enum class Kind { null, boolean, integer, floating, text, list, record };

  Value() = default;
  Value(bool boolean) : data_(boolean) {}                     // NOLINT(google-explicit-constructor)
  Value(int number) : data_(Integer(number)) {}               // NOLINT(google-explicit-constructor)
  Value(std::int64_t number) : data_(Integer(number)) {}      // NOLINT(google-explicit-constructor)
  Value(Integer number) : data_(std::move(number)) {}         // NOLINT(google-explicit-constructor)
  Value(double number) : data_(number) {}                     // NOLINT(google-explicit-constructor)
  Value(std::string text) : data_(std::move(text)) {}         // NOLINT(google-explicit-constructor)
  Value(std::string_view text) : data_(std::string(text)) {}  // NOLINT(google-explicit-constructor)
  Value(const char* text) : data_(std::string(text)) {}       // NOLINT(google-explicit-constructor)
  Value(List list) : data_(std::move(list)) {}                // NOLINT(google-explicit-constructor)
  Value(Record record) : data_(std::move(record)) {}          // NOLINT(google-explicit-constructor)
  /// A record with one field: `Value::tagged("ref", "x.carrier")` is {"ref": "x.carrier"}.
  static Value tagged(std::string tag, Value content);

  Kind kind() const { return static_cast<Kind>(data_.index()); }
  bool is_null() const { return kind() == Kind::null; }

  /// The content if it is of that kind, else nullptr.
  const bool* boolean() const { return std::get_if<bool>(&data_); }
  const Integer* integer() const { return std::get_if<Integer>(&data_); }
  const double* floating() const { return std::get_if<double>(&data_); }
  const std::string* text() const { return std::get_if<std::string>(&data_); }
  const List* list() const { return std::get_if<List>(&data_); }
  const Record* record() const { return std::get_if<Record>(&data_); }
  List* list() { return std::get_if<List>(&data_); }
  Record* record() { return std::get_if<Record>(&data_); }

  /// The field of a record, or nullptr where there is none or this is no record.
  const Value* find(std::string_view key) const;
  Value* find(std::string_view key) { return const_cast<Value*>(std::as_const(*this).find(key)); }
  /// The content of a record whose only field is `tag`, else nullptr.
  const Value* tagged_as(std::string_view tag) const;

  friend bool operator==(const Value& a, const Value& b);

 private:
  std::variant<std::monostate, bool, Integer, double, std::string, List, Record> data_;
};

/// One line of JSON without a line break. Integers beyond +-2^53 are {"int": "..."}, every float is {"float": "..."}
/// (shortest round trip, nan, inf, -inf).
std::string to_json(const Value& value);

/// The reverse, {"int"} and {"float"} included. ProtocolError for what is not one JSON value, bare JSON floats,
/// bare integers beyond +-2^53, repeated keys, bytes that are not UTF-8, and nesting deeper than 100.
Value from_json(std::string_view line);

}  // namespace swconform
