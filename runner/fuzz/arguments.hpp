// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "bindings/protocol/value.hpp"
#include "runner/fuzz/random.hpp"

namespace swconform::fuzz {

/// What a call is made for.
struct Target {
  Value shape;
  Value stride;
  std::size_t levels = 1;
};

/// Arguments for an operation on a tensor, after the tensor itself. One time in four they are nearly valid only: one
/// thing about them is changed. Integers are integers throughout, and nested modes are taken whole or by one integer,
/// so that no open reading decides what happens.
Value::List arguments_for(std::string_view operation, const Target& target, Random& random);

/// A shape of small extents, at most `most` elements, nested one time in three. Never one nested mode alone (Q14).
Value random_shape(Random& random, std::int64_t most);
/// Strides for a shape: compact, reversed, with holes, of zero, or any.
Value random_strides(const Value& shape, Random& random);

}  // namespace swconform::fuzz
