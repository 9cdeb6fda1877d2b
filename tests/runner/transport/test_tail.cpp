// SPDX-License-Identifier: Apache-2.0
#include "runner/transport/tail.hpp"

#include "tests/support/catch.hpp"

using swconform::Tail;

TEST_CASE("a short text is kept whole") {
  Tail tail(10);
  CHECK(tail.text().empty());
  tail.add("abc\n");
  tail.add("defghi");
  CHECK(tail.text() == "abc\ndefghi");
  CHECK(tail.total() == 10);
  tail.clear();
  CHECK(tail.text().empty());
  CHECK(tail.total() == 0);
}

TEST_CASE("of a long text the end is kept, from the beginning of a line, and what is left out is said") {
  Tail tail(10);
  tail.add("first\nsecond\nthird\n");
  CHECK(tail.text() == "[13 bytes before this]\nthird\n");
  Tail other(10);
  other.add("no line break at all");
  CHECK(other.text() == "[10 bytes before this]\neak at all");
}

TEST_CASE("any number of pieces of any size take little room") {
  Tail tail(1000);
  for (int i = 0; i < 100000; ++i) tail.add("piece\n");
  CHECK(tail.total() == 600000);
  CHECK(tail.text().size() <= 1100);
  CHECK(tail.text().ends_with("piece\npiece\n"));
  tail.add(std::string(1000000, 'z'));
  CHECK(tail.text().size() <= 1100);
  CHECK(tail.text().ends_with("zzz"));
}
