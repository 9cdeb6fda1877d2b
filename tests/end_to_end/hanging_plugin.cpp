// SPDX-License-Identifier: Apache-2.0
// The reference as a plugin, but for one order of permute, on which it never comes back.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "bindings/cpp/plugin.hpp"
#include "bindings/reference/reference_harness.hpp"

namespace {

using namespace swconform;

/// What a library needs while it runs: to take it away from a call that has not come back is an end of its own kind.
struct InUse {
  std::atomic<bool> by_a_call = false;
  ~InUse() {
    if (by_a_call) std::abort();
  }
};
InUse in_use;

bool is_the_one(const sdk::Arguments& arguments) {
  const sdk::Item::List* order = arguments.has(1) ? arguments.item(1).list() : nullptr;
  return order != nullptr && order->size() == 4 && order->front().integer() != nullptr &&
         *order->front().integer() == 3 && order->back().integer() != nullptr && *order->back().integer() == 2;
}

sdk::Harness hanging() {
  sdk::Harness harness = reference_harness();
  harness.wrap("permute", [](const sdk::Operation& next, sdk::Session& session, const sdk::Arguments& arguments) {
    while (is_the_one(arguments)) {
      in_use.by_a_call = true;
      std::this_thread::sleep_for(std::chrono::seconds(1));
    }
    return next(session, arguments);
  });
  return harness;
}

}  // namespace

SWCONFORM_PLUGIN(hanging)
