// SPDX-License-Identifier: Apache-2.0
#include "runner/scenario/matchers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/scenario/layouts.hpp"
#include "runner/scenario/scalars.hpp"

namespace swconform::scenario {
namespace {

Value encoded_layout(const Node& node) {
  const LayoutText layout = layout_of(node, true);
  return Value::tagged("layout", Value(Value::List{layout.shape, layout.stride}));
}

Value expected_list(const Node& node, const Scope& scope) {
  Value::List items;
  for (const NodePtr& item : node.items) items.push_back(expected_value(*item, scope));
  return Value(std::move(items));
}

Value expected_word(const Node& node, const Scope& scope) {
  if (is_built_in_dtype(node.text)) return Value::tagged("dtype", Value(node.text));
  const Path path = scope.path(node);
  if (path.binding->value) return *path.binding->value;
  return Value::tagged("ref", Value(path.text));
}

/// The path of an object or a fact, for a matcher that compares with it.
std::string compared_path(const Node& node, const Scope& scope) {
  const Path path = scope.path(node);
  if (path.binding->value) node.fail(fmt::format("`{}` stands for a value, not for an object", path.root));
  return path.text;
}

const std::vector<std::string>& matcher_words() {
  static const std::vector<std::string> words{"same as",  "same object as", "not",   "one of",
                                              "at least", "repeats",        "raises"};
  return words;
}

std::vector<Alternative> alternatives(const Node& node, const Scope& scope,
                                      Matcher (*read)(const Node&, const Scope&)) {
  if (node.is_map()) {
    node.fail("`one of` with letters", "readings are told apart by a probe: then: {A: {...}, B: {...}}");
  }
  const std::vector<NodePtr>& items = items_of(node, "`one of`");
  if (items.size() < 2) node.fail("`one of` has two alternatives at least");
  std::vector<Alternative> result;
  for (const NodePtr& item : items) result.push_back({"", read(*item, scope)});
  return result;
}

Matcher kind_of_error(const Node& node, const Scope&) {
  Matcher matcher;
  matcher.place = node.place();
  std::vector<std::string> kinds = error_kinds();
  kinds.emplace_back("any");
  if (!node.is_plain() || std::find(kinds.begin(), kinds.end(), node.text) == kinds.end()) {
    const std::string written = write(node);
    node.fail(fmt::format("`{}` is no kind of error", written), suggest(written, kinds));
  }
  matcher.value = Value(node.text);
  return matcher;
}

Matcher map_matcher(const Node& node, const Scope& scope) {
  if (node.keys.size() != 1) {
    node.fail("a matcher is a value or a map with one key", "{same as: t.layout}, {one of: [...]}, {at least: 1}");
  }
  const Node& key = *node.keys[0];
  const Node& content = *node.items[0];
  Matcher matcher;
  matcher.place = node.place();
  if (key.text == "same as" || key.text == "same object as" || key.text == "not") {
    matcher.kind = key.text == "same as"          ? Matcher::Kind::same_as
                   : key.text == "same object as" ? Matcher::Kind::same_object
                                                  : Matcher::Kind::not_object;
    matcher.path = compared_path(content, scope);
  } else if (key.text == "one of") {
    matcher.kind = Matcher::Kind::one_of;
    matcher.alternatives = alternatives(content, scope, &read_matcher);
  } else if (key.text == "at least") {
    matcher.kind = Matcher::Kind::at_least;
    matcher.value = Value(integer_of(content, "`at least`"));
  } else if (key.text == "repeats") {
    matcher.kind = Matcher::Kind::repeats;
    if (items_of(content, "`repeats`").empty()) content.fail("an empty list repeats nothing");
    matcher.value = expected_list(content, scope);
  } else if (key.text == "raises") {
    matcher.kind = Matcher::Kind::raises;
    matcher.value = kind_of_error(content, scope).value;
  } else {
    key.fail(fmt::format("there is no matcher `{}`", key.text), suggest(key.text, matcher_words()));
  }
  return matcher;
}

/// Text, an integer, a fact, or `{one of: [...]}` of these.
Value mention(const Node& node, const Scope& scope, bool nested) {
  if (node.is_map() && node.tag.empty() && !nested) {
    const Members members(node, "what is mentioned", {"one of"});
    Value::List items;
    const Node& choices = members.need("one of");
    for (const NodePtr& item : items_of(choices, "`one of`")) items.push_back(mention(*item, scope, true));
    if (items.size() < 2) choices.fail("`one of` has two alternatives at least");
    return Value::tagged("one of", Value(std::move(items)));
  }
  if (node.is_scalar() && (node.quoted || node.tag == "str")) {
    if (node.text.empty()) node.fail("every message contains an empty text");
    return Value(node.text);
  }
  if (node.is_plain() && classify(node.text) == ScalarKind::word) {
    return Value::tagged("ref", Value(compared_path(node, scope)));
  }
  return Value(integer_of(node, "what is mentioned"));
}

Matcher mentions(const Node& node, const Scope& scope) {
  Matcher matcher;
  matcher.place = node.place();
  Value::List items;
  for (const NodePtr& item : items_of(node, "`mentions`")) items.push_back(mention(*item, scope, false));
  if (items.empty()) node.fail("nothing is mentioned");
  matcher.value = Value(std::move(items));
  return matcher;
}

}  // namespace

Value expected_value(const Node& node, const Scope& scope) {
  if (node.tag == "list" && !node.is_list())
    node.fail(fmt::format("!list holds a list, and this is {}", describe(node)));
  if (node.is_list() && (node.tag.empty() || node.tag == "list")) return expected_list(node, scope);
  if (node.tag == "str" && node.is_scalar()) return Value(node.text);
  if (node.tag == "int" || node.tag == "float") return number_of(node, "this");
  if (node.tag == "shape") return Value::tagged("shape", int_tuple_of(node, 1, "an extent"));
  if (node.tag == "layout") return encoded_layout(node);
  if (node.tag == "dtype" && node.is_scalar()) {
    if (!is_built_in_dtype(node.text)) {
      node.fail_inside(0, fmt::format("there is no built-in dtype `{}`", node.text),
                       suggest(node.text, built_in_dtypes()));
    }
    return Value::tagged("dtype", Value(node.text));
  }
  if (!node.tag.empty()) {
    node.fail(fmt::format("!{} is nothing that can be expected", node.tag),
              "an object is built under `given`, and compared by its name");
  }
  if (node.is_map()) node.fail("an expected value is no map");
  if (node.quoted) {
    if (looks_like_layout(node.text)) return encoded_layout(node);
    return Value::tagged("shape", shape_of(node));
  }
  switch (classify(node.text)) {
    case ScalarKind::none:
      return Value();
    case ScalarKind::word:
      return expected_word(node, scope);
    default:
      return number_of(node, "this");
  }
}

Matcher read_matcher(const Node& node, const Scope& scope) {
  if (node.is_map() && node.tag.empty()) return map_matcher(node, scope);
  Matcher matcher;
  matcher.place = node.place();
  if (node.is_plain() && node.text == "fresh") {
    matcher.kind = Matcher::Kind::fresh;
  } else if (node.is_plain() && node.text == "injective") {
    matcher.kind = Matcher::Kind::injective;
  } else {
    matcher.value = expected_value(node, scope);
  }
  return matcher;
}

Matcher read_raises(const Node& node, const Scope& scope) {
  if (!node.is_map()) return kind_of_error(node, scope);
  const Members members(node, "`raises`", {"same object as", "one of"});
  if (node.keys.size() != 1) node.fail("an error is a kind, or a map with one key", "{same object as: boom}");
  Matcher matcher;
  matcher.place = node.place();
  if (const Node* choices = members.find("one of")) {
    matcher.kind = Matcher::Kind::one_of;
    matcher.alternatives = alternatives(*choices, scope, &kind_of_error);
  } else {
    matcher.kind = Matcher::Kind::same_object;
    matcher.path = compared_path(members.need("same object as"), scope);
  }
  return matcher;
}

Check read_check(const Node& key, const Node& value, const Scope& scope) {
  Check check;
  check.place = key.place();
  if (key.text == "raises") {
    check.subject = Check::Subject::raises;
    check.matcher = read_raises(value, scope);
  } else if (key.text == "returns") {
    check.subject = Check::Subject::returns;
    check.matcher = read_matcher(value, scope);
  } else if (key.text == "message") {
    check.subject = Check::Subject::message;
    if (!value.is_scalar() || !(value.quoted || value.tag == "str")) value.fail("a message is a quoted text");
    check.matcher.value = Value(value.text);
    check.matcher.place = value.place();
  } else if (key.text == "mentions") {
    check.subject = Check::Subject::mentions;
    check.matcher = mentions(value, scope);
  } else {
    check.path = compared_path(key, scope);
    check.matcher = read_matcher(value, scope);
    const bool itself = !check.matcher.path.empty() && check.matcher.path == check.path;
    if (itself) value.fail(fmt::format("`{}` is compared with itself", check.path));
  }
  return check;
}

std::vector<Check> read_checks(const Node& node, std::string_view what, const Scope& scope) {
  if (!node.is_map() || !node.tag.empty()) {
    node.fail(fmt::format("{} is a map of checks, and this is {}", what, describe(node)), "{v.layout: \"2:1\"}");
  }
  if (node.keys.empty()) node.fail(fmt::format("{} asserts nothing", what));
  std::vector<Check> checks;
  for (std::size_t i = 0; i < node.keys.size(); ++i) checks.push_back(read_check(*node.keys[i], *node.items[i], scope));
  return checks;
}

std::vector<std::string> admitted_kinds(const Matcher& raises) {
  std::vector<std::string> kinds;
  if (raises.kind == Matcher::Kind::equal && raises.value.text() != nullptr) kinds.push_back(*raises.value.text());
  for (const auto& [letter, alternative] : raises.alternatives) {
    for (std::string& kind : admitted_kinds(alternative)) kinds.push_back(std::move(kind));
  }
  return kinds;
}

}  // namespace swconform::scenario
