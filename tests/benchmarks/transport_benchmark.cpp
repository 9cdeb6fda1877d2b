// SPDX-License-Identifier: Apache-2.0
// What a child costs: all cases through one against all in this process, the same number of lines echoed by `cat`, and
// a start. Compare the times within one run.
#include <benchmark/benchmark.h>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "bindings/protocol/messages.hpp"
#include "bindings/reference/reference_harness.hpp"
#include "runner/engine/engine.hpp"
#include "runner/scenario/fixtures.hpp"
#include "runner/spec/catalogue.hpp"
#include "runner/transport/process.hpp"
#include "tests/support/source_dir.hpp"

namespace {

using namespace swconform;

struct Suite {
  spec::Catalogue catalogue = spec::read_catalogue(test::source_dir() / "spec");
  scenario::Fixtures fixtures;
  std::vector<const scenario::Case*> cases;

  Suite() {
    scenario::Vocabulary known;
    for (std::string& one : reference_harness().hello().operations) known.operations.insert(std::move(one));
    fixtures = scenario::read_fixtures(test::source_dir() / "scenarios", catalogue, known);
    for (const scenario::Case& one : fixtures.cases()) cases.push_back(&one);
  }
};

const Suite& suite() {
  static const Suite suite;
  return suite;
}

Implementation in_process() {
  return {"builtin:reference", "in-process",
          [answerer = Answerer(reference_harness())] { return connect_in_process(answerer); }};
}

Implementation in_a_child() {
  return {"exec:swconform-reference", "process", [] { return connect_process({{SW_REFERENCE_PROGRAM}}); }};
}

// items_per_second counts cases.
void all_cases(benchmark::State& state, const Implementation& implementation) {
  for (auto _ : state) {
    const RunResult result = run(suite().catalogue, suite().cases, suite().cases, implementation, RunOptions{});
    if (!result.as_expected) return state.SkipWithError("not every case passes");
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * suite().cases.size()));
}
BENCHMARK_CAPTURE(all_cases, in_this_process, in_process())->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(all_cases, in_a_child, in_a_child())->Unit(benchmark::kMillisecond)->UseRealTime();

/// `cat`, with a pipe each way.
class Echo {
 public:
  Echo() {
    std::array<int, 2> there{};
    std::array<int, 2> back{};
    if (pipe(there.data()) != 0 || pipe(back.data()) != 0) std::abort();
    child_ = fork();
    if (child_ == 0) {
      dup2(there[0], STDIN_FILENO);
      dup2(back[1], STDOUT_FILENO);
      for (const int end : {there[0], there[1], back[0], back[1]}) close(end);
      execlp("cat", "cat", nullptr);
      _exit(127);
    }
    close(there[0]);
    close(back[1]);
    to_ = there[1];
    from_ = back[0];
  }
  ~Echo() {
    close(to_);
    close(from_);
    waitpid(child_, nullptr, 0);
  }
  Echo(const Echo&) = delete;
  Echo& operator=(const Echo&) = delete;

  bool operator()(const std::string& line) {
    if (write(to_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) return false;
    std::size_t came = 0;
    while (came < line.size()) {
      const ssize_t more = read(from_, buffer_.data(), buffer_.size());
      if (more <= 0) return false;
      came += static_cast<std::size_t>(more);
    }
    return true;
  }

 private:
  pid_t child_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::array<char, 65536> buffer_{};
};

// As many lines as there are cases, each of so many bytes. The least that a child could cost.
void all_cases_echoed(benchmark::State& state) {
  Echo echo;
  const std::string line = std::string(static_cast<std::size_t>(state.range(0)) - 1, 'x') + "\n";
  for (auto _ : state) {
    for (std::size_t i = 0; i < suite().cases.size(); ++i) {
      if (!echo(line)) return state.SkipWithError("cat does not answer");
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * suite().cases.size()));
}
BENCHMARK(all_cases_echoed)->Arg(256)->Arg(4096)->Unit(benchmark::kMillisecond)->UseRealTime();

// Until hello is answered; its end is not timed.
void start_a_child(benchmark::State& state) {
  for (auto _ : state) {
    const auto before = std::chrono::steady_clock::now();
    const auto transport = in_a_child().connect();
    const Exchange exchange = transport->exchange(hello_request(), std::chrono::seconds(10));
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count());
    if (exchange.ending != Exchange::Ending::done) return state.SkipWithError("hello was not answered");
    transport->close();
  }
}
BENCHMARK(start_a_child)->Unit(benchmark::kMillisecond)->UseManualTime();

}  // namespace
