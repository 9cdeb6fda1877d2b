// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <system_error>

#include "bindings/protocol/messages.hpp"
#include "bindings/protocol/value.hpp"

namespace swconform {
namespace {

constexpr std::size_t max_depth = 100;
constexpr std::int64_t largest_number = std::int64_t{1} << 53;  // what every JSON library keeps exactly

void write_text(std::string& out, const std::string& text) {
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  if (plain) {
    out.append(1, '"').append(text).append(1, '"');
  } else {
    // Messages of an implementation need not be UTF-8; what is not becomes U+FFFD.
    out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

void write(std::string& out, const Integer& number) {
  const auto small = number.to_int64();
  if (small && -largest_number <= *small && *small <= largest_number) {
    out += std::to_string(*small);
  } else {
    out.append("{\"int\":\"").append(number.text()).append("\"}");
  }
}

void write(std::string& out, double number) {
  out += "{\"float\":\"";
  if (std::isnan(number)) {
    out += "nan";
  } else {
    char digits[32];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);  // shortest; inf and -inf too
  }
  out += "\"}";
}

void write(std::string& out, const Value& value) {
  switch (value.kind()) {
    case Value::Kind::null:
      out += "null";
      break;
    case Value::Kind::boolean:
      out += *value.boolean() ? "true" : "false";
      break;
    case Value::Kind::integer:
      write(out, *value.integer());
      break;
    case Value::Kind::floating:
      write(out, *value.floating());
      break;
    case Value::Kind::text:
      write_text(out, *value.text());
      break;
    case Value::Kind::list: {
      char separator = '[';
      for (const Value& item : *value.list()) {
        out += separator;
        write(out, item);
        separator = ',';
      }
      out += value.list()->empty() ? "[]" : "]";
      break;
    }
    case Value::Kind::record: {
      char separator = '{';
      for (const auto& [key, content] : *value.record()) {
        out += separator;
        write_text(out, key);
        out += ':';
        write(out, content);
        separator = ',';
      }
      out += value.record()->empty() ? "{}" : "}";
      break;
    }
  }
}

double parse_float(const std::string& text) {
  if (text == "nan") return std::nan("");
  if (text == "inf") return HUGE_VAL;
  if (text == "-inf") return -HUGE_VAL;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool decimal = text.find_first_not_of("0123456789+-.eE") == std::string::npos;
  if (!decimal || error != std::errc() || end != text.data() + text.size()) {
    throw ProtocolError("{\"float\": ...} holds \"" + text +
                        "\", which is no decimal number of 64 bits, nan, inf or -inf");
  }
  return number;
}

// {"int": "..."} and {"float": "..."} as the numbers they are, other records unchanged.
Value untagged(Value record) {
  if (const Value* digits = record.tagged_as("int")) {
    const auto number = digits->text() != nullptr ? Integer::parse(*digits->text()) : std::nullopt;
    if (!number) throw ProtocolError("{\"int\": ...} must hold a decimal integer as text");
    return *number;
  }
  if (const Value* digits = record.tagged_as("float")) {
    if (digits->text() == nullptr) throw ProtocolError("{\"float\": ...} must hold a number as text");
    return parse_float(*digits->text());
  }
  return record;
}

void refuse_repeated_keys(const Value::Record& record) {
  std::vector<std::string_view> keys;
  keys.reserve(record.size());
  for (const auto& field : record) keys.emplace_back(field.first);
  std::sort(keys.begin(), keys.end());
  const auto repeated = std::adjacent_find(keys.begin(), keys.end());
  if (repeated != keys.end()) throw ProtocolError("the key \"" + std::string(*repeated) + "\" is there twice");
}

// Builds the Value while nlohmann reads; every refusal is an exception.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Value result;

  bool null() override { return add(Value()); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override {
    if (value < -largest_number) refuse_large();
    return add(value);
  }
  bool number_unsigned(std::uint64_t value) override {
    if (value > static_cast<std::uint64_t>(largest_number)) refuse_large();
    return add(static_cast<std::int64_t>(value));
  }
  bool number_float(double, const std::string& text) override {
    if (text.find_first_of(".eE") == std::string::npos) refuse_large();
    throw ProtocolError("the bare number " + text + " is neither an integer nor {\"float\": \"...\"}");
  }
  bool string(std::string& text) override { return add(std::move(text)); }
  bool binary(nlohmann::json::binary_t&) override { throw ProtocolError("binary data"); }
  bool start_object(std::size_t) override { return open(Value::Record()); }
  bool start_array(std::size_t) override { return open(Value::List()); }
  bool key(std::string& name) override {
    open_.back().record()->emplace_back(std::move(name), Value());
    return true;
  }
  bool end_object() override {
    refuse_repeated_keys(*open_.back().record());
    return close();
  }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& why) override {
    throw ProtocolError("not one JSON value, at byte " + std::to_string(position) + ": " + why.what());
  }

 private:
  [[noreturn]] static void refuse_large() {
    throw ProtocolError("an integer beyond 2^53 must be written {\"int\": \"...\"}");
  }
  bool open(Value container) {
    if (open_.size() == max_depth) throw ProtocolError("nested deeper than " + std::to_string(max_depth));
    open_.push_back(std::move(container));
    return true;
  }
  bool close() {
    Value finished = untagged(std::move(open_.back()));
    open_.pop_back();
    return add(std::move(finished));
  }
  bool add(Value value) {
    if (open_.empty()) {
      result = std::move(value);
    } else if (Value::List* list = open_.back().list()) {
      list->push_back(std::move(value));
    } else {
      open_.back().record()->back().second = std::move(value);
    }
    return true;
  }

  std::vector<Value> open_;  // the containers around the place read, outermost first
};

}  // namespace

std::string to_json(const Value& value) {
  std::string out;
  write(out, value);
  return out;
}

Value from_json(std::string_view line) {
  // nlohmann takes a NUL byte for the end and skips a byte order mark.
  const std::size_t nul = line.find('\0');
  if (nul != std::string_view::npos) throw ProtocolError("a NUL byte, at byte " + std::to_string(nul + 1));
  if (line.starts_with("\xEF\xBB\xBF")) throw ProtocolError("a byte order mark");
  Builder builder;
  nlohmann::json::sax_parse(line.begin(), line.end(), &builder);
  return std::move(builder.result);
}

}  // namespace swconform
