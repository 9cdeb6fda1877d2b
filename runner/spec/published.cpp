// SPDX-License-Identifier: Apache-2.0
#include "runner/spec/published.hpp"

#include <algorithm>
#include <array>

#include "runner/spec/fingerprint.hpp"
#include "runner/spec/markdown.hpp"
#include "runner/spec/source_text.hpp"

namespace swconform::spec {
namespace {

constexpr std::string_view pilcrow = "\xc2\xb6";  // the link mark a rendered page leaves after its headings
constexpr std::array<std::string_view, 5> keywords{"GIVEN", "WHEN", "THEN", "AND", "BUT"};

/// Puts a page together from its headings and texts, in order.
class PageBuilder {
 public:
  explicit PageBuilder(const std::string& file) {
    page_.place = {file, 1};
    page_.sections.push_back({{}, {}, {}, {file, 1}});
  }

  /// A heading, or a text that is one by its words. Answers whether it was.
  bool add_titled(std::string_view text, int line) {
    constexpr std::string_view requirement = "Requirement:";
    constexpr std::string_view scenario = "Scenario:";
    if (text.starts_with(requirement)) {
      page_.sections.push_back({std::string(trim(text.substr(requirement.size()))), {}, {}, at(line)});
    } else if (text.starts_with(scenario)) {
      section().scenarios.push_back({std::string(trim(text.substr(scenario.size()))), {}, at(line)});
    } else {
      return false;
    }
    return true;
  }

  /// Takes the page's name from its first line, if that is `NAME Specification`.
  bool add_name(std::string_view first_line) {
    constexpr std::string_view ending = " Specification";
    if (!first_line.ends_with(ending)) return false;
    page_.name = first_line.substr(0, first_line.size() - ending.size());
    return true;
  }

  /// A paragraph, list item or table row. `line_at(offset)` tells where a character of it stands.
  template <class LineAt>
  void add_text(std::string_view text, LineAt line_at) {
    for (const std::string_view keyword : keywords) {
      if (text.size() > keyword.size() && text.starts_with(keyword) && text[keyword.size()] == ' ') {
        add_line(keyword, trim(text.substr(keyword.size())), line_at(0));
        return;
      }
    }
    for (const std::string_view sentence : split_sentences(text)) {
      const auto offset = static_cast<std::size_t>(sentence.data() - text.data());
      section().sentences.push_back(
          {std::string(sentence), fingerprint(sentence), is_normative(sentence), at(line_at(offset))});
    }
  }

  Page finish() { return std::move(page_); }

 private:
  Place at(int line) const { return {page_.place.file, line}; }
  Section& section() { return page_.sections.back(); }

  void add_line(std::string_view keyword, std::string_view text, int line) {
    std::vector<PublishedScenario>& scenarios = section().scenarios;
    const bool begins = keyword == "GIVEN" || keyword == "WHEN";
    if (scenarios.empty() || (begins && has_begun(scenarios.back()))) scenarios.push_back({{}, {}, at(line)});
    scenarios.back().lines.push_back({std::string(keyword), std::string(text), fingerprint(text), at(line)});
  }

  static bool has_begun(const PublishedScenario& scenario) {
    return std::any_of(scenario.lines.begin(), scenario.lines.end(),
                       [](const Line& line) { return line.keyword == "WHEN" || line.keyword == "THEN"; });
  }

  Page page_;
};

}  // namespace

Page read_plain_page(std::string_view text, const std::string& file) {
  PageBuilder builder(file);
  bool first = true;
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.empty()) continue;

    // Headings end in a pilcrow; here and there a page shows the Markdown of one instead.
    const std::size_t hashes = std::min(line.find_first_not_of('#'), line.size());
    bool heading = line.ends_with(pilcrow);
    if (heading) line = trim(line.substr(0, line.size() - pilcrow.size()));
    if (hashes > 0 && hashes < line.size() && line[hashes] == ' ') {
      heading = true;
      line = trim(line.substr(hashes));
    }
    const bool name = first && builder.add_name(line);
    first = false;
    if (name || builder.add_titled(line, number) || heading) continue;
    builder.add_text(line, [number](std::size_t) { return number; });
  }
  return builder.finish();
}

Page read_markdown_page(std::string_view markdown, const std::string& file) {
  PageBuilder builder(file);
  bool first = true;
  for (const Block& block : read_markdown(markdown, CodeMarks::drop)) {
    if (block.kind == Block::Kind::heading) {
      const std::string_view title = trim(block.text);
      if (!first || !builder.add_name(title)) builder.add_titled(title, block.line);
      first = false;
      continue;
    }
    if (block.kind == Block::Kind::other && block.text.starts_with("<!--")) continue;
    std::size_t start = 0;
    while (start < block.text.size()) {  // a hard break ends a text, as the end of a line does on the rendered page
      const std::size_t end = std::min(block.text.find('\n', start), block.text.size());
      const std::string_view text = std::string_view(block.text).substr(start, end - start);
      builder.add_text(text, [&](std::size_t offset) { return block.line_at(start + offset); });
      start = end + 1;
    }
  }
  return builder.finish();
}

Page read_page(const std::filesystem::path& path) {
  const SourceText source = SourceText::read(path);
  const bool markdown = path.extension() == ".md" || trim(source.text()).starts_with("# ");
  return markdown ? read_markdown_page(source.text(), source.file()) : read_plain_page(source.text(), source.file());
}

}  // namespace swconform::spec
