// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "bindings/protocol/value.hpp"

namespace swconform {

__extension__ typedef __int128 Wide;

/// Nothing where 128 bits do not hold it.
std::optional<Wide> to_wide(const Integer& number);

/// The mathematical value of an integer, a float or a boolean (0, 1) as a double; nothing for anything else.
std::optional<double> to_number(const Value& value);

/// Whether two numbers are the same as numbers of a dtype: 5 is 5.0, true is 1, -0.0 is 0.0, NaN is NaN, and for
/// Float32 both are rounded to 32 bits first. Everything that is not a number equals only itself.
bool same_number(const Value& a, const Value& b, std::string_view dtype);

/// a < b, whatever the size.
bool less(const Integer& a, const Integer& b);

}  // namespace swconform
