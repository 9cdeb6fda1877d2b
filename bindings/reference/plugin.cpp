// SPDX-License-Identifier: Apache-2.0
// The reference as a plugin: --impl ./libswconform_reference.so.
#include "bindings/cpp/plugin.hpp"
#include "bindings/reference/reference_harness.hpp"

SWCONFORM_PLUGIN(swconform::reference_harness)
