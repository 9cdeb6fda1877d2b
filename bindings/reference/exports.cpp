// SPDX-License-Identifier: Apache-2.0
#include <dlpack/dlpack.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "bindings/reference/conversions.hpp"
#include "bindings/reference/families.hpp"
#include "reference/export_dlpack.hpp"

namespace swconform::reference {
namespace {

using sdk::Arguments;
using sdk::Item;

template <class T>
T load(const void* address) {
  T value;
  std::memcpy(&value, address, sizeof(T));
  return value;
}

// "float32", "int8"
std::string type_name(DLDataType type) {
  return fmt::format("{}{}", type.code == kDLFloat ? "float" : "int", static_cast<int>(type.bits));
}

Item element(DLDataType type, const void* address) {
  if (type.code == kDLFloat) return type.bits == 32 ? double{load<float>(address)} : load<double>(address);
  return type.bits == 32 ? std::int64_t{load<std::int32_t>(address)} : std::int64_t{load<std::int8_t>(address)};
}

// As a consumer sees it: everything is read from the struct, nothing asked of the tensor.
Item::List values(const DLTensor& tensor, std::span<const std::int64_t> shape, std::span<const std::int64_t> strides) {
  const auto* const base = static_cast<const std::byte*>(tensor.data) + tensor.byte_offset;
  Item::List result;
  std::vector<std::int64_t> coordinate(shape.size(), 0);
  while (true) {
    std::int64_t index = 0;
    for (std::size_t k = 0; k < shape.size(); ++k) index += coordinate[k] * strides[k];
    result.push_back(element(tensor.dtype, base + index * (tensor.dtype.bits / 8)));
    std::size_t k = 0;  // the first mode fastest
    while (k < shape.size() && ++coordinate[k] == shape[k]) coordinate[k++] = 0;
    if (k == shape.size()) return result;
  }
}

Item export_dlpack(const Arguments& arguments) {
  const strideweave::DLPackPtr managed = strideweave::export_dlpack(arguments.get<strideweave::Tensor>(0));
  const DLTensor& tensor = managed->dl_tensor;
  const auto rank = static_cast<std::size_t>(tensor.ndim);
  const std::span<const std::int64_t> shape(tensor.shape, rank);
  const std::span<const std::int64_t> strides(tensor.strides, rank);
  return Item::Map{{"shape", Item::List(shape.begin(), shape.end())},
                   {"strides", Item::List(strides.begin(), strides.end())},
                   {"type", type_name(tensor.dtype)},
                   {"values", values(tensor, shape, strides)}};
}

}  // namespace

void add_exports(sdk::Harness& harness) { harness.operation("export_dlpack", {"tensor"}, export_dlpack); }

}  // namespace swconform::reference
