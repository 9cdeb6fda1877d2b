// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/implementations.hpp"

#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "runner/cli/locations.hpp"
#include "runner/cli/nearest.hpp"
#include "runner/engine/engine.hpp"
#include "runner/transport/plugin.hpp"
#include "runner/transport/words.hpp"

namespace swconform::cli {
namespace {

constexpr const char* kinds =
    "builtin:reference, ./libfoo.so (a plugin), python:harness.py, python:package.module and "
    "exec:\"command arguments\" can be run";

Implementation builtin(const std::string& spelling, const std::string& name, const Environment& environment) {
  const auto found = environment.builtins.find(name);
  if (found == environment.builtins.end()) {
    std::vector<std::string> names;
    for (const auto& each : environment.builtins) names.push_back("builtin:" + each.first);
    throw InputError(fmt::format("no such built-in implementation: {}{}", spelling, did_you_mean(spelling, names)));
  }
  return {spelling, "in-process", [open = found->second] { return connect_in_process(open()); }};
}

Implementation as_process(const std::string& spelling, ProcessCommand command, ProcessLimits limits) {
  return {spelling, "process", [command = std::move(command), limits] { return connect_process(command, limits); }};
}

Implementation program(const std::string& spelling, const std::string& command, ProcessLimits limits) {
  std::vector<std::string> words;
  try {
    words = split_words(command);
  } catch (const std::invalid_argument& error) {
    throw InputError(fmt::format("--impl {}: {}", spelling, error.what()));
  }
  if (words.empty() || words.front().empty())
    throw InputError(fmt::format("--impl {}: no command; write exec:\"command arguments\"", spelling));
  return as_process(spelling, {std::move(words)}, limits);
}

/// $SWCONFORM_PYTHON, else the python3 beside this program, as in a virtual environment it is installed in, else that
/// of PATH.
std::string interpreter(const Environment& environment) {
  if (std::string named = variable("SWCONFORM_PYTHON"); !named.empty()) return named;
  std::error_code error;
  const std::filesystem::path beside = environment.executable.parent_path() / "python3";
  return !environment.executable.empty() && std::filesystem::exists(beside, error) ? beside.string() : "python3";
}

/// A child of Python's that runs the SDK's host: `harness` is a file or a module.
Implementation python(const std::string& spelling, const std::string& harness, const Environment& environment,
                      ProcessLimits limits) {
  if (harness.empty()) throw InputError(fmt::format("--impl {}: write python:harness.py or python:module", spelling));
  const bool is_file = harness.ends_with(".py") || harness.find('/') != std::string::npos;
  std::error_code error;
  if (is_file && !std::filesystem::is_regular_file(harness, error)) {
    throw StartError(fmt::format("cannot start {}: no such file: {}", spelling, harness));
  }
  ProcessCommand command{{interpreter(environment), "-m", "swconform.host", harness}};
  command.environment.emplace_back("PYTHONPATH", python_path(environment));
  return as_process(spelling, std::move(command), limits);
}

Implementation plugin(const std::string& spelling, const Environment& environment,
                      const ImplementationOptions& options) {
  const auto refuse = [&](const std::string& why) {
    throw StartError(fmt::format("cannot start {}: {}", spelling, why));
  };
  std::error_code error;
  if (!std::filesystem::exists(spelling, error)) refuse(fmt::format("there is no such file\n{}", kinds));
  if (spelling.ends_with(".py")) refuse(fmt::format("it is no plugin; did you mean python:{}?", spelling));
  if (options.in_process) {
    try {
      const swconform_plugin& loaded = load_plugin(spelling);
      return {spelling, "in-process", [&loaded] { return connect_in_process(plugin_answerer(loaded)); }};
    } catch (const PluginError& why) {
      refuse(why.what());
    }
  }
  if (environment.executable.empty()) refuse("this program cannot find itself, to host the plugin");
  return as_process(spelling, {{environment.executable.string(), "host", spelling}}, options.limits);
}

}  // namespace

Implementation find_implementation(const std::string& spelling, const Environment& environment,
                                   const ImplementationOptions& options) {
  const std::size_t colon = spelling.find(':');
  const std::size_t slash = spelling.find('/');
  if (colon != std::string::npos && colon < slash) {
    const std::string scheme = spelling.substr(0, colon);
    const std::string rest = spelling.substr(colon + 1);
    if (scheme == "builtin") return builtin(spelling, rest, environment);
    if (options.in_process && (scheme == "python" || scheme == "exec"))
      throw InputError(
          fmt::format("--in-process: {} is a process of its own; plugins and builtin: can be called", spelling));
    if (scheme == "python") return python(spelling, rest, environment, options.limits);
    if (scheme == "exec") return program(spelling, rest, options.limits);
    throw InputError(fmt::format("--impl {}: unknown kind of implementation: {}{}\n{}", spelling, scheme,
                                 did_you_mean(scheme, {"builtin", "python", "exec"}), kinds));
  }
  if (slash != std::string::npos || spelling.ends_with(".so")) return plugin(spelling, environment, options);
  throw InputError(
      fmt::format("--impl {}: neither a kind and a name nor a path{}\n{}", spelling,
                  environment.builtins.contains(spelling) ? "; did you mean builtin:" + spelling + "?" : "", kinds));
}

}  // namespace swconform::cli
