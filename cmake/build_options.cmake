# SPDX-License-Identifier: Apache-2.0
# What every target of this project is compiled with.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(SWCONFORM_CCACHE ccache)
if(SWCONFORM_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${SWCONFORM_CCACHE}")
endif()

set(SWCONFORM_SANITIZE "" CACHE STRING "Sanitizers to build everything with, e.g. address,undefined")
if(SWCONFORM_SANITIZE)
  add_compile_options(-fsanitize=${SWCONFORM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SWCONFORM_SANITIZE})
endif()

# Warnings are errors for our own targets, never for a user's compiler of another make or version than those we test.
option(SWCONFORM_WERROR "Treat warnings as errors" OFF)

# Before 13 the optimizer of GCC sees accesses out of bounds inside the standard library's own vector and string.
set(SW_FALSE_WARNINGS "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  set(SW_FALSE_WARNINGS -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict)
endif()

# With sanitizers GCC's analysis of initialization gives false alarms (its manual says so at -fsanitize).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND SWCONFORM_SANITIZE)
  list(APPEND SW_FALSE_WARNINGS -Wno-maybe-uninitialized)
endif()

function(sw_target target)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                                              $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                                           ${SW_FALSE_WARNINGS} $<$<BOOL:${SWCONFORM_WERROR}>:-Werror>)
endfunction()

# sw_library(name SOURCES a.cpp ... LIBS public... PRIVATE_LIBS private...)
function(sw_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBS;PRIVATE_LIBS" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  sw_target(${name})
  target_link_libraries(${name} PUBLIC ${arg_LIBS} PRIVATE ${arg_PRIVATE_LIBS})
endfunction()
