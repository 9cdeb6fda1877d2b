// SPDX-License-Identifier: Apache-2.0
#include "runner/scenario/node.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/scenario/scalars.hpp"

namespace swconform::scenario {

std::string_view Node::referred_column() const {
  if (!is_plain() || text.size() < 2 || text[0] != '$') return {};
  return std::string_view(text).substr(1);
}

void Node::fail_inside(std::size_t offset, std::string_view problem, std::string_view meant) const {
  const std::string_view whole = source->line(line);
  const std::size_t begin = whole.find(text, static_cast<std::size_t>(column) - 1);
  if (begin == std::string_view::npos) fail(problem, meant);
  source->fail(line, static_cast<int>(begin + offset) + 1, problem, meant);
}

namespace {

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else {
      out += c;
    }
  }
  out += '"';
}

bool needs_quotes(const Node& node) {
  if (node.quoted) return true;
  // Under a tag the reader cannot tell whether there were quotes: a single word or number needs none.
  return !node.tag.empty() && !is_plain_word(node.text);
}

void append(std::string& out, const Node& node) {
  if (!node.tag.empty()) out += "!" + node.tag + " ";
  switch (node.kind) {
    case Node::Kind::scalar:
      if (needs_quotes(node)) {
        append_quoted(out, node.text);
      } else {
        out += node.text;
      }
      return;
    case Node::Kind::list:
      out += '[';
      for (std::size_t i = 0; i < node.items.size(); ++i) {
        if (i != 0) out += ", ";
        append(out, *node.items[i]);
      }
      out += ']';
      return;
    case Node::Kind::map:
      out += '{';
      for (std::size_t i = 0; i < node.items.size(); ++i) {
        if (i != 0) out += ", ";
        append(out, *node.keys[i]);
        out += ": ";
        append(out, *node.items[i]);
      }
      out += '}';
      return;
  }
}

}  // namespace

std::string write(const Node& node) {
  std::string out;
  append(out, node);
  return out;
}

std::string describe(const Node& node) {
  if (!node.tag.empty()) {
    const char* kind = node.is_list() ? " with a list" : node.is_scalar() && !node.text.empty() ? " with a word" : "";
    return fmt::format("a !{}{}", node.tag, kind);
  }
  if (node.is_list()) return "a list";
  if (node.is_map()) return "a map";
  if (node.quoted) return "a quoted text";
  switch (classify(node.text)) {
    case ScalarKind::boolean:
      return "a boolean";
    case ScalarKind::none:
      return "None";
    case ScalarKind::integer:
      return "an integer";
    case ScalarKind::floating:
      return "a float";
    case ScalarKind::word:
      return "a word";
    case ScalarKind::malformed:
      break;
  }
  return "a malformed number";
}

const std::vector<NodePtr>& items_of(const Node& node, std::string_view what) {
  if (!node.is_list() || !(node.tag.empty() || node.tag == "list")) {
    node.fail(fmt::format("{} is a list, and this is {}", what, describe(node)));
  }
  return node.items;
}

Members::Members(const Node& map, std::string_view what, std::vector<std::string> allowed) : map_(&map), what_(what) {
  const bool right_tag = map.tag.empty() || what == "!" + map.tag;
  if (!map.is_map() || !right_tag) map.fail(fmt::format("{} is a map, and this is {}", what, describe(map)));
  for (const NodePtr& key : map.keys) {
    if (std::find(allowed.begin(), allowed.end(), key->text) == allowed.end()) {
      key->fail(fmt::format("{} has no `{}`", what, key->text), suggest(key->text, allowed));
    }
  }
}

const Node* Members::find(std::string_view key) const {
  for (std::size_t i = 0; i < map_->keys.size(); ++i) {
    if (map_->keys[i]->text == key) return map_->items[i].get();
  }
  return nullptr;
}

const Node* Members::key(std::string_view key) const {
  for (const NodePtr& candidate : map_->keys) {
    if (candidate->text == key) return candidate.get();
  }
  return nullptr;
}

const Node& Members::need(std::string_view key) const {
  if (const Node* found = find(key)) return *found;
  map_->fail(fmt::format("{} needs `{}`", what_, key));
}

}  // namespace swconform::scenario
