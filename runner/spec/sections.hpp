// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runner/spec/trace.hpp"

// Parts of trace(): which section of a page belongs to which requirement, and what differs within one.
namespace swconform::spec {

/// The requirements of one section: the one its heading names, and those whose own heading is lost.
using Owners = std::vector<const Requirement*>;

using Fingerprints = std::set<std::string_view>;

/// What a requirement's clauses and scenario lines come from, and what a section holds. Valid as long as the argument.
Fingerprints fingerprints_of(const Requirement& requirement);
Fingerprints fingerprints_of(const Section& section);
std::size_t count_shared(const Fingerprints& a, const Fingerprints& b);

/// Whether two titles are the same but for white space and marks.
bool same_title(std::string_view a, std::string_view b);

/// Owners for each section of the page, in catalogue order. Adds what is wrong with requirements as such to `findings`.
std::vector<Owners> pair_sections(const Capability& capability, const Page& page, std::vector<Finding>& findings);

/// Compares the scenarios. Answers the fingerprints of missing lines whose clauses the findings name already.
Fingerprints compare_scenarios(const Section& section, const Owners& owners, std::vector<Finding>& findings);

/// Compares sentences with clauses, but for the clauses whose sentence's fingerprint is in `explained`, and the
/// sentences whose own is in `claimed`: they are accounted for elsewhere.
void compare_sentences(const Section& section, const Owners& owners, const Fingerprints& explained,
                       const Fingerprints& claimed, std::vector<Finding>& findings);

/// A clause and the requirement it belongs to.
struct ClauseRef {
  const Requirement* requirement = nullptr;
  const Clause* clause = nullptr;
};

/// The clauses of `owners` that come from a sentence or line with this fingerprint.
std::vector<ClauseRef> clauses_from(const Owners& owners, std::string_view fingerprint);

/// Ids in short: `views.permute.9, .10, views.slice.3`.
std::string short_ids(std::span<const ClauseRef> clauses);

}  // namespace swconform::spec
