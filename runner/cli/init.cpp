// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "runner/cli/command.hpp"
#include "runner/cli/locations.hpp"
#include "runner/cli/nearest.hpp"

namespace swconform::cli {
namespace {

namespace fs = std::filesystem;

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw InputError(fmt::format("cannot read {}", file.string()));
  return text;
}

/// The commands of the first console block.
std::vector<std::string> commands_in(const std::string& page) {
  std::vector<std::string> commands;
  std::istringstream lines(page);
  bool within = false;
  for (std::string line; std::getline(lines, line);) {
    if (within && line == "```") break;
    if (within && line.starts_with("$ ")) commands.push_back(line.substr(2));
    within = within || line == "```console";
  }
  return commands;
}

class InitCommand : public Command {
 public:
  CLI::App* declare(CLI::App& parent) override {
    CLI::App* app = parent.add_subcommand("init", "Begin a harness for an implementation of your own");
    app->footer(
        "Writes a harness that answers hello and nothing else yet, and says how to go on. Never overwrites a file.\n"
        "\n"
        "Example: swconform init python mine");
    app->add_option("language", language_, "What the harness is written in: cpp or python")
        ->type_name("LANGUAGE")
        ->required();
    app->add_option("folder", folder_, "Where to; made where it is not there")->type_name("DIR")->required();
    return app;
  }

  int execute(Environment& environment) override {
    const Templates templates = find_templates(environment);
    std::vector<std::pair<fs::path, std::string>> files;
    std::string page;
    for (const fs::path& file : template_files(templates.folder)) {
      std::string text = read(file);
      replace_all(text, "@SWCONFORM@", templates.sdk.generic_string());
      replace_all(text, "@DIR@", fs::path(folder_).lexically_normal().generic_string());
      if (file.filename() == "README.md") page = text;
      files.emplace_back(fs::path(folder_) / file.filename(), std::move(text));
    }
    write(files, environment.out);
    environment.out << "\nNext:\n";
    for (const std::string& command : commands_in(page)) environment.out << "  " << command << "\n";
    return 0;
  }

 private:
  std::vector<fs::path> template_files(const fs::path& all) const {
    std::vector<std::string> languages;
    for (const fs::directory_entry& entry : fs::directory_iterator(all)) {
      if (entry.is_directory()) languages.push_back(entry.path().filename().string());
    }
    std::sort(languages.begin(), languages.end());
    if (std::find(languages.begin(), languages.end(), language_) == languages.end()) {
      throw InputError(
          fmt::format("init writes no harness in {}{}\nthe languages are {}; for any other, "
                      "bindings/protocol/protocol.md says all a harness does",
                      language_, did_you_mean(language_, languages), fmt::join(languages, " and ")));
    }
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(all / language_)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
  }

  static void write(const std::vector<std::pair<fs::path, std::string>>& files, std::ostream& out) {
    std::error_code error;
    for (const auto& [path, text] : files) {
      if (fs::exists(fs::symlink_status(path, error)))
        throw InputError(fmt::format("{} is already there; nothing was written", path.string()));
    }
    for (const auto& [path, text] : files) {
      fs::create_directories(path.parent_path(), error);
      std::ofstream file(path, std::ios::binary);
      file << text << std::flush;
      if (!file) throw InputError(fmt::format("cannot write {}", path.string()));
      out << "wrote " << path.string() << "\n";
    }
  }

  std::string language_;
  std::string folder_;
};

}  // namespace

std::unique_ptr<Command> make_init_command() { return std::make_unique<InitCommand>(); }

}  // namespace swconform::cli
