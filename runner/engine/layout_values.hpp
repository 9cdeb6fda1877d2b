// SPDX-License-Identifier: Apache-2.0
// The runner's own few lines of layout arithmetic, so that no logical value comes from what is being judged.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "bindings/protocol/value.hpp"
#include "runner/engine/numbers.hpp"

namespace swconform {

/// Logical values are worked out, and stored values compared, up to this many.
inline constexpr std::size_t most_elements = 4096;

/// One leaf of a layout; depth first, left to right, which is first mode fastest.
struct Leaf {
  Wide extent = 1;
  Wide stride = 0;
};

/// The leaves of {"layout": [shape, stride]}; nothing where it is no such value or a number does not fit (the stride of
/// an extent one never matters).
std::optional<std::vector<Leaf>> leaves(const Value& layout);

/// Why there are no values: `impossible` is the implementation's fault, otherwise nobody can tell.
struct NoValues {
  bool impossible = false;
  std::string why;
};

/// stored[offset + layout(i)] for every ordinal i.
std::variant<Value::List, NoValues> logical_values(const Value& layout, const Value& offset, const Value& stored);

/// Whether no two coordinates share an index; nothing where that would take too long to find out.
std::optional<bool> injective(const std::vector<Leaf>& leaves);

}  // namespace swconform
