// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <array>
#include <vector>

#include "reference/algebra.hpp"
#include "reference/modes.hpp"
#include "reference/rearrangement.hpp"

namespace {

using strideweave::Int;
using strideweave::Layout;
using strideweave::Shape;

void injective(benchmark::State& state, const char* text) {
  const Layout layout = Layout::parse(text);
  for (auto _ : state) benchmark::DoNotOptimize(strideweave::injective(layout));
}
BENCHMARK_CAPTURE(injective, nested_strides, "[2,[3,4]]:[1,[2,6]]");
BENCHMARK_CAPTURE(injective, two_leaves_2_40_yes, "[1048576,1048576]:[2097152,2097153]");
BENCHMARK_CAPTURE(injective, two_leaves_2_40_no, "[1048576,1048576]:[524288,524289]");
// Strides that do not nest, and no pair of which collides: only the integer program decides.
BENCHMARK_CAPTURE(injective, three_leaves_of_2_20_yes,
                  "[1048576,1048576,1048576]:"
                  "[62003010494970306588,54155815838017132672,56541847798327881212]");
BENCHMARK_CAPTURE(injective, six_leaves_of_2_10_yes,
                  "[1024,1024,1024,1024,1024,1024]:"
                  "[70841919002507010799,54295348131104372855,57428513722766682253,52913479218757953698,"
                  "46924105577024543182,41492828134495342405]");
BENCHMARK_CAPTURE(injective, six_leaves_of_2_10_no,
                  "[1024,1024,1024,1024,1024,1024]:"
                  "[6610665578966211360,7189455907258668652,6083775061392763377,5891589524234575432,"
                  "5780280182730440830,6004219893613240751115]");
BENCHMARK_CAPTURE(injective, eight_leaves_of_2_5_yes,
                  "[32,32,32,32,32,32,32,32]:"
                  "[40786213484914873,61634560145319719,58083053872506522,49343111093539135,70078771527491807,"
                  "48719586591584850,54488639716433139,61799767951446273]");
BENCHMARK_CAPTURE(injective, six_small_leaves_yes,
                  "[2,2,2,2,2,2]:"
                  "[11,17,20,22,23,24]");

void compose(benchmark::State& state, const char* a, const char* b) {
  const Layout source = Layout::parse(a);
  const Layout selector = Layout::parse(b);
  for (auto _ : state) benchmark::DoNotOptimize(strideweave::compose(source, selector));
}
BENCHMARK_CAPTURE(compose, plain, "[5,4]:[4,1]", "[2,2]:[1,2]");
BENCHMARK_CAPTURE(compose, cancelling_carries, "[3,4,1073741824]:[1,5,18]", "2147483648:4");

void permute(benchmark::State& state) {
  const Layout layout = Layout::parse("[[2,3],4,5]:[[1,2],6,24]");
  const std::array<Int, 3> order{1, 0, 2};
  for (auto _ : state) benchmark::DoNotOptimize(strideweave::permute(layout, order));
}
BENCHMARK(permute);

void permute_flat(benchmark::State& state) {
  const Layout layout = Layout::parse("[3,4,5]:[1,3,12]");
  const std::array<Int, 3> order{1, 2, 0};
  for (auto _ : state) benchmark::DoNotOptimize(strideweave::permute(layout, order));
}
BENCHMARK(permute_flat);

void slice(benchmark::State& state) {
  const Layout layout = Layout::parse("[5,10]:[1,5]");
  const std::array<strideweave::ModeKey, 2> keys{Int(2), strideweave::Slice{1, 9, 2}};
  for (auto _ : state) benchmark::DoNotOptimize(strideweave::slice(layout, keys));
}
BENCHMARK(slice);

void reshape(benchmark::State& state) {
  const Layout layout = Layout::parse("[2,3]:[2,4]");
  const Shape target{3, {2}};
  for (auto _ : state) benchmark::DoNotOptimize(strideweave::reshape(layout, target));
}
BENCHMARK(reshape);

void index(benchmark::State& state) {
  const Layout layout = Layout::parse("[2,[3,4]]:[1,[10,100]]");
  for (auto _ : state) benchmark::DoNotOptimize(layout(23));
}
BENCHMARK(index);

void parse_rearrangement(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(strideweave::parse_rearrangement("a (b c) -> c 1 a b"));
}
BENCHMARK(parse_rearrangement);

}  // namespace
