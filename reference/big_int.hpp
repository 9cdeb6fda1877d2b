// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <string>
#include <type_traits>

#include "reference/error.hpp"
#include "reference/int.hpp"

// Unbounded integers for the insides of the algebra, where sums and products of Ints may pass 128 bits although the
// answer does not. Not part of any interface.
namespace strideweave {

using BigInt = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;

inline BigInt to_big(Int value) { return BigInt(value.raw()); }

/// OverflowError where the value passes the range of Int.
inline Int to_int(const BigInt& value) {
  if (value > to_big(Int::max()) || value < to_big(Int::min())) raise_overflow_error(value.str() + " passes 2^127");
  return Int::from_raw(static_cast<Int::Raw>(value));
}
inline Int to_int(Int value) { return value; }

inline std::string to_string(const BigInt& value) { return value.str(); }

/// Int -> Int or BigInt.
template <class Number>
Number widen(Int value) {
  if constexpr (std::is_same_v<Number, Int>) {
    return value;
  } else {
    return to_big(value);
  }
}

/// Runs `question.template operator()<Int>()` and, where that leaves 128 bits, asks again with unbounded integers: so
/// an algorithm is written once, is fast for ordinary numbers and exact for all. Only call it for questions without
/// effects.
template <class Question>
auto exactly(const Question& question) {
  try {
    return question.template operator()<Int>();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::overflow_error) throw;
  }
  return question.template operator()<BigInt>();
}

}  // namespace strideweave
