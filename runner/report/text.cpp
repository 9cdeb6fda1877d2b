// SPDX-License-Identifier: Apache-2.0
#include "runner/report/text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

namespace swconform::report {
namespace {

/// The length of the UTF-8 character at the start of `text`, 0 where there is none (overlong forms, surrogates, ...).
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const std::uint8_t second = byte(1);
  const bool wrong = (lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) ||
                     (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f);
  return wrong ? 0 : length;
}

bool is_control(std::string_view character) {
  const auto lead = static_cast<std::uint8_t>(character[0]);
  if (character.size() == 1) return (lead < 0x20 && lead != '\n' && lead != '\t') || lead == 0x7f;
  // C1 controls: some terminals obey them; U+FFFE and U+FFFF: not allowed in XML.
  return (lead == 0xc2 && static_cast<std::uint8_t>(character[1]) < 0xa0) || character == "\xef\xbf\xbe" ||
         character == "\xef\xbf\xbf";
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    if (length == 0 || is_control(character)) {
      for (const char byte : character) result += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(byte));
    } else {
      result += character;
    }
    text.remove_prefix(character.size());
  }
  return result;
}

std::string to_string(const scenario::Place& place) { return fmt::format("{}:{}", place.file, place.line); }

std::string shell_word(std::string_view text) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/-:@%+=,";
  if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) return std::string(text);
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

}  // namespace swconform::report
