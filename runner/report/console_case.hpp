// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "runner/report/reporter.hpp"
#include "runner/verdict/verdict.hpp"

// The pieces of the console report that stand for one case, as text; for console.cpp only.
namespace swconform::report {

/// Puts the colour of a verdict around text, where there is to be colour.
class Paint {
 public:
  explicit Paint(bool color) : color_(color) {}
  std::string verdict(Verdict verdict, std::string_view text) const;
  std::string faint(std::string_view text) const;
  std::string bold(std::string_view text) const;

 private:
  std::string wrap(std::string_view code, std::string_view text) const;
  bool color_;
};

/// The verdict in capitals.
std::string shouted(Verdict verdict);

/// All there is to say about a case that did not pass: clause, place, steps, expected beside actual, how to run it
/// again: `command` and its id. Ends with a newline.
std::string describe(const spec::Catalogue& catalogue, const CaseResult& result, const Paint& paint,
                     const std::string& command);

}  // namespace swconform::report
