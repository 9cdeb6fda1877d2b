// SPDX-License-Identifier: Apache-2.0
// The suite itself, in this process: reading all specs and fixtures, and running all cases against the reference.
#include <benchmark/benchmark.h>

#include <string>
#include <utility>

#include "bindings/reference/reference_harness.hpp"
#include "runner/engine/engine.hpp"
#include "runner/scenario/fixtures.hpp"
#include "runner/spec/catalogue.hpp"
#include "tests/support/source_dir.hpp"

namespace {

using namespace swconform;

const std::string root = swconform::test::source_dir();

scenario::Vocabulary vocabulary() {
  scenario::Vocabulary known;
  for (std::string& operation : reference_harness().hello().operations) known.operations.insert(std::move(operation));
  return known;
}

void read_specs(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(spec::read_catalogue(root + "/spec"));
}
BENCHMARK(read_specs)->Unit(benchmark::kMillisecond);

void read_fixtures(benchmark::State& state) {
  const spec::Catalogue catalogue = spec::read_catalogue(root + "/spec");
  const scenario::Vocabulary known = vocabulary();
  for (auto _ : state) {
    benchmark::DoNotOptimize(scenario::read_fixtures(root + "/scenarios", catalogue, known));
  }
}
BENCHMARK(read_fixtures)->Unit(benchmark::kMillisecond);

// items_per_second counts cases.
void run_all_cases(benchmark::State& state) {
  const spec::Catalogue catalogue = spec::read_catalogue(root + "/spec");
  const scenario::Fixtures fixtures = scenario::read_fixtures(root + "/scenarios", catalogue, vocabulary());
  std::vector<const scenario::Case*> all;
  for (const scenario::Case& one : fixtures.cases()) all.push_back(&one);
  Implementation reference;
  reference.spelling = "builtin:reference";
  reference.transport = "in-process";
  reference.connect = [answerer = Answerer(reference_harness())] { return connect_in_process(answerer); };
  const RunOptions options;
  for (auto _ : state) benchmark::DoNotOptimize(run(catalogue, all, all, reference, options));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * all.size()));
}
BENCHMARK(run_all_cases)->Unit(benchmark::kMillisecond);

}  // namespace
