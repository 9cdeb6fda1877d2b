// SPDX-License-Identifier: Apache-2.0
#include "runner/engine/layout_values.hpp"

#include <algorithm>
#include <cstdint>

namespace swconform {
namespace {

bool add_leaves(const Value& shape, const Value& stride, std::vector<Leaf>& result) {
  if (const Value::List* extents = shape.list()) {
    const Value::List* strides = stride.list();
    if (strides == nullptr || strides->size() != extents->size()) return false;
    for (std::size_t i = 0; i < extents->size(); ++i) {
      if (!add_leaves((*extents)[i], (*strides)[i], result)) return false;
    }
    return true;
  }
  if (shape.integer() == nullptr || stride.integer() == nullptr) return false;
  const auto extent = to_wide(*shape.integer());
  if (!extent || *extent < 1) return false;
  const auto step = *extent == 1 ? std::optional<Wide>(0) : to_wide(*stride.integer());
  if (!step) return false;
  result.push_back({*extent, *step});
  return true;
}

/// The next coordinate, and its index; false after the last one.
bool advance(const std::vector<Leaf>& leaves, std::vector<Wide>& coordinate, Wide& index) {
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (++coordinate[i] < leaves[i].extent) {
      index += leaves[i].stride;
      return true;
    }
    index -= leaves[i].stride * (leaves[i].extent - 1);
    coordinate[i] = 0;
  }
  return false;
}

/// The number of coordinates, or nothing past `limit`.
std::optional<std::size_t> size_within(const std::vector<Leaf>& leaves, std::size_t limit) {
  Wide size = 1;
  for (const Leaf& leaf : leaves) {
    if (__builtin_mul_overflow(size, leaf.extent, &size) || size > static_cast<Wide>(limit)) return std::nullopt;
  }
  return static_cast<std::size_t>(size);
}

/// The largest index, where it fits.
std::optional<Wide> last_index(const std::vector<Leaf>& leaves, Wide offset) {
  Wide last = offset;
  for (const Leaf& leaf : leaves) {
    Wide reach = 0;
    if (leaf.stride < 0 || __builtin_mul_overflow(leaf.extent - 1, leaf.stride, &reach) ||
        __builtin_add_overflow(last, reach, &last))
      return std::nullopt;
  }
  return last;
}

}  // namespace

std::optional<std::vector<Leaf>> leaves(const Value& layout) {
  const Value* content = layout.tagged_as("layout");
  const Value::List* pair = content != nullptr ? content->list() : nullptr;
  std::vector<Leaf> result;
  if (pair == nullptr || pair->size() != 2 || !add_leaves((*pair)[0], (*pair)[1], result)) return std::nullopt;
  return result;
}

std::variant<Value::List, NoValues> logical_values(const Value& layout, const Value& offset, const Value& stored) {
  const auto modes = leaves(layout);
  if (!modes) return NoValues{true, "its layout is not one"};
  const auto start = offset.integer() != nullptr ? to_wide(*offset.integer()) : std::nullopt;
  if (!start) return NoValues{true, "its offset is not one"};
  const Value::List* store = stored.list();
  if (store == nullptr) return NoValues{true, "the stored values of its carrier are no list"};
  const auto size = size_within(*modes, most_elements);
  if (!size) return NoValues{false, "it has more than 4096 elements"};
  const auto last = last_index(*modes, *start);
  if (*start < 0 || !last || *last >= static_cast<Wide>(store->size()))
    return NoValues{true, "it reaches past the " + std::to_string(store->size()) + " values its carrier stores"};

  Value::List values;
  values.reserve(*size);
  std::vector<Wide> coordinate(modes->size(), 0);
  Wide index = *start;
  do {
    values.push_back((*store)[static_cast<std::size_t>(index)]);
  } while (advance(*modes, coordinate, index));
  return values;
}

std::optional<bool> injective(const std::vector<Leaf>& leaves) {
  std::vector<Leaf> moving;
  for (const Leaf& leaf : leaves) {
    if (leaf.extent == 1) continue;
    if (leaf.stride == 0) return false;
    moving.push_back(leaf);
  }
  std::sort(moving.begin(), moving.end(), [](const Leaf& a, const Leaf& b) { return a.stride < b.stride; });

  // Where each stride is past everything the smaller ones reach, indices are distinct.
  bool nested = true;
  Wide reach = 0;
  for (const Leaf& leaf : moving) {
    Wide step = 0;
    if (leaf.stride <= reach) nested = false;
    if (__builtin_mul_overflow(leaf.extent - 1, leaf.stride, &step) || __builtin_add_overflow(reach, step, &reach))
      return std::nullopt;
  }
  if (nested) return true;

  const auto size = size_within(moving, std::size_t{1} << 20);
  if (!size) return std::nullopt;
  if (reach + 1 < static_cast<Wide>(*size)) return false;
  std::vector<Wide> indices;
  indices.reserve(*size);
  std::vector<Wide> coordinate(moving.size(), 0);
  Wide index = 0;
  do {
    indices.push_back(index);
  } while (advance(moving, coordinate, index));
  std::sort(indices.begin(), indices.end());
  return std::adjacent_find(indices.begin(), indices.end()) == indices.end();
}

}  // namespace swconform
