// SPDX-License-Identifier: Apache-2.0
#include "reference/int_tuple.hpp"

#include <fmt/format.h>

#include "reference/error.hpp"

namespace strideweave {
namespace {

/// Recursive descent over `integer` and `'[' (tuple (',' tuple)*)? ']'`.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  IntTuple whole() {
    IntTuple result = tuple(0);
    skip_blanks();
    if (at_ != text_.size()) fail("unexpected text");
    return result;
  }

 private:
  static constexpr int deepest = 1000;

  [[noreturn]] void fail(const char* what) const {
    raise_value_error(fmt::format("{} at character {} of '{}'", what, at_, text_));
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }

  bool take(char symbol) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != symbol) return false;
    ++at_;
    return true;
  }

  IntTuple tuple(int depth) {
    if (!take('[')) return integer();
    if (depth == deepest) fail("nested too deeply");
    IntTuple::List items;
    if (take(']')) return IntTuple(std::move(items));
    do items.push_back(tuple(depth + 1));
    while (take(','));
    if (!take(']')) fail("expected ',' or ']'");
    return IntTuple(std::move(items));
  }

  IntTuple integer() {
    const std::size_t first = at_;
    if (at_ < text_.size() && text_[at_] == '-') ++at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    if (at_ == first || text_[at_ - 1] == '-') fail("expected an integer or '['");
    return Int::parse(text_.substr(first, at_ - first));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

IntTuple IntTuple::parse(std::string_view text) { return Parser(text).whole(); }

std::string to_string(const IntTuple& tuple) {
  if (tuple.is_int()) return to_string(tuple.value());
  std::string text = "[";
  for (const IntTuple& item : tuple.items()) {
    if (text.size() > 1) text += ',';
    text += to_string(item);
  }
  return text + "]";
}

}  // namespace strideweave
