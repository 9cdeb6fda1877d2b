// SPDX-License-Identifier: Apache-2.0
// CMake makes a precompiled header only for a target with a source that uses it; main.cpp cannot.
