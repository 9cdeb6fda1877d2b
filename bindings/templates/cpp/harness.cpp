// The harness of my StrideWeave: what the conformance suite asks, in calls of the implementation.
//
// Each operation of the protocol is registered by its name. What is not here is `unsupported`, and never a pass.
#include "bindings/cpp/sdk.hpp"

using swconform::sdk::Arguments;
using swconform::sdk::Harness;
using swconform::sdk::Item;

namespace {

Harness my_harness() {
  Harness harness("my StrideWeave", "0.1");
  return harness;
}

}  // namespace

int main() { return swconform::sdk::serve(my_harness()); }
