// SPDX-License-Identifier: Apache-2.0
// Targets: a view of a rank-3 Tensor below 500 ns, recording included; backward of a slice and of a broadcast at most
// 10 ns an element.
#include <benchmark/benchmark.h>

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "reference/as_strided.hpp"
#include "reference/backward.hpp"
#include "reference/broadcast_in_dim.hpp"
#include "reference/broadcast_to.hpp"
#include "reference/carriers.hpp"
#include "reference/index.hpp"
#include "reference/permute.hpp"
#include "reference/rearrange.hpp"
#include "reference/reshape.hpp"
#include "reference/squeeze.hpp"
#include "reference/tree.hpp"
#include "reference/unsqueeze.hpp"

namespace {

using namespace strideweave;

Tensor tensor_of(const char* layout_text) {
  const Layout layout = Layout::parse(layout_text);
  const std::vector<Scalar> values(layout.cosize().to_size(), 1.0);
  return Tensor(std::make_shared<Host>(dtype::float32(), values), 0, layout);
}

template <class View>
void run(benchmark::State& state, const char* layout, const View& view) {
  const Tensor tensor = tensor_of(layout);
  for (auto _ : state) benchmark::DoNotOptimize(view(tensor));
}

void view_index(benchmark::State& state) {
  const Argument key = Argument::List{Argument::slice(0, 3), 1, Argument::slice(1, 5, 2)};
  run(state, "[3,4,5]:[1,3,12]", [&](const Tensor& tensor) { return index(tensor, key); });
}
BENCHMARK(view_index);

void view_index_value(benchmark::State& state) {
  const Argument key = Argument::List{2, 1, 4};
  run(state, "[3,4,5]:[1,3,12]", [&](const Tensor& tensor) { return index(tensor, key); });
}
BENCHMARK(view_index_value);

void view_rearrange(benchmark::State& state) {
  const Argument output = Tree{Node::id(2), Node::id(0), Node::id(1)};
  run(state, "[3,4,5]:[1,3,12]", [&](const Tensor& tensor) { return rearrange(tensor, output); });
}
BENCHMARK(view_rearrange);

void view_permute(benchmark::State& state) {
  const std::array<Argument, 3> order{1, 0, 2};
  run(state, "[3,4,5]:[1,3,12]", [&](const Tensor& tensor) { return permute(tensor, order); });
}
BENCHMARK(view_permute);

void view_reshape(benchmark::State& state) {
  const Argument target = Shape{5, {4, 3}};
  run(state, "[3,4,5]:[1,3,12]", [&](const Tensor& tensor) { return reshape(tensor, target); });
}
BENCHMARK(view_reshape);

void view_as_strided(benchmark::State& state) {
  const Argument shape = Shape{3, 2, 5};
  const Argument stride = Stride{1, 6, 12};
  run(state, "[3,4,5]:[1,3,12]", [&](const Tensor& tensor) { return as_strided(tensor, shape, stride); });
}
BENCHMARK(view_as_strided);

void view_as_strided_row_major(benchmark::State& state) {
  const Argument shape = Shape{3, 2, 5};
  const Argument stride = Stride{1, 6, 12};
  run(state, "[3,4,5]:[20,5,1]", [&](const Tensor& tensor) { return as_strided(tensor, shape, stride); });
}
BENCHMARK(view_as_strided_row_major);

void view_broadcast_to(benchmark::State& state) {
  const Argument target = Shape{3, 4, 5};
  run(state, "[3,1,5]:[1,3,3]", [&](const Tensor& tensor) { return broadcast_to(tensor, target); });
}
BENCHMARK(view_broadcast_to);

void view_broadcast_in_dim(benchmark::State& state) {
  const Argument target = Shape{2, 3, 4, 5};
  const std::array<Argument, 3> dimensions{1, 2, 3};
  run(state, "[3,4,5]:[1,3,12]", [&](const Tensor& tensor) { return broadcast_in_dim(tensor, target, dimensions); });
}
BENCHMARK(view_broadcast_in_dim);

void view_unsqueeze(benchmark::State& state) {
  const Argument dim = 1;
  run(state, "[3,4,5]:[1,3,12]", [&](const Tensor& tensor) { return unsqueeze(tensor, dim); });
}
BENCHMARK(view_unsqueeze);

void view_squeeze(benchmark::State& state) {
  const Argument dim = 1;
  run(state, "[3,1,5]:[1,3,3]", [&](const Tensor& tensor) { return squeeze(tensor, dim); });
}
BENCHMARK(view_squeeze);

void run_backward(benchmark::State& state, const Tensor& source, const Tensor& view, const char* cotangent) {
  const Argument gradient = tensor_of(cotangent);
  for (auto _ : state) {
    backward(view, gradient, true);
    clear_grad(source);
  }
  state.SetItemsProcessed(state.iterations() * *view.size().to<std::int64_t>());
}

void backward_slice(benchmark::State& state) {
  const Tensor source = tensor_of("[1002,1000]:[1,1002]");
  const Argument key = Argument::List{Argument::slice(1, -1), Argument::slice({}, {})};
  run_backward(state, source, std::get<Tensor>(index(source, key)), "[1000,1000]:[1,1002]");
}
BENCHMARK(backward_slice);

void backward_slice_row_major(benchmark::State& state) {
  const Tensor source = tensor_of("[1002,1000]:[1000,1]");
  const Argument key = Argument::List{Argument::slice(1, -1), Argument::slice({}, {})};
  run_backward(state, source, std::get<Tensor>(index(source, key)), "[1000,1000]:[1000,1]");
}
BENCHMARK(backward_slice_row_major);

void backward_broadcast(benchmark::State& state) {
  const Tensor source = tensor_of("[1000,1]:[1,1000]");
  run_backward(state, source, broadcast_to(source, Shape{1000, 1000}), "[1000,1000]:[1,1000]");
}
BENCHMARK(backward_broadcast);

void backward_broadcast_first(benchmark::State& state) {
  const Tensor source = tensor_of("[1,1000]:[1,1]");
  run_backward(state, source, broadcast_to(source, Shape{1000, 1000}), "[1000,1000]:[1,1000]");
}
BENCHMARK(backward_broadcast_first);

}  // namespace
