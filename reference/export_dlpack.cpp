// SPDX-License-Identifier: Apache-2.0
#include "reference/export_dlpack.hpp"

#include <dlpack/dlpack.h>
#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "reference/error.hpp"
#include "reference/host_memory.hpp"

namespace strideweave {
namespace {

/// A managed tensor with what it points into.
struct Export {
  CarrierPtr carrier;
  std::shared_ptr<void> memory;
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> strides;
  DLManagedTensor managed;
};

DLDataType data_type(const DType& dtype) {
  const std::array<std::pair<const DType*, DLDataType>, 4> types{{{&dtype::float32(), {kDLFloat, 32, 1}},
                                                                  {&dtype::float64(), {kDLFloat, 64, 1}},
                                                                  {&dtype::int32(), {kDLInt, 32, 1}},
                                                                  {&dtype::int8(), {kDLInt, 8, 1}}}};
  for (const auto& [known, type] : types) {
    if (dtype == *known) return type;
  }
  raise_value_error(fmt::format("DLPack has no type for {}", dtype.name()));
}

std::shared_ptr<void> memory_of(const Carrier& carrier) {
  const std::string class_of = exact_class(carrier).name();
  if (carrier.is_released()) raise_runtime_error("the carrier has been released");
  if (!carrier.is_mutable()) raise_runtime_error(fmt::format("a {} that is not mutable cannot be exported", class_of));
  const auto* const host = dynamic_cast<const HostMemory*>(&carrier);
  std::shared_ptr<void> memory = host == nullptr ? nullptr : host->memory();
  if (memory == nullptr) raise_runtime_error(fmt::format("the values of a {} do not lie in memory", class_of));
  return memory;
}

std::vector<std::int64_t> narrowed(std::span<const Int> numbers) {
  std::vector<std::int64_t> result;
  for (const Int number : numbers) {
    const auto narrow = number.to<std::int64_t>();
    if (!narrow) raise_overflow_error(fmt::format("{} is too large for DLPack", to_string(number)));
    result.push_back(*narrow);
  }
  return result;
}

}  // namespace

void DLPackDeleter::operator()(DLManagedTensor* managed) const {
  if (managed->deleter != nullptr) managed->deleter(managed);
}

DLPackPtr export_dlpack(const Tensor& tensor) {
  require_one_subtensor(tensor, "DLPack export");  // representation.boundary.12
  const DLDataType type = data_type(tensor.dtype());
  const Layout& layout = tensor.layout();
  auto owner = std::make_unique<Export>(Export{
      tensor.carrier(), memory_of(*tensor.carrier()), narrowed(layout.extents()), narrowed(layout.strides()), {}});
  DLTensor& exported = owner->managed.dl_tensor;
  exported.data = static_cast<std::byte*>(owner->memory.get()) + tensor.offset().to_size() * (type.bits / 8U);
  exported.device = {kDLCPU, 0};
  exported.ndim = static_cast<int>(layout.leaf_count());
  exported.dtype = type;
  exported.shape = owner->shape.data();
  exported.strides = owner->strides.data();
  owner->managed.manager_ctx = owner.get();
  owner->managed.deleter = [](DLManagedTensor* self) { delete static_cast<Export*>(self->manager_ctx); };
  return DLPackPtr(&owner.release()->managed);
}

}  // namespace strideweave
