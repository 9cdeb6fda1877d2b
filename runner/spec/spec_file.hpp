// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "runner/spec/catalogue.hpp"
#include "runner/spec/markdown.hpp"
#include "runner/spec/source_text.hpp"

// What the readers of the spec files share; for them only.
namespace swconform::spec {

/// A heading `TITLE {#id attributes}`, taken apart.
struct Heading {
  std::string title;
  std::string id;
  bool heading_lost = false;
};

/// Throws SpecError if the braces are missing or hold an attribute other than heading-lost. `form` shows how it should
/// look.
Heading parse_heading(const SourceText& source, const Block& block, std::string_view form);

/// The first place of `needle` in the source of `block`; without one, the block's beginning.
Position position_of(const SourceText& source, const Block& block, std::string_view needle = {});

/// Lower-case words of letters and digits joined by single hyphens.
bool is_slug(std::string_view text);

/// `text` with every run of white space made one blank.
std::string one_line(std::string_view text);

/// Every id met so far, over all files.
class Ids {
 public:
  /// Throws SpecError if `id` has been met before.
  void add(const std::string& id, const SourceText& source, const Block& block);

 private:
  std::map<std::string, Place> places_;
};

/// Reads one capability. Throws SpecError.
Capability read_capability(const SourceText& source, std::string_view stem, Ids& ids);

/// Reads readings.md. Throws SpecError, also for a requirement that stands in none of the capabilities.
std::vector<Reading> read_readings(const SourceText& source, const std::vector<Capability>& capabilities, Ids& ids);

}  // namespace swconform::spec
