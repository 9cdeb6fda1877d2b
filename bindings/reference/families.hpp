// SPDX-License-Identifier: Apache-2.0
// The reference's harness, family by family: each adds its operations, and the types they give.
#pragma once

#include "bindings/cpp/sdk.hpp"

namespace swconform::reference {

void add_values(sdk::Harness& harness);    // shape, stride, layout, tree, error, foreign, public_name
void add_dtypes(sdk::Harness& harness);    // dtype, category, simple, compound, rule, arm
void add_carriers(sdk::Harness& harness);  // carrier, carrier_get, carrier_set, release, move
void add_tensors(sdk::Harness& harness);   // tensor, representation, item, to_list
void add_exports(sdk::Harness& harness);   // export_dlpack
void add_views(sdk::Harness& harness);     // the views, backward and what goes with it, assign, add, scatter
void add_facts(sdk::Harness& harness);     // the types with identity and what is seen of them

/// Whether the library has this public name, written as in Python below the package: friendly.item.
bool has_public_name(std::string_view name);

}  // namespace swconform::reference
