// SPDX-License-Identifier: Apache-2.0
#include "runner/fuzz/modes.hpp"

namespace swconform::fuzz {
namespace {

void collect(const Value& tree, Numbers& leaves) {
  if (const Value::List* modes = tree.list()) {
    for (const Value& mode : *modes) collect(mode, leaves);
  } else {
    leaves.push_back(tree.integer() != nullptr ? tree.integer()->to_int64().value_or(0) : 0);
  }
}

Value replace(const Value& tree, const Numbers& leaves, std::size_t& next) {
  if (tree.list() == nullptr) return leaves.at(next++);
  Value::List modes;
  for (const Value& mode : *tree.list()) modes.push_back(replace(mode, leaves, next));
  return modes;
}

}  // namespace

Numbers leaves_of(const Value& tree) {
  Numbers leaves;
  collect(tree, leaves);
  return leaves;
}

Value with_leaves(const Value& tree, const Numbers& leaves) {
  std::size_t next = 0;
  return replace(tree, leaves, next);
}

std::int64_t size_of(const Value& tree) {
  std::int64_t size = 1;
  for (const std::int64_t extent : leaves_of(tree)) size *= extent;
  return size;
}

Value compact_strides(const Value& shape) {
  Numbers strides;
  std::int64_t next = 1;
  for (const std::int64_t extent : leaves_of(shape)) {
    strides.push_back(next);
    next *= extent;
  }
  return with_leaves(shape, strides);
}

std::int64_t cosize_of(const Value& shape, const Value& stride) {
  const Numbers extents = leaves_of(shape);
  const Numbers strides = leaves_of(stride);
  std::int64_t cosize = 1;
  for (std::size_t i = 0; i < extents.size() && i < strides.size(); ++i) cosize += (extents[i] - 1) * strides[i];
  return cosize;
}

std::string modes_text(const Value& tree) {
  if (tree.list() == nullptr) return tree.integer() != nullptr ? tree.integer()->text() : "?";
  std::string text = "[";
  for (const Value& mode : *tree.list()) text += (text.size() > 1 ? "," : "") + modes_text(mode);
  return text + "]";
}

std::string layout_text(const Value& shape, const Value& stride) {
  return modes_text(shape) + ":" + modes_text(stride);
}

}  // namespace swconform::fuzz
