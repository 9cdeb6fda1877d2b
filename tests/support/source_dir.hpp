// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace swconform::test {

/// The root of the source tree: for fixtures, specs and golden files.
std::filesystem::path source_dir();

}  // namespace swconform::test
