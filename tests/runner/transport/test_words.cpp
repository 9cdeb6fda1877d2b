// SPDX-License-Identifier: Apache-2.0
#include "runner/transport/words.hpp"

#include <stdexcept>

#include "tests/support/catch.hpp"

using swconform::split_words;
using Words = std::vector<std::string>;

TEST_CASE("words are split at white space") {
  CHECK(split_words("").empty());
  CHECK(split_words(" \t\n ").empty());
  CHECK(split_words("a") == Words{"a"});
  CHECK(split_words("  python3\tharness.py \n --fast ") == Words{"python3", "harness.py", "--fast"});
}

TEST_CASE("quotes keep words together, and may stand within one") {
  CHECK(split_words("'a b' \"c d\"") == Words{"a b", "c d"});
  CHECK(split_words("a'b c'd\"e f\"g") == Words{"ab cde fg"});
  CHECK(split_words("'' \"\" a''") == Words{"", "", "a"});
  CHECK(split_words("'\"' \"'\"") == Words{"\"", "'"});
  CHECK(split_words("'a\nb'") == Words{"a\nb"});
}

TEST_CASE("a backslash takes the meaning from what follows") {
  CHECK(split_words(R"(a\ b)") == Words{"a b"});
  CHECK(split_words(R"(\'\"\\ \n)") == Words{"'\"\\", "n"});
  CHECK(split_words(R"('a\b\')") == Words{"a\\b\\"});
  CHECK(split_words(R"("\"\\\$\`" "\n\a")") == Words{"\"\\$`", "\\n\\a"});
  CHECK(split_words("a\\\nb \"c\\\nd\"") == Words{"ab", "cd"});
}

TEST_CASE("nothing is expanded") {
  CHECK(split_words("$HOME ~ *.py a|b ; # > x $(ls)") ==
        Words{"$HOME", "~", "*.py", "a|b", ";", "#", ">", "x", "$(ls)"});
}

TEST_CASE("what has no end is refused") {
  CHECK_THROWS_AS(split_words("'a"), std::invalid_argument);
  CHECK_THROWS_AS(split_words("a \"b'"), std::invalid_argument);
  CHECK_THROWS_AS(split_words("\"a\\"), std::invalid_argument);
  CHECK_THROWS_AS(split_words("a \\"), std::invalid_argument);
}
