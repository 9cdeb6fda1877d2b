// SPDX-License-Identifier: Apache-2.0
#include "runner/spec/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "runner/spec/fingerprint.hpp"

namespace swconform::spec {
namespace {

class SectionPairing {
 public:
  SectionPairing(const Capability& capability, const Page& page, std::vector<Finding>& findings)
      : page_(page), findings_(findings), heading_owner_(page.sections.size()), owners_(page.sections.size()) {
    for (const Requirement& requirement : capability.requirements) open_.push_back(&requirement);
    for (const Section& section : page.sections) content_.push_back(fingerprints_of(section));
  }

  std::vector<Owners> pair() {
    pair_if([&](const Requirement& requirement) { return find_titled(requirement); });
    pair_if([&](const Requirement& requirement) { return find_renamed(requirement); });
    for (std::size_t i = 0; i < owners_.size(); ++i) {
      if (heading_owner_[i] != nullptr) owners_[i].push_back(heading_owner_[i]);
    }
    for (const Requirement* const requirement : open_) place_without_heading(*requirement);
    for (std::size_t i = 1; i < owners_.size(); ++i) {
      if (heading_owner_[i] != nullptr) continue;
      const Section& section = page_.sections[i];
      findings_.push_back({Finding::Kind::requirement_added,
                           section.place,
                           {},
                           fmt::format("requirement without counterpart in the catalogue: \"{}\"", section.title)});
    }
    return std::move(owners_);
  }

 private:
  /// Makes each open requirement the owner of the section `find` answers, if any.
  template <class Find>
  void pair_if(Find find) {
    std::erase_if(open_, [&](const Requirement* requirement) {
      const std::optional<std::size_t> section = find(*requirement);
      if (section) heading_owner_[*section] = requirement;
      return section.has_value();
    });
  }

  bool is_free(std::size_t section) const { return section > 0 && heading_owner_[section] == nullptr; }

  std::optional<std::size_t> find_titled(const Requirement& requirement) const {
    for (std::size_t i = 0; i < page_.sections.size(); ++i) {
      if (is_free(i) && same_title(page_.sections[i].title, requirement.title)) return i;
    }
    return {};
  }

  /// The free section that holds most of the requirement, and at least half of it.
  std::optional<std::size_t> find_renamed(const Requirement& requirement) {
    const Fingerprints wanted = fingerprints_of(requirement);
    std::optional<std::size_t> best;
    std::size_t most = 0;
    for (std::size_t i = 0; i < page_.sections.size(); ++i) {
      const std::size_t shared = count_shared(wanted, content_[i]);
      if (!is_free(i) || shared <= most || 2 * shared < wanted.size()) continue;
      best = i;
      most = shared;
    }
    if (best) {
      const Section& section = page_.sections[*best];
      findings_.push_back({Finding::Kind::requirement_heading,
                           section.place,
                           {requirement.id},
                           fmt::format("changed heading: \"Requirement: {}\"; touches {} \"{}\"", section.title,
                                       requirement.id, requirement.title)});
    }
    return best;
  }

  /// Without its heading, a requirement's content stands at the end of another section: the one that holds most of it
  /// beside what its own requirement accounts for.
  void place_without_heading(const Requirement& requirement) {
    const Fingerprints wanted = fingerprints_of(requirement);
    std::size_t best = 0;
    std::size_t most = 0;
    for (std::size_t i = 0; i < page_.sections.size(); ++i) {
      Fingerprints missing = wanted;
      if (heading_owner_[i] != nullptr) {
        for (const std::string_view known : fingerprints_of(*heading_owner_[i])) missing.erase(known);
      }
      const std::size_t shared = count_shared(missing, content_[i]);
      if (shared <= most) continue;
      best = i;
      most = shared;
    }
    const bool found = requirement.heading_lost ? most > 0 : most > 0 && 2 * most >= wanted.size();
    if (found) owners_[best].push_back(&requirement);
    if (found && requirement.heading_lost) return;
    if (found) {
      findings_.push_back({Finding::Kind::requirement_heading,
                           page_.sections[best].place,
                           {requirement.id},
                           fmt::format("heading gone: {} \"Requirement: {}\"", requirement.id, requirement.title)});
      return;
    }
    Finding finding{Finding::Kind::requirement_missing, page_.place, {requirement.id}, {}};
    for (const Clause& clause : requirement.clauses) finding.ids.push_back(clause_id(requirement, clause));
    for (const Scenario& scenario : requirement.scenarios) finding.ids.push_back(scenario.id);
    finding.text = fmt::format("requirement not on the page: {} \"{}\", with clauses 1 to {} and {} scenario{}",
                               requirement.id, requirement.title, requirement.clauses.size(),
                               requirement.scenarios.size(), requirement.scenarios.size() == 1 ? "" : "s");
    findings_.push_back(std::move(finding));
  }

  const Page& page_;
  std::vector<Finding>& findings_;
  Owners open_;  // requirements that have no section yet
  std::vector<Fingerprints> content_;
  Owners heading_owner_;  // by section; nullptr where its heading belongs to none
  std::vector<Owners> owners_;
};

}  // namespace

Fingerprints fingerprints_of(const Requirement& requirement) {
  Fingerprints result;
  for (const Clause& clause : requirement.clauses) result.insert(clause.fingerprint);
  for (const Scenario& scenario : requirement.scenarios) {
    for (const Line& line : scenario.lines) result.insert(line.fingerprint);
  }
  return result;
}

Fingerprints fingerprints_of(const Section& section) {
  Fingerprints result;
  for (const Sentence& sentence : section.sentences) result.insert(sentence.fingerprint);
  for (const PublishedScenario& scenario : section.scenarios) {
    for (const Line& line : scenario.lines) result.insert(line.fingerprint);
  }
  return result;
}

std::size_t count_shared(const Fingerprints& a, const Fingerprints& b) {
  return static_cast<std::size_t>(
      std::count_if(a.begin(), a.end(), [&](std::string_view fingerprint) { return b.contains(fingerprint); }));
}

bool same_title(std::string_view a, std::string_view b) { return fold(a) == fold(b); }

std::vector<Owners> pair_sections(const Capability& capability, const Page& page, std::vector<Finding>& findings) {
  return SectionPairing(capability, page, findings).pair();
}

std::vector<ClauseRef> clauses_from(const Owners& owners, std::string_view fingerprint) {
  std::vector<ClauseRef> result;
  for (const Requirement* const requirement : owners) {
    for (const Clause& clause : requirement->clauses) {
      if (clause.fingerprint == fingerprint) result.push_back({requirement, &clause});
    }
  }
  return result;
}

std::string short_ids(std::span<const ClauseRef> clauses) {
  std::string result;
  const Requirement* last = nullptr;
  for (const ClauseRef& ref : clauses) {
    if (!result.empty()) result += ", ";
    result += fmt::format("{}.{}", ref.requirement == last ? std::string() : ref.requirement->id, ref.clause->number);
    last = ref.requirement;
  }
  return result;
}

}  // namespace swconform::spec
