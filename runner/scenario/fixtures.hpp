// SPDX-License-Identifier: Apache-2.0
// The reader of `scenarios/**/*.yaml`. LANGUAGE.md in this directory describes what it reads and how it expands.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/scenario/case.hpp"
#include "runner/spec/catalogue.hpp"

namespace swconform::scenario {

/// What a fixture may call. The built-in's hello knows every operation there is.
struct Vocabulary {
  std::set<std::string, std::less<>> operations;
};

/// A fixture is wrong. what() is the complete message: `file:line:column: problem`, the line, a caret, what was meant.
class FixtureError : public std::runtime_error {
 public:
  FixtureError(Place place, const std::string& message) : std::runtime_error(message), place_(std::move(place)) {}
  const Place& place() const { return place_; }

 private:
  Place place_;
};

/// Every case of every fixture, in the order of the catalogue's requirements and then as written. Immutable; pointers
/// into it live as long as it does and survive a move, not a copy.
class Fixtures {
 public:
  using CasePointers = std::vector<const Case*>;

  Fixtures() = default;
  /// Precondition: the ids of the cases are unique.
  explicit Fixtures(std::vector<Case> cases);
  Fixtures(Fixtures&&) noexcept = default;
  Fixtures& operator=(Fixtures&&) noexcept = default;
  Fixtures(const Fixtures&) = delete;
  Fixtures& operator=(const Fixtures&) = delete;
  ~Fixtures() = default;

  const std::vector<Case>& cases() const { return cases_; }

  /// nullptr for an unknown id.
  const Case* find(std::string_view case_id) const;
  /// Each answers in the order of cases(), and nothing for an id without a case. Those of a requirement include its
  /// probes.
  const CasePointers& of_requirement(std::string_view requirement_id) const;
  const CasePointers& of_scenario(std::string_view scenario_id) const;
  const CasePointers& of_reading(std::string_view reading_id) const;

 private:
  std::vector<Case> cases_;
  std::map<std::string, const Case*, std::less<>> by_id_;
  std::map<std::string, CasePointers, std::less<>> by_requirement_, by_scenario_, by_reading_;
};

/// Reads `<scenarios_dir>/<capability name>/<requirement slug>.yaml`, one file for a requirement, and the tables in
/// `<scenarios_dir>/tables.yaml` if there is one. Throws FixtureError for the first thing that is wrong, a YAML file in
/// another place included. A requirement without a file has no cases; a folder without any is empty.
Fixtures read_fixtures(const std::filesystem::path& scenarios_dir, const spec::Catalogue& catalogue,
                       const Vocabulary& vocabulary);

/// One file, or its text, without shared tables. Throws FixtureError.
std::vector<Case> read_fixture_file(const std::filesystem::path& path, const spec::Catalogue& catalogue,
                                    const Vocabulary& vocabulary);
std::vector<Case> read_fixture_text(std::string_view text, std::string_view file_name, const spec::Catalogue& catalogue,
                                    const Vocabulary& vocabulary);

}  // namespace swconform::scenario
