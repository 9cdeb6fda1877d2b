// SPDX-License-Identifier: Apache-2.0
#include "tests/support/source_dir.hpp"

namespace swconform::test {

std::filesystem::path source_dir() { return SW_SOURCE_DIR; }

}  // namespace swconform::test
