// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string_view>

#include "bindings/reference/families.hpp"
#include "reference/friendly.hpp"
#include "reference/permute.hpp"
#include "reference/representation_rule.hpp"

namespace swconform::reference {
namespace {

// Each row names the thing itself, so that a name cannot outlive it.
template <class T>
constexpr bool is_type = sizeof(T) > 0;

template <class Function>
constexpr bool is_function(Function*) {
  return true;
}

constexpr std::array<std::pair<std::string_view, bool>, 6> names = {{
    {"friendly.item", is_function(&strideweave::friendly::item)},
    {"friendly.to_list", is_function(&strideweave::friendly::to_list)},
    {"RepresentationValidationContext", is_type<strideweave::RepresentationValidationContext>},
    {"dtype.RepresentationValidationContext", is_type<strideweave::dtype::RepresentationValidationContext>},
    {"RepresentationRule", is_type<strideweave::RepresentationRule>},
    {"Tensor", is_type<strideweave::Tensor>},
}};

}  // namespace

bool has_public_name(std::string_view name) {
  return std::any_of(names.begin(), names.end(), [name](const auto& row) { return row.first == name && row.second; });
}

}  // namespace swconform::reference
