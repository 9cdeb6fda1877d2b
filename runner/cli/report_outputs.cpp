// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/report_outputs.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "runner/cli/nearest.hpp"

namespace swconform::cli {
namespace {

std::string list_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

[[noreturn]] void refuse_path(const std::filesystem::path& path, int error) {
  throw InputError(fmt::format("cannot write the report {}: {}", path.string(), std::strerror(error)));
}

}  // namespace

ReportOutputs::ReportOutputs(const std::vector<std::string>& requests, Environment& environment) {
  std::vector<std::pair<std::string, std::string>> wanted;
  for (const std::string& request : requests) {
    const std::size_t colon = request.find(':');
    const std::string format = request.substr(0, colon);
    const std::vector<std::string>& known = report::formats();
    if (std::find(known.begin(), known.end(), format) == known.end()) {
      throw InputError(fmt::format("--report {}: unknown format: {}{}\nthe formats are {}", request, format,
                                   did_you_mean(format, known), list_of(known)));
    }
    if (colon == request.size() - 1)
      throw InputError(fmt::format("--report {}: a path belongs after the colon", request));
    wanted.emplace_back(format, colon == std::string::npos ? "" : request.substr(colon + 1));
  }
  const auto to_stdout =
      std::count_if(wanted.begin(), wanted.end(), [](const auto& each) { return each.second.empty(); });
  if (to_stdout > 1) throw InputError("two reports cannot share stdout; give one a path: --report json:PATH");
  const bool console =
      std::any_of(wanted.begin(), wanted.end(), [](const auto& each) { return each.first == "console"; });
  if (to_stdout == 0 && !console) wanted.insert(wanted.begin(), {"console", ""});
  for (const auto& [format, path] : wanted) add(format, path, environment);
}

void ReportOutputs::add(const std::string& format, const std::string& path, Environment& environment) {
  auto output = std::make_unique<Output>();
  if (path.empty()) {
    const bool console_on_terminal = format == "console" && environment.out_is_terminal;
    output->reporter = report::make_reporter(format, environment.out,
                                             {console_on_terminal && wants_color(environment), console_on_terminal});
  } else {
    std::error_code error;
    output->is_new = !std::filesystem::exists(path, error);
    errno = 0;
    const std::ofstream probe(path, std::ios::app);  // an earlier report stays until there is a new one
    if (!probe) refuse_path(path, errno);
    output->path = path;
    output->reporter = report::make_reporter(format, output->text, {});
  }
  outputs_.push_back(std::move(output));
}

ReportOutputs::~ReportOutputs() {
  std::error_code error;
  for (const auto& output : outputs_) {
    if (output->is_new) std::filesystem::remove(output->path, error);
  }
}

void ReportOutputs::progress(const CaseResult& result, std::size_t done, std::size_t total) {
  for (const auto& output : outputs_) output->reporter->progress(result, done, total);
}

void ReportOutputs::finish(const report::FinishedRun& run) {
  for (const auto& output : outputs_) {
    output->reporter->finish(run);
    if (output->path.empty()) continue;
    errno = 0;
    std::ofstream file(output->path, std::ios::trunc);
    file << output->text.str();
    file.close();
    if (!file) refuse_path(output->path, errno);
    output->is_new = false;
  }
}

}  // namespace swconform::cli
