// SPDX-License-Identifier: Apache-2.0
#include "runner/spec/fingerprint.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace swconform::spec {
namespace {

bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') || byte == '_';
}

/// The bytes of the white-space character `text` starts with; 0 if it starts with another. Precondition: not empty.
std::size_t space_prefix(std::string_view text) {
  const auto byte = static_cast<unsigned char>(text.front());
  if (byte < 0x80) return (byte >= 0x09 && byte <= 0x0d) || (byte >= 0x1c && byte <= 0x20) ? 1 : 0;
  // U+0085, U+00A0, U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000
  static constexpr std::array<std::string_view, 19> wide{
      "\xc2\x85",     "\xc2\xa0",     "\xe1\x9a\x80", "\xe2\x80\x80", "\xe2\x80\x81", "\xe2\x80\x82", "\xe2\x80\x83",
      "\xe2\x80\x84", "\xe2\x80\x85", "\xe2\x80\x86", "\xe2\x80\x87", "\xe2\x80\x88", "\xe2\x80\x89", "\xe2\x80\x8a",
      "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe3\x80\x80"};
  for (const std::string_view candidate : wide) {
    if (text.starts_with(candidate)) return candidate.size();
  }
  return 0;
}

/// The bytes of the folded-away character `text` starts with; 0 if it starts with one that stays.
std::size_t folded_prefix(std::string_view text) {
  constexpr std::string_view pilcrow = "\xc2\xb6";
  if (text.front() == '`' || text.front() == '*') return 1;
  return text.starts_with(pilcrow) ? pilcrow.size() : space_prefix(text);
}

/// Whether `text` ends with a point that is part of an abbreviation.
bool ends_with_abbreviation(std::string_view text) {
  static constexpr std::array<std::string_view, 4> abbreviations{"e.g.", "i.e.", "vs.", "etc."};
  return std::any_of(abbreviations.begin(), abbreviations.end(), [&](std::string_view abbreviation) {
    return text.ends_with(abbreviation) &&
           (text.size() == abbreviation.size() || !is_word(text[text.size() - abbreviation.size() - 1]));
  });
}

bool contains_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

}  // namespace

std::string fold(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t dropped = folded_prefix(text);
    if (dropped == 0) result.push_back(text.front());
    text.remove_prefix(std::max<std::size_t>(dropped, 1));
  }
  return result;
}

std::string fingerprint(std::string_view text) {
  const std::string folded = fold(text);
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  if (EVP_Digest(folded.data(), folded.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("SHA-256 is not available from libcrypto");
  }
  return fmt::format("{:02x}", fmt::join(digest.begin(), digest.begin() + 8, ""));
}

bool is_fingerprint(std::string_view text) {
  return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

std::vector<std::string_view> split_sentences(std::string_view paragraph) {
  std::vector<std::string_view> result;
  std::size_t start = 0;
  const auto end_at = [&](std::size_t end) {
    const std::string_view sentence = trim(paragraph.substr(start, end - start));
    if (!sentence.empty()) result.push_back(sentence);
    start = end;
  };
  for (std::size_t i = 0; i < paragraph.size(); ++i) {
    if (paragraph[i] != '.' && paragraph[i] != '!' && paragraph[i] != '?') continue;
    const std::string_view rest = paragraph.substr(i + 1);
    if ((rest.empty() || space_prefix(rest) > 0) && !ends_with_abbreviation(paragraph.substr(start, i + 1 - start)))
      end_at(i + 1);
  }
  end_at(paragraph.size());
  return result;
}

bool is_normative(std::string_view sentence) {
  return contains_word(sentence, "SHALL") || contains_word(sentence, "MUST");
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view ascii_space = " \t\n\v\f\r";
  const std::size_t first = text.find_first_not_of(ascii_space);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(ascii_space) + 1 - first);
}

}  // namespace swconform::spec
