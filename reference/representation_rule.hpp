// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "reference/dtype.hpp"
#include "reference/layout.hpp"

namespace strideweave {

class Representation;

/// The read-only description of a universally valid candidate that rules are shown, all of them the same object.
/// It owns what it shows, so that a rule may keep it: always made by `make_shared`. (representation.rules.3-8, 16-18)
class RepresentationValidationContext : public std::enable_shared_from_this<RepresentationValidationContext> {
 public:
  explicit RepresentationValidationContext(const Representation& candidate);

  const DType& logical_dtype() const { return *logical_dtype_; }
  std::span<const DType* const> storage_dtypes() const { return storage_dtypes_; }
  std::span<const Layout> placement_layouts() const { return placement_layouts_; }
  std::span<const Layout> adjacent_layouts() const { return adjacent_layouts_; }
  /// The shape of each placement layout.
  std::span<const Shape> level_shapes() const { return level_shapes_; }

 private:
  const DType* logical_dtype_;
  std::vector<const DType*> storage_dtypes_;
  std::vector<Layout> placement_layouts_;
  std::vector<Layout> adjacent_layouts_;
  std::vector<Shape> level_shapes_;
};

/// A condition a dtype adds to the universal ones. Open: users write their own.
class RepresentationRule {
 public:
  virtual ~RepresentationRule() = default;

  /// Returns if the representation is right, else throws anything; that exception reaches whoever constructs.
  /// (representation.rules.9, 10)
  virtual void validate(const RepresentationValidationContext& context) const = 0;
};

namespace dtype {
using strideweave::RepresentationRule;
using strideweave::RepresentationValidationContext;  // representation.rules.14
}  // namespace dtype

}  // namespace strideweave
