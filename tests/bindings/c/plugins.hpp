// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace swconform::test {

/// The file of a plugin that was built of plugin.c.
inline std::string plugin(const std::string& name) { return SW_PLUGIN_DIR "/" + name + ".so"; }

}  // namespace swconform::test
