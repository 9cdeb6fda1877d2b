// SPDX-License-Identifier: Apache-2.0
#include "runner/scenario/layouts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "runner/scenario/scalars.hpp"

namespace swconform::scenario {
namespace {

constexpr std::string_view layout_form = "layouts are written \"[2,[3,4]]:[1,[10,100]]\", or \"5:1\" for one mode";
constexpr std::size_t deepest = 64;

/// Reads nested lists of integers out of a scalar's text.
class TupleParser {
 public:
  explicit TupleParser(const Node& node) : node_(node), text_(node.text) {}

  /// A list, or a single number, which is then a list of one.
  Value tuple(int least, bool stars) {
    skip_blanks();
    if (peek() == '[') return list(least, stars, 0);
    return Value(Value::List{leaf(least, stars)});
  }
  bool take(char c) {
    skip_blanks();
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void finish() {
    skip_blanks();
    if (at_ != text_.size()) refuse();
  }
  [[noreturn]] void refuse() const {
    const std::string found = at_ == text_.size() ? "its end" : fmt::format("`{}`", text_.substr(at_, 1));
    node_.fail_inside(at_, fmt::format("{} does not belong here in \"{}\"", found, text_), layout_form);
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() {
    while (peek() == ' ') ++at_;
  }

  Value list(int least, bool stars, std::size_t depth) {
    if (depth == deepest) node_.fail_inside(at_, fmt::format("more than {} levels of nesting", deepest));
    Value::List items;
    ++at_;  // [
    if (take(']')) return Value(std::move(items));
    do {
      skip_blanks();
      items.push_back(peek() == '[' ? list(least, stars, depth + 1) : leaf(least, stars));
    } while (take(','));
    if (!take(']')) refuse();
    return Value(std::move(items));
  }

  Value leaf(int least, bool stars) {
    if (stars && take('*')) return Value("*");
    const std::size_t begin = at_;
    while (peek() >= '0' && peek() <= '9') ++at_;
    const std::string_view digits = text_.substr(begin, at_ - begin);
    if (digits.empty()) refuse();
    const std::optional<Integer> number = Integer::parse(digits);
    if (!number) node_.fail_inside(begin, fmt::format("`{}` has a leading zero", digits));
    if (least > 0 && digits == "0") node_.fail_inside(begin, "an extent is at least 1");
    return Value(*number);
  }

  const Node& node_;
  std::string_view text_;
  std::size_t at_ = 0;
};

/// Adds the leaves of two congruent trees to the layout. False where they are not congruent.
bool collect(const Value& shape, const Value& stride, LayoutText& layout, const Node& node) {
  if (shape.list() == nullptr || stride.list() == nullptr) {
    if (shape.list() != nullptr || stride.list() != nullptr) return false;
    const std::optional<Wide> extent = to_wide(*shape.integer());
    const std::optional<Wide> step = stride.text() != nullptr ? Wide{0} : to_wide(*stride.integer());
    if (!extent || !step) node.fail("an extent or a stride beyond 2^127");
    if (stride.text() != nullptr && *extent != 1) {
      node.fail("`*` stands for the stride of an extent-one leaf only");
    }
    layout.extents.push_back(*extent);
    layout.strides.push_back(*step);
    return true;
  }
  if (shape.list()->size() != stride.list()->size()) return false;
  for (std::size_t i = 0; i < shape.list()->size(); ++i) {
    if (!collect((*shape.list())[i], (*stride.list())[i], layout, node)) return false;
  }
  return true;
}

Value int_tuple_item(const Node& node, int least, std::string_view what) {
  if (node.is_list() && node.tag.empty()) {
    Value::List items;
    for (const NodePtr& item : node.items) items.push_back(int_tuple_item(*item, least, what));
    return Value(std::move(items));
  }
  Integer number = integer_of(node, what);
  const std::optional<Wide> wide = to_wide(number);
  if ((wide && *wide < least) || (!wide && number.text().starts_with('-'))) {
    node.fail(fmt::format("{} is at least {}", what, least),
              "what cannot be built is no argument: judge the construction as a step of its own");
  }
  return Value(std::move(number));
}

}  // namespace

std::optional<Wide> to_wide(const Integer& integer) {
  if (const auto small = integer.to_int64()) return *small;
  const std::string text = integer.text();
  Wide result = 0;
  const bool negative = text.starts_with('-');
  for (const char c : std::string_view(text).substr(negative ? 1 : 0)) {
    if (__builtin_mul_overflow(result, Wide{10}, &result) || __builtin_add_overflow(result, Wide{c - '0'}, &result)) {
      return std::nullopt;
    }
  }
  return negative ? -result : result;
}

Integer to_integer(Wide number) {
  if (number == 0) return Integer(0);
  std::string digits;
  const bool negative = number < 0;
  for (; number != 0; number /= 10) {
    const int digit = static_cast<int>(number % 10);
    digits.push_back(static_cast<char>('0' + (digit < 0 ? -digit : digit)));
  }
  if (negative) digits.push_back('-');
  std::reverse(digits.begin(), digits.end());
  return *Integer::parse(digits);
}

std::optional<Wide> LayoutText::size() const {
  Wide product = 1;
  for (const Wide extent : extents) {
    if (__builtin_mul_overflow(product, extent, &product)) return std::nullopt;
  }
  return product;
}

std::optional<Wide> LayoutText::cosize() const {
  Wide sum = 1;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    Wide reach = 0;
    if (__builtin_mul_overflow(extents[i] - 1, strides[i], &reach) || __builtin_add_overflow(sum, reach, &sum)) {
      return std::nullopt;
    }
  }
  return sum;
}

std::vector<Wide> LayoutText::indices() const {
  std::vector<Wide> result{0};
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const std::size_t before = result.size();
    for (Wide coordinate = 1; coordinate < extents[i]; ++coordinate) {
      for (std::size_t j = 0; j < before; ++j) result.push_back(result[j] + coordinate * strides[i]);
    }
  }
  return result;
}

bool looks_like_layout(std::string_view text) { return text.find(':') != std::string_view::npos; }

LayoutText layout_of(const Node& node, bool open_strides) {
  const bool tagged = node.is_scalar() && node.tag == "layout";
  if (!tagged && !(node.is_scalar() && node.quoted)) {
    if (node.is_plain() && classify(node.text) == ScalarKind::malformed) refuse_malformed(node);
    node.fail(fmt::format("a layout is a quoted text, and this is {}", describe(node)), layout_form);
  }
  TupleParser parser(node);
  LayoutText layout;
  layout.shape = parser.tuple(1, false);
  if (!parser.take(':')) parser.refuse();
  layout.stride = parser.tuple(0, open_strides);
  parser.finish();
  if (!collect(layout.shape, layout.stride, layout, node)) {
    node.fail_inside(0, "shape and stride are not nested alike", layout_form);
  }
  return layout;
}

Value shape_of(const Node& node) {
  TupleParser parser(node);
  Value shape = parser.tuple(1, false);
  parser.finish();
  return shape;
}

Value int_tuple_of(const Node& node, int least, std::string_view what) {
  if (node.is_list()) {
    Value::List items;
    for (const NodePtr& item : node.items) items.push_back(int_tuple_item(*item, least, what));
    return Value(std::move(items));
  }
  if (!node.is_scalar()) node.fail(fmt::format("{} is an integer, and this is {}", what, describe(node)));
  TupleParser parser(node);
  Value result = parser.tuple(least, false);
  parser.finish();
  return result;
}

}  // namespace swconform::scenario
