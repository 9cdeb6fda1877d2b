// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/application.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "runner/cli/command.hpp"
#include "runner/cli/nearest.hpp"
#include "runner/engine/engine.hpp"
#include "runner/scenario/fixtures.hpp"
#include "runner/spec/catalogue.hpp"

namespace swconform::cli {
namespace {

constexpr const char* footer =
    "Examples:\n"
    "  swconform run                                everything, against the built-in reference\n"
    "  swconform run 'friendly.*' views.permute     five requirements\n"
    "  swconform run @failed                        what did not pass last time\n"
    "  swconform run --report json:out.json         and a report for machines\n"
    "  swconform explain views.permute.9            a clause, and the cases that assert it\n"
    "  swconform trace --against PAGE               does the catalogue still say what the published page says?\n"
    "\n"
    "Exit codes: 0 as the spec says; 1 not so; 2 the command line, a fixture or a spec file is wrong, or nothing was\n"
    "selected; 3 the implementation cannot be started.\n"
    "\n"
    "Specs and scenarios are those of --specs and --scenarios, else of the folder SWCONFORM_HOME, else the project's "
    "own.";

using Commands = std::map<const CLI::App*, std::unique_ptr<Command>>;

Commands declare_commands(CLI::App& app) {
  Commands commands;
  for (const auto make :
       {make_run_command, make_list_command, make_explain_command, make_check_command, make_trace_command,
        make_smoke_command, make_init_command, make_fuzz_command, make_host_command}) {
    std::unique_ptr<Command> command = make();
    CLI::App* subcommand = command->declare(app);
    subcommand->allow_extras();  // refused below, with the nearest match
    commands.emplace(subcommand, std::move(command));
  }
  return commands;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

[[noreturn]] void refuse_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  std::string all;
  for (const CLI::App* subcommand :
       app.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); })) {
    names.push_back(subcommand->get_name());
    all += (all.empty() ? "" : ", ") + subcommand->get_name();
  }
  throw InputError(fmt::format("unknown command: {}{}\nthe commands are {}", word, did_you_mean(word, names), all));
}

[[noreturn]] void refuse_extra(const CLI::App& app, const std::string& command, const std::string& word) {
  if (!word.starts_with('-') || word == "-")
    throw InputError(fmt::format("{} takes no such argument: {}", command, word));
  const std::string name = word.substr(0, word.find('='));
  throw InputError(fmt::format("unknown option of {}: {}{}\nsee {} --help", command, name,
                               did_you_mean(name, option_names(app)), command));
}

/// The command chosen, or nullptr once help or version has been printed.
Command* choose(CLI::App& app, const Commands& commands, const std::vector<std::string>& arguments,
                Environment& environment) {
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    environment.out << (chosen.empty() ? app.help() : chosen.front()->help());
    return nullptr;
  } catch (const CLI::CallForVersion&) {
    environment.out << "swconform " SWCONFORM_VERSION "\n";
    return nullptr;
  } catch (const CLI::ParseError& error) {
    throw InputError(error.what());
  }
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const std::vector<std::string> extras = app.remaining(false);
  if (!extras.empty() && extras.front().starts_with('-')) refuse_extra(app, "swconform", extras.front());
  if (chosen.empty() && !extras.empty()) refuse_command(app, extras.front());
  if (chosen.empty()) {
    environment.out << app.help();
    throw InputError("say what to do, e.g. swconform run");
  }
  const std::vector<std::string> unknown = chosen.front()->remaining(false);
  if (!unknown.empty()) refuse_extra(*chosen.front(), "swconform " + chosen.front()->get_name(), unknown.front());
  if (!extras.empty()) refuse_extra(app, "swconform", extras.front());
  return commands.at(chosen.front()).get();
}

}  // namespace

int run_application(const std::vector<std::string>& arguments, Environment& environment) {
  CLI::App app{"The StrideWeave conformance suite: where does an implementation depart from the spec?", "swconform"};
  app.footer(footer);
  app.set_help_flag("-h,--help", "This help; after a command, that command's");
  app.set_version_flag("--version", SWCONFORM_VERSION);
  app.require_subcommand(0, 1);
  app.allow_extras();
  const Commands commands = declare_commands(app);
  const auto complain = [&](const std::string& message, int code) {
    environment.out.flush();
    environment.err << "swconform: " << message << std::endl;
    return code;
  };
  try {
    Command* command = choose(app, commands, arguments, environment);
    const int code = command ? command->execute(environment) : exit_as_expected;
    environment.out.flush();
    return code;
  } catch (const InputError& error) {
    return complain(error.what(), exit_wrong_input);
  } catch (const spec::SpecError& error) {
    environment.err << error.what() << std::endl;
    return exit_wrong_input;
  } catch (const scenario::FixtureError& error) {
    environment.err << error.what() << std::endl;
    return exit_wrong_input;
  } catch (const StartError& error) {
    return complain(error.what(), exit_cannot_start);
  } catch (const std::exception& error) {
    return complain(fmt::format("unexpected: {}", error.what()), exit_wrong_input);
  }
}

std::filesystem::path path_of_this_executable() {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::path() : path;
}

void end_process_if_calls_were_abandoned(int code) {
  if (abandoned_calls() == 0) return;
  std::cout.flush();
  std::cerr.flush();
  std::fflush(nullptr);
  std::quick_exit(code);
}

}  // namespace swconform::cli
