// SPDX-License-Identifier: Apache-2.0
// The reference as a process: --impl exec:swconform-reference.
#include "bindings/cpp/serve.hpp"
#include "bindings/reference/reference_harness.hpp"

int main() { return swconform::sdk::serve(swconform::reference_harness()); }
