// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "runner/spec/catalogue.hpp"

// A published spec page, read for its sentences: what the catalogue is compared with.
namespace swconform::spec {

struct Sentence {
  std::string text;
  std::string fingerprint;
  bool normative = false;  ///< the word SHALL or MUST stands in it
  Place place;
};

struct PublishedScenario {
  std::string title;  ///< empty where the page has lost the heading: a WHEN after a WHEN or THEN begins one
  std::vector<Line> lines;
  Place place;
};

/// What stands between one requirement heading and the next. The first section of a page has no title: it holds the
/// purpose, the terminology, and whatever a lost heading leaves there.
struct Section {
  std::string title;
  std::vector<Sentence> sentences;
  std::vector<PublishedScenario> scenarios;
  Place place;
};

struct Page {
  std::string name;  ///< as its first line says, `NAME Specification`; empty if it does not
  std::vector<Section> sections;
  Place place;
};

/// Reads a page: OpenSpec Markdown if the name ends in .md or the first line begins with `# `, otherwise the plain text
/// of a rendered page, one paragraph, list item or table row on each line. Throws SpecError if the file cannot be read.
Page read_page(const std::filesystem::path& path);

/// The same, of text that comes from `file`. Both give the same fingerprints for the same content.
Page read_plain_page(std::string_view text, const std::string& file);
Page read_markdown_page(std::string_view markdown, const std::string& file);

}  // namespace swconform::spec
