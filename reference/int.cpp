// SPDX-License-Identifier: Apache-2.0
#include "reference/int.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <ostream>
#include <utility>

#include "reference/error.hpp"

namespace strideweave {
namespace {

using Raw = Int::Raw;
__extension__ typedef unsigned __int128 Magnitude;

[[noreturn]] void overflow(Int a, const char* symbol, Int b) {
  raise_overflow_error(fmt::format("{} {} {} does not fit 128 bits", to_string(a), symbol, to_string(b)));
}

/// |value|, which for min() does not fit Raw.
Magnitude magnitude(Raw value) {
  const auto bits = static_cast<Magnitude>(value);
  return value < 0 ? ~bits + 1 : bits;
}

Int quotient_toward_minus_infinity(Raw a, Raw b) {
  const Raw truncated = a / b;
  return Int::from_raw(a % b != 0 && (a < 0) != (b < 0) ? truncated - 1 : truncated);
}

}  // namespace

std::optional<Int> checked_add(Int a, Int b) noexcept {
  Raw sum = 0;
  if (__builtin_add_overflow(a.raw(), b.raw(), &sum)) return {};
  return Int::from_raw(sum);
}

std::optional<Int> checked_mul(Int a, Int b) noexcept {
  Raw product = 0;
  if (__builtin_mul_overflow(a.raw(), b.raw(), &product)) return {};
  return Int::from_raw(product);
}

Int saturating_add(Int a, Int b) noexcept {
  // A sum leaves the range only in the direction of both terms.
  return checked_add(a, b).value_or(a < 0 ? Int::min() : Int::max());
}

Int saturating_mul(Int a, Int b) noexcept {
  return checked_mul(a, b).value_or((a < 0) != (b < 0) ? Int::min() : Int::max());
}

Int operator+(Int a, Int b) {
  Raw sum = 0;
  if (__builtin_add_overflow(a.raw_, b.raw_, &sum)) overflow(a, "+", b);
  return Int::from_raw(sum);
}

Int operator-(Int a, Int b) {
  Raw difference = 0;
  if (__builtin_sub_overflow(a.raw_, b.raw_, &difference)) overflow(a, "-", b);
  return Int::from_raw(difference);
}

Int operator*(Int a, Int b) {
  Raw product = 0;
  if (__builtin_mul_overflow(a.raw_, b.raw_, &product)) overflow(a, "*", b);
  return Int::from_raw(product);
}

Int operator/(Int a, Int b) {
  if (b == 0) raise_value_error("division by zero");
  if (b == -1) return -a;  // the one quotient that can overflow: min() / -1
  return quotient_toward_minus_infinity(a.raw_, b.raw_);
}

Int operator%(Int a, Int b) {
  if (b == 0) raise_value_error("division by zero");
  if (b == -1) return 0;  // min() % -1 overflows in the machine
  const Raw remainder = a.raw_ % b.raw_;
  return Int::from_raw(remainder != 0 && (remainder < 0) != (b.raw_ < 0) ? remainder + b.raw_ : remainder);
}

Int operator-(Int a) { return Int(0) - a; }

Int abs(Int a) { return a < 0 ? -a : a; }

Int gcd(Int a, Int b) {
  Magnitude x = magnitude(a.raw());
  Magnitude y = magnitude(b.raw());
  while (y != 0) {
    if (x >> 64 == 0 && y >> 64 == 0) {
      return Int(std::gcd(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y)));
    }
    x = std::exchange(y, x % y);
  }
  if (x >> 127 != 0) raise_overflow_error("the greatest common divisor 2^127 does not fit 128 bits");
  return Int::from_raw(static_cast<Raw>(x));
}

std::size_t Int::to_size() const {
  const auto result = to<std::size_t>();
  if (!result) raise_overflow_error(fmt::format("{} is not a count", to_string(*this)));
  return *result;
}

Int Int::parse(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative ? 1 : 0);
  const bool decimal = std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (digits.empty() || !decimal) raise_value_error(fmt::format("'{}' is not an integer", text));
  // Downwards, because min() has no positive counterpart; saturation at either end sticks, since every later step moves
  // further out.
  Int value = 0;
  for (const char c : digits) {
    const int digit = c - '0';
    value = saturating_add(saturating_mul(value, 10), negative ? -digit : digit);
  }
  return value;
}

std::string to_string(Int value) {
  if (const auto small = value.to<std::int64_t>()) return fmt::format("{}", *small);
  std::string digits;
  for (Magnitude rest = magnitude(value.raw()); rest != 0; rest /= 10) {
    digits.push_back(static_cast<char>('0' + static_cast<int>(rest % 10)));
  }
  if (value < 0) digits.push_back('-');
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::ostream& operator<<(std::ostream& out, Int value) { return out << to_string(value); }

}  // namespace strideweave
