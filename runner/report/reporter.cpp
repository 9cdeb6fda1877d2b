// SPDX-License-Identifier: Apache-2.0
#include "runner/report/reporter.hpp"

#include <stdexcept>

#include "runner/report/formats.hpp"

namespace swconform::report {

void Reporter::progress(const CaseResult&, std::size_t, std::size_t) {}

const std::vector<std::string>& formats() {
  static const std::vector<std::string> names{"console", "json", "junit"};
  return names;
}

std::unique_ptr<Reporter> make_reporter(std::string_view format, std::ostream& out, Style style) {
  if (format == "console") return make_console_reporter(out, style);
  if (format == "json") return make_json_reporter(out);
  if (format == "junit") return make_junit_reporter(out);
  throw std::invalid_argument("no such format of report: " + std::string(format));
}

}  // namespace swconform::report
