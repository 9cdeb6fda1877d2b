// SPDX-License-Identifier: Apache-2.0
// Catch2 3 where the system has it, 2 where it does not. Everything else includes this header, never Catch2's own.
#pragma once

#if SW_CATCH_VERSION >= 3
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
