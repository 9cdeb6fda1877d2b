// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bindings/cpp/sdk.hpp"

namespace swconform {

/// The reference implementation's harness. It stands on the public SDK and on the reference's public headers only.
sdk::Harness reference_harness();

}  // namespace swconform
