// SPDX-License-Identifier: Apache-2.0
#include "reference/tree.hpp"

#include <fmt/format.h>

#include <ostream>
#include <utility>

#include "reference/error.hpp"

namespace strideweave {

Node Node::id(Int n) {
  if (n < 0) raise_value_error(fmt::format("node id {} is negative", to_string(n)));
  Node result;
  result.id_ = n;
  return result;
}

Tree::Tree(std::initializer_list<Item> items) : Tree(std::vector<Item>(items)) {}

Tree::Tree(const std::vector<Item>& items) {
  for (const Item& item : items) {
    if (const Node* const node = std::get_if<Node>(&item)) {
      profile_.append_leaf();
      nodes_.push_back(*node);
    } else {
      const Tree& tree = std::get<Tree>(item);
      profile_.push();
      profile_.append(tree.profile_.marks());
      profile_.pop();
      nodes_.insert(nodes_.end(), tree.nodes_.begin(), tree.nodes_.end());
    }
  }
}

Tree::Tree(Profile profile, std::vector<Node> nodes) : profile_(std::move(profile)), nodes_(std::move(nodes)) {}

std::vector<Tree::Item> Tree::items() const {
  std::vector<Item> result;
  for (const Profile::Mode& mode : profile_.modes()) {
    if (mode.is_leaf()) {
      result.emplace_back(nodes_[mode.first_leaf]);
      continue;
    }
    Profile inside;
    inside.append(profile_.marks().subspan(mode.first_mark + 1, mode.end_mark - mode.first_mark - 2));
    const auto nodes = this->nodes().subspan(mode.first_leaf, mode.leaf_count());
    result.emplace_back(Tree(std::move(inside), std::vector<Node>(nodes.begin(), nodes.end())));
  }
  return result;
}

std::string to_string(const Tree& tree) {
  std::string text = "(";
  const auto separate = [&text] {
    if (text.back() != '(') text += ", ";
  };
  std::size_t leaf = 0;
  for (const Mark mark : tree.profile().marks()) {
    if (mark == Mark::pop) {
      text += ')';
      continue;
    }
    separate();
    if (mark == Mark::push) {
      text += '(';
    } else {
      const auto& id = tree.nodes()[leaf++].id();
      text += id ? "id" + to_string(*id) : "Leaf";
    }
  }
  return text + ")";
}

std::ostream& operator<<(std::ostream& out, const Tree& tree) { return out << to_string(tree); }

}  // namespace strideweave
