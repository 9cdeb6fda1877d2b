// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runner/scenario/case.hpp"
#include "runner/scenario/source.hpp"

namespace swconform::scenario {

struct Node;
using NodePtr = std::shared_ptr<const Node>;

/// A YAML node and where it stands. What YAML allows and fixtures do not has been refused.
struct Node {
  enum class Kind { scalar, list, map };

  Kind kind = Kind::scalar;
  bool quoted = false;         // a scalar without tag, in quotes
  bool has_columns = false;    // `$name` stands somewhere in it
  std::string tag;             // without the `!`; empty: none
  std::string text;            // of a scalar
  std::vector<NodePtr> items;  // of a list; the values of a map
  std::vector<NodePtr> keys;   // of a map: scalars, as many as items
  const Source* source = nullptr;
  int line = 1;
  int column = 1;  // in bytes

  bool is_scalar() const { return kind == Kind::scalar; }
  bool is_list() const { return kind == Kind::list; }
  bool is_map() const { return kind == Kind::map; }
  /// A scalar with neither quotes nor tag.
  bool is_plain() const { return kind == Kind::scalar && !quoted && tag.empty(); }
  /// The name behind the `$` if the node is a reference to a column, else empty.
  std::string_view referred_column() const;

  Place place() const { return source->place(line, column); }
  [[noreturn]] void fail(std::string_view problem, std::string_view meant = {}) const {
    source->fail(line, column, problem, meant);
  }
  /// Points at the byte `offset` of the scalar's text.
  [[noreturn]] void fail_inside(std::size_t offset, std::string_view problem, std::string_view meant = {}) const;
};

/// The one document in `source`, whose lifetime must exceed the nodes'. Throws FixtureError.
NodePtr parse_yaml(const Source& source);

/// The node in the fixture's own notation, on one line.
std::string write(const Node& node);

/// "a list", "a map", "text", "a word", ...: what the node is, for messages.
std::string describe(const Node& node);

/// The items of a list without tag, or of a !list. Throws FixtureError; `what` names it, e.g. "`planes`".
const std::vector<NodePtr>& items_of(const Node& node, std::string_view what);

/// The members of a map whose keys are known.
class Members {
 public:
  /// Throws FixtureError if the node is no map, for a tag other than `what` names, and for a key that is not allowed.
  /// `what`: "a scenario", "!tensor".
  Members(const Node& map, std::string_view what, std::vector<std::string> allowed);

  const Node& map() const { return *map_; }
  /// nullptr where it is not given.
  const Node* find(std::string_view key) const;
  const Node* key(std::string_view key) const;
  /// Throws FixtureError where it is not given.
  const Node& need(std::string_view key) const;

 private:
  const Node* map_;
  std::string what_;
};

}  // namespace swconform::scenario
