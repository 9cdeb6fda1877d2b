// SPDX-License-Identifier: Apache-2.0
// What the two halves of the builder share about carriers and placements; for them only.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "runner/scenario/builder.hpp"

namespace swconform::scenario {

/// More elements than this are not stored: a virtual carrier has them.
inline constexpr Wide largest_carrier = Wide{1} << 20;
/// Stored values are declared, and compared, up to this many.
inline constexpr std::size_t largest_compared = 4096;

/// A carrier as its fields say, before its size is known.
struct Builder::CarrierPlan {
  Dtype dtype;
  std::optional<Integer> size;
  bool is_virtual = false;
  std::optional<Value::List> stored;  // nothing: iota
  Value::Record options;
  std::string written, stored_written, options_written;
};

/// A tensor or subtensor: four arguments, and what is known of them.
struct Builder::Placed {
  Value dtype, carrier, offset, layout_ref;
  Dtype known_dtype;
  std::shared_ptr<const LayoutText> layout;
  std::shared_ptr<const CarrierInfo> carrier_info;
  bool own_carrier = false;
  std::string carrier_path;
};

/// Numbers in the fixture's notation, the middle of very many left out.
std::string written_numbers(const Value::List& numbers);

}  // namespace swconform::scenario
