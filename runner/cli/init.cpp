// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "runner/cli/command.hpp"
#include "runner/cli/locations.hpp"
#include "runner/cli/nearest.hpp"
#include "runner/report/text.hpp"

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

/// A word of a command, with the folder in it, as a shell takes it. What follows `exec:` is split into words once more.
std::string with_folder(std::string word, const std::string& folder) {
  constexpr std::string_view exec = "exec:";
  if (word.find("@DIR@") == std::string::npos) return word;
  replace_all(word, "@DIR@", folder);
  if (word.starts_with(exec)) word = std::string(exec) + report::shell_word(word.substr(exec.size()));
  return report::shell_word(word);
}

/// What stands for something else in a template. The folder and this program are named in its commands, `$ ...`.
struct Meanings {
  std::string sdk;
  std::string folder;
  std::string program;
};
std::string filled_in(const std::string& text, const Meanings& meanings) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    replace_all(line, "@SWCONFORM@", meanings.sdk);
    if (line.starts_with("$ ")) {
      std::istringstream words(line);
      line.clear();
      for (std::string word; words >> word;) {
        line += (line.empty() ? "" : " ") +
                (word == "swconform" ? meanings.program : with_folder(std::move(word), meanings.folder));
      }
    }
    result += line + "\n";
  }
  return result;
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
    app->add_option("language", language_, "What the harness is written in: cpp or python")->type_name("LANGUAGE");
    app->add_option("folder", folder_, "Where to; made where it is not there")->type_name("DIR");
    return app;
  }

  int execute(Environment& environment) override {
    const Templates templates = find_templates(environment);
    if (language_.empty()) {
      throw InputError("init needs a language and a folder, e.g. swconform init python mine\nthe languages are " +
                       fmt::format("{}", fmt::join(languages(templates.folder), " and ")));
    }
    const std::vector<fs::path> sources = template_files(templates.folder);
    if (folder_.empty()) {
      throw InputError(fmt::format("init needs a folder to write to, e.g. swconform init {} mine", language_));
    }
    fs::path folder = fs::path(folder_).lexically_normal();
    if (!folder.has_filename() && folder.has_relative_path()) folder = folder.parent_path();  // it ended with a slash
    const Meanings meanings{templates.sdk.generic_string(), folder.generic_string(), command_word(environment)};
    std::vector<std::pair<fs::path, std::string>> files;
    std::string page;
    for (const fs::path& file : sources) {
      std::string text = filled_in(read(file), meanings);
      if (file.filename() == "README.md") page = text;
      files.emplace_back(folder / file.filename(), std::move(text));
    }
    write(files, environment.out);
    environment.out << "\nNext:\n";
    for (const std::string& command : commands_in(page)) environment.out << "  " << command << "\n";
    return 0;
  }

 private:
  static std::vector<std::string> languages(const fs::path& all) {
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(all)) {
      if (entry.is_directory()) names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  std::vector<fs::path> template_files(const fs::path& all) const {
    const std::vector<std::string> names = languages(all);
    if (std::find(names.begin(), names.end(), language_) == names.end()) {
      throw InputError(
          fmt::format("init writes no harness in {}{}\nthe languages are {}; for any other, "
                      "bindings/protocol/protocol.md says all a harness does",
                      language_, did_you_mean(language_, names), fmt::join(names, " and ")));
    }
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(all / language_)) {
      if (entry.is_regular_file()) files.push_back(entry.path());  // pip compiles what it installs, into a folder there
    }
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
      if (error) throw InputError(fmt::format("cannot write {}: {}", path.string(), error.message()));
      std::ofstream file(path, std::ios::binary);
      file << text << std::flush;
      if (!file) {
        error.assign(errno, std::generic_category());
        throw InputError(fmt::format("cannot write {}: {}", path.string(), error.message()));
      }
      out << "wrote " << path.string() << "\n";
    }
  }

  std::string language_;
  std::string folder_;
};

}  // namespace

std::unique_ptr<Command> make_init_command() { return std::make_unique<InitCommand>(); }

}  // namespace swconform::cli
