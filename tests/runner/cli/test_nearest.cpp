// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/nearest.hpp"

#include "tests/support/catch.hpp"

using namespace swconform::cli;

TEST_CASE("edit distance: insert, delete, replace, swap neighbours") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("run", "run") == 0);
  CHECK(edit_distance("", "run") == 3);
  CHECK(edit_distance("run", "") == 3);
  CHECK(edit_distance("list", "lists") == 1);
  CHECK(edit_distance("lst", "list") == 1);
  CHECK(edit_distance("rum", "run") == 1);
  CHECK(edit_distance("rnu", "run") == 1);
  CHECK(edit_distance("ca", "abc") == 3);  // optimal string alignment: the swapped pair is not edited again
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("the nearest word, or none") {
  const std::vector<std::string> words{"run", "list", "explain", "check", "trace"};
  CHECK(nearest("rnu", words) == "run");
  CHECK(nearest("lsit", words) == "list");
  CHECK(nearest("expalin", words) == "explain");
  CHECK(nearest("run", words) == "run");
  CHECK(nearest("fuzz", words) == "");
  CHECK(nearest("", words) == "");
  CHECK(nearest("run", {}) == "");
  CHECK(nearest("ac", {"ab", "ad"}) == "ab");  // the first of several
  CHECK(did_you_mean("tarce", words) == "; did you mean trace?");
  CHECK(did_you_mean("something else", words) == "");
}
