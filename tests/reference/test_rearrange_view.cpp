// SPDX-License-Identifier: Apache-2.0
#include "reference/permute.hpp"
#include "reference/rearrange.hpp"
#include "reference/tree.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/views.hpp"

using namespace strideweave;
using namespace swconform::test;

namespace {

std::string rearranged(const Tensor& source, const Argument& output, const Argument& selection = {}) {
  return outcome(source, [&](const Tensor& tensor) { return rearrange(tensor, output, selection); });
}
std::string rearranged(const char* layout, const Argument& output, const Argument& selection = {}) {
  return rearranged(tensor(layout, 2), output, selection);
}

std::string permuted(const char* layout, std::initializer_list<Argument> order) {
  return outcome(tensor(layout, 2), [&](const Tensor& tensor) { return permute(tensor, order); });
}

Node id(int n) { return Node::id(n); }
const Node leaf;

}  // namespace

TEST_CASE("rearrange by trees", "[views][rearrange]") {
  CHECK(rearranged("[2,3]:[1,2]", Tree{id(1), leaf, id(0)}) == "+0 [3,1,2]:[2,0,1]");
  CHECK(rearranged("[1,[2,3]]:[5,[7,14]]", Tree{id(1), id(0)}, Tree{leaf, leaf}) == "+0 [[2,3],1]:[[7,14],5]");
  CHECK(rearranged("[2,3]:[3,1]", Tree{Tree{id(0), id(1)}, leaf}) == "+0 [[2,3],1]:[[3,1],0]");
  CHECK(rearranged("[2,1]:[1,9]", Tree{id(0)}) == "+0 2:1");  // E15
  // E17: the default selection dissolves nesting, permute does not
  CHECK(rearranged("[[2,3],4]:[[1,2],6]", Tree{id(2), id(0), id(1)}) == "+0 [4,2,3]:[6,1,2]");
  CHECK(permuted("[[2,3],4]:[[1,2],6]", {1, 0}) == "+0 [4,[2,3]]:[6,[1,2]]");
  CHECK(rearranged("[]:[]", Tree{}) == "+0 []:[]");
  CHECK(rearranged("[]:[]", Tree{leaf}) == "+0 1:0");
  CHECK(rearranged("[1,1]:[3,4]", Tree{}) == "+0 []:[]");
}

TEST_CASE("rearrange by a string", "[views][rearrange]") {
  CHECK(rearranged("[2,3]:[1,2]", "a b -> b 1 a") == "+0 [3,1,2]:[2,0,1]");
  CHECK(rearranged("[2,[3,4]]:[1,[2,6]]", "a (b c) -> c (b a)") == "+0 [4,[3,2]]:[6,[2,1]]");
  CHECK(rearranged("[2,[3,4]]:[1,[2,6]]", "a b -> b a") == "+0 [[3,4],2]:[[2,6],1]");
  CHECK(rearranged("[2,1]:[1,9]", "a 1 -> a") == "+0 2:1");
  CHECK(rearranged("[2,3]:[1,2]", std::string("a b -> (a b)")) == "+0 [[2,3]]:[[1,2]]");
}

TEST_CASE("rearrangements that are refused", "[views][rearrange]") {
  CHECK(rearranged("[2,3]:[1,2]", "a b -> a") == "ValueError");  // E13
  CHECK(rearranged("[2,2]:[1,2]", "a a -> a a") == "ValueError");
  CHECK(rearranged("[2,3]:[1,2]", "a b c -> c b a") == "ValueError");
  CHECK(rearranged("[2,3]:[1,2]", "a b") == "ValueError");
  CHECK(rearranged("[6]:[1]", "(a b) -> a b") == "ValueError");
  CHECK(rearranged("[2,3]:[1,2]", "a b -> b a", Tree{leaf, leaf}) == "TypeError");
  CHECK(rearranged("[2,3]:[1,2]", "a -> ", 5) == "TypeError");
  CHECK(rearranged("[2,3]:[1,2]", Argument::List{1, 0}) == "TypeError");
  CHECK(rearranged("[2,3]:[1,2]", None()) == "TypeError");
  CHECK(rearranged("[2,3]:[1,2]", Shape{2, 3}) == "TypeError");
  CHECK(rearranged("[2,3]:[1,2]", Tree{id(0), id(1)}, Argument::List{}) == "TypeError");
  CHECK(rearranged("[2,3]:[1,2]", Tree{id(0), id(1)}, "a b -> a b") == "TypeError");
  CHECK(rearranged("[2,1]:[1,9]", Tree{id(0), id(1), id(1)}) == "ValueError");
  CHECK(rearranged("[2,1]:[1,9]", Tree{id(0), id(2)}) == "ValueError");
  CHECK(rearranged("[2,3]:[1,2]", Tree{id(0)}) == "ValueError");
  CHECK(rearranged("[2,3]:[1,2]", Tree{id(0), id(1)}, Tree{leaf}) == "ValueError");
  CHECK(rearranged("[2,3]:[1,2]", Tree{id(0), id(1)}, Tree{leaf, Tree{leaf}}) == "ValueError");
  const Tensor pair = two_levels(new_pair(), "[2,3]:[1,2]", "[2,3]:[1,2]", 6);
  CHECK(rearranged(pair, Tree{id(1), id(0)}) == "NotImplementedError");
  CHECK(rearranged(pair, "a b -> b a") == "NotImplementedError");
}
