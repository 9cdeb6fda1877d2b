// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "runner/spec/fingerprint.hpp"
#include "runner/spec/spec_file.hpp"

namespace swconform::spec {
namespace {

constexpr std::string_view reading_form = "`### Q1: TITLE {#Q1}`";
constexpr std::array<std::string_view, 5> field_names{"where", "A", "B", "separated by", "reference"};
constexpr std::string_view field_form = "**where**, **A**, **B**, **separated by** and **reference**, in this order";

std::string& field(Reading& reading, std::size_t index) {
  const std::array<std::string*, 5> fields{&reading.where, &reading.a, &reading.b, &reading.separated_by,
                                           &reading.reference};
  return *fields.at(index);
}

/// Q, digits, and perhaps a small letter.
bool is_reading_id(std::string_view id) {
  if (!id.starts_with('Q')) return false;
  id.remove_prefix(1);
  if (!id.empty() && id.back() >= 'a' && id.back() <= 'z') id.remove_suffix(1);
  return !id.empty() && id.find_first_not_of("0123456789") == id.npos;
}

/// The letter `A: why` or `A for ...` states; the article in `A Tensor` states none.
char stated_letter(std::string_view reference) {
  for (const char letter : {'A', 'B'}) {
    const std::string start(1, letter);
    if (reference == start) return letter;
    for (const std::string_view after : {":", ",", ";", ".", " for ", " where ", " in "}) {
      if (reference.starts_with(start + std::string(after))) return letter;
    }
  }
  return 0;
}

/// How many letters to insert, delete or replace between two words.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

class ReadingsReader {
 public:
  ReadingsReader(const SourceText& source, const std::vector<Capability>& capabilities, Ids& ids)
      : source_(source), ids_(ids) {
    for (const Capability& capability : capabilities) {
      for (const Requirement& requirement : capability.requirements) requirement_ids_.push_back(requirement.id);
    }
  }

  std::vector<Reading> read() {
    for (const Block& block : read_markdown(source_.text(), CodeMarks::keep)) {
      if (block.kind == Block::Kind::heading && (block.level > 1 || !result_.empty())) {
        end_reading();
        begin_reading(block);
      } else if (!result_.empty()) {
        add_field(block);
      }
    }
    end_reading();
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(const Block& block, std::string_view problem, std::string_view hint,
                         std::string_view needle = {}) const {
    source_.fail(position_of(source_, block, needle), problem, hint);
  }

  void begin_reading(const Block& block) {
    Heading heading = parse_heading(source_, block, reading_form);
    if (!is_reading_id(heading.id)) {
      fail(block, fmt::format("`{}` is no id of a reading", heading.id), "meant: Q and a number, e.g. Q1 or Q1b", "{#");
    }
    const std::string prefix = heading.id + ": ";
    if (block.level != 3 || !heading.title.starts_with(prefix)) {
      fail(block, fmt::format("this heading does not name the reading {}", heading.id),
           fmt::format("meant: {}", reading_form));
    }
    ids_.add(heading.id, source_, block);
    Reading reading;
    reading.id = heading.id;
    reading.title = heading.title.substr(prefix.size());
    reading.place = {source_.file(), block.line};
    result_.push_back(std::move(reading));
    heading_ = block;
    fields_ = 0;
  }

  void end_reading() const {
    if (result_.empty() || fields_ == field_names.size()) return;
    fail(heading_, fmt::format("{} does not say **{}**", result_.back().id, field_names.at(fields_)),
         fmt::format("a reading says {}", field_form));
  }

  void add_field(const Block& block) {
    Reading& reading = result_.back();
    const std::string_view name = std::string_view(block.text).substr(0, block.lead);
    if (block.kind != Block::Kind::item || fields_ == field_names.size() || name != field_names.at(fields_)) {
      fail(block, fmt::format("this is not what {} says next", reading.id),
           fmt::format("a reading says {}", field_form));
    }
    std::string& text = field(reading, fields_++);
    text = one_line(std::string_view(block.text).substr(block.lead));
    if (text.empty())
      fail(block, fmt::format("**{}** has no text", name), fmt::format("a reading says {}", field_form));
    if (name == "where") reading.requirements = named_requirements(text, block);
    if (name == "reference") reading.taken = stated_letter(text);
  }

  /// The ids before `clause:`, each of them known.
  std::vector<std::string> named_requirements(std::string_view where, const Block& block) const {
    std::vector<std::string> result;
    while (!where.empty()) {
      const std::size_t end = std::min(where.find(','), where.size());
      const std::string id(trim(where.substr(0, end)));
      where.remove_prefix(std::min(end + 1, where.size()));
      if (id.starts_with("clause:")) break;
      check_known(id, block);
      result.push_back(id);
    }
    if (result.empty()) {
      fail(block, "**where** names no requirement", "meant: `**where** prefix.name, clause: which one`", "**where**");
    }
    return result;
  }

  void check_known(const std::string& id, const Block& block) const {
    if (std::find(requirement_ids_.begin(), requirement_ids_.end(), id) != requirement_ids_.end()) return;
    const auto nearest =
        std::min_element(requirement_ids_.begin(), requirement_ids_.end(),
                         [&](const std::string& a, const std::string& b) { return distance(a, id) < distance(b, id); });
    fail(block, fmt::format("unknown requirement `{}`", id),
         nearest == requirement_ids_.end() ? "no spec file has a requirement" : fmt::format("nearest: {}", *nearest),
         id);
  }

  const SourceText& source_;
  Ids& ids_;
  std::vector<std::string> requirement_ids_;
  std::vector<Reading> result_;
  Block heading_;
  std::size_t fields_ = 0;  // of the last reading, so far
};

}  // namespace

std::vector<Reading> read_readings(const SourceText& source, const std::vector<Capability>& capabilities, Ids& ids) {
  return ReadingsReader(source, capabilities, ids).read();
}

}  // namespace swconform::spec
