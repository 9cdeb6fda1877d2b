// SPDX-License-Identifier: Apache-2.0
#include "reference/tree.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/layout_laws.hpp"

using strideweave::Int;
using strideweave::Node;
using strideweave::Tree;
using swconform::test::error_of;

TEST_CASE("nodes name a source or nothing", "[tree]") {
  CHECK_FALSE(Node::leaf().id().has_value());
  CHECK(Node::id(0).id() == Int(0));
  CHECK(Node::id(3) == Node::id(3));
  CHECK_FALSE(Node::id(3) == Node::leaf());
  CHECK(error_of([] { Node::id(-1); }) == "ValueError");
  CHECK(error_of([] { Node::id(Int::min()); }) == "ValueError");
}

TEST_CASE("trees keep their nesting", "[tree]") {
  const Tree tree{Node::id(1), Node::leaf(), Tree{Node::id(0)}, Tree()};
  CHECK(tree.rank() == 4);
  CHECK(to_string(tree) == "(id1, Leaf, (id0), ())");
  CHECK(to_string(Tree()) == "()");
  CHECK(Tree(tree.items()) == tree);
  CHECK(tree.items().size() == 4);
  CHECK_FALSE(Tree{Node::id(1), Tree{Node::id(0)}} == Tree{Node::id(1), Node::id(0)});
  CHECK_FALSE(Tree(std::vector<Tree::Item>{Tree{Node::leaf()}}) == Tree{Node::leaf()});
}
