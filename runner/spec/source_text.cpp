// SPDX-License-Identifier: Apache-2.0
#include "runner/spec/source_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "runner/spec/catalogue.hpp"

namespace swconform::spec {

SourceText::SourceText(std::string file, std::string text) : file_(std::move(file)), text_(std::move(text)) {
  std::string_view rest = text_;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines_.push_back(line);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

SourceText SourceText::read(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream.is_open() || stream.bad() || std::filesystem::is_directory(path)) {
    throw SpecError(path.string() + ": this file cannot be read");
  }
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);  // a byte-order mark
  return SourceText(path.string(), std::move(text));
}

Position SourceText::find(std::string_view needle, int first, int last) const {
  for (int number = first; number <= std::min(last, line_count()); ++number) {
    const std::size_t at = line(number).find(needle);
    if (at != std::string_view::npos) return {number, at + 1};
  }
  const std::size_t visible = first <= line_count() ? line(first).find_first_not_of(" \t") : 0;
  return {first, visible == std::string_view::npos ? 1 : visible + 1};
}

void SourceText::fail(Position position, std::string_view problem, std::string_view meant) const {
  const std::string_view whole = position.line <= line_count() ? line(position.line) : std::string_view();
  std::string before;  // what stands left of the caret: as wide as the line is there
  for (const char c : whole.substr(0, position.column - 1)) {
    const bool continues_a_character = (static_cast<unsigned char>(c) & 0xc0) == 0x80;
    if (!continues_a_character) before.push_back(c == '\t' ? '\t' : ' ');
  }
  throw SpecError(fmt::format("{}:{}:{}: {}\n    {}\n    {}^\n    {}", file_, position.line, before.size() + 1, problem,
                              whole, before, meant));
}

}  // namespace swconform::spec
