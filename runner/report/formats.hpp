// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <memory>

#include "runner/report/reporter.hpp"

// One line for each format; for reporter.cpp only.
namespace swconform::report {

std::unique_ptr<Reporter> make_console_reporter(std::ostream& out, Style style);
std::unique_ptr<Reporter> make_json_reporter(std::ostream& out);
std::unique_ptr<Reporter> make_junit_reporter(std::ostream& out);

}  // namespace swconform::report
