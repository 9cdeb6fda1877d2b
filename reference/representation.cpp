// SPDX-License-Identifier: Apache-2.0
#include "reference/representation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "reference/algebra.hpp"
#include "reference/big_int.hpp"
#include "reference/error.hpp"

namespace strideweave {
namespace {

using StorageDTypes = InlineVector<const DType*, 4>;  // null for what is no dtype

BigInt big_cosize(const Layout& layout) {
  BigInt result = 1;
  for (std::size_t k = 0; k < layout.leaf_count(); ++k) {
    result += (to_big(layout.extents()[k]) - 1) * to_big(layout.strides()[k]);
  }
  return result;
}

BigInt big_size(const Layout& layout) {
  BigInt result = 1;
  for (const Int extent : layout.extents()) result *= to_big(extent);
  return result;
}

/// `logical` may be null.
void check_schema(const DType* logical, const StorageDTypes& storage, std::size_t adjacent_count) {
  const auto schema = logical == nullptr ? std::nullopt : logical->storage_schema();
  if (!schema) {  // representation.schema.3, 13
    raise_value_error(
        fmt::format("{} has no Tensor storage schema", logical == nullptr ? "what is no dtype" : logical->name()));
  }
  if (storage.size() != schema->size()) {  // representation.schema.10, 14, 20
    raise_value_error(fmt::format("the storage schema of {} expects {} subtensors, not {}", logical->name(),
                                  schema->size(), storage.size()));
  }
  if (adjacent_count + 1 != schema->size()) {  // representation.schema.12, 15
    raise_value_error(fmt::format("the storage schema of {} expects {} adjacent layouts, not {}", logical->name(),
                                  schema->size() - 1, adjacent_count));
  }
  for (std::size_t i = 0; i < storage.size(); ++i) {  // representation.schema.11, 16, 21
    if (storage[i] == (*schema)[i]) continue;
    raise_value_error(fmt::format("subtensor {}: the storage schema of {} expects the storage dtype {}, not {}", i,
                                  logical->name(), (*schema)[i]->name(),
                                  storage[i] == nullptr ? "what is no dtype" : storage[i]->name()));
  }
}

/// The types of the fields of subtensor i. `owner` begins the message, e.g. "subtensor 1 ".
Subtensor typed(const DType* dtype, const Argument& carrier, const Argument& offset, const Argument& layout,
                const std::string& owner) {
  const CarrierPtr* const pointer = carrier.get_if<CarrierPtr>();
  if (pointer == nullptr || *pointer == nullptr) {  // representation.universal.3, 10, 23-24
    raise_wrong_type(carrier, owner + "carrier", "a Carrier");
  }
  const Layout& placement =
      require<Layout>(layout, owner + "placement layout", "a Layout");  // representation.universal.7, 11, 23-24
  return {dtype, *pointer, require_integer(offset, owner + "offset"),
          placement};  // representation.universal.6, 12, 23-24
}

void check_carrier_classes(const Representation::Subtensors& subtensors) {
  for (std::size_t i = 1; i < subtensors.size(); ++i) {
    const CarrierClass first = exact_class(*subtensors[0].carrier);
    const CarrierClass other = exact_class(*subtensors[i].carrier);
    if (first == other) continue;
    raise_type_error(fmt::format(  // representation.universal.5, 13, 21-22
        "the carriers of subtensors 0 and {} are of different classes, {} and {}", i, first.name(), other.name()));
  }
}

void check_subtensor_values(const Subtensor& subtensor, std::size_t i) {
  const DType& stored = subtensor.carrier->dtype();
  if (stored != *subtensor.dtype) {  // representation.universal.4, 14, 20
    raise_value_error(fmt::format("subtensor {}: carrier dtype {} is not the storage dtype {}", i, stored.name(),
                                  subtensor.dtype->name()));
  }
  if (subtensor.offset < 0) {  // representation.universal.6, 15, 25-26; .construction.13
    raise_value_error(fmt::format("subtensor {}: offset must be non-negative, not {}", i, to_string(subtensor.offset)));
  }
  const Int size = subtensor.carrier->size();
  if (size < 0) {  // representation.universal.8, 16, 23-24
    raise_value_error(fmt::format("subtensor {}: carrier size must be non-negative, not {}", i, to_string(size)));
  }
  if (!subtensor.layout.fits(size, subtensor.offset)) {  // representation.universal.9, 17, 25-26; .construction.14
    raise_value_error(fmt::format("subtensor {}: placement {} at offset {} exceeds the carrier size: {} + {} > {}", i,
                                  to_string(subtensor.layout), to_string(subtensor.offset), to_string(subtensor.offset),
                                  to_string(big_cosize(subtensor.layout)), to_string(size)));
  }
}

void check_subtensors(const Representation::Subtensors& subtensors) {
  check_carrier_classes(subtensors);  // a TypeError, so before any ValueError (Q7)
  for (std::size_t i = 0; i < subtensors.size(); ++i) check_subtensor_values(subtensors[i], i);
}

void check_adjacent(const Representation::Subtensors& subtensors,
                    const Representation::AdjacentLayouts& adjacent_layouts) {
  for (std::size_t i = 0; i < adjacent_layouts.size(); ++i) {
    const Layout& adjacent = adjacent_layouts[i];
    if (adjacent.shape() != subtensors[i].layout.shape()) {  // representation.adjacent.2, 10-12
      raise_value_error(fmt::format("adjacent layout {}: shape {} is not the placement shape {}", i,
                                    to_string(adjacent.shape()), to_string(subtensors[i].layout.shape())));
    }
    const Layout& next = subtensors[i + 1].layout;
    if (!covers(next.shape(), adjacent)) {  // representation.adjacent.3, 15-18
      raise_value_error(fmt::format("adjacent layout {}: reaches index {}, but the next level has size {}", i,
                                    to_string(BigInt(big_cosize(adjacent) - 1)), to_string(big_size(next))));
    }
  }
}

void run_rules(const Representation& candidate) {
  const auto rules = candidate.logical_dtype().representation_rules();
  if (rules.empty()) return;
  // representation.rules.3-8, 18
  const auto context = std::make_shared<const RepresentationValidationContext>(candidate);
  for (const auto& rule : rules) rule->validate(*context);  // representation.rules.1, 10, 12
}

StorageDTypes storage_dtypes(const Representation::Subtensors& subtensors) {
  StorageDTypes result;
  for (const Subtensor& subtensor : subtensors) result.push_back(subtensor.dtype);
  return result;
}

const DType* dtype_or_null(const Argument& argument) {
  const auto* dtype = argument.get_if<const DType*>();
  return dtype == nullptr ? nullptr : *dtype;
}

}  // namespace

Representation::Representation(const DType& logical_dtype, Subtensors subtensors, AdjacentLayouts adjacent_layouts)
    : logical_dtype_(&logical_dtype),
      subtensors_(std::move(subtensors)),
      adjacent_layouts_(std::move(adjacent_layouts)) {
  check_schema(logical_dtype_, storage_dtypes(subtensors_), adjacent_layouts_.size());
  check_subtensors(subtensors_);
  check_adjacent(subtensors_, adjacent_layouts_);
  run_rules(*this);  // representation.rules.2: only now
}

Representation Representation::create(const Argument& logical_dtype, std::span<const SubtensorArguments> subtensors,
                                      std::span<const Argument> adjacent_layouts) {
  const DType* const logical = dtype_or_null(logical_dtype);
  StorageDTypes storage;
  for (const SubtensorArguments& subtensor : subtensors) storage.push_back(dtype_or_null(subtensor.dtype));
  check_schema(logical, storage, adjacent_layouts.size());

  Subtensors levels;
  for (std::size_t i = 0; i < subtensors.size(); ++i) {
    const SubtensorArguments& fields = subtensors[i];
    levels.push_back(typed(storage[i], fields.carrier, fields.offset, fields.layout, fmt::format("subtensor {}: ", i)));
  }
  check_subtensors(levels);

  AdjacentLayouts transitions;
  for (std::size_t i = 0; i < adjacent_layouts.size(); ++i) {
    transitions.push_back(require<Layout>(adjacent_layouts[i], fmt::format("adjacent layout {}", i), "a Layout"));
  }
  return Representation(*logical, std::move(levels), std::move(transitions));
}

Representation Representation::conventional(const Argument& carrier, const Argument& offset, const Argument& layout) {
  Subtensor level = typed(nullptr, carrier, offset, layout, "");  // representation.construction.12; Q7, Q17
  const auto* simple = dynamic_cast<const SimpleDType*>(&level.carrier->dtype());
  if (simple == nullptr) {  // representation.construction.9, 10
    raise_value_error(fmt::format("the carrier's dtype {} cannot provide the conventional one-subtensor storage schema",
                                  level.carrier->dtype().name()));
  }
  level.dtype = simple;
  Subtensors levels;
  levels.push_back(std::move(level));
  return Representation(*simple, std::move(levels), {});  // representation.construction.2-8
}

Snapshot Representation::snapshot() const {
  Snapshot result;
  for (const Subtensor& subtensor : subtensors_) {
    const bool is_known = std::any_of(result.begin(), result.end(),
                                      [&](const CarrierVersion& entry) { return entry.carrier == subtensor.carrier; });
    if (!is_known) result.push_back({subtensor.carrier, subtensor.carrier->version()});
  }
  return result;
}

}  // namespace strideweave
