// SPDX-License-Identifier: Apache-2.0
// A plugin as a process: what --impl ./libfoo.so starts.
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "bindings/protocol/channel.hpp"
#include "bindings/protocol/messages.hpp"
#include "runner/cli/command.hpp"
#include "runner/engine/engine.hpp"
#include "runner/transport/plugin.hpp"

namespace swconform::cli {
namespace {

constexpr std::size_t longest_bye = 100;

bool is_bye(std::string_view request) {
  if (request.size() > longest_bye) return false;  // do not read every case twice
  try {
    return from_json(request) == bye_request();
  } catch (const ProtocolError&) {
    return false;
  }
}

class HostCommand : public Command {
 public:
  CLI::App* declare(CLI::App& parent) override {
    CLI::App* app = parent.add_subcommand(
        "host", "Serve a plugin on standard input and output; run --impl ./libfoo.so does it by itself");
    app->group("");  // for the runner, not for people
    app->add_option("FILE", file_, "The shared library")->type_name("")->required();
    return app;
  }

  int execute(Environment& environment) override {
    try {
      StandardChannel channel;  // before the library is loaded: its initializers may print
      PluginHarness harness(load_plugin(file_));
      while (const auto request = channel.next()) {
        if (is_bye(*request)) break;
        harness.answer(*request, [&channel](std::string_view line) { channel.reply(line); });
      }
      return exit_as_expected;
    } catch (const PluginError& error) {
      throw StartError(fmt::format("cannot start {}: {}", file_, error.what()));
    } catch (const std::runtime_error& error) {
      environment.err << "swconform: " << file_ << ": " << error.what() << std::endl;
      return exit_not_so;
    }
  }

 private:
  std::string file_;
};

}  // namespace

std::unique_ptr<Command> make_host_command() { return std::make_unique<HostCommand>(); }

}  // namespace swconform::cli
