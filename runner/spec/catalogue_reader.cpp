// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "runner/spec/fingerprint.hpp"
#include "runner/spec/spec_file.hpp"

namespace swconform::spec {
namespace {

constexpr std::string_view capability_form = "`# full-name {#prefix}`";
constexpr std::string_view requirement_form = "`### Requirement: TITLE {#prefix.name}`";
constexpr std::string_view scenario_form = "`#### Scenario: TITLE {#prefix.name/slug}`";
constexpr std::string_view clause_form =
    "`- **1** text. {16 hex digits}`, then nothing, standing, standing on success, standing on error, or untestable: "
    "why";
constexpr std::string_view line_form = "`- **WHEN** text {16 hex digits}`, likewise THEN and AND";

/// A bullet taken apart: **lead** text {fingerprint} suffix.
struct Bullet {
  std::string lead;
  std::string text;
  std::string fingerprint;
  std::string suffix;
};

class CapabilityReader {
 public:
  CapabilityReader(const SourceText& source, std::string_view stem, Ids& ids)
      : source_(source), stem_(stem), ids_(ids) {}

  Capability read() {
    for (const Block& block : read_markdown(source_.text(), CodeMarks::keep)) {
      if (result_.id.empty()) {
        begin_capability(block);
      } else if (block.kind == Block::Kind::heading) {
        begin_part(block);
      } else if (result_.requirements.empty()) {
        if (result_.summary.empty() && block.kind == Block::Kind::paragraph) result_.summary = one_line(block.text);
      } else {
        add_bullet(block);
      }
    }
    if (result_.id.empty()) source_.fail({}, "an empty spec file", meant(capability_form));
    end_requirement();
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(const Block& block, std::string_view problem, std::string_view hint,
                         std::string_view needle = {}) const {
    source_.fail(position_of(source_, block, needle), problem, hint);
  }

  static std::string meant(std::string_view form) { return fmt::format("meant: {}", form); }

  Place place(const Block& block) const { return {source_.file(), block.line}; }

  void begin_capability(const Block& block) {
    if (block.kind != Block::Kind::heading || block.level != 1) {
      fail(block, "a spec file begins with the name of its capability", meant(capability_form));
    }
    const Heading heading = parse_heading(source_, block, capability_form);
    if (heading.title != stem_) {
      fail(block, fmt::format("capability `{}` in the file of `{}`", heading.title, stem_),
           "a capability and its file have the same name", heading.title);
    }
    if (!is_slug(heading.id)) fail(block, fmt::format("`{}` is no prefix for ids", heading.id), slug_hint, "{#");
    ids_.add(heading.id, source_, block);
    result_.id = heading.id;
    result_.name = heading.title;
    result_.place = place(block);
  }

  void begin_part(const Block& block) {
    constexpr std::string_view requirement = "Requirement: ";
    constexpr std::string_view scenario = "Scenario: ";
    if (block.level == 3 && block.text.starts_with(requirement)) {
      begin_requirement(block, requirement);
    } else if (block.level == 4 && block.text.starts_with(scenario)) {
      begin_scenario(block, scenario);
    } else {
      fail(block, "a heading that is neither a requirement nor a scenario",
           fmt::format("meant: {} or {}", requirement_form, scenario_form));
    }
  }

  /// The heading's parts; the title loses `prefix`, the id must be `parent` followed by a slug.
  Heading part_heading(const Block& block, std::string_view prefix, std::string_view form, const std::string& parent) {
    Heading heading = parse_heading(source_, block, form);
    heading.title = trim(std::string_view(heading.title).substr(std::min(prefix.size(), heading.title.size())));
    if (heading.title.empty()) fail(block, "a heading without a title", meant(form));
    if (!heading.id.starts_with(parent)) {
      fail(block, fmt::format("the id {} is not under {}", heading.id, parent.substr(0, parent.size() - 1)),
           fmt::format("ids in this place begin with {}", parent), "{#");
    }
    if (const std::string slug = heading.id.substr(parent.size()); !is_slug(slug)) {
      fail(block, fmt::format("`{}` is no name within an id", slug), slug_hint, "{#");
    }
    ids_.add(heading.id, source_, block);
    return heading;
  }

  void begin_requirement(const Block& block, std::string_view prefix) {
    end_requirement();
    const Heading heading = part_heading(block, prefix, requirement_form, result_.id + ".");
    Requirement requirement;
    requirement.id = heading.id;
    requirement.title = heading.title;
    requirement.heading_lost = heading.heading_lost;
    requirement.place = place(block);
    result_.requirements.push_back(std::move(requirement));
    heading_ = block;
  }

  void begin_scenario(const Block& block, std::string_view prefix) {
    if (result_.requirements.empty()) {
      fail(block, "a scenario before the first requirement", meant(requirement_form));
    }
    end_scenario();
    Requirement& requirement = result_.requirements.back();
    const Heading heading = part_heading(block, prefix, scenario_form, requirement.id + "/");
    if (requirement.clauses.empty()) fail_without_clause();
    Scenario scenario;
    scenario.id = heading.id;
    scenario.title = heading.title;
    scenario.heading_lost = heading.heading_lost;
    scenario.place = place(block);
    requirement.scenarios.push_back(std::move(scenario));
    scenario_heading_ = block;
  }

  [[noreturn]] void fail_without_clause() const {
    fail(heading_, fmt::format("requirement {} has no clause", result_.requirements.back().id), meant(clause_form));
  }

  void end_requirement() const {
    if (result_.requirements.empty()) return;
    const Requirement& requirement = result_.requirements.back();
    if (requirement.clauses.empty()) fail_without_clause();
    if (requirement.scenarios.empty()) {
      fail(heading_, fmt::format("requirement {} has no scenario", requirement.id), meant(scenario_form));
    }
    end_scenario();
  }

  void end_scenario() const {
    if (result_.requirements.back().scenarios.empty()) return;
    const Scenario& scenario = result_.requirements.back().scenarios.back();
    const bool has_then = std::any_of(scenario.lines.begin(), scenario.lines.end(),
                                      [](const Line& line) { return line.keyword == "THEN"; });
    if (!has_then) {
      fail(scenario_heading_, fmt::format("scenario {} says nothing after THEN", scenario.id), meant(line_form));
    }
  }

  void add_bullet(const Block& block) {
    Requirement& requirement = result_.requirements.back();
    const bool in_scenario = !requirement.scenarios.empty();
    const std::string_view form = in_scenario ? line_form : clause_form;
    if (block.kind != Block::Kind::item || block.level != 1 || block.lead == 0) {
      fail(block, in_scenario ? "this is no line of a scenario" : "this is no clause", meant(form));
    }
    const Bullet bullet = parse_bullet(block, form);
    if (in_scenario) {
      add_line(requirement.scenarios.back(), bullet, block);
    } else {
      add_clause(requirement, bullet, block);
    }
  }

  Bullet parse_bullet(const Block& block, std::string_view form) const {
    Bullet bullet;
    const std::string_view text = block.text;
    bullet.lead = text.substr(0, block.lead);
    std::size_t open = text.find('{');
    while (open != text.npos && !(is_fingerprint(text.substr(open + 1, 16)) && text.substr(open).find('}') == 17)) {
      open = text.find('{', open + 1);
    }
    if (open == text.npos) {
      const std::size_t brace = text.rfind('{');
      if (brace != text.npos && text.find('}', brace) != text.npos && text.find('`', brace) == text.npos) {
        const std::string_view written = text.substr(brace, text.find('}', brace) + 1 - brace);
        fail(block, fmt::format("{} is no fingerprint", written),
             "a fingerprint is 16 lower-case hex digits in braces: the beginning of the SHA-256 of the folded sentence",
             written);
      }
      fail(block, fmt::format("**{}** has no fingerprint", bullet.lead), meant(form));
    }
    bullet.text = one_line(text.substr(block.lead, open - block.lead));
    bullet.fingerprint = text.substr(open + 1, 16);
    bullet.suffix = one_line(text.substr(open + 18));
    if (bullet.text.empty()) fail(block, fmt::format("**{}** has no text", bullet.lead), meant(form));
    return bullet;
  }

  void add_clause(Requirement& requirement, const Bullet& bullet, const Block& block) const {
    if (bullet.lead.find_first_not_of("0123456789") != bullet.lead.npos) {
      fail(block, fmt::format("`{}` is no clause number", bullet.lead), meant(clause_form), "**");
    }
    Clause clause;
    clause.number = static_cast<int>(requirement.clauses.size()) + 1;
    if (bullet.lead != std::to_string(clause.number)) {
      fail(block, fmt::format("clause {} stands where {}.{} is next", bullet.lead, requirement.id, clause.number),
           "clauses are numbered 1, 2, 3, ... within their requirement", "**");
    }
    clause.text = bullet.text;
    clause.fingerprint = bullet.fingerprint;
    clause.place = place(block);
    constexpr std::string_view untestable = "untestable:";
    if (bullet.suffix == "standing") {
      clause.standing = Standing::both;
    } else if (bullet.suffix == "standing on success") {
      clause.standing = Standing::on_success;
    } else if (bullet.suffix == "standing on error") {
      clause.standing = Standing::on_error;
    } else if (bullet.suffix.starts_with(untestable)) {
      clause.untestable = trim(std::string_view(bullet.suffix).substr(untestable.size()));
      if (clause.untestable.empty()) {
        fail(block, "untestable without a reason", "meant: `untestable: why nobody can observe it from outside`",
             untestable);
      }
    } else if (!bullet.suffix.empty()) {
      fail(block, fmt::format("unknown suffix `{}`", bullet.suffix), meant(clause_form),
           bullet.suffix.substr(0, bullet.suffix.find(' ')));
    }
    requirement.clauses.push_back(std::move(clause));
  }

  void add_line(Scenario& scenario, const Bullet& bullet, const Block& block) const {
    const std::string& keyword = bullet.lead;
    if (keyword != "WHEN" && keyword != "THEN" && keyword != "AND") {
      fail(block, fmt::format("`{}` begins no line of a scenario", keyword), meant(line_form), "**");
    }
    if (!bullet.suffix.empty()) {
      fail(block, fmt::format("unknown suffix `{}`", bullet.suffix),
           "nothing follows the fingerprint of a scenario line", bullet.suffix.substr(0, bullet.suffix.find(' ')));
    }
    if (scenario.lines.empty() != (keyword == "WHEN")) {
      fail(block, fmt::format("{} in the wrong place", keyword),
           "a scenario begins with its one WHEN, then come THEN and AND", "**");
    }
    scenario.lines.push_back({keyword, bullet.text, bullet.fingerprint, place(block)});
  }

  static constexpr std::string_view slug_hint =
      "ids are made of lower-case words of letters and digits, joined by hyphens";

  const SourceText& source_;
  std::string_view stem_;
  Ids& ids_;
  Capability result_;
  Block heading_;           // of the requirement being read
  Block scenario_heading_;  // of the scenario being read
};

}  // namespace

Capability read_capability(const SourceText& source, std::string_view stem, Ids& ids) {
  return CapabilityReader(source, stem, ids).read();
}

Catalogue read_catalogue(const std::filesystem::path& spec_dir) {
  std::error_code error;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(spec_dir, error)) {
    if (entry.path().extension() == ".md") paths.push_back(entry.path());
  }
  if (error) throw SpecError(fmt::format("{}: {}", spec_dir.string(), error.message()));
  std::sort(paths.begin(), paths.end());

  Ids ids;
  std::vector<Capability> capabilities;
  const std::string readings_name = "readings.md";
  for (const std::filesystem::path& path : paths) {
    if (path.filename() == readings_name) continue;
    capabilities.push_back(read_capability(SourceText::read(path), path.stem().string(), ids));
  }
  if (capabilities.empty()) {
    throw SpecError(fmt::format("{}: no spec file here\n    a spec folder holds one Markdown file for each capability",
                                spec_dir.string()));
  }
  std::vector<Reading> readings;
  if (std::filesystem::exists(spec_dir / readings_name)) {
    readings = read_readings(SourceText::read(spec_dir / readings_name), capabilities, ids);
  }
  return Catalogue(std::move(capabilities), std::move(readings));
}

}  // namespace swconform::spec
