// SPDX-License-Identifier: Apache-2.0
#if SW_CATCH_VERSION < 3
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
