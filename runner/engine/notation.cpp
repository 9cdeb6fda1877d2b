// SPDX-License-Identifier: Apache-2.0
#include "runner/engine/notation.hpp"

#include <fmt/format.h>

#include <cmath>

namespace swconform {
namespace {

constexpr std::size_t longest_list = 48;

std::string float_text(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result + '"';
}

/// A shape or stride: [2,[3,4]]; a single leaf alone is written 5 in a layout.
std::string compact(const Value& tree) {
  if (const Value::List* list = tree.list()) {
    std::string result = "[";
    for (const Value& item : *list) result += (result.size() > 1 ? "," : "") + compact(item);
    return result + "]";
  }
  if (const Integer* integer = tree.integer()) return integer->text();
  if (const std::string* text = tree.text()) return *text;
  if (const double* number = tree.floating()) return float_text(*number);
  return tree.is_null() ? "none" : "?";
}

std::string layout(const Value& pair) {
  const Value::List* parts = pair.list();
  if (parts == nullptr || parts->size() != 2) return compact(pair);
  const auto single = [](const Value& tree) {
    return tree.list() != nullptr && tree.list()->size() == 1 && tree.list()->front().list() == nullptr;
  };
  const Value& shape = (*parts)[0];
  const Value& stride = (*parts)[1];
  if (single(shape) && single(stride)) return compact(shape.list()->front()) + ":" + compact(stride.list()->front());
  return compact(shape) + ":" + compact(stride);
}

std::string slice(const Value& parts, const Moment& moment) {
  const Value::List* bounds = parts.list();
  if (bounds == nullptr) return notation(parts, moment);
  std::string result;
  for (std::size_t i = 0; i < bounds->size(); ++i) {
    if (i > 0) result += ":";
    if (!(*bounds)[i].is_null()) result += notation((*bounds)[i], moment);
  }
  if (bounds->size() == 3 && bounds->back().is_null()) result.pop_back();
  return result;
}

std::string fields(const Value::Record& record, const Moment& moment) {
  std::string result = "{";
  for (const auto& [name, value] : record)
    result += (result.size() > 1 ? ", " : "") + name + ": " + notation(value, moment);
  return result + "}";
}

std::string plain(const Value& value, const Moment& moment) {
  return value.text() != nullptr ? *value.text() : notation(value, moment);
}

std::string tagged(const std::string& tag, const Value& content, const Value::Record& whole, const Moment& moment) {
  if (tag == "object" && content.integer() != nullptr) {
    const auto key = content.integer()->to_int64();
    return key ? moment.name_of(*key) : "object#" + content.integer()->text();
  }
  if (tag == "layout") return layout(content);
  if (tag == "shape" || tag == "stride" || tag == "tree") return compact(content);
  if (tag == "dtype" || tag == "ref") return plain(content, moment);
  if (tag == "slice") return slice(content, moment);
  if (tag == "unreadable") return "unreadable: " + plain(content, moment);
  if (tag == "one of") return "one of " + notation(content, moment);
  if (tag == "map" && content.record() != nullptr) return fields(*content.record(), moment);
  if (tag == "error") {
    const Value* kind = content.find("kind");
    const Value* message = content.find("message");
    std::string result = "raises " + (kind != nullptr ? plain(*kind, moment) : notation(content, moment));
    if (message != nullptr && message->text() != nullptr) result += ": " + quoted(*message->text());
    return result;
  }
  return fields(whole, moment);
}

}  // namespace

std::string notation(const Value& value, const Moment& moment) {
  switch (value.kind()) {
    case Value::Kind::null:
      return "none";
    case Value::Kind::boolean:
      return *value.boolean() ? "true" : "false";
    case Value::Kind::integer:
      return value.integer()->text();
    case Value::Kind::floating:
      return float_text(*value.floating());
    case Value::Kind::text:
      return quoted(*value.text());
    case Value::Kind::list: {
      std::string result = "[";
      const Value::List& list = *value.list();
      for (std::size_t i = 0; i < list.size() && i < longest_list; ++i)
        result += (i > 0 ? ", " : "") + notation(list[i], moment);
      if (list.size() > longest_list) result += fmt::format(", ... {} in all", list.size());
      return result + "]";
    }
    case Value::Kind::record: {
      const Value::Record& record = *value.record();
      if (record.size() == 1) return tagged(record.front().first, record.front().second, record, moment);
      return fields(record, moment);
    }
  }
  return {};
}

std::string notation(const scenario::Matcher& matcher, const Moment& moment) {
  using Kind = scenario::Matcher::Kind;
  switch (matcher.kind) {
    case Kind::equal:
      return notation(matcher.value, moment);
    case Kind::same_as:
      return "same as " + matcher.path;
    case Kind::same_object:
      return "same object as " + matcher.path;
    case Kind::not_object:
      return "not " + matcher.path;
    case Kind::fresh:
      return "fresh";
    case Kind::one_of: {
      std::string result = "one of ";
      for (const auto& [letter, alternative] : matcher.alternatives) {
        if (&alternative != &matcher.alternatives.front().matcher) result += ", ";
        result += (letter.empty() ? "" : letter + ": ") + notation(alternative, moment);
      }
      return result;
    }
    case Kind::at_least:
      return "at least " + notation(matcher.value, moment);
    case Kind::repeats:
      return notation(matcher.value, moment) + " once or several times over";
    case Kind::injective:
      return "an injective layout";
    case Kind::raises:
      return "raises " + plain(matcher.value, moment);
  }
  return {};
}

std::string notation(const Outcome& outcome, const Moment& moment) {
  const auto because = [&outcome](std::string_view word) {
    return outcome.message.empty() ? std::string(word) : fmt::format("{}: {}", word, outcome.message);
  };
  switch (outcome.kind) {
    case Outcome::Kind::value:
      return notation(outcome.value, moment);
    case Outcome::Kind::error:
      return fmt::format("{}: {}", outcome.error_kind, quoted(outcome.message));
    case Outcome::Kind::unsupported:
      return because("unsupported");
    case Outcome::Kind::absent:
      return because("absent");
    case Outcome::Kind::skipped:
      return because("skipped");
    case Outcome::Kind::internal:
      return because("internal");
  }
  return {};
}

std::string notation(const scenario::Place& place) {
  return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

}  // namespace swconform
