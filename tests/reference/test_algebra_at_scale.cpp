// SPDX-License-Identifier: Apache-2.0
// Yes and no at 2^40 elements for each question: nothing may visit coordinates.
#include <vector>

#include "reference/algebra.hpp"
#include "reference/modes.hpp"
#include "reference/rearrangement.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/layout_laws.hpp"

using strideweave::compose;
using strideweave::injective;
using strideweave::Int;
using strideweave::Layout;
using strideweave::Leaves;
using strideweave::Profile;
using strideweave::Shape;
using swconform::test::error_of;

namespace {

const Int n = 1 << 20;

Layout flat(const std::vector<Int>& extents, const std::vector<Int>& strides) {
  return Layout(Shape(Profile::flat(extents.size()), Leaves(extents.begin(), extents.end())),
                Leaves(strides.begin(), strides.end()));
}

}  // namespace

TEST_CASE("injectivity at scale", "[injective][scale]") {
  CHECK(injective(flat({n, n}, {2 * n, 2 * n + 1})));
  CHECK_FALSE(injective(flat({n, n}, {n / 2, n / 2 + 1})));
  CHECK(injective(flat({n, n}, {1, n})));
  CHECK(injective(flat({n, n}, {n, 1})));
  CHECK_FALSE(injective(flat({n, n}, {1, n - 1})));
  CHECK_FALSE(injective(flat({n, n}, {0, 1})));
  // far more coordinates than indices
  CHECK_FALSE(injective(flat({n, n, n}, {8, 9, 10})));
  // the upper leaves overlap in exactly one step of the middle one, j = n - 1, which the first layout does not have
  CHECK(injective(flat({n, n - 1, n}, {1, n, n * n - n})));
  CHECK_FALSE(injective(flat({n, n, n}, {1, n, n * n - n})));
  // no two of these leaves collide, all three do: s3 = 1000 s1 + 1001 s2, no multiple of either
  const Int s1 = n * n + 1;
  const Int s2 = n * n + n + 3;
  CHECK_FALSE(injective(flat({n, n, 2}, {s1, s2, 1000 * s1 + 1001 * s2})));
  CHECK(injective(flat({1024, 1024, 2}, {s1, s2, 2000 * s1 + 2001 * s2})));
}

TEST_CASE("composition at scale", "[compose][scale]") {
  const Layout row_major = flat({n, n}, {n, 1});
  CHECK(compose(row_major, flat({n, n}, {n, 1})) == flat({n, n}, {1, n}));
  CHECK_FALSE(compose(row_major, flat({n * n}, {1})).has_value());
  CHECK(compose(flat({n, n}, {2, 2 * n}), flat({n * n}, {1})) == flat({n * n}, {2}));
  CHECK(compose(row_major, flat({n / 2, n}, {2, n})) == flat({n / 2, n}, {2 * n, 1}));
  CHECK_FALSE(compose(row_major, flat({n, n / 2}, {1, n + 1})).has_value());
  CHECK(error_of([&] { compose(row_major, flat({n * n}, {2})); }) == "ValueError");
  // A20b: carries that cancel, and one carry more that does not
  const Int billion = Int(1 << 30);
  CHECK(compose(flat({3, 4, billion}, {1, 5, 18}), flat({2 * billion}, {4})) == flat({2 * billion}, {6}));
  CHECK_FALSE(compose(flat({3, 4, billion}, {1, 5, 19}), flat({2 * billion}, {4})).has_value());
}

TEST_CASE("reshape at scale", "[reshape][scale]") {
  CHECK(reshape(flat({n, n}, {0, 0}), Shape{n * n}) == flat({n * n}, {0}));  // B13
  CHECK(error_of([] { reshape(flat({n, n}, {0, 0}), Shape{n * n + 1}); }) == "ValueError");
  CHECK(reshape(flat({n, n}, {3, 3 * n}), Shape{n * n}) == flat({n * n}, {3}));
  CHECK(error_of([] { reshape(flat({n, n}, {3, 3 * n + 1}), Shape{n * n}); }) == "ValueError");
  CHECK(coalesce(flat({n, n}, {1, n})) == flat({n * n}, {1}));
  CHECK(coalesce(flat({n, n}, {1, n + 1})) == flat({n, n}, {1, n + 1}));
}

TEST_CASE("modes at scale", "[modes][scale]") {
  const Layout layout = flat({n, n}, {1, n});
  CHECK(permute(layout, std::vector<Int>{1, 0}) == flat({n, n}, {n, 1}));
  CHECK(error_of([&] { permute(layout, std::vector<Int>{1, 1}); }) == "ValueError");
  CHECK(broadcast_to(flat({1, n}, {7, 1}), Shape{n, n}) == flat({n, n}, {0, 1}));
  CHECK(error_of([&] { broadcast_to(layout, Shape{n, n + 1}); }) == "ValueError");
  CHECK(rearrange(layout, {strideweave::Node::id(1), strideweave::Node::id(0)}) == flat({n, n}, {n, 1}));
  CHECK(error_of([&] { rearrange(layout, {strideweave::Node::id(1)}); }) == "ValueError");
  CHECK(layout(n * n - 1) == n * n - 1);
  CHECK(error_of([&] { layout(n * n); }) == "ValueError");
}
