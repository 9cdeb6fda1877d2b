// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/int.hpp"

namespace strideweave {

class RepresentationRule;
class SimpleDType;

/// A descriptor: registered, immutable, named, and compared by identity. It lives as long as the program. (Dtypes)
/// Other kinds than the three below may be derived; `register_dtype` makes any of them known.
class DType {
 public:
  DType(const DType&) = delete;
  DType& operator=(const DType&) = delete;
  virtual ~DType() = default;

  const std::string& name() const { return name_; }
  /// The category it stands under; null for the root only.
  const DType* supertype() const { return supertype_; }
  bool is_subtype_of(const DType& other) const;

  /// The storage dtypes a Tensor of this logical dtype needs, in order; nothing if it provides no schema, as here.
  virtual std::optional<std::span<const SimpleDType* const>> storage_schema() const { return {}; }
  virtual std::span<const std::shared_ptr<const RepresentationRule>> representation_rules() const { return {}; }
  /// Whether a Tensor of this dtype may have a gradient. (Only concrete floating dtypes do.)
  virtual bool is_differentiable() const { return false; }

  friend bool operator==(const DType& a, const DType& b) { return &a == &b; }

 protected:
  DType(std::string name, const DType* supertype);

 private:
  std::string name_;
  const DType* supertype_;
};

/// Makes a descriptor known under its name, for good. Thread-safe. ValueError for an empty or a taken name.
const DType& register_dtype(std::unique_ptr<const DType> dtype);
/// The descriptor of that name, built-in or registered, or null.
const DType* find_dtype(std::string_view name);

/// A place in the hierarchy, without a storage schema. (representation.schema.3)
class DTypeCategory final : public DType {
 public:
  /// Creates and registers one. ValueError for an empty or a taken name. (So do the other `create`.)
  static const DTypeCategory& create(std::string name, const DTypeCategory& supertype);

  /// For the built-ins; use `create`.
  DTypeCategory(std::string name, const DType* supertype);
};

/// One fixed-width scalar.
class SimpleDType final : public DType {
 public:
  static const SimpleDType& create(std::string name, Int bits, const DTypeCategory& supertype);

  /// For the built-ins; use `create`. ValueError unless bits >= 1.
  SimpleDType(std::string name, Int bits, const DTypeCategory& supertype);

  Int bits() const { return bits_; }
  std::optional<std::span<const SimpleDType* const>> storage_schema() const override { return {{&self_, 1}}; }
  bool is_differentiable() const override;

 private:
  Int bits_;
  const SimpleDType* self_ = this;  // the one-entry schema (representation.schema.1)
};

/// An ordered, non-empty tuple of simple dtypes, with the rules their representations obey.
class CompoundDType final : public DType {
 public:
  using SimpleTypes = std::vector<const SimpleDType*>;
  using Rules = std::vector<std::shared_ptr<const RepresentationRule>>;

  /// ValueError if `simple_types` is empty. Precondition: no null pointers.
  static const CompoundDType& create(std::string name, SimpleTypes simple_types, Rules rules = {});
  static const CompoundDType& create(std::string name, SimpleTypes simple_types, Rules rules,
                                     const DTypeCategory& supertype);

  CompoundDType(std::string name, SimpleTypes simple_types, Rules rules, const DTypeCategory& supertype);

  std::span<const SimpleDType* const> simple_types() const { return simple_types_; }
  std::optional<std::span<const SimpleDType* const>> storage_schema() const override { return simple_types(); }
  std::span<const std::shared_ptr<const RepresentationRule>> representation_rules() const override { return rules_; }

 private:
  SimpleTypes simple_types_;
  Rules rules_;
};

/// The built-in descriptors.
namespace dtype {
const DTypeCategory& any();
const DTypeCategory& floating();
const DTypeCategory& integer();
const SimpleDType& boolean();  // "Bool"
const SimpleDType& int8();
const SimpleDType& int32();
const SimpleDType& float32();
const SimpleDType& float64();
const SimpleDType& e8m0();
const SimpleDType& e5m2();
const SimpleDType& e4m3();
const SimpleDType& e3m2();
const SimpleDType& e2m3();
const SimpleDType& e2m1();
}  // namespace dtype

}  // namespace strideweave
