// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/layout.hpp"
#include "reference/tree.hpp"

// What each view must answer, found by enumeration: which source ordinal every element of the view is. Independent of
// the reference but for its containers and the parsing of text. Precondition of all: small layouts.
namespace swconform::test {

using strideweave::Int;
using strideweave::IntTuple;
using strideweave::Layout;
using strideweave::Shape;
using strideweave::Tree;

/// The view as a map, or the kind of the error.
struct ViewMap {
  std::string error;  // "" where there is a view
  Shape shape;
  std::vector<Int> ordinals;  // ordinals[q]: the source ordinal of the view's element q
};

/// A slice, with None as nothing, or an integer.
struct KeyEntry {
  std::optional<Int> integer;
  std::optional<Int> start, stop, step;
};

/// The leading layouts of a Tensor: L_0 and perhaps S_0, of one shape.
using Leading = std::vector<Layout>;

/// Precondition: at least one entry is a slice.
ViewMap slice_map(const Leading& source, const std::vector<KeyEntry>& key);
ViewMap permute_map(const Leading& source, const std::vector<Int>& order);
ViewMap rearrange_map(const Leading& source, const Tree& output, const Tree& selection);
ViewMap reshape_map(const Leading& source, const Shape& target);
ViewMap as_strided_map(const Leading& source, const Layout& selector);
ViewMap broadcast_to_map(const Leading& source, const Shape& target);
ViewMap broadcast_in_dim_map(const Leading& source, const Shape& target, const std::vector<Int>& dimensions);
ViewMap unsqueeze_map(const Leading& source, Int dim);
ViewMap squeeze_map(const Leading& source, Int dim);

/// The index at each ordinal, fast.
std::vector<Int> flat_indices(const Layout& layout);

/// The `.grad` a source gets when its view gets the cotangent, both by ordinals; nothing where the source aliases by
/// more than strides of 0.
std::optional<std::vector<double>> gradient_by_map(const Layout& source, const ViewMap& map,
                                                   const std::vector<double>& cotangent);

}  // namespace swconform::test
