// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bindings/cpp/sdk.hpp"
#include "reference/friendly.hpp"

namespace swconform::reference {

/// A Foreign that remembers its attributes as the items they were given as. All the harness's Foreigns are these.
struct ForeignObject : strideweave::Foreign {
  sdk::Item::Map given;
};

}  // namespace swconform::reference
