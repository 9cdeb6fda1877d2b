// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "reference/representation.hpp"

namespace strideweave {

class RecordedOperation;
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
  CarrierClass carrier_type() const { return exact_class(*carrier()); }

  const Representation& representation() const;

  /// The accumulated gradient, if any. RuntimeError unless the dtype is differentiable.
  std::optional<Tensor> grad() const;
  /// Whether no recorded operation connects it to other Tensors, released ones included.
  bool is_leaf() const;

  /// The object behind the handle: its address is the Tensor's identity, and it can be held weakly.
  std::shared_ptr<const void> object() const { return state_; }
  friend bool operator==(const Tensor&, const Tensor&) = default;

  /// Another handle on a Tensor. Precondition: not null.
  explicit Tensor(std::shared_ptr<TensorState> state) : state_(std::move(state)) {}
  const std::shared_ptr<TensorState>& state() const { return state_; }

 private:
  const Subtensor& leading() const { return representation().subtensors()[0]; }

  std::shared_ptr<TensorState> state_;
};

/// What the handles of one Tensor share. All but the representation belongs to reverse mode.
struct TensorState {
  explicit TensorState(Representation&& value);
  TensorState(const TensorState&) = delete;
  TensorState& operator=(const TensorState&) = delete;
  ~TensorState();

  const Representation representation;
  std::shared_ptr<TensorState> grad;
  std::unique_ptr<RecordedOperation> operation;  // null for a leaf
  bool retains_grad = false;
};

inline const Representation& Tensor::representation() const { return state_->representation; }

/// RuntimeError, naming the operation, unless the dtype is differentiable. (Dtypes, Q31)
void require_differentiable(const Tensor& tensor, std::string_view operation);

/// NotImplementedError, naming the operation, unless the Tensor has one subtensor. Comes first in every operation that
/// is not a leading-level view. (representation.boundary.6-19, Q18)
void require_one_subtensor(const Tensor& tensor, std::string_view operation);

}  // namespace strideweave
