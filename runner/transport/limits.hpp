// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

// How much an implementation may say, and how long it may take over what nobody judges. protocol.md tells authors of
// harnesses the same numbers.
namespace swconform {

inline constexpr std::size_t most_lines = 100000;                   // in answer to one request; more is a flood
inline constexpr std::size_t longest_line = std::size_t{8} << 20U;  // bytes; its Values take up to forty times that
inline constexpr std::size_t longest_answer = std::size_t{16} << 20U;      // bytes, all lines of one request
inline constexpr std::size_t most_stderr = std::size_t{256} << 20U;        // bytes, for one request
inline constexpr std::size_t stderr_kept = std::size_t{16} << 10U;         // bytes: the end of it, for the reports
inline constexpr std::size_t most_failed_starts = 3;                       // running; then nothing more is started
inline constexpr std::chrono::milliseconds memory_check_interval{20};      // how often the resident size is looked at

}  // namespace swconform
