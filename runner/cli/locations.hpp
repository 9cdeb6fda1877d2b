// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "runner/cli/environment.hpp"

namespace CLI {
class App;
}

namespace swconform::cli {

/// --specs and --scenarios.
struct LocationOptions {
  std::string specs;
  std::string scenarios;
  void declare(CLI::App& app);
};

struct Locations {
  std::filesystem::path specs;
  std::filesystem::path scenarios;
};

/// The options, else $SWCONFORM_HOME/{spec,scenarios}, else ../share/swconform beside this program where it is
/// installed, else the source tree it was built from. Relative to the current folder where they are below it.
/// InputError where there is no such folder.
Locations find_locations(const LocationOptions& options, const Environment& environment);

/// The specs alone.
std::filesystem::path find_spec_folder(const std::string& option, const Environment& environment);

/// What `init` begins a harness with.
struct Templates {
  std::filesystem::path folder;  // a folder for each language
  std::filesystem::path sdk;     // absolute: the source tree, or the prefix the C++ SDK is installed in
};
/// Of the same home as the specs. InputError where there is no such folder.
Templates find_templates(const Environment& environment);

/// PYTHONPATH for a child that runs the Python SDK: the packages of the build tree and of the source tree this program
/// was built from, or of the home it has instead, before what the variable holds.
std::string python_path(const Environment& environment);

/// How a person calls this program, for commands that are printed to be copied: by the wrapper in the root of the
/// source tree where it runs from the build tree, else by its name.
std::string command_word(const Environment& environment);

/// Where the verdicts of the last run are kept: in $SWCONFORM_CACHE, else in .swconform of the build tree this program
/// runs from, else in swconform of $XDG_CACHE_HOME or ~/.cache. Empty where there is no such place.
std::filesystem::path last_run_file(const Environment& environment);

}  // namespace swconform::cli
