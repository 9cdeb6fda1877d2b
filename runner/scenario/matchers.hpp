// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "runner/scenario/case.hpp"
#include "runner/scenario/node.hpp"
#include "runner/scenario/scope.hpp"

// What must be seen: the values of `then`, `gives`, `returns` and `raises`. Everything throws FixtureError.
namespace swconform::scenario {

/// A value as an answer or a fact has it.
Value expected_value(const Node& node, const Scope& scope);

/// What a fact or an answer must be.
Matcher read_matcher(const Node& node, const Scope& scope);

/// What an error must be: a kind, `any`, an identity, or one of several kinds.
Matcher read_raises(const Node& node, const Scope& scope);

/// `raises: ...`, `returns: ...`, `message: ...`, `mentions: ...` or `path: ...`.
Check read_check(const Node& key, const Node& value, const Scope& scope);

/// A map of checks that is not empty.
std::vector<Check> read_checks(const Node& node, std::string_view what, const Scope& scope);

/// The kinds of error a `raises` admits, "any" included; empty for an identity.
std::vector<std::string> admitted_kinds(const Matcher& raises);

}  // namespace swconform::scenario
