// SPDX-License-Identifier: Apache-2.0
#include "reference/scalar.hpp"

#include <fmt/format.h>

namespace strideweave {

std::string to_string(const Scalar& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const Int* integer = std::get_if<Int>(&value)) return to_string(*integer);
  return fmt::format("{}", std::get<double>(value));
}

}  // namespace strideweave
