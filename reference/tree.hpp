// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "reference/inline_vector.hpp"
#include "reference/profile.hpp"
#include "reference/shape.hpp"

namespace strideweave {

/// A leaf of a Tree: unnamed, or naming source n. (Tree / Node)
class Node {
 public:
  /// The unnamed leaf.
  constexpr Node() = default;
  static constexpr Node leaf() { return Node(); }
  /// ValueError if n < 0.
  static Node id(Int n);

  constexpr const std::optional<Int>& id() const { return id_; }

  friend bool operator==(const Node&, const Node&) = default;

 private:
  std::optional<Int> id_;
};

/// An ordered tree whose leaves are Nodes: the output or the selection of a rearrangement. (Tree / Node)
class Tree {
 public:
  using Item = std::variant<Node, Tree>;

  Tree() = default;
  /// `Tree{Node::id(1), Node(), Tree{Node::id(0)}}`. A nested Tree stays nested. A Tree whose only item is a
  /// Tree needs the constructor below: `Tree{tree}` copies.
  Tree(std::initializer_list<Item> items);
  explicit Tree(const std::vector<Item>& items);
  /// Precondition: as many nodes as the profile has leaves.
  Tree(Profile profile, std::vector<Node> nodes);

  /// The same items again, e.g. for a binding.
  std::vector<Item> items() const;

  const Profile& profile() const { return profile_; }
  std::span<const Node> nodes() const { return nodes_; }
  std::size_t rank() const { return profile_.rank(); }

  friend bool operator==(const Tree&, const Tree&) = default;

 private:
  Profile profile_;
  std::vector<Node> nodes_;
};

/// `(id1, Leaf, (id0))`.
std::string to_string(const Tree& tree);
std::ostream& operator<<(std::ostream& out, const Tree& tree);

}  // namespace strideweave
