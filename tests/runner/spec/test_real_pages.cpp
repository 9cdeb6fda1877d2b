// SPDX-License-Identifier: Apache-2.0
// The catalogue against the published pages themselves. They are not part of this project: the environment variable
// SWCONFORM_PUBLISHED_SPECS names a folder with them.
#include <cstdlib>
#include <iostream>
#include <set>

#include "runner/spec/trace.hpp"
#include "tests/runner/spec/spec_fixture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace swconform::spec::test {
namespace {

std::vector<std::filesystem::path> published_pages() {
  std::vector<std::filesystem::path> result;
  const char* const folder = std::getenv("SWCONFORM_PUBLISHED_SPECS");
  if (folder == nullptr) {
    WARN("NOT RUN: SWCONFORM_PUBLISHED_SPECS names no folder with the published pages");
    return result;
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto extension = entry.path().extension();
    if (extension == ".txt" || extension == ".md") result.push_back(entry.path());
  }
  CHECK(result.size() >= 3);
  return result;
}

/// Whether the line is a scenario line or holds a normative sentence or is a heading with a name of its own.
bool obliges(std::string_view line) {
  for (const std::string_view start : {"WHEN ", "THEN ", "AND ", "Requirement: ", "Scenario: "}) {
    if (line.starts_with(start)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("the catalogue says what the published pages say") {
  const Catalogue catalogue = read_catalogue(swconform::test::source_dir() / "spec");
  for (const auto& path : published_pages()) {
    for (const Finding& finding : trace(catalogue, read_page(path))) {
      INFO(to_string(finding));
      CHECK(false);
    }
  }
}

TEST_CASE("a changed word of a published page is one finding") {
  const Catalogue catalogue = read_catalogue(swconform::test::source_dir() / "spec");
  for (const auto& path : published_pages()) {
    const std::string text = read_file(path);
    std::size_t findings = 0;
    const Page original = read_plain_page(text, "page");
    std::set<int> normative;
    for (const Section& section : original.sections) {
      for (const Sentence& sentence : section.sentences) {
        if (sentence.normative) normative.insert(sentence.place.line);
      }
    }
    int number = 1;
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; begin = end + 1, end = text.find('\n', begin)) {
      const std::string_view line = std::string_view(text).substr(begin, end - begin);
      // the last word, so that it is a word of the last sentence, not a keyword and not the SHALL
      const std::size_t last = line.rfind(' ');
      if (last != line.npos && (obliges(line) || normative.contains(number))) {
        const std::string changed = std::string(text).insert(begin + last + 1, "x");
        const std::vector<Finding> found = trace(catalogue, read_plain_page(changed, "page"));
        INFO(path << ":" << number << ": " << line);
        for (const Finding& finding : found) UNSCOPED_INFO(to_string(finding));
        CHECK(found.size() <= 1);
        if (found.size() == 1) CHECK_FALSE(found.front().ids.empty());
        findings += found.size();
      }
      ++number;
    }
    CHECK(findings > 20);
  }
}

}  // namespace swconform::spec::test
