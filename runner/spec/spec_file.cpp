// SPDX-License-Identifier: Apache-2.0
#include "runner/spec/spec_file.hpp"

#include <fmt/format.h>

#include "runner/spec/fingerprint.hpp"

namespace swconform::spec {

Position position_of(const SourceText& source, const Block& block, std::string_view needle) {
  if (needle.empty()) return {block.line, source.find("\n", block.line, block.line).column};
  return source.find(needle, block.line, block.last_line);
}

Heading parse_heading(const SourceText& source, const Block& block, std::string_view form) {
  Heading result;
  const std::size_t open = block.text.rfind("{#");
  if (open == std::string::npos || !block.text.ends_with('}')) {
    source.fail(position_of(source, block), "a heading without an id", fmt::format("meant: {}", form));
  }
  result.title = one_line(block.text.substr(0, open));
  std::string_view inside = std::string_view(block.text).substr(open + 2);
  inside.remove_suffix(1);
  const std::size_t id_end = std::min(inside.find(' '), inside.size());
  result.id = inside.substr(0, id_end);
  const std::string_view attribute = trim(inside.substr(id_end));
  result.heading_lost = attribute == "heading-lost";
  if (!attribute.empty() && !result.heading_lost) {
    source.fail(position_of(source, block, attribute), fmt::format("unknown attribute `{}`", attribute),
                "the only attribute is heading-lost, for a heading the published page has lost");
  }
  return result;
}

bool is_slug(std::string_view text) {
  return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == text.npos &&
         text.front() != '-' && text.back() != '-' && text.find("--") == text.npos;
}

std::string one_line(std::string_view text) {
  std::string result;
  for (const char c : trim(text)) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) {
      result += c;
    } else if (!result.ends_with(' ')) {
      result += ' ';
    }
  }
  return result;
}

void Ids::add(const std::string& id, const SourceText& source, const Block& block) {
  const auto [place, fresh] = places_.emplace(id, Place{source.file(), block.line});
  if (fresh) return;
  source.fail(position_of(source, block, "{#" + id), fmt::format("the id {} stands twice", id),
              fmt::format("its first place is {}:{}", place->second.file, place->second.line));
}

}  // namespace swconform::spec
