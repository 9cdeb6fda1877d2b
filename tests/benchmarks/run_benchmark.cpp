// SPDX-License-Identifier: Apache-2.0
// What a run begins with: reading all specs and fixtures.
#include <benchmark/benchmark.h>

#include <string>
#include <utility>

#include "bindings/reference/reference_harness.hpp"
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

}  // namespace
