// SPDX-License-Identifier: Apache-2.0
#include "runner/scenario/fixtures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <memory>

#include "runner/scenario/entries.hpp"
#include "runner/scenario/node.hpp"
#include "runner/scenario/source.hpp"

namespace swconform::scenario {
namespace {

namespace fs = std::filesystem;

std::vector<Case> read_source(const Source& source, const spec::Catalogue& catalogue, const Vocabulary& vocabulary) {
  const NodePtr root = parse_yaml(source);
  Tables tables;
  return read_entries(*root, {catalogue, vocabulary, tables});
}

/// The YAML files below a folder, in the order of their paths.
std::vector<fs::path> yaml_files(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> paths;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path extension = entry->path().extension();
    if (extension == ".yaml" || extension == ".yml") paths.push_back(entry->path());
  }
  if (error) throw FixtureError({folder.string()}, folder.string() + ": this folder cannot be read");
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// Where the fixtures of a requirement belong, below the folder of all.
fs::path path_of(const spec::Requirement& requirement, const spec::Catalogue& catalogue) {
  const std::size_t dot = requirement.id.find('.');
  const spec::Capability* capability = catalogue.capability(requirement.id.substr(0, dot));
  return fs::path(capability->name) / (requirement.id.substr(dot + 1) + ".yaml");
}

}  // namespace

Fixtures::Fixtures(std::vector<Case> cases) : cases_(std::move(cases)) {
  for (const Case& one : cases_) {
    by_id_.emplace(one.id, &one);
    by_requirement_[one.requirement].push_back(&one);
    if (!one.scenario.empty()) by_scenario_[one.scenario].push_back(&one);
    if (!one.reading.empty()) by_reading_[one.reading].push_back(&one);
  }
}

const Case* Fixtures::find(std::string_view case_id) const {
  const auto found = by_id_.find(case_id);
  return found == by_id_.end() ? nullptr : found->second;
}

namespace {

const Fixtures::CasePointers& listed(const std::map<std::string, Fixtures::CasePointers, std::less<>>& index,
                                     std::string_view id) {
  static const Fixtures::CasePointers nothing;
  const auto found = index.find(id);
  return found == index.end() ? nothing : found->second;
}

}  // namespace

const Fixtures::CasePointers& Fixtures::of_requirement(std::string_view id) const {
  return listed(by_requirement_, id);
}
const Fixtures::CasePointers& Fixtures::of_scenario(std::string_view id) const { return listed(by_scenario_, id); }
const Fixtures::CasePointers& Fixtures::of_reading(std::string_view id) const { return listed(by_reading_, id); }

Fixtures read_fixtures(const fs::path& scenarios_dir, const spec::Catalogue& catalogue, const Vocabulary& vocabulary) {
  std::vector<std::unique_ptr<Source>> sources;  // outlive the nodes
  std::vector<NodePtr> roots;
  Tables tables;
  std::map<std::string, const Node*> file_of;  // by requirement
  std::vector<std::future<NodePtr>> parsing;  // all files at once: of a whole run this takes the most time
  const std::vector<fs::path> paths = yaml_files(scenarios_dir);
  for (const fs::path& path : paths) {
    if (path.extension() == ".yml") {
      throw FixtureError({path.string()}, path.string() + ": a fixture file ends in .yaml");
    }
    sources.push_back(std::make_unique<Source>(path.string(), Source::read_text(path)));
    parsing.push_back(std::async(std::launch::async, [&source = *sources.back()] { return parse_yaml(source); }));
  }
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const fs::path& path = paths[i];
    roots.push_back(parsing[i].get());
    const Node& root = *roots.back();
    if (path == scenarios_dir / "tables.yaml") {
      tables.add(Members(root, "the file of shared tables", {"tables"}).need("tables"));
      continue;
    }
    const spec::Requirement& requirement = requirement_of(root, catalogue);
    const fs::path belongs = path_of(requirement, catalogue);
    if (path != scenarios_dir / belongs) {
      Members(root, "a fixture file", {"requirement", "tables", "scenarios", "probes"})
          .need("requirement")
          .fail(fmt::format("the fixtures of {} belong in {}", requirement.id, belongs.string()),
                "one file for each requirement");
    }
    file_of[requirement.id] = &root;
  }

  std::vector<std::future<std::vector<Case>>> reading;
  for (const std::string& id : catalogue.requirement_ids()) {
    const auto file = file_of.find(id);
    if (file == file_of.end()) continue;
    reading.push_back(std::async(std::launch::async, [&, &root = *file->second] {
      Tables own = tables;  // a file sees the shared tables and its own
      return read_entries(root, {catalogue, vocabulary, own});
    }));
  }
  std::vector<Case> cases;
  for (std::future<std::vector<Case>>& each : reading) {
    std::vector<Case> read = each.get();
    std::move(read.begin(), read.end(), std::back_inserter(cases));
  }
  return Fixtures(std::move(cases));
}

std::vector<Case> read_fixture_file(const fs::path& path, const spec::Catalogue& catalogue,
                                    const Vocabulary& vocabulary) {
  return read_source(Source(path.string(), Source::read_text(path)), catalogue, vocabulary);
}

std::vector<Case> read_fixture_text(std::string_view text, std::string_view file_name, const spec::Catalogue& catalogue,
                                    const Vocabulary& vocabulary) {
  return read_source(Source(std::string(file_name), std::string(text)), catalogue, vocabulary);
}

}  // namespace swconform::scenario
