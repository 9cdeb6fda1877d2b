// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/bindings/cpp/toy_harness.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using sdk::Arguments;
using sdk::FactSheet;
using sdk::Item;
using sdk::Session;
using toy::Lines;
using toy::run;

namespace {

Lines answer(const sdk::Harness& harness, const std::string& request) {
  Lines lines;
  harness(from_json(request), [&](const Value& line) { lines.push_back(to_json(line)); });
  return lines;
}

}  // namespace

TEST_CASE("hello tells operations, options and facts") {
  auto harness = toy::harness();
  harness.facts({"number"}).facts({"next"});
  CHECK(
      answer(harness, R"({"verb":"hello","protocol":1})") ==
      Lines{
          R"({"name":"toy","version":"1","language":"C++","protocol":1,)"
          R"("operations":["box","drop","error","read","write"],"facts":["number","next"],"options":["message","next"]})"});
  CHECK(answer(harness, R"({"verb":"bye"})").empty());
}

TEST_CASE("a request that is none is answered, and the next one is served") {
  const auto harness = toy::harness();
  for (const char* request : {"5", "null", "{}", R"({"verb":5})", R"({"verb":"dance"})", R"({"verb":"case"})",
                              R"({"verb":"case","steps":[{"do":5}]})"}) {
    INFO(request);
    const Lines lines = answer(harness, request);
    REQUIRE(lines.size() == 1);
    CHECK(from_json(lines[0]).find("internal") != nullptr);
    CHECK(is_done(from_json(lines[0])));
  }
  CHECK(answer(harness, R"({"verb":"case","steps":[]})") == Lines{R"({"done":true})"});
}

TEST_CASE("no state survives a case") {
  auto harness = toy::harness();
  harness.operation("count", {}, [](Session& session, const Arguments&) { return ++session.state<std::int64_t>(); });
  const char* steps = R"([{"do":"count"},{"do":"count","as":"n"}])";
  const Lines first = run(harness, steps);
  CHECK(first == Lines{R"({"step":0,"value":1})", R"({"step":1,"value":2})", R"({"done":true})"});
  CHECK(run(harness, steps) == first);
}

TEST_CASE("a wrapper changes one operation of one copy") {
  const auto harness = toy::harness();
  auto mutant = harness;
  mutant.wrap("box", [](const sdk::Operation& next, Session& session, const Arguments& arguments) {
    return next(session, arguments.with("number", arguments.get<std::int64_t>("number") + 1));
  });
  auto twice = mutant;
  twice.wrap("box", [](const sdk::Operation& next, Session& session, const Arguments& arguments) {
    return next(session, arguments.with(0, Item(arguments.get<std::int64_t>(0) * 10)));
  });
  const char* steps = R"([{"do":"box","arguments":[1],"as":"b"},{"do":"read","arguments":[{"ref":"b"}]}])";
  CHECK(run(harness, steps)[1] == R"({"step":1,"value":1})");
  CHECK(run(mutant, steps)[1] == R"({"step":1,"value":2})");
  CHECK(run(twice, steps)[1] == R"({"step":1,"value":11})");
  CHECK_THROWS_AS(mutant.wrap("bx", {}), std::invalid_argument);
}

TEST_CASE("a wrapper changes the facts of one kind in one copy") {
  const auto harness = toy::harness();
  auto mutant = harness;
  mutant.wrap_facts("box", [](const sdk::FactsFunction& next, Session& session, const std::any& object) {
    return next(session, object).set("number", Item("many")).remove("next");
  });
  const char* steps = R"([{"do":"box","arguments":[1],"as":"b","facts":true}])";
  CHECK(run(harness, steps)[1].find(R"("number":1)") != std::string::npos);
  CHECK(
      run(mutant, steps)[1] ==
      R"({"facts":{"names":{"b":{"object":1}},"objects":{"1":{"kind":"box","alive":true,"facts":{"number":"many"}}}}})");
  CHECK_THROWS_AS(mutant.wrap_facts("bx", {}), std::invalid_argument);
}

TEST_CASE("several sessions go on at once") {
  const auto harness = toy::harness();
  const char* steps =
      R"([{"do":"box","arguments":[1],"as":"a"},{"do":"box","arguments":[2,{"ref":"a"}],"as":"b","facts":true},
                          {"do":"write","arguments":[{"ref":"b.next"},7],"facts":true},
                          {"do":"drop","arguments":[{"ref":"b"}],"facts":true}])";
  const Lines expected = run(harness, steps);
  std::atomic<int> different = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 200; ++n) different += run(harness, steps) != expected ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(different == 0);
}
