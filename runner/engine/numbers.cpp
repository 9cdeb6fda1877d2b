// SPDX-License-Identifier: Apache-2.0
#include "runner/engine/numbers.hpp"

#include <cmath>
#include <cstdlib>
#include <string>

namespace swconform {

std::optional<Wide> to_wide(const Integer& number) {
  if (const auto small = number.to_int64()) return *small;
  Wide result = 0;
  const std::string text = number.text();
  const bool negative = text.front() == '-';
  for (const char digit : std::string_view(text).substr(negative ? 1 : 0)) {
    const Wide signed_digit = negative ? '0' - digit : digit - '0';
    if (__builtin_mul_overflow(result, Wide{10}, &result) || __builtin_add_overflow(result, signed_digit, &result))
      return std::nullopt;
  }
  return result;
}

std::optional<double> to_number(const Value& value) {
  if (const double* number = value.floating()) return *number;
  if (const bool* boolean = value.boolean()) return *boolean ? 1.0 : 0.0;
  if (const Integer* integer = value.integer()) {
    if (const auto small = integer->to_int64()) return static_cast<double>(*small);
    return std::strtod(integer->text().c_str(), nullptr);
  }
  return std::nullopt;
}

bool same_number(const Value& a, const Value& b, std::string_view dtype) {
  if (a.kind() == b.kind() && a.kind() != Value::Kind::floating) return a == b;
  const auto x = to_number(a);
  const auto y = to_number(b);
  if (!x || !y) return false;
  if (std::isnan(*x) || std::isnan(*y)) return std::isnan(*x) && std::isnan(*y);
  if (dtype == "Float32") return static_cast<float>(*x) == static_cast<float>(*y);
  return *x == *y;
}

bool less(const Integer& a, const Integer& b) {
  const auto x = a.to_int64();
  const auto y = b.to_int64();
  if (x && y) return *x < *y;
  const std::string left = a.text();
  const std::string right = b.text();
  const bool left_negative = left.front() == '-';
  if (left_negative != (right.front() == '-')) return left_negative;
  const bool smaller = left.size() != right.size() ? left.size() < right.size() : left < right;
  return left_negative ? !smaller && left != right : smaller;
}

}  // namespace swconform
