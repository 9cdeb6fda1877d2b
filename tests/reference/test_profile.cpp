// SPDX-License-Identifier: Apache-2.0
#include "reference/profile.hpp"

#include "reference/shape.hpp"
#include "tests/support/catch.hpp"

using strideweave::Mark;
using strideweave::Profile;
using strideweave::Shape;

TEST_CASE("the profile is the recipe without the numbers", "[profile]") {
  // foundations: the profile of [2,[3,4]] is [Leaf, Push, Leaf, Leaf, Pop]
  Profile expected;
  expected.append_leaf();
  expected.push();
  expected.append_leaf();
  expected.append_leaf();
  expected.pop();
  CHECK(Shape::parse("[2,[3,4]]").profile() == expected);
  CHECK(Shape::parse("[7,[1,1]]").profile() == expected);
  CHECK_FALSE(Shape::parse("[2,3,4]").profile() == expected);
}

TEST_CASE("modes are ranges of marks and leaves", "[profile]") {
  const Profile profile = Shape::parse("[2,[3,[4],5],[],[6]]").profile();
  CHECK(profile.rank() == 4);
  CHECK(profile.leaf_count() == 5);
  const Profile::Modes modes = profile.modes();
  REQUIRE(modes.size() == 4);
  const auto check = [&](const Profile::Mode& mode, bool leaf, std::size_t first, std::size_t end) {
    CHECK(mode.is_leaf() == leaf);
    CHECK(mode.first_leaf == first);
    CHECK(mode.end_leaf == end);
  };
  check(modes[0], true, 0, 1);
  check(modes[1], false, 1, 4);
  check(modes[2], false, 4, 4);
  check(modes[3], false, 4, 5);
  const Profile::Modes inside = profile.modes(modes[1]);
  REQUIRE(inside.size() == 3);
  check(inside[0], true, 1, 2);
  check(inside[1], false, 2, 3);
  check(inside[2], true, 3, 4);
  CHECK(profile.modes(modes[2]).empty());
  CHECK(Profile().rank() == 0);
  CHECK(Profile::flat(3) == Shape::parse("[1,2,3]").profile());
}
