// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "reference/error.hpp"
#include "reference/rearrangement.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/layout_laws.hpp"

using strideweave::Layout;
using strideweave::Node;
using strideweave::parse_rearrangement;
using strideweave::Rearrangement;
using strideweave::Tree;
using namespace swconform::test;

namespace {

const Node leaf = Node::leaf();
const Node id0 = Node::id(0);
const Node id1 = Node::id(1);
const Node id2 = Node::id(2);

/// A Tree whose only item is a group.
Tree only(const Tree& group) { return Tree(std::vector<Tree::Item>{group}); }

}  // namespace

TEST_CASE("a string is exactly an output and a selection", "[rearrange]") {
  const auto check = [](const char* text, const Tree& output, const Tree& selection) {
    INFO(text);
    CHECK(parse_rearrangement(text) == Rearrangement{output, selection});
  };
  check("a b -> b a", {id1, id0}, {leaf, leaf});
  check("a (b c) -> c 1 a b", {id2, leaf, id0, id1}, {leaf, Tree{leaf, leaf}});
  check("a b c -> (c a) b", {Tree{id2, id0}, id1}, {leaf, leaf, leaf});
  check("a 1 b -> b a", {id2, id0}, {leaf, leaf, leaf});  // the 1 extracts part 1, which nobody names
  check("(a)->a", {id0}, only({leaf}));
  check("  a\tb  ->\t( a b )  ", only({id0, id1}), {leaf, leaf});
  check("x_1 Y2z -> Y2z x_1", {id1, id0}, {leaf, leaf});
  check("(a(b)1)c -> a b c", {id0, id1, Node::id(3)}, {Tree{leaf, Tree{leaf}, leaf}, leaf});
  check("a A -> A a", {id1, id0}, {leaf, leaf});
  check("a -> 1 1 (1 a)", {leaf, leaf, Tree{leaf, id0}}, {leaf});
  check("1 -> 1", {leaf}, {leaf});
  check("a b -> a", {id0}, {leaf, leaf});  // whether b may be left out depends on the layout
}

TEST_CASE("strings outside the grammar, with the character offset", "[rearrange]") {
  const auto refuse = [](const char* text, int offset) {
    INFO(text);
    try {
      parse_rearrangement(text);
      FAIL_CHECK("accepted");
    } catch (const strideweave::Error& error) {
      CHECK(error.kind() == strideweave::ErrorKind::value_error);
      CHECK_THAT(error.message(), Catch::Matchers::EndsWith("at character " + std::to_string(offset)));
    }
  };
  refuse("", 0);             // empty reference
  refuse("a b", 3);          // no arrow
  refuse("a -> a -> a", 7);  // several
  refuse("-> a", 0);         // empty reference
  refuse("a ->", 4);
  refuse("a () -> a", 2);  // empty group
  refuse("a -> a ( )", 7);
  refuse("(a -> a", 0);  // unbalanced
  refuse("a) -> a", 1);
  refuse("a -> (a", 5);
  refuse("a -> a)", 6);
  refuse("a (b -> a) b", 2);
  refuse("a a -> a a", 2);  // repeated name
  refuse("a b -> a b a", 11);
  refuse("a -> b", 5);       // unknown name
  refuse("a, b -> b a", 1);  // comma
  refuse("a 2 -> a", 2);     // a digit other than a lone 1
  refuse("a 0 -> a", 2);
  refuse("a 11 -> a", 2);
  refuse("a 1b -> a", 2);
  refuse("a -> 1_", 5);
  refuse("_a -> _a", 0);  // any other character
  refuse("a - > a", 2);
  refuse("a > a", 2);
  refuse("a... -> a", 1);
  refuse("a\nb -> b a", 1);
  refuse("a \xc3\xa9 -> a", 2);  // not ASCII
  refuse("a [b] -> a", 2);
}

TEST_CASE("parsed rearrangements apply", "[rearrange]") {
  const auto apply = [](const char* layout, const char* text) {
    const Rearrangement parsed = parse_rearrangement(text);
    return rearrange(Layout::parse(layout), parsed.output, parsed.selection);
  };
  CHECK(apply("[2,3]:[1,2]", "a b -> b 1 a") == Layout::parse("[3,1,2]:[2,0,1]"));
  CHECK(apply("[1,[2,3]]:[5,[7,14]]", "a b -> b a") == Layout::parse("[[2,3],1]:[[7,14],5]"));
  CHECK(apply("[1,[2,3]]:[5,[7,14]]", "1 (b c) -> c b") == Layout::parse("[3,2]:[14,7]"));
  CHECK(apply("[2,[3,4]]:[1,[2,6]]", "a b -> (a b)") == Layout::parse("[[2,[3,4]]]:[[1,[2,6]]]"));
  const auto refuse = [&](const char* layout, const char* text) {
    INFO(layout << " by " << text);
    CHECK(error_of([&] { apply(layout, text); }) == "ValueError");
  };
  refuse("[2,3]:[1,2]", "a b -> a");          // E13
  refuse("[2,3]:[1,2]", "a b c -> c b a");    // E13
  refuse("[2,3]:[1,2]", "a 1 -> a");          // the anonymous part has size 3
  refuse("[4,3]:[1,4]", "(a b) c -> a b c");  // a flat mode is never split
  refuse("[[1,2],3]:[[1,1],2]", "1 a -> a");  // the anonymous part is [1,2]
}
