// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "bindings/protocol/value.hpp"

// What a single word means, before anything is known about names.
namespace swconform::scenario {

struct Node;

enum class ScalarKind { boolean, none, integer, floating, word, malformed };

/// Of a scalar without quotes and tag. `malformed` begins like a number and is none.
ScalarKind classify(std::string_view text);

/// Precondition: `text` is of kind `floating`, or nan, inf, -inf.
double to_double(std::string_view text);

/// The nearest float. Precondition: the node's text is an integer.
double to_double(const Integer& integer);

/// Lower-case words of letters and digits joined by single hyphens.
bool is_slug(std::string_view text);

/// Letters, digits and `_`, not starting with a digit, and not `_` alone.
bool is_identifier(std::string_view text);

/// Needs no quotes where YAML reads it back.
bool is_plain_word(std::string_view text);

/// Each throws FixtureError where the node is something else; `what` names it in the message, e.g. "the offset".
Integer integer_of(const Node& node, std::string_view what);
bool boolean_of(const Node& node, std::string_view what);
/// Text: a scalar without tag, quoted or not.
const std::string& text_of(const Node& node, std::string_view what);
/// A number, boolean, or !int or !float. Nothing else.
Value number_of(const Node& node, std::string_view what);

/// Refuses a scalar that begins like a number and is none, with the right way to write it.
[[noreturn]] void refuse_malformed(const Node& node);

}  // namespace swconform::scenario
