// SPDX-License-Identifier: Apache-2.0
#include "runner/report/text.hpp"

#include "tests/support/catch.hpp"

using swconform::report::printable;
using swconform::report::shell_word;

TEST_CASE("printable keeps text and escapes the rest") {
  CHECK(printable("a\tb\nc") == "a\tb\nc");
  CHECK(printable("ä·€😀") == "ä·€😀");
  CHECK(printable(std::string_view("\0\x1b\x7f", 3)) == "\\x00\\x1b\\x7f");
  CHECK(printable("\xc2\x9b"
                  "2J") ==
        "\\xc2\\x9b"
        "2J");
  CHECK(printable("\xff\xc3") == "\\xff\\xc3");
  CHECK(printable("\xc0\xaf") == "\\xc0\\xaf");                    // overlong
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");           // a surrogate
  CHECK(printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // past the last code point
  CHECK(printable("\xef\xbf\xbf") == "\\xef\\xbf\\xbf");           // not allowed in XML
}

TEST_CASE("a shell word stays one word") {
  CHECK(shell_word("views.permute/invalid") == "views.permute/invalid");
  CHECK(shell_word("views.permute?Q4/true") == "'views.permute?Q4/true'");
  CHECK(shell_word("a b") == "'a b'");
  CHECK(shell_word("it's") == "'it'\\''s'");
  CHECK(shell_word("") == "''");
}
