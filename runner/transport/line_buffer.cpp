// SPDX-License-Identifier: Apache-2.0
#include "runner/transport/line_buffer.hpp"

#include <algorithm>
#include <cstring>

namespace swconform {
namespace {

constexpr std::size_t least_room = std::size_t{32} << 10U;
constexpr std::size_t first_size = std::size_t{128} << 10U;

}  // namespace

std::span<char> LineBuffer::room() {
  if (begin_ == end_) {
    begin_ = scanned_ = end_ = 0;
  } else if (data_.size() - end_ < least_room && begin_ > 0) {
    std::memmove(data_.data(), data_.data() + begin_, end_ - begin_);
    scanned_ -= begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  if (data_.size() - end_ < least_room) data_.resize(std::max(first_size, data_.size() * 2));
  return std::span(data_).subspan(end_);
}

std::optional<std::string_view> LineBuffer::next() {
  const std::string_view unseen(data_.data() + scanned_, end_ - scanned_);
  const std::size_t length = unseen.find('\n');
  if (length == std::string_view::npos) {
    scanned_ = end_;
    return std::nullopt;
  }
  const std::size_t line_end = scanned_ + length;
  const std::string_view line(data_.data() + begin_, line_end - begin_);
  begin_ = scanned_ = line_end + 1;
  return line;
}

}  // namespace swconform
