// SPDX-License-Identifier: Apache-2.0
// From yaml-cpp's events to nodes. The only file that knows yaml-cpp.
#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "runner/scenario/node.hpp"

namespace swconform::scenario {
namespace {

constexpr std::size_t deepest_nesting = 64;

class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(const Source& source) : source_(source) {}

  NodePtr root;

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (root) fail(mark, "a second document", "a fixture file is one document");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    if (!stack_.empty() && stack_.back().node->is_map()) {
      if (!stack_.back().key) fail(mark, "a key is missing here");
      const Node& key = *stack_.back().key;
      key.fail(fmt::format("the value of `{}` is missing", key.text), "None is written `none`");
    }
    fail(mark, "a value is missing here", "None is written `none`");
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    fail(mark, "an alias", "fixtures have no anchors and aliases: what cases share is a row of a table");
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_anchor(mark, anchor);
    auto node = make(Node::Kind::scalar, mark, tag);
    node->quoted = tag == "!";
    node->text = value;
    if (value.empty() && !node->tag.empty() && node->tag != "category" && !quotes_follow(*node)) {
      node->fail(fmt::format("the value of !{} is missing", node->tag));
    }
    node->has_columns = !node->referred_column().empty();
    add(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    begin(Node::Kind::list, mark, tag, anchor);
  }
  void OnSequenceEnd() override { end(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    begin(Node::Kind::map, mark, tag, anchor);
  }
  void OnMapEnd() override { end(); }

  [[noreturn]] void fail(const YAML::Mark& mark, std::string_view problem, std::string_view meant = {}) const {
    source_.fail(mark.line + 1, mark.column + 1, problem, meant);
  }

 private:
  struct Open {
    std::shared_ptr<Node> node;
    NodePtr key = nullptr;                                 // of a map: the key whose value comes next
    std::unordered_map<std::string_view, int> lines = {};  // of a map: where each key stands
  };

  void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) const {
    if (anchor != 0) {
      fail(mark, "an anchor", "fixtures have no anchors and aliases: what cases share is a row of a table");
    }
  }

  /// Whether the text of a tagged scalar was written, if only as two quotes.
  static bool quotes_follow(const Node& node) {
    std::string_view rest = node.source->line(node.line).substr(static_cast<std::size_t>(node.column) - 1);
    rest.remove_prefix(std::min(rest.size(), node.tag.size() + 1));
    const std::size_t at = rest.find_first_not_of(" \t");
    return at != std::string_view::npos && std::string_view("\"'|>").find(rest[at]) != std::string_view::npos;
  }

  std::shared_ptr<Node> make(Node::Kind kind, const YAML::Mark& mark, const std::string& tag) const {
    auto node = std::make_shared<Node>();
    node->kind = kind;
    node->source = &source_;
    node->line = mark.line + 1;
    node->column = mark.column + 1;
    if (tag.size() > 1) {
      if (tag[0] != '!') {
        fail(mark, fmt::format("the tag `{}` belongs to YAML, not to this language", tag),
             "the tags of this language have one exclamation mark: !shape, !tensor, ...");
      }
      node->tag = tag.substr(1);
    }
    return node;
  }

  void begin(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    refuse_anchor(mark, anchor);
    if (stack_.size() == deepest_nesting) fail(mark, fmt::format("more than {} levels of nesting", deepest_nesting));
    if (!stack_.empty() && stack_.back().node->is_map() && !stack_.back().key) {
      fail(mark, "a key is a single word, number or text");
    }
    stack_.push_back({make(kind, mark, tag)});
  }

  void end() {
    std::shared_ptr<Node> node = std::move(stack_.back().node);
    stack_.pop_back();
    add(std::move(node));
  }

  void add(std::shared_ptr<Node> node) {
    if (stack_.empty()) {
      root = std::move(node);
      return;
    }
    Open& open = stack_.back();
    open.node->has_columns |= node->has_columns;
    if (open.node->is_list()) {
      open.node->items.push_back(std::move(node));
    } else if (open.key) {
      open.node->keys.push_back(std::move(open.key));
      open.node->items.push_back(std::move(node));
      open.key = nullptr;
    } else {
      check_key(open, *node);
      open.key = std::move(node);
    }
  }

  static void check_key(Open& open, const Node& key) {
    if (!key.tag.empty()) key.fail("a key has no tag");
    if (key.text == "<<") key.fail("a merge key", "fixtures have no `<<`: what cases share is a row of a table");
    const auto [first, is_new] = open.lines.emplace(key.text, key.line);
    if (!is_new) {
      key.fail(fmt::format("`{}` stands here twice", key.text), fmt::format("the first is in line {}", first->second));
    }
  }

  const Source& source_;
  std::vector<Open> stack_;
};

}  // namespace

NodePtr parse_yaml(const Source& source) {
  TreeBuilder builder(source);
  try {
    std::istringstream stream(source.text());
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    if (error.mark.is_null()) source.fail(1, 1, "this is no YAML: " + error.msg);
    builder.fail(error.mark, "this is no YAML: " + error.msg);
  }
  if (!builder.root) throw FixtureError({source.file()}, source.file() + ": this file holds no fixture");
  return builder.root;
}

}  // namespace swconform::scenario
