// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <array>
#include <memory>
#include <vector>

#include "reference/carriers.hpp"
#include "reference/friendly.hpp"
#include "reference/permute.hpp"

namespace {

using namespace strideweave;

template <class C>
Tensor tensor_of(const char* layout_text) {
  const Layout layout = Layout::parse(layout_text);
  std::vector<Scalar> values;
  for (std::size_t i = 0; i < layout.cosize().to_size(); ++i) values.emplace_back(static_cast<double>(i % 1024));
  return Tensor(std::make_shared<C>(dtype::float32(), values), 0, layout);
}

void permute_tensor(benchmark::State& state, const char* layout) {
  const Tensor tensor = tensor_of<Host>(layout);
  const std::array<Argument, 3> order{1, 0, 2};
  for (auto _ : state) benchmark::DoNotOptimize(permute(tensor, order));
}
BENCHMARK_CAPTURE(permute_tensor, flat, "[3,4,5]:[1,3,12]");
BENCHMARK_CAPTURE(permute_tensor, nested, "[[2,3],4,5]:[[1,2],6,24]");

template <class C>
void to_list(benchmark::State& state, const char* layout) {
  const Tensor tensor = tensor_of<C>(layout);
  const Int size = tensor.size();
  for (auto _ : state) benchmark::DoNotOptimize(friendly::to_list(tensor));
  state.SetItemsProcessed(state.iterations() * *size.to<std::int64_t>());
}
void host_to_list(benchmark::State& state, const char* layout) { to_list<Host>(state, layout); }
void generic_to_list(benchmark::State& state, const char* layout) { to_list<Generic>(state, layout); }
BENCHMARK_CAPTURE(host_to_list, compact, "1000000:1");
BENCHMARK_CAPTURE(host_to_list, row_major, "[1000,1000]:[1000,1]");
BENCHMARK_CAPTURE(host_to_list, short_modes, "[2,5,10,10000]:[50000,100000,1,10]");
BENCHMARK_CAPTURE(generic_to_list, compact, "1000000:1");

}  // namespace
