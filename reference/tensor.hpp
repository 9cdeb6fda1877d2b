// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <typeindex>
#include <utility>

#include "reference/representation.hpp"

namespace strideweave {

struct TensorState;

/// A handle on a Tensor: copies are the same Tensor, and equality is identity. Its representation never changes; its
/// gradient may.
class Tensor {
 public:
  /// The only public construction. TypeError unless they are a Carrier, an integer and a Layout (Q17); ValueError for a
  /// carrier whose dtype is not simple, a negative offset, or offset + cosize > size. (representation.construction)
  Tensor(const Argument& carrier, const Argument& offset, const Argument& layout);
  /// Framework-owned.
  static Tensor from_representation(Representation representation);

  // Projections of the representation. (representation.projection.8-13)
  const CarrierPtr& carrier() const { return leading().carrier; }
  Int offset() const { return leading().offset; }
  const Layout& layout() const { return leading().layout; }
  const DType& dtype() const { return representation().logical_dtype(); }
  /// OverflowError if it passes 2^127 - 1.
  Int size() const { return layout().size(); }
  std::type_index carrier_type() const { return exact_class(*carrier()); }

  const Representation& representation() const;

  /// The accumulated gradient, if any. RuntimeError unless the dtype is differentiable.
  std::optional<Tensor> grad() const;

  /// The object behind the handle: its address is the Tensor's identity, and it can be held weakly.
  std::shared_ptr<const void> object() const { return state_; }
  friend bool operator==(const Tensor&, const Tensor&) = default;

 private:
  explicit Tensor(std::shared_ptr<TensorState> state) : state_(std::move(state)) {}
  const Subtensor& leading() const { return representation().subtensors()[0]; }

  std::shared_ptr<TensorState> state_;
};

/// What the handles of one Tensor share.
struct TensorState {
  explicit TensorState(Representation value) : representation(std::move(value)) {}

  const Representation representation;
  std::shared_ptr<TensorState> grad;
};

inline const Representation& Tensor::representation() const { return state_->representation; }

/// NotImplementedError, naming the operation, unless the Tensor has one subtensor. Comes first in every operation that
/// is not a leading-level view. (representation.boundary.6-19, Q18)
void require_one_subtensor(const Tensor& tensor, std::string_view operation);

}  // namespace strideweave
