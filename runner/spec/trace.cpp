// SPDX-License-Identifier: Apache-2.0
#include "runner/spec/trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/spec/sections.hpp"

namespace swconform::spec {
namespace {

/// How much of the page, in requirement headings and normative sentences, stands in the capability too, and how much
/// there is.
struct Likeness {
  std::size_t shared = 0;
  std::size_t all = 0;
};

Likeness likeness(const Capability& capability, const Page& page) {
  Fingerprints known;
  for (const Requirement& requirement : capability.requirements) known.merge(fingerprints_of(requirement));
  Likeness result;
  for (const Section& section : page.sections) {
    if (!section.title.empty()) {
      result.all += 1;
      result.shared += std::any_of(capability.requirements.begin(), capability.requirements.end(),
                                   [&](const Requirement& r) { return same_title(r.title, section.title); })
                           ? 1
                           : 0;
    }
    for (const Sentence& sentence : section.sentences) {
      if (!sentence.normative) continue;
      result.all += 1;
      result.shared += known.contains(sentence.fingerprint) ? 1 : 0;
    }
  }
  return result;
}

/// The capability the page names, or else the one it is mostly made of; nullptr without either.
const Capability* capability_of(const Catalogue& catalogue, const Page& page) {
  const Capability* best = nullptr;
  std::size_t most = 0;
  for (const Capability& capability : catalogue.capabilities()) {
    if (capability.name == page.name) return &capability;
    const Likeness like = likeness(capability, page);
    if (like.shared <= most || 2 * like.shared < like.all) continue;
    best = &capability;
    most = like.shared;
  }
  return best;
}

/// The first section has no requirement of its own; a clause of any requirement may come from one of its sentences.
struct Preamble {
  Fingerprints sentences;  ///< that no requirement with a lost heading accounts for
  Fingerprints claimed;    ///< what the clauses of the requirements in the other sections come from
};

Preamble read_preamble(const Page& page, const std::vector<Owners>& owners) {
  Preamble result;
  result.sentences = fingerprints_of(page.sections.front());
  for (const Requirement* const requirement : owners.front()) {
    for (const Clause& clause : requirement->clauses) result.sentences.erase(clause.fingerprint);
  }
  for (std::size_t i = 1; i < owners.size(); ++i) {
    for (const Requirement* const requirement : owners[i]) {
      for (const Clause& clause : requirement->clauses) result.claimed.insert(clause.fingerprint);
    }
  }
  return result;
}

}  // namespace

std::string to_string(const Finding& finding) {
  return fmt::format("{}:{}: {}", finding.place.file, finding.place.line, finding.text);
}

std::vector<Finding> trace(const Catalogue& catalogue, const Page& page) {
  std::vector<Finding> findings;
  const Capability* const capability = capability_of(catalogue, page);
  if (capability == nullptr) {
    findings.push_back({Finding::Kind::page_unknown,
                        page.place,
                        {},
                        fmt::format("this page (\"{}\") matches no capability of the catalogue", page.name)});
    return findings;
  }
  if (page.name != capability->name) {
    findings.push_back(
        {Finding::Kind::page_renamed,
         page.place,
         {capability->id},
         fmt::format("the page calls itself \"{}\"; its content is that of {}", page.name, capability->name)});
  }
  const std::vector<Owners> owners = pair_sections(*capability, page, findings);
  const Preamble preamble = read_preamble(page, owners);
  for (std::size_t i = 0; i < page.sections.size(); ++i) {
    Fingerprints explained = compare_scenarios(page.sections[i], owners[i], findings);
    if (i > 0) explained.insert(preamble.sentences.begin(), preamble.sentences.end());
    compare_sentences(page.sections[i], owners[i], explained, i == 0 ? preamble.claimed : Fingerprints(), findings);
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.place.line < b.place.line; });
  return findings;
}

}  // namespace swconform::spec
