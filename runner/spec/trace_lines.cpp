// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "runner/spec/sections.hpp"

namespace swconform::spec {
namespace {

bool same_line(const Line& a, const Line& b) { return a.keyword == b.keyword && a.fingerprint == b.fingerprint; }

/// The pairs of equal lines, in order: as many as an edit from one list to the other can keep.
std::vector<std::pair<std::size_t, std::size_t>> common_lines(const std::vector<Line>& a, const std::vector<Line>& b) {
  std::vector<std::vector<std::size_t>> longest(a.size() + 1, std::vector<std::size_t>(b.size() + 1, 0));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      longest[i][j] =
          same_line(a[i], b[j]) ? longest[i + 1][j + 1] + 1 : std::max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  std::vector<std::pair<std::size_t, std::size_t>> result;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (same_line(a[i], b[j])) {
      result.emplace_back(i++, j++);
    } else if (longest[i + 1][j] >= longest[i][j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return result;
}

std::size_t count_common(const Scenario& ours, const PublishedScenario& theirs) {
  return common_lines(ours.lines, theirs.lines).size();
}

class ScenarioComparison {
 public:
  ScenarioComparison(const Section& section, const Owners& owners, std::vector<Finding>& findings)
      : section_(section), owners_(owners), findings_(findings), present_(fingerprints_of(section)) {
    for (const Requirement* const requirement : owners) {
      for (const Scenario& scenario : requirement->scenarios) ours_.push_back(&scenario);
    }
    for (const PublishedScenario& scenario : section.scenarios) theirs_.push_back(&scenario);
  }

  Fingerprints compare() {
    pair_by_title();
    pair_by_lines();
    for (const PublishedScenario* const scenario : theirs_) add_unknown(*scenario);
    for (const Scenario* const scenario : ours_) add_missing(*scenario);
    return explained_;
  }

 private:
  void pair_by_title() {
    std::erase_if(ours_, [&](const Scenario* ours) {
      const auto found = std::find_if(theirs_.begin(), theirs_.end(), [&](const PublishedScenario* theirs) {
        return same_title(theirs->title, ours->title);
      });
      if (found == theirs_.end()) return false;
      compare_lines(*ours, **found);
      theirs_.erase(found);
      return true;
    });
  }

  /// A heading may have changed or be gone; then half of the lines, or being the only ones left, tell who belongs to
  /// whom.
  void pair_by_lines() {
    const bool only_ones = ours_.size() == 1 && theirs_.size() == 1 && ours_.front()->heading_lost;
    std::erase_if(ours_, [&](const Scenario* ours) {
      const auto found =
          std::max_element(theirs_.begin(), theirs_.end(), [&](const PublishedScenario* a, const PublishedScenario* b) {
            return count_common(*ours, *a) < count_common(*ours, *b);
          });
      if (found == theirs_.end()) return false;
      if (2 * count_common(*ours, **found) < ours->lines.size() && !(only_ones && (*found)->title.empty()))
        return false;
      compare_heading(*ours, **found);
      compare_lines(*ours, **found);
      theirs_.erase(found);
      return true;
    });
  }

  void compare_heading(const Scenario& ours, const PublishedScenario& theirs) {
    if (!theirs.title.empty()) {
      findings_.push_back(
          {Finding::Kind::scenario_heading,
           theirs.place,
           {ours.id},
           fmt::format("changed heading: \"Scenario: {}\"; touches {} \"{}\"", theirs.title, ours.id, ours.title)});
    } else if (!ours.heading_lost) {
      findings_.push_back({Finding::Kind::scenario_heading,
                           theirs.place,
                           {ours.id},
                           fmt::format("heading gone: {} \"Scenario: {}\"", ours.id, ours.title)});
    }
  }

  void compare_lines(const Scenario& ours, const PublishedScenario& theirs) {
    std::vector<std::pair<std::size_t, std::size_t>> anchors = common_lines(ours.lines, theirs.lines);
    anchors.emplace_back(ours.lines.size(), theirs.lines.size());
    std::size_t i = 0;
    std::size_t j = 0;
    for (const auto& [next_i, next_j] : anchors) {
      for (; i < next_i && j < next_j; ++i, ++j) add_changed_line(ours, ours.lines[i], theirs.lines[j]);
      for (; i < next_i; ++i) add_missing_line(ours, ours.lines[i], theirs.place);
      for (; j < next_j; ++j) {
        const Line& line = theirs.lines[j];
        findings_.push_back(
            {Finding::Kind::line_added,
             line.place,
             {ours.id},
             fmt::format("line without counterpart in {}: {} \"{}\"", ours.id, line.keyword, line.text)});
      }
      i = next_i + 1;
      j = next_j + 1;
    }
  }

  void add_changed_line(const Scenario& ours, const Line& line, const Line& theirs) {
    Finding finding{Finding::Kind::line_changed, theirs.place, {ours.id}, {}};
    if (line.fingerprint == theirs.fingerprint) {
      finding.text = fmt::format("changed keyword: {} where {} says {}: \"{}\"", theirs.keyword, ours.id, line.keyword,
                                 theirs.text);
    } else {
      finding.text = fmt::format("changed line: {} \"{}\"; touches {} {} \"{}\"", theirs.keyword, theirs.text, ours.id,
                                 line.keyword, line.text);
      add_clauses(line, finding);
    }
    findings_.push_back(std::move(finding));
  }

  void add_missing_line(const Scenario& ours, const Line& line, const Place& place) {
    Finding finding{Finding::Kind::line_missing,
                    place,
                    {ours.id},
                    fmt::format("line not on the page: {} {} \"{}\"", ours.id, line.keyword, line.text)};
    add_clauses(line, finding);
    findings_.push_back(std::move(finding));
  }

  void add_unknown(const PublishedScenario& scenario) {
    std::string text = fmt::format("scenario without counterpart in the catalogue: \"{}\"", scenario.title);
    if (scenario.title.empty()) {
      const Line& line = scenario.lines.front();
      text =
          fmt::format("scenario without heading and counterpart in the catalogue: {} \"{}\"", line.keyword, line.text);
    }
    findings_.push_back({Finding::Kind::scenario_added, scenario.place, {}, std::move(text)});
  }

  void add_missing(const Scenario& scenario) {
    Finding finding{Finding::Kind::scenario_missing,
                    section_.place,
                    {scenario.id},
                    fmt::format("scenario not on the page: {} \"{}\"", scenario.id, scenario.title)};
    for (const Line& line : scenario.lines) add_clauses(line, finding);
    findings_.push_back(std::move(finding));
  }

  /// Names in `finding` the clauses that come from a line that is not there.
  void add_clauses(const Line& line, Finding& finding) {
    if (present_.contains(line.fingerprint)) return;
    const std::vector<ClauseRef> clauses = clauses_from(owners_, line.fingerprint);
    if (clauses.empty() || !explained_.insert(line.fingerprint).second) return;
    for (const ClauseRef& ref : clauses) finding.ids.push_back(clause_id(*ref.requirement, *ref.clause));
    finding.text += fmt::format("; touches {} too", short_ids(clauses));
  }

  const Section& section_;
  const Owners& owners_;
  std::vector<Finding>& findings_;
  Fingerprints present_;
  Fingerprints explained_;
  std::vector<const Scenario*> ours_;             // not yet paired
  std::vector<const PublishedScenario*> theirs_;  // not yet paired
};

}  // namespace

Fingerprints compare_scenarios(const Section& section, const Owners& owners, std::vector<Finding>& findings) {
  return ScenarioComparison(section, owners, findings).compare();
}

}  // namespace swconform::spec
