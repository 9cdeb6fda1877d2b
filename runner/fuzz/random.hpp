// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace swconform::fuzz {

/// The same numbers for a seed on every machine, which the distributions of the standard library do not promise.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// 0 <= result < bound. Precondition: bound > 0.
  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(bound));
  }
  std::size_t index(std::size_t bound) { return static_cast<std::size_t>(below(static_cast<std::int64_t>(bound))); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& choices) {
    return choices[index(choices.size())];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace swconform::fuzz
