# SPDX-License-Identifier: Apache-2.0
include(CMakeFindDependencyMacro)
find_dependency(fmt)
find_dependency(nlohmann_json)
include("${CMAKE_CURRENT_LIST_DIR}/swconform-targets.cmake")
