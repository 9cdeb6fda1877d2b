// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reference/error.hpp"
#include "reference/rearrangement.hpp"

// text      = reference "->" reference
// reference = item { item }
// item      = name | "1" | "(" item { item } ")"
// name      = letter { letter | digit | "_" }
// Blanks (spaces and tabs) separate items; none is needed beside a parenthesis or the arrow.
namespace strideweave {
namespace {

bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

struct Token {
  enum class Kind { name, one, open, close, arrow, end };
  Kind kind;
  std::string_view text;
  std::size_t offset;
};

[[noreturn]] void fail(std::string_view what, std::size_t offset) {
  raise_value_error(fmt::format("{} at character {}", what, offset));
}

/// Offsets count characters: everything before the first character that is not ASCII is one byte each, and that
/// character is refused.
std::vector<Token> tokens(std::string_view text) {
  std::vector<Token> result;
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    const std::size_t first = at;
    if (c == ' ' || c == '\t') {
      ++at;
    } else if (c == '(' || c == ')') {
      result.push_back({c == '(' ? Token::Kind::open : Token::Kind::close, text.substr(at++, 1), first});
    } else if (text.substr(at, 2) == "->") {
      result.push_back({Token::Kind::arrow, text.substr(at, 2), first});
      at += 2;
    } else if (is_letter(c) || is_digit(c)) {
      while (at < text.size() && is_word(text[at])) ++at;
      const std::string_view word = text.substr(first, at - first);
      if (is_digit(c) && word != "1") fail("a number other than 1", first);
      result.push_back({is_digit(c) ? Token::Kind::one : Token::Kind::name, word, first});
    } else if (c == ',') {
      fail("a comma", first);
    } else {
      fail("an unexpected character", first);
    }
  }
  result.push_back({Token::Kind::end, {}, text.size()});
  return result;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(tokens(text)) {}

  Rearrangement rearrangement() {
    Tree selection = reference([this](const Token& token) { return extract(token); });
    if (next().kind == Token::Kind::end) fail("no arrow", next().offset);
    ++at_;
    Tree output = reference([this](const Token& token) { return place(token); });
    if (next().kind == Token::Kind::arrow) fail("a second arrow", next().offset);
    return {std::move(output), std::move(selection)};
  }

 private:
  const Token& next() const { return tokens_[at_]; }

  /// Items up to an arrow or the end; `node` gives the leaf for a name or a 1.
  template <class NodeOf>
  Tree reference(const NodeOf& node) {
    Profile profile;
    std::vector<Node> nodes;
    std::vector<std::size_t> open;  // offsets of the parentheses not closed yet
    const std::size_t first = at_;
    for (; next().kind != Token::Kind::arrow && next().kind != Token::Kind::end; ++at_) {
      switch (next().kind) {
        case Token::Kind::open:
          open.push_back(next().offset);
          profile.push();
          break;
        case Token::Kind::close:
          if (open.empty()) fail("an unbalanced parenthesis", next().offset);
          if (tokens_[at_ - 1].kind == Token::Kind::open) fail("an empty group", open.back());
          open.pop_back();
          profile.pop();
          break;
        default:
          profile.append_leaf();
          nodes.push_back(node(next()));
      }
    }
    if (!open.empty()) fail("an unbalanced parenthesis", open.back());
    if (at_ == first) fail("an empty reference", next().offset);
    return Tree(std::move(profile), std::move(nodes));
  }

  /// Every input leaf extracts the next part; a name remembers which.
  Node extract(const Token& token) {
    const Int part = extracted_++;
    if (token.kind == Token::Kind::name && !parts_.emplace(token.text, part).second) {
      fail(fmt::format("the name '{}' a second time", token.text), token.offset);
    }
    return Node::leaf();
  }

  Node place(const Token& token) {
    if (token.kind == Token::Kind::one) return Node::leaf();
    const auto part = parts_.find(token.text);
    if (part == parts_.end()) fail(fmt::format("the unknown name '{}'", token.text), token.offset);
    if (!placed_.insert(token.text).second) {
      fail(fmt::format("the name '{}' a second time", token.text), token.offset);
    }
    return Node::id(part->second);
  }

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t extracted_ = 0;
  std::map<std::string_view, Int> parts_;
  std::set<std::string_view> placed_;
};

}  // namespace

Rearrangement parse_rearrangement(std::string_view text) { return Parser(text).rearrangement(); }

}  // namespace strideweave
