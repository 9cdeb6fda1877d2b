// SPDX-License-Identifier: Apache-2.0
// Input that is no fixture at all, or tries to be too much.
#include "tests/runner/scenario/scenario_fixture.hpp"
#include "tests/support/catch.hpp"

namespace swconform::scenario::test {
namespace {

TEST_CASE("A file over 1 MiB is refused, one of 1 MiB is read") {
  const std::string fixture =
      "requirement: views.permute\nscenarios:\n  - {scenario: invalid, when: {item: [1]}, then: {1: {returns: 0}}}\n";
  const std::size_t limit = std::size_t{1} << 20;
  const std::string filled = fixture + "#" + std::string(limit - fixture.size() - 1, 'x');
  REQUIRE(filled.size() == limit);
  CHECK(read(filled).size() == 1);
  CHECK(refusal(filled + "x") == "x.yaml: this file is larger than 1 MiB\n    a fixture is written by hand");
}

TEST_CASE("Nesting without end is refused before it is followed") {
  const auto refused = [](const std::string& opening) {
    std::string text = opening[1] == ' ' ? "requirement:\n  " : "requirement: ";
    for (int i = 0; i < 100000; ++i) text += opening;
    return refusal(text);
  };
  // Flow collections that never end are refused by yaml-cpp's scanner or as what it makes of them; none is followed.
  for (const char* opening : {"[", "{a: ", "[{a: ", "!x [", "? "}) {
    const std::string message = refused(opening);
    CHECK(message != "(not refused)");
    CHECK(message.size() < 1000);
  }
  CHECK(refused("- ").find(": more than 64 levels of nesting\n") != std::string::npos);
}

TEST_CASE("Of a long line, a message shows what stands around the place") {
  const std::string x(300, 'x');
  const std::string text =
      "requirement: views.permute\nscenarios: [{because: \"" + x + "\", scenari: 1, when: \"" + x + "\"}]\n";
  // A hundred bytes before the place, and a hundred from it on.
  const std::string before = "\", ";
  const std::string after = "scenari: 1, when: \"";
  const std::string shown =
      "..." + x.substr(0, 100 - before.size()) + before + after + x.substr(0, 100 - after.size()) + "...";
  const std::string message = refusal(text);
  CHECK(message.find("\n    " + shown + "\n    " + std::string(103, ' ') + "^\n") != std::string::npos);
  CHECK(message.size() < 400);
}

TEST_CASE("Aliases cannot multiply") {
  std::string bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n";
  for (char c = 'b'; c < 'k'; ++c) {
    bomb += std::string(1, c) + ": &" + c + " [";
    for (int i = 0; i < 9; ++i) bomb += (i == 0 ? "*" : ", *") + std::string(1, static_cast<char>(c - 1));
    bomb += "]\n";
  }
  CHECK(refusal(bomb).find("x.yaml:1:4: an anchor\n") == 0);
}

TEST_CASE("Many keys, and a very long line, take no more than their time") {
  std::string text =
      "requirement: views.permute\nscenarios: [{scenario: invalid, when: {item: [1]}, then: {1: {returns: 0}}, cases: "
      "{";
  for (int i = 0; i < 20000; ++i) text += "k" + std::to_string(i) + ": {}, ";
  CHECK(read(text + "}}]\n").size() == 20000);
  CHECK(refusal(text + "k7: {}}}]\n").find("`k7` stands here twice") != std::string::npos);
}

TEST_CASE("What is cut off or changed anywhere is read or refused, never worse") {
  const std::string fixture =
      "requirement: views.permute\n"
      "tables: {sweep: {x: {o: [0]}}}\n"
      "scenarios:\n"
      "  - scenario: invalid\n"
      "    given: {c: !carrier {size: 2, spy: true}, t: !tensor {carrier: c, layout: \"[1,2]:[1,1]\"}}\n"
      "    rows: sweep\n"
      "    when: {permute: [t, $o, !slice \"1:2\", !tree [0, _]]}\n"
      "    then: {\"1 2-3\": {raises: ValueError, mentions: [\"x\", 5]}}\n";
  REQUIRE(read(fixture).size() == 1);
  std::size_t refused = 0;
  for (std::size_t length = 0; length < fixture.size(); ++length) {
    refused += refusal(fixture.substr(0, length)) != "(not refused)" ? 1 : 0;
  }
  CHECK(refused > fixture.size() - 20);
  for (const char replacement : {'\0', '"', '\'', '[', ']', '{', '}', ':', ',', '-',  '?',  '!', '&',    '*',   '#',
                                 '|',  '>', '%',  '@', '`', '$', '_', '.', '9', '\n', '\t', ' ', '\x80', '\xff'}) {
    for (std::size_t at = 0; at < fixture.size(); ++at) {
      std::string changed = fixture;
      changed[at] = replacement;
      const std::string message = refusal(changed);
      CHECK((message == "(not refused)" || message.starts_with("x.yaml")));
    }
  }
}

TEST_CASE("Byte-order marks and other ends of lines are read over") {
  CHECK(read("\xef\xbb\xbfrequirement: views.permute\r\nscenarios:\r\n"
             "  - {scenario: invalid, when: {item: [!str \"\xc3\xa9\"]}, then: {1: {returns: 0}}}\r\n")
            .size() == 1);
  CHECK(refusal("requirement: views.permut\r\n") ==
        "x.yaml:1:14: there is no requirement `views.permut`\n"
        "    requirement: views.permut\n"
        "                 ^\n"
        "    did you mean `views.permute`?");
}

}  // namespace
}  // namespace swconform::scenario::test
