// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "runner/engine/engine.hpp"
#include "tests/runner/engine/miniature.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using namespace swconform::miniature;
using namespace std::chrono_literals;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<scenario::Case> many(std::size_t count) {
  std::vector<scenario::Case> cases;
  for (std::size_t i = 0; i < count; ++i) {
    cases.push_back(permute_case(("case-" + std::to_string(i)).c_str()));
    cases.back().when[0].step.arguments = {Value(static_cast<int>(i))};
  }
  return cases;
}

std::vector<const scenario::Case*> pointers(const std::vector<scenario::Case>& cases) {
  std::vector<const scenario::Case*> result;
  for (const scenario::Case& what : cases) result.push_back(&what);
  return result;
}

/// The argument of the judged step.
std::int64_t number_of(const Value& request) {
  return *parse_case_request(request).steps.at(1).arguments.at(0).integer()->to_int64();
}

Implementation greeting(std::function<void(const std::function<void(Value)>& reply)> greet) {
  return {"odd", "in-process", [greet = std::move(greet)] {
            return connect_in_process([greet](const Value&, const auto& reply) { greet(reply); });
          }};
}

RunResult run_none(const Implementation& implementation) {
  RunOptions options;
  options.timeout = 50ms;
  return run(catalogue(), {}, {}, implementation, options);
}

}  // namespace

TEST_CASE("the request: givens, when, control; facts after the last given and each step of when") {
  scenario::Case what = refusal_case();
  what.givens.insert(what.givens.begin(), given("carrier", "c"));
  what.when.insert(what.when.begin(), when("index", {ref("t")}, "u"));
  CaseRequest seen;
  result_of(what, implementation([&](const Value& request, const auto&) { seen = parse_case_request(request); }));
  REQUIRE(seen.steps.size() == 5);
  const std::vector<std::string> operations = {"carrier", "tensor", "index", "permute", "permute"};
  const std::vector<bool> facts = {false, true, true, true, false};
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(seen.steps[i].operation == operations[i]);
    CHECK(seen.steps[i].facts == facts[i]);
  }
}

TEST_CASE("results are in the order of the cases, whatever the number of workers") {
  const std::vector<scenario::Case> cases = many(60);
  const auto fake = implementation([](const Value& request, const auto& reply) {
    const std::int64_t number = number_of(request);
    if (number % 7 == 0) std::this_thread::sleep_for(2ms);
    Lines lines = permute_lines();
    if (number % 3 == 1) lines[2] = error(1, "ValueError", "no");
    if (number % 3 == 2) lines[2] = ended(1, "unsupported", "");
    if (number % 3 != 0) lines[3] = facts({}, {});
    for (const Value& line : lines) reply(line);
  });
  for (const unsigned jobs : {0U, 1U, 4U}) {
    RunOptions options;
    options.jobs = jobs;
    std::size_t reports = 0;
    options.progress = [&](const CaseResult&, std::size_t done, std::size_t total) {
      CHECK(done == ++reports);
      CHECK(total == 60);
    };
    const RunResult result = run(catalogue(), pointers(cases), pointers(cases), fake, options);
    CHECK(reports == 60);
    REQUIRE(result.cases.size() == 60);
    for (std::size_t i = 0; i < 60; ++i) {
      CHECK(result.cases[i].what == &cases[i]);
      CHECK(result.cases[i].verdict == (i % 3 == 0   ? Verdict::pass
                                        : i % 3 == 1 ? Verdict::fail
                                                     : Verdict::unsupported));
    }
    CHECK_FALSE(result.as_expected);
  }
}

TEST_CASE("each worker has a connection of its own") {
  const std::vector<scenario::Case> cases = many(16);
  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::atomic<int> connections{0};
  const auto inner = implementation([&](const Value&, const auto& reply) {
    std::this_thread::sleep_for(2ms);
    const std::scoped_lock lock(mutex);
    threads.insert(std::this_thread::get_id());
    for (const Value& line : permute_lines()) reply(line);
  });
  Implementation counted = inner;
  counted.connect = [&] {
    ++connections;
    return inner.connect();
  };
  RunOptions options;
  options.jobs = 4;
  const RunResult result = run(catalogue(), pointers(cases), pointers(cases), counted, options);
  CHECK(result.as_expected);
  CHECK(connections == 4);
  CHECK(threads.size() == 4);
}

TEST_CASE("after three hangs in an operation its other cases are not run, those of others are") {
  std::vector<scenario::Case> cases = many(6);
  cases[5].when[0].step.operation = "squeeze";
  std::atomic<int> calls{0};
  std::atomic<bool> release{false};
  std::atomic<int> gone{0};
  const auto fake = implementation([&](const Value& request, const auto& reply) {
    ++calls;
    const Lines lines = permute_lines();
    reply(lines[0]);
    reply(lines[1]);
    if (parse_case_request(request).steps[1].operation == "permute") {
      while (!release) std::this_thread::sleep_for(1ms);
      ++gone;
      return;
    }
    for (std::size_t i = 2; i < lines.size(); ++i) reply(lines[i]);
  });
  RunOptions options;
  options.timeout = 20ms;
  const RunResult result = run(catalogue(), pointers(cases), pointers(cases), fake, options);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(result.cases[i].verdict == Verdict::crash);
    CHECK(has(result.cases[i].why, "hang: no answer within 20 ms, in `permute: [...]`"));
  }
  for (std::size_t i = 3; i < 5; ++i) {
    CHECK(result.cases[i].verdict == Verdict::crash);
    CHECK(result.cases[i].why == "not run: permute hung three times");
    CHECK(verdict_of(result.cases[i], 2) == Verdict::crash);
  }
  CHECK(result.cases[5].verdict == Verdict::pass);
  CHECK(calls == 4);
  release = true;
  while (gone < 3) std::this_thread::sleep_for(1ms);
  std::this_thread::sleep_for(20ms);  // until the threads are gone
}

TEST_CASE("what cannot be greeted cannot be started") {
  CHECK_THROWS_AS(run_none(greeting([](const auto&) {})), StartError);
  CHECK_THROWS_AS(run_none(greeting([](const auto& reply) { reply(Value("hi")); })), StartError);
  CHECK_THROWS_AS(run_none(greeting([](const auto&) { throw std::runtime_error("no libfoo"); })), StartError);
  CHECK_THROWS_AS(run_none(greeting([](const auto& reply) {
                    reply(to_value(hello()));
                    reply(to_value(hello()));
                  })),
                  StartError);
  CHECK_THROWS_AS(run_none(greeting([](const auto& reply) {
                    Hello other = hello();
                    other.protocol = 2;
                    reply(to_value(other));
                  })),
                  StartError);
  CHECK_THROWS_AS(
      run_none({"gone", "process", []() -> std::unique_ptr<Transport> { throw std::runtime_error("no such file"); }}),
      StartError);
  try {
    run_none(greeting([](const auto&) { throw std::runtime_error("no libfoo"); }));
  } catch (const StartError& error) {
    CHECK(std::string(error.what()) == "odd cannot be started: an exception left the harness: no libfoo");
  }
  CHECK_FALSE(run_none(playing({})).as_expected);  // a run of nothing is no success
}

TEST_CASE("a connection that fails later is a crash of its case") {
  const scenario::Case what = permute_case();
  struct Failing : Transport {
    Exchange exchange(const Value& request, std::chrono::milliseconds) override {
      if (request == hello_request()) return {{to_value(hello())}, Exchange::Ending::done, "", ""};
      throw std::runtime_error("fork failed");
    }
  };
  const CaseResult result =
      result_of(what, Implementation{"failing", "process", [] { return std::make_unique<Failing>(); }});
  CHECK(result.verdict == Verdict::crash);
  CHECK(has(result.why, "fork failed"));
}

TEST_CASE("what is found out later belongs to the case before, of the same connection") {
  const std::vector<scenario::Case> cases = many(3);
  struct Late : Transport {
    Exchange exchange(const Value& request, std::chrono::milliseconds) override {
      if (request == hello_request()) return {{to_value(hello())}, Exchange::Ending::done, "", ""};
      Exchange exchange{permute_lines(), Exchange::Ending::done, "", ""};
      if (number_of(request) == 1) exchange.before = {Exchange::Ending::malformed, "too much", "on stderr"};
      return exchange;
    }
    Farewell close() override { return {{{Exchange::Ending::died, "gone", ""}}, "late"}; }
  };
  const Implementation late{"late", "process", [] { return std::make_unique<Late>(); }};
  const RunResult result = run(catalogue(), pointers(cases), pointers(cases), late, {});
  CHECK(result.cases[0].verdict == Verdict::harness);
  CHECK(result.cases[0].why == "too much, after the last step");
  CHECK(result.cases[0].stderr_tail == "on stderr");
  CHECK(verdict_of(result.cases[0], 2) == Verdict::harness);
  CHECK(result.cases[1].verdict == Verdict::pass);
  CHECK(result.cases[2].verdict == Verdict::crash);
  CHECK(result.cases[2].why == "gone, after the last step");
  CHECK(result.restarts == 1);
  CHECK(result.remarks == std::vector<std::string>{"at bye: late"});
  CHECK_FALSE(result.as_expected);
}

TEST_CASE("fresh starts are bounded, and what is not run because of that is a crash") {
  const std::vector<scenario::Case> cases = many(5);
  const auto dying = implementation([](const Value&, const auto&) { throw std::runtime_error("boom"); });
  RunOptions options;
  options.restarts = 2;
  const RunResult result = run(catalogue(), pointers(cases), pointers(cases), dying, options);
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(result.cases[i].verdict == Verdict::crash);
    CHECK(has(result.cases[i].why, i < 3 ? "boom" : "not run: the implementation was started afresh 2 times"));
  }
  CHECK(result.restarts == 2);
  REQUIRE(result.remarks.size() == 1);
  CHECK(has(result.remarks[0], "not run because of that: 2"));
}

TEST_CASE("the end of stderr comes along with a crash, and only then") {
  const scenario::Case what = permute_case();
  struct Noisy : Transport {
    explicit Noisy(Exchange::Ending end) : ending(end) {}
    Exchange exchange(const Value& request, std::chrono::milliseconds) override {
      if (request == hello_request()) return {{to_value(hello())}, Exchange::Ending::done, "", "hello there"};
      return {permute_lines(), ending, "signal 11", "segfault"};
    }
    Exchange::Ending ending;
  };
  const auto noisy = [](Exchange::Ending end) {
    return Implementation{"noisy", "process", [end] { return std::make_unique<Noisy>(end); }};
  };
  CHECK(result_of(what, noisy(Exchange::Ending::done)).stderr_tail.empty());
  CHECK(result_of(what, noisy(Exchange::Ending::died)).stderr_tail == "segfault");
}
