// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace swconform {

/// Cuts a stream of bytes into lines: read into room(), say how much came with filled(), then take next() until there
/// is none. Every byte is looked at once for its line break, however small the pieces it comes in. It grows with the
/// longest line: whoever fills it bounds that.
class LineBuffer {
 public:
  /// Free space of at least 32 KiB. Lines taken before are void.
  std::span<char> room();
  /// So many bytes of room() have been written. Precondition: no more than there were.
  void filled(std::size_t bytes) { end_ += bytes; }

  /// The next whole line, without its break; valid until room().
  std::optional<std::string_view> next();
  /// What was filled in and not taken: after the last line, the beginning of the one to come.
  std::string_view rest() const { return {data_.data() + begin_, end_ - begin_}; }

 private:
  std::vector<char> data_;
  std::size_t begin_ = 0;    // of what was not taken
  std::size_t scanned_ = 0;  // up to here there is no line break
  std::size_t end_ = 0;
};

}  // namespace swconform
