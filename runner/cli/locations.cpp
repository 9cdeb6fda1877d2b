// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/locations.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace swconform::cli {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

/// As a person in the current folder would write it.
fs::path as_written_from_here(const fs::path& path) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (error) return path;
  const fs::path relative = path.lexically_relative(here);
  return relative.empty() || *relative.begin() == ".." ? path : relative;
}

fs::path home(const Environment& environment) {
  if (const std::string named = variable("SWCONFORM_HOME"); !named.empty()) return named;
  const fs::path source = SWCONFORM_SOURCE_DIR;
  if (environment.executable.empty()) return source;
  const fs::path beside = environment.executable.parent_path().parent_path() / "share" / "swconform";
  return is_folder(beside / "spec") || !is_folder(source / "spec") ? beside : source;
}

fs::path existing(const std::string& option, const fs::path& otherwise, const char* name) {
  const fs::path path = option.empty() ? as_written_from_here(otherwise) : fs::path(option);
  if (is_folder(path)) return path;
  throw InputError(fmt::format("no such folder: {} ({} names another)", path.string(), name));
}

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [a, b] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return a == folder.end();
}

}  // namespace

void LocationOptions::declare(CLI::App& app) {
  app.add_option("--specs", specs, "Folder of the spec catalogue, *.md")->type_name("DIR");
  app.add_option("--scenarios", scenarios, "Folder of the fixtures, */*.yaml")->type_name("DIR");
}

fs::path find_spec_folder(const std::string& option, const Environment& environment) {
  return existing(option, home(environment) / "spec", "--specs");
}

Locations find_locations(const LocationOptions& options, const Environment& environment) {
  return {find_spec_folder(options.specs, environment),
          existing(options.scenarios, home(environment) / "scenarios", "--scenarios")};
}

Templates find_templates(const Environment& environment) {
  const fs::path at = fs::absolute(home(environment));
  const bool is_source = is_folder(at / "bindings");
  Templates found{at / (is_source ? "bindings/templates" : "templates"),
                  is_source ? at : at.parent_path().parent_path()};
  if (is_folder(found.folder)) return found;
  throw InputError(fmt::format("no such folder: {} (SWCONFORM_HOME names another home)", found.folder.string()));
}

std::string python_path(const Environment& environment) {
  const fs::path at = home(environment);
  std::vector<fs::path> folders{at / "python"};
  if (at == fs::path(SWCONFORM_SOURCE_DIR)) {
    folders = {fs::path(SWCONFORM_BUILD_DIR) / "bindings" / "python", at / "bindings" / "python"};
  }
  std::string path;
  for (const fs::path& folder : folders) {
    if (is_folder(folder)) path += folder.string() + ':';
  }
  path += variable("PYTHONPATH");
  if (path.ends_with(':')) path.pop_back();  // an empty entry would be the current folder
  return path;
}

std::string command_word(const Environment& environment) {
  return is_below(environment.executable, SWCONFORM_BUILD_DIR) ? "./swconform" : "swconform";
}

fs::path last_run_file(const Environment& environment) {
  if (const std::string folder = variable("SWCONFORM_CACHE"); !folder.empty()) return fs::path(folder) / "last.json";
  const fs::path build = SWCONFORM_BUILD_DIR;
  if (is_below(environment.executable, build) && is_folder(build)) return build / ".swconform" / "last.json";
  if (const std::string cache = variable("XDG_CACHE_HOME"); !cache.empty()) {
    return fs::path(cache) / "swconform" / "last.json";
  }
  if (const std::string user = variable("HOME"); !user.empty()) {
    return fs::path(user) / ".cache" / "swconform" / "last.json";
  }
  return {};
}

}  // namespace swconform::cli
