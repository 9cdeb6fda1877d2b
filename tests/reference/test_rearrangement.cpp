// SPDX-License-Identifier: Apache-2.0
#include "reference/rearrangement.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/layout_laws.hpp"

using strideweave::Layout;
using strideweave::Node;
using strideweave::rearrange;
using strideweave::Tree;
using namespace swconform::test;

namespace {

const Node leaf = Node::leaf();
const Node id0 = Node::id(0);
const Node id1 = Node::id(1);
const Node id2 = Node::id(2);

void check(const char* layout, const Tree& output, const Tree& selection, const char* expected) {
  check_rearrange(Layout::parse(layout), output, selection);
  CHECK(rearrange(Layout::parse(layout), output, selection) == Layout::parse(expected));
}

}  // namespace

TEST_CASE("the default selection is every leaf", "[rearrange]") {
  CHECK(default_selection(strideweave::Shape::parse("[[2,3],4]")) == Tree{Tree{leaf, leaf}, leaf});
  const auto check_default = [](const char* layout, const Tree& output, const char* expected) {
    check(layout, output, default_selection(Layout::parse(layout).shape()), expected);
    CHECK(rearrange(Layout::parse(layout), output) == Layout::parse(expected));
  };
  check_default("[2,3]:[1,2]", {id1, leaf, id0}, "[3,1,2]:[2,0,1]");
  check_default("[[2,3],4]:[[1,2],6]", {id2, id0, id1}, "[4,2,3]:[6,1,2]");  // E17
  check_default("[2,1]:[1,9]", {id0}, "2:1");                                // E15
  check_default("[1,3]:[7,1]", {id1}, "3:1");                                // G21
  check_default("[2,3]:[1,2]", {Tree{id1, id0}, Tree{leaf}}, "[[3,2],[1]]:[[2,1],[0]]");
  check_default("[]:[]", {}, "[]:[]");
  check_default("[]:[]", {leaf}, "1:0");
  check_default("[1,1]:[3,4]", {}, "[]:[]");
  check_default("[3,[]]:[1,[]]", {id0}, "3:1");
}

TEST_CASE("a selection extracts subtrees", "[rearrange]") {
  check("[1,[2,3]]:[5,[7,14]]", {id1, id0}, {leaf, leaf}, "[[2,3],1]:[[7,14],5]");
  check("[1,[2,3]]:[5,[7,14]]", {id2, id1, id0}, {leaf, Tree{leaf, leaf}}, "[3,2,1]:[14,7,5]");
  check("[[2,[3,4]],5]:[[1,[2,6]],24]", {id1, Tree{id2, id0}}, {Tree{leaf, leaf}, leaf},
        "[[3,4],[5,2]]:[[2,6],[24,1]]");
  check("[[1,1],2]:[[3,4],1]", {id1}, {leaf, leaf}, "2:1");
  check("[3,[]]:[1,[]]", {id1, id0}, {leaf, leaf}, "[[],3]:[[],1]");
}

TEST_CASE("rearrangements that are invalid", "[rearrange]") {
  const auto refuse = [](const char* layout, const Tree& output, const Tree& selection) {
    INFO(layout << " to " << output << " from " << selection);
    CHECK(error_of([&] { rearrange(Layout::parse(layout), output, selection); }) == "ValueError");
  };
  refuse("[2,3]:[1,2]", {id0}, {leaf, leaf});            // a part of size 3 is left out
  refuse("[2,1]:[1,9]", {id0, id1, id1}, {leaf, leaf});  // E15: twice, even of size one
  refuse("[2,3]:[1,2]", {id0, id1, id2}, {leaf, leaf});  // out of range
  refuse("[2,3]:[1,2]", {id0, id1}, {leaf});             // the selection does not match
  refuse("[2,3]:[1,2]", {id0, id1}, {leaf, leaf, leaf});
  refuse("[2,3]:[1,2]", {id0, id1}, {leaf, Tree{leaf}});  // a leaf is never split
  refuse("[2,1]:[1,9]", {id0}, {leaf, Tree()});
  refuse("[2,[3,4]]:[1,[2,6]]", {id0, id1}, {leaf, Tree{leaf}});
  refuse("[2,[3,4]]:[1,[2,6]]", {id0, id1}, {leaf, Tree{leaf, leaf}});
  refuse("[2,3]:[1,2]", {}, {leaf, leaf});
  refuse("2:1", {Node::id(strideweave::Int::max())}, {leaf});
}
