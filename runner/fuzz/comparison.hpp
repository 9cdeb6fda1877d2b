// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "runner/fuzz/player.hpp"
#include "runner/fuzz/session.hpp"

namespace swconform::fuzz {

struct Departure {
  std::size_t call;  // the first that went another way
  std::string what;  // `v.layout is [3]:[1], not [3]:[2]`
};

/// Where another implementation departs from the reference, in what a call answers or in the facts of any tensor after
/// it. What the spec leaves open is none: wording, classes, the strides of extents of one after as_strided and reshape
/// (Q2, Q3), refined leaves (Q1), where gradients lie, the kind of refusal of a Tensor of several subtensors (Q18), and
/// calls that are not settled. What the other cannot do, or cannot tell, is none either, and ends the comparison.
std::optional<Departure> compare(const Session& session, const Performance& reference, const Performance& other);

}  // namespace swconform::fuzz
