// SPDX-License-Identifier: Apache-2.0
#include "reference/as_strided.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/views.hpp"

using namespace strideweave;
using namespace swconform::test;

namespace {

std::string strided(const Tensor& source, const Argument& shape, const Argument& stride) {
  return outcome(source, [&](const Tensor& tensor) { return as_strided(tensor, shape, stride); });
}
std::string strided(const Tensor& source, const char* selector) {
  const Layout layout = Layout::parse(selector);
  return strided(source, layout.shape(), layout.stride());
}
std::string strided(const char* layout, const char* selector) { return strided(tensor(layout, 2), selector); }

Tensor vast(const char* layout) {
  const Layout placement = Layout::parse(layout);
  return Tensor(std::make_shared<VirtualCarrier>(dtype::float32(), placement.cosize()), 0, placement);
}

}  // namespace

TEST_CASE("as_strided composes", "[views][as_strided]") {
  CHECK(strided("[5,4]:[4,1]", "[2,2]:[1,2]") == "+0 [2,2]:[4,8]");
  CHECK(strided("[10,2]:[16,4]", "[3,[2,2]]:[1,[5,10]]") == "+0 [3,[2,2]]:[16,[80,4]]");  // A3
  CHECK(strided("[2,3]:[1,2]", "[2,3]:[3,1]") == "+0 [2,3]:[3,1]");                       // A5
  CHECK(strided("[4,6]:[1,10]", "[2,3]:[3,4]") == "+0 [2,3]:[3,10]");                     // A7
  CHECK(strided("12:1", "[1,3,2]:[1,2,6]") == "+0 [1,3,2]:[0,2,6]");                      // A13
  CHECK(strided("8:1", "[3,2]:[2,3]") == "+0 [3,2]:[2,3]");  // injective though the spans do not nest
  CHECK(strided("10:3", "[2,1]:[1,4611686018427387904]") == "+0 [2,1]:[3,0]");  // A21, Q2
  CHECK(strided("[3,4]:[0,1]", "4:3") == "+0 4:1");                             // A19
  CHECK(strided("[]:[]", "[]:[]") == "+0 []:[]");
  CHECK(strided("[]:[]", "[1,[1]]:[4,[5]]") == "+0 [1,[1]]:[0,[0]]");
}

TEST_CASE("as_strided where carries cancel", "[views][as_strided]") {
  CHECK(strided("[2,2,2]:[1,3,5]", "3:3") == "+0 3:4");  // A20b: ordinals 0, 3, 6 at 0, 4, 8
  CHECK(strided(vast("[3,4,1073741824]:[1,5,18]"), "2147483648:4") == "+0 2147483648:6");
  CHECK(strided("[32,128]:[128,1]", "[30,128]:[1,32]") == "+0 [30,128]:[128,1]");
}

TEST_CASE("selectors that are refused", "[views][as_strided]") {
  CHECK(strided("[6,2]:[1,7]", "[3,2]:[2,3]") == "ValueError");    // A1
  CHECK(strided("[10,2]:[16,4]", "[3,4]:[1,5]") == "ValueError");  // A3, Q1
  CHECK(strided("[2,3]:[3,1]", "[2,3]:[3,1]") == "ValueError");    // A5
  CHECK(strided("5:1", "[2,3]:[2,1]") == "ValueError");            // A9
  CHECK(strided("8:1", "[2,2,2]:[1,2,3]") == "ValueError");        // A11
  CHECK(strided("100:1", "[5,2]:[50,10]") == "ValueError");        // A15
  CHECK(strided("[2,2]:[0,1]", "2:1") == "ValueError");            // A19
  CHECK(strided("5:1", "2:5") == "ValueError");                    // cosize 6
  CHECK(strided("6:1", "[2,2]:[1,0]") == "ValueError");
  CHECK(strided("5:1", "5:4611686018427387904") == "ValueError");                     // cosize 2^64 + 1
  CHECK(strided("5:1", "3:85070591730234615865843651857942052864") == "ValueError");  // 2 * 2^126
}

TEST_CASE("selectors of the wrong type or hierarchy", "[views][as_strided]") {
  const Tensor source = tensor("6:1");
  CHECK(strided(source, Shape{1, 2}, Stride{}) == "ValueError");  // A17
  CHECK(strided(source, Shape{2, {2}}, Stride{1, 2}) == "ValueError");
  CHECK(strided(source, Argument::List{2, 2}, Stride{1, 2}) == "TypeError");
  CHECK(strided(source, Shape{2}, 1) == "TypeError");
  CHECK(strided(source, Stride{2}, Shape{1}) == "TypeError");
  CHECK(strided(source, Shape{2}, None()) == "TypeError");
  CHECK(strided(source, None(), Stride{1}) == "TypeError");
  CHECK(strided(source, Shape{2, 2}, Layout::parse("[2,2]:[1,2]")) == "TypeError");
}

TEST_CASE("as_strided of several subtensors", "[views][as_strided][multi]") {
  const CompoundDType& pair = new_pair();
  CHECK(strided(two_levels(pair, "[5,4]:[4,1]", "[5,4]:[1,5]", 20), "[2,2]:[1,2]") == "+0 [2,2]:[4,8] / [2,2]:[1,2]");
  // Only placements must be injective.
  CHECK(strided(two_levels(pair, "[2,2]:[1,2]", "[2,2]:[0,1]", 2), "2:1") == "+0 2:1 / 2:0");
  CHECK(strided(two_levels(pair, "[2,2]:[0,1]", "[2,2]:[1,2]", 4), "2:1") == "ValueError");
  CHECK(strided(two_levels(pair, "[6,2]:[1,6]", "[6,2]:[1,7]", 13), "[3,2]:[2,3]") == "ValueError");
  CHECK(strided(two_levels(pair, "[6,2]:[1,7]", "[6,2]:[1,6]", 12), "[3,2]:[2,3]") == "ValueError");
}
