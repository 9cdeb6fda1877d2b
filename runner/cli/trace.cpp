// SPDX-License-Identifier: Apache-2.0
#include "runner/spec/trace.hpp"

#include <ostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "runner/cli/command.hpp"
#include "runner/cli/locations.hpp"
#include "runner/spec/published.hpp"

namespace swconform::cli {
namespace {

class TraceCommand : public Command {
 public:
  CLI::App* declare(CLI::App& parent) override {
    CLI::App* app = parent.add_subcommand("trace", "Hold the catalogue against published specs");
    app->footer(
        "FILE is OpenSpec Markdown or the plain text of a page. Prints what differs, one finding a line: normative\n"
        "sentences without a clause, clauses without a sentence, requirements and scenarios missing on either\n"
        "side. Exit code 0 and no output where nothing does, 1 for findings, 2 for a file that cannot be read.");
    app->add_option("--against", pages_, "Published specs")->required()->type_name("FILE...");
    app->add_option("--specs", specs_, "Folder of the spec catalogue, *.md")->type_name("DIR");
    return app;
  }

  int execute(Environment& environment) override {
    const spec::Catalogue catalogue = spec::read_catalogue(find_spec_folder(specs_, environment));
    bool any = false;
    std::vector<spec::Page> pages;
    for (const std::string& page : pages_) pages.push_back(spec::read_page(page));
    for (const spec::Page& page : pages) {
      for (const spec::Finding& finding : spec::trace(catalogue, page)) {
        environment.out << spec::to_string(finding) << '\n';
        any = true;
      }
    }
    return any ? exit_not_so : exit_as_expected;
  }

 private:
  std::vector<std::string> pages_;
  std::string specs_;
};

}  // namespace

std::unique_ptr<Command> make_trace_command() { return std::make_unique<TraceCommand>(); }

}  // namespace swconform::cli
