// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "reference/layout.hpp"
#include "reference/tree.hpp"

// Random layouts for comparing the algebra with brute force. Seeded, and the same on every machine.
namespace swconform::test {

class RandomLayouts {
 public:
  explicit RandomLayouts(std::uint32_t seed) : engine_(seed) {}

  /// 0 <= result < bound.
  int below(int bound) { return static_cast<int>(engine_() % static_cast<std::uint32_t>(bound)); }
  bool chance(int percent) { return below(100) < percent; }

  /// At most `most` elements in at most `leaves` leaves, strides up to `largest_stride`, which often continue the leaf
  /// before; nested one time in three.
  strideweave::Layout layout(int most, int leaves, int largest_stride);
  /// A layout whose strides depart from continuing by few different distances: composed with, its carries can cancel.
  strideweave::Layout cancelling();
  /// Small distances between successive ordinals: half of them reshape-compatible.
  strideweave::Layout regular();
  /// A selector with cosize <= size.
  strideweave::Layout selector(strideweave::Int size);
  /// Any shape with this size.
  strideweave::Shape shape_of_size(strideweave::Int size);

 private:
  strideweave::Layout nested(std::vector<int> extents, std::vector<int> strides);

  std::mt19937 engine_;
};

/// How many random trials: `usual`, or twenty times that where SWCONFORM_LONG is set (./swconform test --long).
int trial_count(int usual);

/// Whether any mode is nested.
bool is_nested(const strideweave::Layout& layout);

}  // namespace swconform::test
