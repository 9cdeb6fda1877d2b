// SPDX-License-Identifier: Apache-2.0
#include "tests/support/brute_force.hpp"

#include <set>

namespace swconform::test {
namespace {

void collect(const IntTuple& tuple, std::vector<Int>& into) {
  if (tuple.is_int()) {
    into.push_back(tuple.value());
    return;
  }
  for (const IntTuple& item : tuple.items()) collect(item, into);
}

/// `tuple` with its leaves replaced, in order.
IntTuple with_leaves(const IntTuple& tuple, const std::vector<Int>& values, std::size_t& next) {
  if (tuple.is_int()) return values[next++];
  IntTuple::List items;
  for (const IntTuple& item : tuple.items()) items.push_back(with_leaves(item, values, next));
  return IntTuple(items);
}

}  // namespace

std::vector<Int> leaves(const IntTuple& tuple) {
  std::vector<Int> result;
  collect(tuple, result);
  return result;
}

std::vector<IntTuple> coordinates(const Shape& shape) {
  const IntTuple tree = to_int_tuple(shape);
  const std::vector<Int> extents = leaves(tree);
  std::vector<Int> digits(extents.size(), 0);
  std::vector<IntTuple> result;
  while (true) {
    std::size_t next = 0;
    result.push_back(with_leaves(tree, digits, next));
    std::size_t k = 0;  // count up, the first leaf fastest
    while (k < digits.size() && digits[k] + 1 == extents[k]) digits[k++] = 0;
    if (k == digits.size()) return result;
    digits[k] += 1;
  }
}

Int index_at(const Layout& layout, const IntTuple& coordinate) {
  const std::vector<Int> digits = leaves(coordinate);
  const std::vector<Int> strides = leaves(to_int_tuple(layout.stride()));
  Int sum = 0;
  for (std::size_t k = 0; k < strides.size(); ++k) sum += digits.at(k) * strides[k];
  return sum;
}

std::vector<Int> indices(const Layout& layout) {
  std::vector<Int> result;
  for (const IntTuple& coordinate : coordinates(layout.shape())) result.push_back(index_at(layout, coordinate));
  return result;
}

bool brute_injective(const Layout& layout) {
  const std::vector<Int> all = indices(layout);
  return std::set<Int>(all.begin(), all.end()).size() == all.size();
}

std::optional<Int> brute_reshape_base(const Layout& layout) {
  const std::vector<Int> all = indices(layout);
  const Int base = all.size() > 1 ? all[1] : Int(0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] != base * i) return {};
  }
  return base;
}

std::optional<Layout> brute_compose(const Layout& a, const Layout& b) {
  const std::vector<Int> source = indices(a);
  const std::vector<Int> extents = leaves(to_int_tuple(b.shape()));
  const std::vector<Int> steps = leaves(to_int_tuple(b.stride()));
  strideweave::Leaves strides;
  for (std::size_t j = 0; j < extents.size(); ++j) {
    strides.push_back(extents[j] == 1 ? Int(0) : source.at(steps[j].to_size()));
  }
  const Layout candidate(b.shape(), strides);
  for (const IntTuple& q : coordinates(b.shape())) {
    if (index_at(candidate, q) != source.at(index_at(b, q).to_size())) return {};
  }
  return candidate;
}

}  // namespace swconform::test
