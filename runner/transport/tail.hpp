// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace swconform {

/// The end of a text that comes in pieces and may be without end; it takes at most twice `most` bytes.
class Tail {
 public:
  explicit Tail(std::size_t most) : most_(most) {}

  void add(std::string_view piece);
  void clear();
  /// All bytes added since the last clear().
  std::size_t total() const { return total_; }
  /// The last `most` bytes. Where that is not all, it begins with a line, and what is left out is said before it.
  std::string text() const;

 private:
  std::size_t most_;
  std::size_t total_ = 0;
  std::string kept_;
};

}  // namespace swconform
