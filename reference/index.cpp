// SPDX-License-Identifier: Apache-2.0
#include "reference/index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "reference/error.hpp"
#include "reference/view.hpp"

namespace strideweave {
namespace {

using ModeKeys = InlineVector<ModeKey, 4>;

std::span<const Argument> entries(const Argument& key) {
  if (const auto* const list = key.get_if<Argument::List>()) return *list;
  return {&key, 1};
}

/// None where it was left out.
std::optional<Int> optional_integer(const Argument& argument, const char* what) {
  if (argument.is_none()) return {};
  return require_integer(argument, what);
}

/// A bound as Python counts it: back from the size where it is negative, clamped to [0, size].
Int normalized_bound(std::optional<Int> bound, Int otherwise, Int size) {
  if (!bound) return otherwise;
  const Int counted = *bound < 0 ? saturating_add(*bound, size) : *bound;
  return std::clamp(counted, Int(0), size);
}

ModeKey normalized_entry(const Argument& entry, Int size) {
  if (const Int* const integer = entry.get_if<Int>()) return *integer;
  const auto* const slice = entry.get_if<SliceArgument>();
  if (slice == nullptr) raise_wrong_type(entry, "a key entry", "an integer or a slice");      // views.slice.20
  const std::optional<Int> start = optional_integer(slice->start(), "the start of a slice");  // Q27
  const std::optional<Int> stop = optional_integer(slice->stop(), "the stop of a slice");     // Q27
  const std::optional<Int> step = optional_integer(slice->step(), "the step of a slice");     // views.slice.21
  return Slice{normalized_bound(start, 0, size), normalized_bound(stop, size, size),          // views.slice.6
               step.value_or(1)};                                                             // views.slice.5
}

/// The number of elements of a mode, clamped to Int::max().
Int mode_size(const Layout& layout, const Profile::Mode& mode) {
  Int size = 1;
  for (std::size_t leaf = mode.first_leaf; leaf < mode.end_leaf; ++leaf) {
    size = saturating_mul(size, layout.extents()[leaf]);
  }
  return size;
}

/// Count and types are checked here, domains in `slice`. (Q7)
ModeKeys normalized(const Layout& layout, const Argument& key) {
  const std::span<const Argument> given = entries(key);
  const Profile::Modes modes = layout.profile().modes();
  if (given.size() != modes.size()) {  // views.slice.2, 19
    raise_value_error(fmt::format("a key of {} entries for {}", given.size(), to_string(layout.shape())));
  }
  ModeKeys keys;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    keys.push_back(normalized_entry(given[i], mode_size(layout, modes[i])));
  }
  return keys;
}

bool has_slice(const ModeKeys& keys) {
  return std::any_of(keys.begin(), keys.end(), [](const ModeKey& key) { return std::holds_alternative<Slice>(key); });
}

bool begins_at_zero(const ModeKeys& keys) {
  return std::all_of(keys.begin(), keys.end(), [](const ModeKey& key) {
    const Int* const integer = std::get_if<Int>(&key);
    return (integer != nullptr ? *integer : std::get<Slice>(key).start) == 0;
  });
}

Placed select(const Layout& layout, const ModeKeys& keys) {
  return slice(layout, std::span<const ModeKey>(keys.data(), keys.size()));
}

/// Where the carrier holds the element that a key of integers names.
Int position(const Tensor& tensor, const ModeKeys& keys) {
  const Int index = select(tensor.layout(), keys).offset;  // views.slice.14, 22
  require_one_subtensor(tensor, "coordinate access");      // views.slice.28; representation.boundary.6
  return tensor.offset() + index;
}

}  // namespace

std::variant<Scalar, Tensor> index(const Tensor& tensor, const Argument& key) {
  const ModeKeys keys = normalized(tensor.layout(), key);
  if (!has_slice(keys)) return tensor.carrier()->get(position(tensor, keys));  // views.slice.3, 4
  const bool anywhere = tensor.representation().subtensors().size() == 1 || begins_at_zero(keys);
  return make_view(tensor, [keys, anywhere](const Layout& layout) {  // views.slice.1
    Placed placed = select(layout, keys);                            // views.slice.7-15, 22-26, 30; Q8: before the next
    if (!anywhere) {                                                 // views.slice.16-18, 27
      raise_not_implemented_error("a slice of several subtensors begins at coordinate 0 of every mode");
    }
    return placed;
  });
}

void assign(const Tensor& tensor, const Argument& key, const Argument& value) {
  require_one_subtensor(tensor, "assignment");  // representation.boundary.7
  const ModeKeys keys = normalized(tensor.layout(), key);
  if (has_slice(keys)) raise_type_error("an assignment takes one integer for each mode");
  tensor.carrier()->set(position(tensor, keys), value);
}

}  // namespace strideweave
