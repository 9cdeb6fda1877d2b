// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// The spec catalogue (`spec/*.md`): requirements, numbered clauses, scenarios and readings, as plain data. Texts and
// titles are one line each, with code between backticks and no other Markdown.
namespace swconform::spec {

/// Where something stands; `line` counts from 1.
struct Place {
  std::string file;
  int line = 0;
};

/// When the standing check asserts a clause: around steps that succeed, that fail, or both. `none`: a case asserts it.
enum class Standing { none, on_success, on_error, both };

struct Clause {
  int number = 0;
  std::string text;
  std::string fingerprint;  ///< of the published sentence it comes from; several clauses may share one
  Standing standing = Standing::none;
  std::string untestable;  ///< the reason; empty if it can be tested
  Place place;
};

/// One line of a scenario.
struct Line {
  std::string keyword;  ///< WHEN, THEN or AND
  std::string text;
  std::string fingerprint;
  Place place;
};

struct Scenario {
  std::string id;  ///< requirement/slug
  std::string title;
  std::vector<Line> lines;
  bool heading_lost = false;  ///< the published page has lost this heading
  Place place;
};

struct Requirement {
  std::string id;  ///< capability.name, e.g. views.reshape
  std::string title;
  std::vector<Clause> clauses;
  std::vector<Scenario> scenarios;
  bool heading_lost = false;  ///< the published page has lost this heading
  Place place;
};

struct Capability {
  std::string id;       ///< the prefix of its ids, e.g. views
  std::string name;     ///< its full name and the stem of its file, e.g. core-tensor-views
  std::string summary;  ///< the first paragraph
  std::vector<Requirement> requirements;
  Place place;
};

/// A sentence with two readings. `where` names the requirements and then the clause; the other texts stand as written.
struct Reading {
  std::string id;  ///< e.g. Q1
  std::string title;
  std::vector<std::string> requirements;  ///< ids, as `where` names them
  std::string where, a, b, separated_by, reference;
  char taken = 0;  ///< 'A' or 'B', what the reference takes; 0 when neither letter is stated
  Place place;
};

/// requirement.number, e.g. views.permute.9
std::string clause_id(const Requirement& requirement, const Clause& clause);

/// Everything the spec folder holds. Immutable; pointers into it live as long as it does and survive a move, not a
/// copy.
class Catalogue {
 public:
  Catalogue() = default;
  /// Precondition: ids are unique and clauses numbered from 1, as read_catalogue makes sure.
  Catalogue(std::vector<Capability> capabilities, std::vector<Reading> readings);
  Catalogue(Catalogue&&) noexcept = default;
  Catalogue& operator=(Catalogue&&) noexcept = default;
  Catalogue(const Catalogue&) = delete;
  Catalogue& operator=(const Catalogue&) = delete;
  ~Catalogue() = default;

  /// By file name.
  const std::vector<Capability>& capabilities() const { return capabilities_; }
  const std::vector<Reading>& readings() const { return readings_; }

  /// Each answers nullptr for an unknown id.
  const Capability* capability(std::string_view id) const;
  const Requirement* requirement(std::string_view id) const;
  const Scenario* scenario(std::string_view id) const;
  const Clause* clause(std::string_view requirement_id, int number) const;
  const Reading* reading(std::string_view id) const;

  /// Ids in catalogue order.
  std::vector<std::string> requirement_ids() const;
  std::vector<std::string> scenario_ids() const;
  std::vector<std::string> clause_ids() const;
  std::vector<std::string> reading_ids() const;

 private:
  std::vector<Capability> capabilities_;
  std::vector<Reading> readings_;
  std::map<std::string, const Requirement*, std::less<>> requirements_by_id_;
  std::map<std::string, const Scenario*, std::less<>> scenarios_by_id_;
};

/// A spec file is wrong. what() is the complete message: `file:line:column: problem`, the line, a caret, what was
/// meant.
class SpecError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads every `*.md` of a folder: readings.md, if there is one, and a capability in every other file. Throws SpecError
/// for the first thing that is wrong, and for a folder without a capability.
Catalogue read_catalogue(const std::filesystem::path& spec_dir);

}  // namespace swconform::spec
