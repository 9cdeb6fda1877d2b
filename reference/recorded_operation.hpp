// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <utility>

#include "reference/modes.hpp"
#include "reference/tensor.hpp"

// What reverse mode remembers of an operation. Not part of any interface.
namespace strideweave {

/// The connection of a Tensor to those it was computed from. Gradients travel as one float for each logical
/// coordinate, in the order of the ordinals, whatever the layouts are.
class RecordedOperation {
 public:
  struct Source {
    Tensor tensor;
    Int version;  // of its carrier, when the operation was recorded
  };
  using Sources = InlineVector<Source, 2>;

  /// Precondition: one-subtensor Tensors.
  explicit RecordedOperation(std::initializer_list<Tensor> sources);
  RecordedOperation(const RecordedOperation&) = delete;
  RecordedOperation& operator=(const RecordedOperation&) = delete;
  virtual ~RecordedOperation() = default;

  /// Empty once released.
  std::span<const Source> sources() const { return {sources_.data(), sources_.size()}; }
  bool is_released() const { return sources_.empty(); }
  /// Forgets the sources, and hands them out.
  Sources release() noexcept { return std::exchange(sources_, {}); }

  /// Adds to `gradient`, that of source number `source`, what the cotangent of the result contributes.
  /// Precondition: not released; the spans have the sizes of the result and of the source.
  virtual void propagate(std::size_t source, std::span<const double> cotangent, std::span<double> gradient) const = 0;

 private:
  Sources sources_;
};

/// A view. Its function, applied to the compact layout of the source's shape, tells which source ordinal each element
/// of the view is, and that is all of its backward.
class RecordedView : public RecordedOperation {
 public:
  explicit RecordedView(const Tensor& source) : RecordedOperation({source}) {}

  void propagate(std::size_t source, std::span<const double> cotangent, std::span<double> gradient) const final;

 protected:
  virtual Placed apply(const Layout& layout) const = 0;
};

/// Whether operations on this Tensor are recorded now.
bool records(const Tensor& source);
/// Makes `result`, a new Tensor, the result of the operation.
void record(const Tensor& result, std::unique_ptr<RecordedOperation> operation);

}  // namespace strideweave
