// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bindings/protocol/messages.hpp"
#include "runner/cli/environment.hpp"
#include "runner/cli/locations.hpp"
#include "runner/scenario/fixtures.hpp"
#include "runner/spec/catalogue.hpp"

namespace swconform::cli {

/// Everything that is read before anything runs.
struct Suite {
  spec::Catalogue catalogue;
  scenario::Fixtures fixtures;
};

/// Throws SpecError and FixtureError.
Suite load_suite(const Locations& locations, const Environment& environment);

/// Everything the built-in implementations have, together: operations, facts, options.
Hello hello_of_builtins(const Environment& environment);

/// The operations fixtures may call: those the built-in implementations know.
scenario::Vocabulary vocabulary(const Environment& environment);

}  // namespace swconform::cli
