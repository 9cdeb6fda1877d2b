// SPDX-License-Identifier: Apache-2.0
#include "runner/transport/tail.hpp"

namespace swconform {

void Tail::add(std::string_view piece) {
  total_ += piece.size();
  if (piece.size() > most_) piece.remove_prefix(piece.size() - most_);
  kept_ += piece;
  if (kept_.size() > 2 * most_) kept_.erase(0, kept_.size() - most_);
}

void Tail::clear() {
  total_ = 0;
  kept_.clear();
}

std::string Tail::text() const {
  if (total_ <= most_) return kept_;
  std::string_view end(kept_);
  end.remove_prefix(end.size() - most_);
  const std::size_t line = end.find('\n');
  if (line != std::string_view::npos && line + 1 < end.size()) end.remove_prefix(line + 1);
  return "[" + std::to_string(total_ - end.size()) + " bytes before this]\n" + std::string(end);
}

}  // namespace swconform
