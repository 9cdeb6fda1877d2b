// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runner/scenario/fixtures.hpp"
#include "runner/spec/catalogue.hpp"

namespace swconform::cli {

struct Selection {
  std::vector<const scenario::Case*> cases;  // in the order of the fixtures
  std::set<std::string, std::less<>> whole;  // requirements selected as such
};

/// The cases that did not pass in the last run; nothing where there was none.
using FailedCases = std::function<std::optional<std::vector<std::string>>()>;

/// What the selectors name, together. Each is a glob over the ids of requirements, scenarios, probes and cases, and an
/// id selects everything below it; or @failed. No selector: everything. InputError for one that names nothing there is,
/// and where no case is selected at all.
Selection select(const std::vector<std::string>& selectors, const spec::Catalogue& catalogue,
                 const scenario::Fixtures& fixtures, const FailedCases& failed);

/// views.permute?Q4 for a case of a probe, "" for any other.
std::string probe_id(const scenario::Case& of);

/// Every id a selector can name: requirements, scenarios, probes, cases.
std::vector<std::string> selectable_ids(const spec::Catalogue& catalogue, const scenario::Fixtures& fixtures);

}  // namespace swconform::cli
