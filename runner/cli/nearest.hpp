// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace swconform::cli {

/// How many insertions, deletions, replacements and swaps of neighbours turn `a` into `b`, no character edited twice
/// (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate closest to `word`, the first of several; "" where none is close: at most a third of the word, rounded
/// up, may differ.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "; did you mean X?", or "" where nothing is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace swconform::cli
