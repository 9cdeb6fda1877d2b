// SPDX-License-Identifier: Apache-2.0
// The readers of the catalogue, of the readings and of published pages.
#include <exception>
#include <string>
#include <vector>

#include "runner/spec/catalogue.hpp"
#include "runner/spec/published.hpp"
#include "runner/spec/source_text.hpp"
#include "runner/spec/spec_file.hpp"
#include "tests/fuzz_targets/target.hpp"

namespace swconform::fuzz_targets {
namespace {

template <class Read>
bool reads(const Read& read) {
  try {
    read();
    return true;
  } catch (const spec::SpecError& error) {
    require(std::string_view(error.what()).starts_with("fuzz.md:"), std::string("no place: ") + error.what());
    return false;
  }
}

}  // namespace

bool accepts(std::string_view input) {
  try {
    const spec::SourceText source("fuzz.md", std::string(input));
    std::vector<spec::Capability> capabilities;
    const bool capability = reads([&] {
      spec::Ids ids;
      capabilities.push_back(spec::read_capability(source, "friendly-value-extraction", ids));
    });
    const bool readings = reads([&] {
      spec::Ids ids;
      spec::read_readings(source, {}, ids);
    });
    // Whatever stands on a page, it can be read.
    for (const spec::Page& page :
         {spec::read_plain_page(input, "fuzz.txt"), spec::read_markdown_page(input, "fuzz.md")}) {
      require(!page.sections.empty(), "a page without even its first section");
      for (const spec::Section& section : page.sections) {
        for (const spec::Sentence& sentence : section.sentences)
          require(sentence.fingerprint.size() == 16, "a fingerprint of another length: " + sentence.fingerprint);
      }
    }
    return capability || readings;
  } catch (const std::exception& error) {
    require(false, std::string("not a SpecError: ") + error.what());
  }
  return false;
}

}  // namespace swconform::fuzz_targets
