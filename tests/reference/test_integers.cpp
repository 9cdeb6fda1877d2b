// SPDX-License-Identifier: Apache-2.0
// Foundations, "Integers", sentence by sentence, as far as layouts go.
#include <string>
#include <vector>

#include "reference/algebra.hpp"
#include "reference/modes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/layout_laws.hpp"

using namespace strideweave;  // NOLINT: a test of the whole namespace
using swconform::test::error_of;

namespace {

Int power_of_two(int exponent) {
  Int result = 1;
  for (int i = 0; i < exponent; ++i) result *= 2;
  return result;
}

Layout leaf(Int extent, Int stride) { return Layout(Shape{extent}, Stride{stride}); }

}  // namespace

TEST_CASE("keys, bounds and steps of any size are merely out of range", "[integers]") {
  const Layout layout = Layout::parse("[5,4]:[1,5]");
  for (const Int huge : {power_of_two(63), power_of_two(126), Int::max(), Int::min(), -power_of_two(63)}) {
    INFO(huge);
    CHECK(error_of([&] { layout(huge); }) == "ValueError");
    CHECK(error_of([&] { layout(IntTuple{huge, 0}); }) == "ValueError");
    CHECK(error_of([&] { slice(layout, std::vector<ModeKey>{huge, Int(0)}); }) == "ValueError");  // C17
    CHECK(error_of([&] { slice(layout, std::vector<ModeKey>{huge, Slice{0, 2}}); }) == "ValueError");
    CHECK(error_of([&] { slice(layout, std::vector<ModeKey>{Slice{0, huge}, Int(0)}); }) == "ValueError");
    CHECK(error_of([&] { slice(layout, std::vector<ModeKey>{Slice{huge, 5}, Int(0)}); }) == "ValueError");
    CHECK(error_of([&] { slice(layout, std::vector<ModeKey>{Slice{0, 5, huge}, Int(0)}); }) == "ValueError");  // C5
    const Layout nested = Layout::parse("[[2,3]]:[[1,2]]");
    CHECK(error_of([&] { slice(nested, std::vector<ModeKey>{Slice{0, huge}}); }) == "ValueError");
    CHECK(error_of([&] { slice(nested, std::vector<ModeKey>{huge}); }) == "ValueError");
    CHECK(error_of([&] { permute(layout, std::vector<Int>{huge, 0}); }) == "ValueError");
    CHECK(error_of([&] { unsqueeze(layout, huge); }) == "ValueError");
    CHECK(error_of([&] { squeeze(layout, huge); }) == "ValueError");
  }
}

TEST_CASE("derived quantities are exact to 127 bits", "[integers]") {
  // 274177 * 67280421310721 = 2^64 + 1
  const Layout broad = Layout::parse("[274177,67280421310721]:[0,0]");
  CHECK(to_string(broad.size()) == "18446744073709551617");
  CHECK(to_string(leaf(5, power_of_two(62)).cosize()) == "18446744073709551617");
  CHECK(leaf(2, power_of_two(126)).cosize() == power_of_two(126) + 1);
  CHECK(Layout(Shape{power_of_two(63), power_of_two(63)}, Stride{0, 0}).size() == power_of_two(126));
  CHECK(leaf(5, power_of_two(62))(4) == power_of_two(64));
  CHECK(compact(Shape{power_of_two(63), power_of_two(63)}).strides()[1] == power_of_two(63));
  // C9: 6:2^62 by ::3 -> 2:(3 * 2^62)
  const Placed sliced = slice(leaf(6, power_of_two(62)), std::vector<ModeKey>{Slice{0, 6, 3}});
  CHECK(to_string(sliced.layout) == "2:13835058055282163712");
  // the largest of all: 2^127 - 1
  CHECK(leaf(2, Int::max() - 1).cosize() == Int::max());
  CHECK(leaf(2, Int::max() - 1).fits(Int::max()));
  CHECK_FALSE(leaf(2, Int::max() - 1).fits(Int::max(), 1));
}

TEST_CASE("a bound check decides rightly past 127 bits", "[integers]") {
  const auto fits = [](const Layout& layout, Int limit, Int offset = 0) { return layout.fits(limit, offset); };
  CHECK_FALSE(fits(leaf(5, power_of_two(62)), 1));  // F5
  CHECK_FALSE(fits(leaf(5, power_of_two(126)), 1));
  CHECK_FALSE(fits(leaf(5, power_of_two(126)), Int::max()));
  CHECK_FALSE(fits(leaf(3, power_of_two(126)), Int::max()));  // 2^127 + 1
  CHECK_FALSE(fits(leaf(1, 0), 1, power_of_two(63)));
  CHECK_FALSE(fits(leaf(1, 0), Int::max(), Int::max()));
  CHECK(fits(leaf(1, power_of_two(126)), 1));
  CHECK(leaf(5, power_of_two(126)).saturating_cosize() == Int::max());
  CHECK(leaf(5, 3).saturating_cosize() == 13);

  // sizes past 2^127 are compared exactly too
  const Int big = power_of_two(100);
  CHECK(same_size(Shape{big, big * 2}, Shape{big * 2, {big}}));
  CHECK_FALSE(same_size(Shape{big, big}, Shape{big, big * 2}));
  CHECK_FALSE(same_size(Shape{big, big}, Shape{big}));
  CHECK(Shape({big, big}).contains(Int::max()));
  CHECK_FALSE(Shape({Int::max() - 1}).contains(Int::max() - 1));
  CHECK(Shape({Int::max() - 1}).contains(Int::max() - 2));

  // as_strided: cosize(B) <= size(A)
  const Layout vast(Shape{big, big}, Stride{0, 0});
  CHECK(compose(vast, leaf(2, power_of_two(126))) == leaf(2, 0));
  CHECK(compose(vast, Layout(Shape{3, 3}, Stride{power_of_two(126), power_of_two(126)})).has_value());
  // 1 + (2^100 - 1) 2^100 <= 2^200 < 1 + (2^101 - 1) 2^100
  CHECK(compose(vast, leaf(big, big)) == leaf(big, 0));
  CHECK(error_of([&] { compose(vast, leaf(2 * big, big)); }) == "ValueError");
  CHECK(error_of([&] { compose(leaf(big, 0), leaf(2, big)); }) == "ValueError");
  CHECK(error_of([&] { compose(leaf(big, 0), leaf(5, power_of_two(126))); }) == "ValueError");
  CHECK(compose(leaf(big, 0), leaf(2, big - 1)) == leaf(2, 0));
}

TEST_CASE("OverflowError only where the number itself is the answer", "[integers]") {
  const Int big = power_of_two(100);
  const Layout vast(Shape{big, big}, Stride{0, 0});
  CHECK(error_of([&] { (void)vast.size(); }) == "OverflowError");
  CHECK(vast.shape().saturating_size() == Int::max());
  CHECK(vast.cosize() == 1);
  CHECK(vast(Int::max()) == 0);
  CHECK(to_string(vast.shape().coordinate(big + 7)) == "[7,1]");
  CHECK(reshape_base(vast) == 0);
  CHECK(reshape(vast, Shape{big, {big}}) == Layout(Shape{big, {big}}, Stride{0, {0}}));
  CHECK_FALSE(injective(vast));
  CHECK(permute(vast, std::vector<Int>{1, 0}) == vast);
  CHECK(slice(vast, std::vector<ModeKey>{Slice{0, big}, big - 1}).layout == leaf(big, 0));
  CHECK(error_of([&] { (void)leaf(5, power_of_two(126)).cosize(); }) == "OverflowError");
  CHECK(error_of([&] { leaf(5, power_of_two(126))(2); }) == "OverflowError");
  CHECK(leaf(5, power_of_two(126))(1) == power_of_two(126));
  CHECK(error_of([&] { leaf(5, power_of_two(126))(5); }) == "ValueError");
  CHECK(error_of([&] { coalesce(vast); }) == "OverflowError");
  CHECK(error_of([&] { compact(Shape{big, big, 2}); }) == "OverflowError");
  CHECK(compact(Shape{big, big}) == Layout(Shape{big, big}, Stride{1, big}));  // 2^200 is nobody's stride

  // an ordinal outside the domain is that, however large the index would have been on the way
  const Layout steep(Shape{5, 5}, Stride{power_of_two(126), 1});
  CHECK(error_of([&] { steep(25); }) == "ValueError");
  CHECK(error_of([&] { steep(IntTuple{4, 5}); }) == "ValueError");
  CHECK(error_of([&] { steep(IntTuple{4, 4}); }) == "OverflowError");
}

TEST_CASE("an extent or stride past 2^127", "[integers]") {
  const std::string past = "170141183460469231731687303715884105728";
  CHECK(error_of([&] { Shape::parse(past); }) == "OverflowError");
  CHECK(error_of([&] { Stride::parse("[1," + past + "0]"); }) == "OverflowError");
  CHECK(error_of([&] { Layout::parse(past + ":1"); }) == "OverflowError");
  CHECK(error_of([&] { Shape::parse("-" + past + "0"); }) == "ValueError");
  CHECK(Shape{power_of_two(126)}.size() == power_of_two(126));
  CHECK(to_string(leaf(1, power_of_two(126))) == "1:" + to_string(power_of_two(126)));
}

TEST_CASE("questions whose sums pass 128 bits are answered exactly", "[integers]") {
  const Int big = power_of_two(100);
  // Strides 2^120 apart: the spans pass 2^127, the answers do not depend on it.
  const Int far = power_of_two(120);
  CHECK(injective(Layout(Shape{big, big}, Stride{1, big})));
  CHECK_FALSE(injective(Layout(Shape{big, big}, Stride{1, big - 1})));
  // i * far + j * (far + 1) is 0 only for multiples of (far + 1, -far), and i stops at 1023
  CHECK(injective(Layout(Shape{1024, 1024}, Stride{far, far + 1})));
  // three leaves, no two of which collide: far + (far + 1) = 2 far + 1
  CHECK_FALSE(injective(Layout(Shape{2, 2, 2}, Stride{far, far + 1, 2 * far + 1})));
  CHECK(injective(Layout(Shape{2, 2, 2}, Stride{far, far + 1, 2 * far + 3})));
  // i + j = 100 and j = 7 collide; j = 2000 is out of reach
  CHECK_FALSE(injective(Layout(Shape{1024, 1024, 2}, Stride{far, far + 1, 100 * far + 7})));
  CHECK(injective(Layout(Shape{1024, 1024, 2}, Stride{far, far + 1, 100 * far + 2000})));

  // continuing strides past the range continue nothing
  CHECK_FALSE(reshape_base(Layout(Shape{big, 2}, Stride{big, Int::max() - 1})).has_value());
  CHECK(reshape_base(Layout(Shape{2, big, 1}, Stride{big, 2 * big, 5})) == big);

  // a carry at 2^120: 2^120 + 2^120 steps from mode 0 into mode 1, whose stride continues or does not
  const Layout continued(Shape{2 * far, 8}, Stride{3, 6 * far});
  CHECK(compose(continued, leaf(8, far)) == leaf(8, 3 * far));
  const Layout broken(Shape{2 * far, 8}, Stride{3, 6 * far + 1});
  CHECK_FALSE(compose(broken, leaf(8, far)).has_value());
  CHECK(compose(broken, leaf(8, 2 * far)) == leaf(8, 6 * far + 1));
}
