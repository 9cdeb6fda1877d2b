// SPDX-License-Identifier: Apache-2.0
#include "runner/spec/fingerprint.hpp"

#include "tests/support/catch.hpp"

namespace swconform::spec::test {

using Sentences = std::vector<std::string_view>;

TEST_CASE("a fingerprint is the beginning of the SHA-256 of the folded text") {
  // FIPS 180-2, appendix B.1 ("abc") and the well-known digest of the empty string
  CHECK(fingerprint("abc") == "ba7816bf8f01cfea");
  CHECK(fingerprint("") == "e3b0c44298fc1c14");
  CHECK(fingerprint(" `a` *b*\nc\xc2\xb6 ") == "ba7816bf8f01cfea");
}

TEST_CASE("folding drops white space and marks, and nothing else") {
  CHECK(fold("a b\tc\r\nd\v\fe") == "abcde");
  CHECK(fold("a\xc2\xa0"
             "b\xe2\x80\x89"
             "c\xe3\x80\x80"
             "d\xc2\x85"
             "e\xe2\x80\xaf"
             "f\x1f"
             "g") == "abcdefg");
  CHECK(fold("`f(*x)` **b**\xc2\xb6") == "f(x)b");
  CHECK(fold("L_0, \"q\" - [1:2].\xe2\x80\x94\xc3\xa9\xc2\xb7") == "L_0,\"q\"-[1:2].\xe2\x80\x94\xc3\xa9\xc2\xb7");
}

TEST_CASE("a sentence ends at a mark before white space or the end") {
  CHECK(split_sentences("One. Two! Three? Four") == Sentences{"One.", "Two!", "Three?", "Four"});
  CHECK(split_sentences("  DType.Int32 is 1.0 wide.\tNext.  ") == Sentences{"DType.Int32 is 1.0 wide.", "Next."});
  CHECK(split_sentences("One.\xc2\xa0Two.").size() == 2);
  CHECK(split_sentences("See (this.) now.") == Sentences{"See (this.) now."});
  CHECK(split_sentences("   ").empty());
}

TEST_CASE("an abbreviation ends no sentence") {
  CHECK(split_sentences("Marks, e.g. half, i.e. 3, vs. full, etc. count. End.") ==
        Sentences{"Marks, e.g. half, i.e. 3, vs. full, etc. count.", "End."});
  CHECK(split_sentences("See (e.g. this).") == Sentences{"See (e.g. this)."});
  CHECK(split_sentences("It was a canvs. End.") == Sentences{"It was a canvs.", "End."});
}

TEST_CASE("SHALL and MUST make a sentence normative, as words") {
  CHECK(is_normative("It SHALL."));
  CHECK(is_normative("MUST it?"));
  CHECK(is_normative("It \"SHALL\" NOT."));
  CHECK_FALSE(is_normative("It shall, it must."));
  CHECK_FALSE(is_normative("SHALLOW, MUSTARD, A_MUST, SHALL_1"));
  CHECK(is_normative("SHALLOW water SHALL do."));
}

TEST_CASE("a fingerprint is 16 lower-case hex digits") {
  CHECK(is_fingerprint("0123456789abcdef"));
  CHECK_FALSE(is_fingerprint("0123456789abcde"));
  CHECK_FALSE(is_fingerprint("0123456789ABCDEF"));
  CHECK_FALSE(is_fingerprint("0123456789abcdefa"));
}

}  // namespace swconform::spec::test
