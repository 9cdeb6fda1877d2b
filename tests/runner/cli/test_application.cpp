// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/application.hpp"

#include "tests/runner/cli/cli_support.hpp"
#include "tests/support/catch.hpp"

using swconform::test::call;
using swconform::test::Finished;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Refused: exit 2, nothing on stdout, and a message with all of `parts`.
void check_refused(const std::vector<std::string>& arguments, const std::vector<std::string>& parts) {
  const Finished finished = call(arguments);
  INFO(finished.err);
  CHECK(finished.code == 2);
  CHECK(finished.out.empty());
  CHECK(finished.err.starts_with("swconform: "));
  for (const std::string& part : parts) CHECK(contains(finished.err, part));
}

}  // namespace

TEST_CASE("help and version end well and go to stdout") {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--help"}, {"run", "--help"}, {"list", "-h"}, {"explain", "--help"}, {"--version"}}) {
    const Finished finished = call(arguments);
    CHECK(finished.code == 0);
    CHECK_FALSE(finished.out.empty());
    CHECK(finished.err.empty());
  }
  CHECK(contains(call({"--help"}).out, "explain"));
  CHECK(contains(call({"run", "--help"}).out, "--timeout"));
  CHECK_FALSE(contains(call({"run", "--help"}).out, "--against"));
}

TEST_CASE("an unknown command is refused with the nearest") {
  check_refused({"rnu"}, {"unknown command: rnu; did you mean run?"});
  check_refused({"tarce", "--against", "x"}, {"unknown command: tarce; did you mean trace?"});
  check_refused({"dance"}, {"unknown command: dance\n", "run, list, explain, check, trace"});
}

TEST_CASE("an unknown option is refused with the nearest") {
  check_refused({"run", "--reprot", "json"}, {"unknown option of swconform run: --reprot; did you mean --report?"});
  check_refused({"run", "views.permute", "--imlp=x"}, {"--imlp; did you mean --impl?"});
  check_refused({"list", "--requirement"}, {"--requirement; did you mean --requirements?"});
  check_refused({"--versoin"}, {"unknown option of swconform: --versoin; did you mean --version?"});
  check_refused({"check", "--xyzzy"}, {"unknown option of swconform check: --xyzzy\n"});
}

TEST_CASE("words and values where none belong are refused") {
  check_refused({"check", "views.permute"}, {"takes no such argument: views.permute"});
  check_refused({"explain"}, {"ID"});
  check_refused({"explain", "a", "b"}, {"takes no such argument: b"});
  check_refused({"trace"}, {"--against"});
  check_refused({"run", "-j", "0"}, {"-j"});
  check_refused({"run", "-j", "many"}, {"many"});
  check_refused({"run", "--timeout", "-1"}, {"--timeout"});
  check_refused({"list"}, {"--requirements"});
  check_refused({"list", "--cases", "--clauses"}, {"list one of"});
}

TEST_CASE("without a command the help is shown and the exit code is 2") {
  const Finished finished = call({});
  CHECK(finished.code == 2);
  CHECK(contains(finished.out, "Usage"));
}

TEST_CASE("an option takes one report, so that selectors may follow it") {
  // Had --report swallowed the selector, the format would be what is complained about.
  check_refused({"run", "--report", "json", "--report", "junit", "zebra"}, {"stdout"});
}

TEST_CASE("an implementation that cannot be started: exit 3; one that cannot be: exit 2") {
  CHECK(call({"run", "--impl", "./no/such/lib.so"}).code == 3);
  CHECK(call({"run", "--impl", "python:no_such.py"}).code == 3);
  check_refused({"run", "--impl", "http://x"}, {"unknown kind"});
  check_refused({"run", "--impl", "builtin:refrence"}, {"did you mean builtin:reference?"});
}

TEST_CASE("folders that are not there are refused") {
  check_refused({"check", "--specs", "/no/such/folder"}, {"no such folder: /no/such/folder"});
  check_refused({"run", "--scenarios", "/no/such/folder"}, {"no such folder: /no/such/folder"});
}

TEST_CASE("a page that cannot be read: exit 2") { CHECK(call({"trace", "--against", "/no/such/page.txt"}).code == 2); }
