// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/notation.hpp"

#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace swconform::cli {
namespace {

std::string floating(double number) {
  if (std::isnan(number)) return "nan";
  std::string text = fmt::format("{}", number);
  if (std::isfinite(number) && text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

/// Nested lists of integers without blanks: [2,[3,4]].
std::string compact(const Value& value) {
  const Value::List* list = value.list();
  if (!list) return value.text() ? *value.text() : notation(value);
  std::string text;
  for (const Value& item : *list) text += (text.empty() ? "" : ",") + compact(item);
  return "[" + text + "]";
}

std::string record(const Value& value) {
  if (const Value* layout = value.tagged_as("layout")) {
    const Value::List* parts = layout->list();
    if (parts && parts->size() == 2) return compact(parts->front()) + ":" + compact(parts->back());
  }
  if (const Value* shape = value.tagged_as("shape")) return compact(*shape);
  for (const std::string_view tag : {"ref", "dtype", "name"}) {
    const Value* name = value.tagged_as(tag);
    if (name && name->text()) return *name->text();
  }
  std::string text;
  for (const auto& [key, field] : *value.record()) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", key, notation(field));
  }
  return "{" + text + "}";
}

}  // namespace

std::string notation(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::null:
      return "none";
    case Value::Kind::boolean:
      return *value.boolean() ? "true" : "false";
    case Value::Kind::integer:
      return value.integer()->text();
    case Value::Kind::floating:
      return floating(*value.floating());
    case Value::Kind::text:
      return fmt::format("\"{}\"", *value.text());
    case Value::Kind::record:
      return record(value);
    case Value::Kind::list:
      break;
  }
  std::string text;
  for (const Value& item : *value.list()) text += (text.empty() ? "" : ", ") + notation(item);
  return "[" + text + "]";
}

std::string notation(const scenario::Matcher& matcher) {
  using Kind = scenario::Matcher::Kind;
  switch (matcher.kind) {
    case Kind::equal:
      return "is " + notation(matcher.value);
    case Kind::same_as:
      return "is the same as " + matcher.path;
    case Kind::same_object:
      return "is the object " + matcher.path;
    case Kind::not_object:
      return "is another object than " + matcher.path;
    case Kind::fresh:
      return "is a new object";
    case Kind::at_least:
      return "is at least " + notation(matcher.value);
    case Kind::repeats:
      return "is " + notation(matcher.value) + ", once or several times over";
    case Kind::injective:
      return "has no two coordinates on one index";
    case Kind::raises: {
      const std::string* kind = matcher.value.text();
      return "raises " + (kind ? *kind : notation(matcher.value));
    }
    case Kind::one_of:
      break;
  }
  std::string text;
  for (const auto& [letter, alternative] : matcher.alternatives) {
    text +=
        fmt::format("{}{}{}", text.empty() ? "" : ", or ", letter.empty() ? "" : letter + ": ", notation(alternative));
  }
  return text;
}

std::string notation(const scenario::Check& check) {
  using Subject = scenario::Check::Subject;
  const std::string matcher = notation(check.matcher);
  const std::string* text = check.matcher.value.text();
  switch (check.subject) {
    case Subject::raises:
      if (check.matcher.kind == scenario::Matcher::Kind::equal && text) return "raises " + *text;
      return "raises an error that " + matcher;
    case Subject::returns:
      return "the answer " + matcher;
    case Subject::message:
      return "the message " + matcher;
    case Subject::mentions:
      return "the message mentions " + notation(check.matcher.value);
    case Subject::fact:
      break;
  }
  return check.path + " " + matcher;
}

}  // namespace swconform::cli
