// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "runner/scenario/case.hpp"
#include "runner/scenario/fixtures.hpp"
#include "runner/scenario/node.hpp"
#include "runner/scenario/rows.hpp"
#include "runner/spec/catalogue.hpp"

namespace swconform::scenario {

/// What the entries of all files are read against.
struct Context {
  const spec::Catalogue& catalogue;
  const Vocabulary& vocabulary;
  Tables& tables;
};

/// The requirement a fixture file is about. Throws FixtureError where it names none of the catalogue.
const spec::Requirement& requirement_of(const Node& file, const spec::Catalogue& catalogue);

/// The cases of one file, its own tables included. Throws FixtureError.
std::vector<Case> read_entries(const Node& file, const Context& context);

}  // namespace swconform::scenario
