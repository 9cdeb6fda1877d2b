// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "runner/spec/catalogue.hpp"
#include "runner/spec/published.hpp"

// Does the catalogue still say what the published pages say? Compared by fingerprint, within each requirement.
namespace swconform::spec {

/// One difference between a page and the catalogue.
struct Finding {
  enum class Kind {
    page_unknown,             ///< the page belongs to no capability
    page_renamed,             ///< its first line names no capability, but its content does
    requirement_missing,      ///< in the catalogue only
    requirement_added,        ///< on the page only
    requirement_heading,      ///< the heading has changed or is gone, the content is there
    scenario_missing,         ///< in the catalogue only
    scenario_added,           ///< on the page only
    scenario_heading,         ///< the heading has changed or is gone, the lines are there
    sentence_changed,         ///< a normative sentence is new where that of some clauses is gone
    sentence_without_clause,  ///< a normative sentence no clause comes from
    clause_without_sentence,  ///< clauses whose sentence is not there
    line_changed,             ///< a scenario line, its text or its keyword
    line_missing,             ///< in the catalogue only
    line_added                ///< on the page only
  };
  Kind kind;
  Place place;                   ///< on the page, as near as can be told
  std::vector<std::string> ids;  ///< the requirements, clauses (views.permute.9) and scenarios it touches
  std::string text;              ///< the finding in words, one line
};

/// `file:line: text`
std::string to_string(const Finding& finding);

/// What differs between a page and its capability, in page order; nothing if every normative sentence has a clause,
/// every clause a sentence or scenario line, and requirements and scenarios agree line by line. A heading marked
/// heading-lost may be missing on the page.
std::vector<Finding> trace(const Catalogue& catalogue, const Page& page);

}  // namespace swconform::spec
