// SPDX-License-Identifier: Apache-2.0
#include "bindings/reference/reference_harness.hpp"

#include "bindings/reference/families.hpp"

namespace swconform {

sdk::Harness reference_harness() {
  sdk::Harness harness("StrideWeave reference", "0.1.0");
  reference::add_values(harness);
  reference::add_dtypes(harness);
  reference::add_carriers(harness);
  reference::add_tensors(harness);
  reference::add_views(harness);
  reference::add_exports(harness);
  reference::add_facts(harness);
  return harness;
}

}  // namespace swconform
