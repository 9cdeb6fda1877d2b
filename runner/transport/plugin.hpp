// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string_view>

#include "bindings/c/swconform_plugin.h"
#include "runner/transport/transport.hpp"

namespace swconform {

/// The file is no plugin that can be used. what() says why, without its name.
class PluginError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Loads the shared library for good: what its initializers do, they do here. A name without a slash is a file of the
/// current folder. PluginError where there is no such file, or it is no shared library, has no entry point or one of
/// another version, or its table is not whole.
const swconform_plugin& load_plugin(const std::filesystem::path& file);

/// One harness of a loaded plugin (rules 7 and 8 of its interface).
class PluginHarness {
 public:
  /// PluginError where the plugin makes none.
  explicit PluginHarness(const swconform_plugin& plugin);
  ~PluginHarness();
  PluginHarness(const PluginHarness&) = delete;
  PluginHarness& operator=(const PluginHarness&) = delete;

  /// Answers a request, one line of JSON, by calling `reply` for each line of the answer. What `reply` throws ends the
  /// call and comes out again. std::runtime_error where the plugin could not go on.
  void answer(std::string_view request, const std::function<void(std::string_view)>& reply);

 private:
  const swconform_plugin& plugin_;
  swconform_harness* harness_;
};

/// The plugin called directly, by several threads at once if need be, each with a harness of its own; one whose call
/// did not return as it should is not used again. Throws as PluginHarness does, and ProtocolError for a line that is
/// not JSON.
Answerer plugin_answerer(const swconform_plugin& plugin);

}  // namespace swconform
