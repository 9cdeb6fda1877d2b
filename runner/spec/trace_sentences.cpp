// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "runner/spec/sections.hpp"

namespace swconform::spec {
namespace {

/// The clauses that come from one sentence.
struct Group {
  std::vector<ClauseRef> clauses;
  std::optional<std::size_t> at;  ///< the sentence's index in the section
  bool gone = false;
};

class SentenceComparison {
 public:
  SentenceComparison(const Section& section, const Owners& owners, const Fingerprints& explained,
                     const Fingerprints& claimed, std::vector<Finding>& findings)
      : section_(section), findings_(findings) {
    group_clauses(owners, explained);
    claimed_.insert(claimed.begin(), claimed.end());
    for (std::size_t i = 0; i < section.sentences.size(); ++i) {
      const Sentence& sentence = section.sentences[i];
      if (!claimed_.contains(sentence.fingerprint)) (sentence.normative ? new_ : plain_).push_back(i);
    }
  }

  void compare() {
    pair_between_anchors();
    if (new_.size() == 1 && gone_.size() == 1) add_changed(new_.front(), *std::exchange(gone_, {}).front().group);
    for (const std::size_t index : new_) {
      if (paired_.contains(index)) continue;
      const Sentence& sentence = section_.sentences[index];
      findings_.push_back({Finding::Kind::sentence_without_clause,
                           sentence.place,
                           {},
                           fmt::format("no clause for the sentence: \"{}\"", sentence.text)});
    }
    for (const Gone& gone : gone_) add_gone(gone);
  }

 private:
  /// A group whose sentence is gone, and the stretch of the section where it must have been.
  struct Gone {
    const Group* group = nullptr;
    std::size_t from = 0;
    std::size_t to = 0;
  };

  void group_clauses(const Owners& owners, const Fingerprints& explained) {
    const Fingerprints present = fingerprints_of(section_);
    for (const Requirement* const requirement : owners) {
      for (const Clause& clause : requirement->clauses) {
        if (!claimed_.insert(clause.fingerprint).second) continue;
        Group group;
        group.clauses = clauses_from(owners, clause.fingerprint);
        group.gone = !present.contains(clause.fingerprint);
        if (group.gone && explained.contains(clause.fingerprint)) continue;
        const auto found = std::find_if(section_.sentences.begin(), section_.sentences.end(),
                                        [&](const Sentence& s) { return s.fingerprint == clause.fingerprint; });
        if (found != section_.sentences.end()) {
          group.at = static_cast<std::size_t>(found - section_.sentences.begin());
        }
        groups_.push_back(std::move(group));
      }
    }
  }

  /// Clauses follow the order of their sentences. So between two clauses whose sentences are there, as many new
  /// sentences as there are clauses without one are the same sentences, changed.
  void pair_between_anchors() {
    std::size_t from = 0;
    std::vector<const Group*> waiting;
    const auto close = [&](std::size_t to) {
      std::vector<std::size_t> candidates;
      for (const std::size_t index : new_) {
        if (index >= from && index < to && !paired_.contains(index)) candidates.push_back(index);
      }
      for (std::size_t k = 0; k < waiting.size(); ++k) {
        if (candidates.size() == waiting.size()) {
          add_changed(candidates[k], *waiting[k]);
        } else {
          gone_.push_back({waiting[k], from, to});
        }
      }
      waiting.clear();
    };
    for (const Group& group : groups_) {
      if (group.gone) waiting.push_back(&group);
      if (!group.at) continue;
      close(*group.at);
      from = *group.at + 1;
    }
    close(section_.sentences.size());
    std::erase_if(new_, [&](std::size_t index) { return paired_.contains(index); });
  }

  void add_changed(std::size_t index, const Group& group) {
    paired_.insert(index);
    const Sentence& sentence = section_.sentences[index];
    findings_.push_back(
        {Finding::Kind::sentence_changed, sentence.place, ids(group),
         fmt::format("changed sentence: \"{}\"; touches {} ({} sentence is no longer there)", sentence.text,
                     short_ids(group.clauses), group.clauses.size() == 1 ? "its" : "their")});
  }

  void add_gone(const Gone& gone) {
    Finding finding{Finding::Kind::clause_without_sentence, section_.place, ids(*gone.group), {}};
    std::string clauses;
    for (const ClauseRef& ref : gone.group->clauses) {
      if (!clauses.empty()) clauses += "; ";
      clauses += fmt::format("{} \"{}\"", clause_id(*ref.requirement, *ref.clause), ref.clause->text);
    }
    finding.text = fmt::format("sentence not on the page: that of {}", clauses);
    // It may have lost its SHALL or MUST; but other sentences without either are none of the catalogue's business.
    std::vector<std::size_t> candidates;
    for (const std::size_t index : plain_) {
      if (index >= gone.from && index < gone.to) candidates.push_back(index);
    }
    if (candidates.size() == 1) {
      const Sentence& sentence = section_.sentences[candidates.front()];
      finding.place = sentence.place;
      finding.text += fmt::format("; perhaps it has become: \"{}\"", sentence.text);
    } else if (gone.from > 0) {
      finding.place = section_.sentences[gone.from - 1].place;
    }
    findings_.push_back(std::move(finding));
  }

  static std::vector<std::string> ids(const Group& group) {
    std::vector<std::string> result;
    for (const ClauseRef& ref : group.clauses) result.push_back(clause_id(*ref.requirement, *ref.clause));
    return result;
  }

  const Section& section_;
  std::vector<Finding>& findings_;
  Fingerprints claimed_;  // by a clause
  std::vector<Group> groups_;
  std::vector<std::size_t> new_;    // normative sentences no clause comes from
  std::vector<std::size_t> plain_;  // other sentences no clause comes from
  std::set<std::size_t> paired_;
  std::vector<Gone> gone_;
};

}  // namespace

void compare_sentences(const Section& section, const Owners& owners, const Fingerprints& explained,
                       const Fingerprints& claimed, std::vector<Finding>& findings) {
  SentenceComparison(section, owners, explained, claimed, findings).compare();
}

}  // namespace swconform::spec
