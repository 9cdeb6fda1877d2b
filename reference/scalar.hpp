// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "reference/int.hpp"

namespace strideweave {

/// One value of a carrier. A bool is no integer and an integer no float: `Scalar(true)`, `Scalar(1)` and `Scalar(1.0)`
/// hold three different alternatives and are unequal.
using Scalar = std::variant<bool, Int, double>;

/// `true`, `-3`, `1.5`; floats with the fewest digits that read back as the same number.
std::string to_string(const Scalar& value);

}  // namespace strideweave
