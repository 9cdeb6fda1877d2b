// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace strideweave {

template <class T>
concept CharacterType = std::same_as<T, char> || std::same_as<T, wchar_t> || std::same_as<T, char8_t> ||
    std::same_as<T, char16_t> || std::same_as<T, char32_t>;

/// A built-in integer that is a number: neither bool nor a character. (The concept holds for int8_t and uint8_t.)
template <class T>
concept BuiltinInteger = std::integral<T> && !std::same_as<T, bool> && !CharacterType<T> && sizeof(T) <= 8;

/// The only wide integer: signed, 128 bits, checked. (Integers)
/// Every operator gives the exact result or raises OverflowError; nothing wraps. Dividing by zero is a ValueError.
class Int {
 public:
  __extension__ typedef __int128 Raw;

  constexpr Int() noexcept = default;
  template <BuiltinInteger T>
  constexpr Int(T value) noexcept : raw_(value) {}
  static constexpr Int from_raw(Raw raw) noexcept;

  /// Decimal text, an optional minus sign and digits. Text past the range saturates to max() or min(), so that a huge
  /// number is merely out of every range. Anything else: ValueError.
  static Int parse(std::string_view text);

  /// 2^127 - 1 and -2^127. They also stand for everything beyond them (see `parse` and the saturating functions), so no
  /// extent or stride may be max().
  static constexpr Int max() noexcept;
  static constexpr Int min() noexcept;

  constexpr Raw raw() const noexcept { return raw_; }

  /// The value in a built-in type, or nothing if it does not fit.
  template <BuiltinInteger T>
  constexpr std::optional<T> to() const noexcept;
  /// The value as an index or count. Precondition: 0 <= value <= SIZE_MAX, else OverflowError.
  std::size_t to_size() const;

  Int& operator+=(Int other) { return *this = *this + other; }
  Int& operator-=(Int other) { return *this = *this - other; }
  Int& operator*=(Int other) { return *this = *this * other; }
  /// Both round towards minus infinity: a == (a / b) * b + a % b, and a % b has the sign of b.
  Int& operator/=(Int other) { return *this = *this / other; }
  Int& operator%=(Int other) { return *this = *this % other; }

  friend Int operator+(Int a, Int b);
  friend Int operator-(Int a, Int b);
  friend Int operator*(Int a, Int b);
  friend Int operator/(Int a, Int b);
  friend Int operator%(Int a, Int b);
  friend Int operator-(Int a);
  friend constexpr bool operator==(Int a, Int b) noexcept { return a.raw_ == b.raw_; }
  friend constexpr std::strong_ordering operator<=>(Int a, Int b) noexcept;

 private:
  Raw raw_ = 0;
};

/// a + b and a * b clamped to [Int::min(), Int::max()].
Int saturating_add(Int a, Int b) noexcept;
Int saturating_mul(Int a, Int b) noexcept;

/// a + b and a * b, or nothing where 128 bits do not hold them.
std::optional<Int> checked_add(Int a, Int b) noexcept;
std::optional<Int> checked_mul(Int a, Int b) noexcept;

/// The greatest common divisor of |a| and |b|, >= 0; gcd(0, 0) == 0.
Int gcd(Int a, Int b);
Int abs(Int a);

std::string to_string(Int value);
std::ostream& operator<<(std::ostream& out, Int value);

constexpr Int Int::from_raw(Raw raw) noexcept {
  Int result;
  result.raw_ = raw;
  return result;
}
constexpr Int Int::min() noexcept { return from_raw(static_cast<Raw>(1) << 127); }
constexpr Int Int::max() noexcept { return from_raw(~min().raw_); }

constexpr std::strong_ordering operator<=>(Int a, Int b) noexcept {
  if (a.raw_ == b.raw_) return std::strong_ordering::equal;
  return a.raw_ < b.raw_ ? std::strong_ordering::less : std::strong_ordering::greater;
}

template <BuiltinInteger T>
constexpr std::optional<T> Int::to() const noexcept {
  if (raw_ < Int(std::numeric_limits<T>::min()).raw_ || raw_ > Int(std::numeric_limits<T>::max()).raw_) return {};
  return static_cast<T>(raw_);
}

}  // namespace strideweave

template <>
struct std::hash<strideweave::Int> {
  std::size_t operator()(strideweave::Int value) const noexcept {
    const auto low = static_cast<std::uint64_t>(value.raw());
    const auto high = static_cast<std::uint64_t>(value.raw() >> 64);
    return std::hash<std::uint64_t>()(low) * 31U + std::hash<std::uint64_t>()(high);
  }
};
