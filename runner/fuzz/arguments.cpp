// SPDX-License-Identifier: Apache-2.0
#include "runner/fuzz/arguments.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "runner/fuzz/modes.hpp"

namespace swconform::fuzz {
namespace {

using List = Value::List;

std::int64_t number(const Value& leaf) { return leaf.integer()->to_int64().value_or(1); }

/// Some of the modes in a group of their own.
List nest(List modes, Random& random) {
  if (modes.size() < 2) return modes;
  const std::size_t first = random.index(modes.size());
  const std::size_t count = 1 + random.index(std::min<std::size_t>(modes.size() - first, modes.size() - 1));
  const auto begin = modes.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = begin + static_cast<std::ptrdiff_t>(count);
  List group(begin, end);
  if (group.size() > 1 && random.chance(30)) group = nest(std::move(group), random);
  modes.erase(begin, end);
  modes.insert(modes.begin() + static_cast<std::ptrdiff_t>(first), Value(std::move(group)));
  return modes;
}

List as_list(const Numbers& numbers) { return {numbers.begin(), numbers.end()}; }

Value factorized(std::int64_t size, Random& random) {
  Numbers extents;
  while (size > 1) {
    std::vector<std::int64_t> divisors;
    for (std::int64_t d = 2; d <= size; ++d) {
      if (size % d == 0) divisors.push_back(d);
    }
    extents.push_back(random.pick(divisors));
    size /= extents.back();
  }
  if (random.chance(25)) extents.insert(extents.begin() + static_cast<std::ptrdiff_t>(random.index(extents.size() + 1)), 1);
  const List modes = as_list(extents);
  return random.chance(35) ? nest(modes, random) : modes;
}

/// start:stop:step with something in it and nothing left over.
Value valid_slice(std::int64_t extent, Random& random) {
  const std::int64_t start = random.below(extent);
  std::int64_t count = 1 + random.below(extent - start);
  std::int64_t step = 1 + random.below(3);
  while (count % step != 0) --step;
  std::int64_t stop = start + count;
  List parts = {start, stop, step};
  if (start == 0 && random.chance(50)) parts[0] = Value();
  if (stop == extent && random.chance(50)) parts[1] = random.chance(50) ? Value() : Value(stop + random.below(3));
  if (step == 1 && random.chance(70)) parts[2] = Value();
  if (random.chance(15) && parts[0].integer() != nullptr) parts[0] = start - extent;
  if (random.chance(15) && parts[1].integer() != nullptr && stop < extent) parts[1] = stop - extent;
  return Value::tagged("slice", std::move(parts));
}

Value any_slice(std::int64_t extent, Random& random) {
  return Value::tagged("slice", List{random.below(2 * extent + 3) - extent - 1, random.below(2 * extent + 3) - extent - 1,
                                     random.below(4) == 0 ? Value() : Value(random.below(4))});
}

List index_arguments(const Target& target, Random& random) {
  const List& modes = *target.shape.list();
  const bool nearly = random.chance(25) && !modes.empty();
  const std::size_t wrong = nearly ? random.index(modes.size()) : modes.size();
  const std::size_t sliced = modes.empty() ? 0 : random.index(modes.size());
  List key;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const std::int64_t extent = size_of(modes[i]);
    const bool nested = modes[i].list() != nullptr;
    const bool slices = random.chance(65) || i == sliced;
    if (i == wrong) {
      key.push_back(slices ? nested ? Value::tagged("slice", List{Value(), extent - 1, Value()}) : any_slice(extent, random)
                           : Value(extent + random.below(2)));
    } else if (!slices) {
      key.emplace_back(random.below(extent));
    } else {
      key.push_back(nested ? Value::tagged("slice", List{Value(), Value(), Value()}) : valid_slice(extent, random));
    }
  }
  if (nearly && random.chance(20)) {
    if (random.chance(50)) {
      key.pop_back();
    } else {
      key.emplace_back(Value::tagged("slice", List{Value(), Value(), Value()}));
    }
  }
  return {Value(std::move(key))};
}

List permute_arguments(const Target& target, Random& random) {
  Numbers order(target.shape.list()->size());
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.index(i)]);
  if (random.chance(15) && !order.empty()) {
    order[random.index(order.size())] = random.below(static_cast<std::int64_t>(order.size()) + 2) - 1;
  }
  return {Value(as_list(order))};
}

List reshape_arguments(const Target& target, Random& random) {
  const std::int64_t size = size_of(target.shape) + (random.chance(10) ? 1 + random.below(3) : 0);
  return {Value::tagged("shape", factorized(size, random))};
}

List as_strided_arguments(const Target& target, Random& random) {
  const std::int64_t size = size_of(target.shape);
  Numbers extents;
  Numbers strides;
  std::int64_t room = size - 1;
  for (std::int64_t k = 1 + random.below(3); k > 0; --k) {
    static const std::vector<std::int64_t> choices{1, 2, 2, 3, 3, 4, 5, 6};
    const std::int64_t extent = random.pick(choices);
    const std::int64_t most = extent == 1 ? 9 : room / (extent - 1);
    if (most < 1) continue;
    const std::int64_t stride = extent == 1 ? random.below(most) : 1 + random.below(most);
    if (extent > 1) room -= (extent - 1) * stride;
    const auto at = static_cast<std::ptrdiff_t>(random.index(extents.size() + 1));
    extents.insert(extents.begin() + at, extent);
    strides.insert(strides.begin() + at, stride);
  }
  if (random.chance(10) && !strides.empty()) strides[random.index(strides.size())] += 1 + random.below(3);
  const Value shape = random.chance(30) ? nest(as_list(extents), random) : as_list(extents);
  return {Value::tagged("shape", shape), Value::tagged("stride", with_leaves(shape, strides))};
}

List broadcast_to_arguments(const Target& target, Random& random) {
  Numbers extents = leaves_of(target.shape);
  for (std::int64_t& extent : extents) {
    if (extent == 1 && random.chance(70)) extent = 1 + random.below(4);
    else if (random.chance(5)) extent += 1;
  }
  return {Value::tagged("shape", with_leaves(target.shape, extents))};
}

List broadcast_in_dim_arguments(const Target& target, Random& random) {
  List modes;
  List dimensions;
  for (const Value& mode : *target.shape.list()) {
    while (random.chance(30) && modes.size() < 5) modes.emplace_back(1 + random.below(3));
    dimensions.emplace_back(static_cast<std::int64_t>(modes.size()));
    Numbers extents = leaves_of(mode);
    for (std::int64_t& extent : extents) {
      if (extent == 1 && random.chance(40)) extent = 1 + random.below(3);
    }
    modes.push_back(with_leaves(mode, extents));
  }
  if (random.chance(50)) modes.emplace_back(1 + random.below(3));
  if (random.chance(15) && !dimensions.empty()) {
    const std::size_t which = random.index(dimensions.size());
    dimensions[which] = number(dimensions[which]) + random.below(3) - 1;
  }
  return {Value::tagged("shape", std::move(modes)), Value(std::move(dimensions))};
}

List unsqueeze_arguments(const Target& target, Random& random) {
  const auto rank = static_cast<std::int64_t>(target.shape.list()->size());
  return {random.below(2 * rank + 4) - rank - 2};
}

List squeeze_arguments(const Target& target, Random& random) {
  const List& modes = *target.shape.list();
  std::vector<std::int64_t> ones;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (modes[i].list() == nullptr && number(modes[i]) == 1) ones.push_back(static_cast<std::int64_t>(i));
  }
  const auto rank = static_cast<std::int64_t>(modes.size());
  if (ones.empty() || random.chance(20)) return {random.below(2 * rank + 2) - rank - 1};
  return {random.pick(ones) - (random.chance(30) ? rank : 0)};
}

/// A Tree of some order of the leaves, with unnamed leaves among them, or the string that says the same.
List rearrange_arguments(const Target& target, Random& random) {
  const Numbers extents = leaves_of(target.shape);
  Numbers order(extents.size());
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.index(i)]);
  List output;
  for (const std::int64_t id : order) {
    if (extents[static_cast<std::size_t>(id)] == 1 && random.chance(40)) continue;
    if (random.chance(8)) continue;
    if (random.chance(20)) output.emplace_back();
    output.emplace_back(id);
  }
  if (random.chance(5) && !output.empty()) output.push_back(output.front());
  if (random.chance(30)) output = nest(std::move(output), random);
  return {Value::tagged("tree", std::move(output))};
}

}  // namespace

Value::List arguments_for(std::string_view operation, const Target& target, Random& random) {
  using Make = List (*)(const Target&, Random&);
  static constexpr std::array<std::pair<std::string_view, Make>, 9> makers = {
      {{"index", index_arguments},
       {"permute", permute_arguments},
       {"reshape", reshape_arguments},
       {"as_strided", as_strided_arguments},
       {"broadcast_to", broadcast_to_arguments},
       {"broadcast_in_dim", broadcast_in_dim_arguments},
       {"unsqueeze", unsqueeze_arguments},
       {"squeeze", squeeze_arguments},
       {"rearrange", rearrange_arguments}}};
  for (const auto& [name, make] : makers) {
    if (name == operation) return make(target, random);
  }
  throw std::logic_error("no arguments are made for " + std::string(operation));
}

Value random_shape(Random& random, std::int64_t most) {
  static const std::vector<std::int64_t> choices{1, 1, 2, 2, 2, 3, 3, 4, 5, 6};
  Numbers extents;
  std::int64_t size = 1;
  for (std::int64_t k = random.below(5); k > 0; --k) {
    const std::int64_t extent = random.pick(choices);
    if (size * extent > most) continue;
    size *= extent;
    extents.push_back(extent);
  }
  List modes = as_list(extents);
  return random.chance(33) ? nest(std::move(modes), random) : modes;
}

Value random_strides(const Value& shape, Random& random) {
  const Numbers extents = leaves_of(shape);
  Numbers strides = leaves_of(compact_strides(shape));
  const std::int64_t kind = random.below(10);
  if (kind < 2) {  // last mode fastest
    std::int64_t next = 1;
    for (std::size_t i = extents.size(); i > 0; --i) {
      strides[i - 1] = next;
      next *= extents[i - 1];
    }
  } else if (kind < 4) {  // holes
    const std::int64_t factor = 1 + random.below(3);
    for (std::int64_t& stride : strides) stride = stride * factor + random.below(2);
  } else if (kind < 6) {
    for (std::int64_t& stride : strides) stride = random.chance(30) ? 0 : stride;
  } else if (kind < 8) {
    for (std::int64_t& stride : strides) stride = random.below(9);
  }
  return with_leaves(shape, strides);
}

}  // namespace swconform::fuzz
