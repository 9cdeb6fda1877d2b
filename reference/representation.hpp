// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "reference/argument.hpp"
#include "reference/carrier.hpp"
#include "reference/inline_vector.hpp"
#include "reference/layout.hpp"
#include "reference/representation_rule.hpp"

namespace strideweave {

/// One level of a representation. Placement index j selects the carrier's value at offset + j.
struct Subtensor {
  const DType* dtype;
  CarrierPtr carrier;
  Int offset;
  Layout layout;
};

/// A subtensor as it was asked for: its fields may be of any type until they have been checked.
struct SubtensorArguments {
  Argument dtype;
  Argument carrier;
  Argument offset;
  Argument layout;
};

/// The identity of a carrier and the version seen when a snapshot was taken.
struct CarrierVersion {
  CarrierPtr carrier;
  Int version;

  friend bool operator==(const CarrierVersion&, const CarrierVersion&) = default;
};
using Snapshot = InlineVector<CarrierVersion, 2>;

/// What a Tensor stands on: a logical dtype, subtensors in the order of its storage schema, and an adjacent layout from
/// each level to the next. Immutable and always valid. It shares the carriers and never releases one.
/// (representation.projection, .ownership)
class Representation {
 public:
  using Subtensors = InlineVector<Subtensor, 1>;
  using AdjacentLayouts = std::vector<Layout>;

  /// Framework-owned construction from unchecked arguments. Checks, in this order and completely: the storage schema;
  /// every subtensor, types before values; the adjacent layouts; then the rules of the dtype. Errors as
  /// representation.schema, .universal, .adjacent and .rules say; a rule's exception passes through.
  static Representation create(const Argument& logical_dtype, std::span<const SubtensorArguments> subtensors,
                               std::span<const Argument> adjacent_layouts = {});
  /// The one-subtensor representation of `Tensor(carrier, offset, layout)`. (representation.construction)
  static Representation conventional(const Argument& carrier, const Argument& offset, const Argument& layout);

  /// The same checks on typed parts.
  Representation(const DType& logical_dtype, Subtensors subtensors, AdjacentLayouts adjacent_layouts);

  const DType& logical_dtype() const { return *logical_dtype_; }
  std::span<const Subtensor> subtensors() const { return {subtensors_.data(), subtensors_.size()}; }
  std::span<const Layout> adjacent_layouts() const { return adjacent_layouts_; }

  /// Every carrier once, in the order of first occurrence, with its present version. (representation.ownership.6-13)
  Snapshot snapshot() const;

 private:
  const DType* logical_dtype_;
  Subtensors subtensors_;
  AdjacentLayouts adjacent_layouts_;
};

}  // namespace strideweave
