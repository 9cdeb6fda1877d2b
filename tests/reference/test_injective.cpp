// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <vector>

#include "reference/algebra.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/layout_laws.hpp"

using strideweave::Layout;
using swconform::test::check_injective;

TEST_CASE("injective layouts", "[injective]") {
  for (const char* text : {
           "[]:[]",
           "1:0",
           "1:7",
           "5:1",
           "5:3",
           "[1,1]:[0,0]",
           "[2,3]:[1,4]",
           "[2,3]:[3,2]",  // 0,3,2,5,4,7: the strides do not nest
           "[[2,3]]:[[3,2]]",
           "[1,3,2]:[1,2,6]",  // A13: an extent of one never moves
           "[2,3]:[1,2]",
           "[2,[3,4]]:[1,[10,100]]",
           "[3,[]]:[1,[]]",
           "[2,2,2]:[3,5,7]",
           "[3,2,2]:[2,3,12]",
           "[2,2,2,2]:[3,5,6,7]",
           "[2,2,2,2]:[8,4,2,1]",
           "[4,4,4]:[9,11,47]",
       }) {
    CHECK(check_injective(Layout::parse(text)));
  }
}

TEST_CASE("layouts that alias", "[injective]") {
  for (const char* text : {
           "[4,2]:[0,1]",
           "[4,2]:[1,1]",
           "2:0",
           "[2,3]:[2,1]",      // A9
           "[2,2,2]:[1,2,3]",  // A11: 1 + 2 = 3, no two collide
           "[3,4]:[0,1]",
           "[[4,2]]:[[1,3]]",
           "[3,2]:[1,2]",
           "[2,2,2,2]:[3,5,6,14]",
           "[2,2,2,2]:[3,5,7,15]",
           "[4,4]:[2,3]",
           "[3,3,3]:[5,7,9]",
       }) {
    CHECK_FALSE(check_injective(Layout::parse(text)));
  }
}

TEST_CASE("the solver answers in every thread at once", "[injective][kernel]") {
  std::vector<std::thread> threads;
  std::vector<int> right(4, 0);
  for (std::size_t t = 0; t < right.size(); ++t) {
    threads.emplace_back([&right, t] {
      for (int i = 0; i < 20; ++i) {
        right[t] += strideweave::injective(Layout::parse("[4,4,4]:[9,11,47]")) ? 1 : 0;
        right[t] += strideweave::injective(Layout::parse("[2,2,2]:[7,9,16]")) ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(right == std::vector<int>(4, 40));
}
