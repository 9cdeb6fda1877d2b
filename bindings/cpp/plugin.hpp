// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bindings/c/swconform_plugin.h"
#include "bindings/cpp/harness.hpp"

/// Makes the shared library it stands in a plugin: `SWCONFORM_PLUGIN(my_harness)`, once, outside of any namespace,
/// where `my_harness` is a function without parameters that returns a swconform::sdk::Harness.
#define SWCONFORM_PLUGIN(make_harness)                                                         \
  extern "C" SWCONFORM_EXPORT const swconform_plugin* swconform_plugin_entry(std::uint32_t) {  \
    static constexpr swconform_plugin table = ::swconform::sdk::plugin_table<&make_harness>(); \
    return &table;                                                                             \
  }

namespace swconform::sdk {

/// The functions of the table but for `create`; they keep the rules of bindings/c/swconform_plugin.h. What `make`
/// throws is written to standard error.
swconform_harness* create_plugin_harness(Harness (*make)()) noexcept;
void destroy_plugin_harness(swconform_harness* harness) noexcept;
int answer_as_plugin(swconform_harness* harness, const char* request, std::size_t length, swconform_reply reply,
                     void* context) noexcept;

template <Harness (*make)()>
constexpr swconform_plugin plugin_table() {
  return {SWCONFORM_ABI_VERSION, [] { return create_plugin_harness(make); }, destroy_plugin_harness, answer_as_plugin};
}

}  // namespace swconform::sdk
