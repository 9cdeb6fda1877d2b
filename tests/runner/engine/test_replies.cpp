// SPDX-License-Identifier: Apache-2.0
// Implementations that babble, stay silent and die: what became of the exchange is the verdict, with the place.
#include <stdexcept>

#include "tests/runner/engine/miniature.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using namespace swconform::miniature;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The honest lines, with one of them replaced.
CaseResult with_line(std::size_t index, const Value& line) {
  Lines lines = permute_lines();
  lines[index] = line;
  const scenario::Case what = permute_case();
  return result_of(what, std::move(lines));
}

CaseResult first_lines(std::size_t count) {
  Lines lines = permute_lines();
  lines.resize(count);
  const scenario::Case what = permute_case();
  return result_of(what, std::move(lines));
}

/// Dies once it has sent so many lines.
CaseResult dying_after(std::size_t count) {
  const scenario::Case what = permute_case();
  return result_of(what, implementation([count](const Value&, const auto& reply) {
                     const Lines lines = permute_lines();
                     for (std::size_t i = 0; i < count; ++i) reply(lines[i]);
                     throw std::runtime_error("boom");
                   }));
}

}  // namespace

TEST_CASE("an honest implementation passes, as values and through their text") {
  const scenario::Case what = permute_case();
  for (const bool through_json : {false, true}) {
    const CaseResult result = result_of(what, playing(permute_lines(), through_json));
    CHECK(result.verdict == Verdict::pass);
    CHECK(result.why.empty());
    CHECK(result.differences.empty());
    CHECK(result.trace.empty());
    CHECK(verdict_of(result, 2) == Verdict::pass);
    CHECK(verdict_of(result, 13) == Verdict::pass);
  }
}

TEST_CASE("a line out of place is the harness's fault") {
  struct Row {
    const char* what;
    std::size_t line;
    Value instead;
    const char* why;
  };
  const Row rows[] = {
      {"garbage for an outcome", 0, Value("hello?"), "no outcome"},
      {"a wrong step number", 2, answer(7, object(3)), "step 7 where step 1"},
      {"facts for an outcome", 2, facts({}, {}), "nobody asked for"},
      {"an outcome for facts", 1, answer(1, object(3)), "facts after this step were due"},
      {"malformed facts", 1, Value::tagged("facts", 3), "malformed facts"},
      {"an unknown kind of error", 2, error(1, "KeyError", ""), "no outcome"},
      {"done too early", 2, done(), "done before"},
      {"an outcome for done", 4, answer(2, Value(1)), "where done was due"},
      {"the request is refused", 0, Value::Record{{"internal", Value("no such verb")}, {"done", Value(true)}},
       "no such verb"},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    const CaseResult result = with_line(row.line, row.instead);
    CHECK(result.verdict == Verdict::harness);
    CHECK(verdict_of(result, 2) == Verdict::harness);
    INFO(result.why);
    CHECK(has(result.why, row.why));
  }
}

TEST_CASE("missing lines and lines too many are the harness's fault") {
  for (std::size_t count = 0; count < 5; ++count) {
    INFO(count);
    CHECK(first_lines(count).verdict == Verdict::harness);
  }
  CHECK(has(first_lines(2).why, "permute: [...]"));
  CHECK(has(first_lines(2).why, "f.yaml:5:11"));
  Lines lines = permute_lines();
  lines.push_back(done());
  const scenario::Case what = permute_case();
  CHECK(has(result_of(what, std::move(lines)).why, "after the last one"));
}

TEST_CASE("facts that do not say what a step bound are the harness's fault") {
  const CaseResult result = with_line(3, facts({}, {{3, tensor(layout({3, 2}, {2, 1}), 0, 2)}}));
  CHECK(result.verdict == Verdict::harness);
  CHECK(has(result.why, "do not say what v is"));
}

TEST_CASE("dying is a crash of the step it happens in") {
  const char* const places[] = {"t: !tensor",     "t: !tensor",          "permute: [...]",
                                "permute: [...]", "after the last step", "after the last step"};
  for (std::size_t count = 0; count < 6; ++count) {
    INFO(count);
    const CaseResult result = dying_after(count);
    CHECK(result.verdict == Verdict::crash);
    CHECK(verdict_of(result, 13) == Verdict::crash);
    INFO(result.why);
    CHECK(has(result.why, "boom"));
    CHECK(has(result.why, places[count]));
  }
}

TEST_CASE("a line that is no line of the protocol is the harness's fault") {
  Lines lines = permute_lines();
  Value nested = 0;
  for (int depth = 0; depth < 101; ++depth) nested = Value::List{nested};
  lines[0] = answer(0, nested);
  const scenario::Case what = permute_case();
  const CaseResult result = result_of(what, playing(lines, true));
  CHECK(result.verdict == Verdict::harness);
  CHECK(has(result.why, "line 1"));
}

TEST_CASE("a flood is stopped") {
  const scenario::Case what = permute_case();
  const CaseResult result = result_of(what, implementation([](const Value&, const auto& reply) {
                                        const Value line = answer(0, Value(1));
                                        while (true) reply(line);
                                      }));
  CHECK(result.verdict == Verdict::harness);  // its second line answers a question nobody asked
}
