// SPDX-License-Identifier: Apache-2.0
#include "runner/scenario/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <numeric>

namespace swconform::scenario {
namespace {

// yaml-cpp holds all tokens of a flow collection at once, some hundred bytes each: this keeps the worst file harmless.
constexpr std::size_t largest_file = std::size_t{1} << 20U;
// Of a longer line, messages show what stands around the place.
constexpr std::size_t longest_line = 200;

bool continues_a_character(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

/// The length of the UTF-8 character `text` begins with, or 0 if it begins with none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
  }
  // Overlong forms, surrogates, and what lies beyond U+10FFFF.
  if ((lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xed && byte(1) > 0x9f)) return 0;
  if ((lead == 0xf0 && byte(1) < 0x90) || (lead == 0xf4 && byte(1) > 0x8f)) return 0;
  return length;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

Source::Source(std::string file, std::string text) : file_(std::move(file)), text_(std::move(text)) {
  if (text_.size() > largest_file) {
    throw FixtureError({file_}, file_ + ": this file is larger than 1 MiB\n    a fixture is written by hand");
  }
  if (text_.starts_with("\xef\xbb\xbf")) text_.erase(0, 3);  // a byte-order mark
  std::string_view rest = text_;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines_.push_back(line);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  check_characters();
}

std::string Source::read_text(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::error_code ignored;
  if (!stream.is_open() || std::filesystem::is_directory(path, ignored)) {
    throw FixtureError({path.string()}, path.string() + ": this file cannot be read");
  }
  std::string text;
  constexpr std::size_t block = 65536;
  while (stream && text.size() <= largest_file) {
    const std::size_t before = text.size();
    text.resize(before + block);
    stream.read(text.data() + before, block);
    text.resize(before + static_cast<std::size_t>(stream.gcount()));
  }
  return text;
}

void Source::check_characters() const {
  for (std::size_t number = 0; number < lines_.size(); ++number) {
    const std::string_view line = lines_[number];
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t length = character_length(line.substr(at));
      const auto c = static_cast<unsigned char>(line[at]);
      const int row = static_cast<int>(number) + 1;
      if (length == 0) {
        throw FixtureError(place(row, static_cast<int>(at) + 1),
                           fmt::format("{}:{}: this file is not in UTF-8", file_, row));
      }
      if ((c < 0x20 && c != '\t') || c == 0x7f) {
        throw FixtureError(
            place(row, static_cast<int>(at) + 1),
            fmt::format("{}:{}: a control character (byte {:#04x}): this is no text file", file_, row, c));
      }
      at += length;
    }
  }
}

std::string_view Source::line(int number) const {
  const auto index = static_cast<std::size_t>(number) - 1;
  return number >= 1 && index < lines_.size() ? lines_[index] : std::string_view();
}

Place Source::place(int number, int column) const {
  const std::string_view before = line(number).substr(0, static_cast<std::size_t>(std::max(column, 1)) - 1);
  const auto continuing = std::count_if(before.begin(), before.end(), continues_a_character);
  return {file_, number, column - static_cast<int>(continuing)};
}

void Source::fail(int number, int column, std::string_view problem, std::string_view meant) const {
  const std::string_view whole = line(number);
  const std::size_t at = std::min(static_cast<std::size_t>(std::max(column, 1)) - 1, whole.size());
  std::size_t begin = 0;
  std::size_t end = whole.size();
  if (whole.size() > longest_line) {
    begin = at > longest_line / 2 ? at - longest_line / 2 : 0;
    end = std::min(whole.size(), begin + longest_line);
    while (begin > 0 && continues_a_character(whole[begin])) --begin;
    while (end < whole.size() && continues_a_character(whole[end])) ++end;
  }
  const std::string_view left_out = "...";
  std::string before;  // what stands left of the caret: as wide as the line is there
  if (begin > 0) before.assign(left_out.size(), ' ');
  for (const char c : whole.substr(begin, at - begin)) {
    if (!continues_a_character(c)) before.push_back(c == '\t' ? '\t' : ' ');
  }
  const Place where = place(number, column);
  std::string message = fmt::format("{}:{}:{}: {}\n    {}{}{}\n    {}^", file_, where.line, where.column, problem,
                                    begin > 0 ? left_out : "", whole.substr(begin, end - begin),
                                    end < whole.size() ? left_out : "", before);
  if (!meant.empty()) message += fmt::format("\n    {}", meant);
  throw FixtureError(where, message);
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, std::min(word.size(), std::size_t{40}) / 3) + 1;
  if (word.size() > 60) return best;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggest(std::string_view word, const std::vector<std::string>& candidates) {
  if (const std::string best = nearest(word, candidates); !best.empty()) return fmt::format("did you mean `{}`?", best);
  if (candidates.empty() || candidates.size() > 24) return {};
  return fmt::format("there is: {}", fmt::join(candidates, ", "));
}

}  // namespace swconform::scenario
