// SPDX-License-Identifier: Apache-2.0
// Every way to spoil a spec file, and the complete message for it (golden/NAME.txt).
#include <cstdlib>
#include <fstream>
#include <vector>

#include "runner/spec/catalogue.hpp"
#include "tests/runner/spec/spec_fixture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace swconform::spec::test {
namespace {

struct Refusal {
  const char* name;
  const char* file;
  const char* from;  // nullptr: `to` is the whole file
  const char* to;
};

constexpr const char* garden = "garden-watering.md";
constexpr const char* readings = "readings.md";

const std::vector<Refusal> refusals{
    // the file and its name
    {"empty-file", garden, nullptr, ""},
    {"no-name", garden, "# garden-watering {#garden}", "Garden watering"},
    {"name-without-id", garden, "# garden-watering {#garden}", "# garden-watering"},
    {"name-not-the-files", garden, "# garden-watering {#garden}", "# garden-watring {#garden}"},
    {"prefix-no-slug", garden, "# garden-watering {#garden}", "# garden-watering {#Garden}"},
    // headings
    {"unknown-heading", garden, "### Requirement: Cans are", "### Requirment: Cans are"},
    {"second-name", garden, "### Requirement: Cans are filled at the well {#garden.fill}", "# cans {#cans}"},
    {"heading-without-id", garden, "#### Scenario: Look up {#garden.sky/look-up}", "#### Scenario: Look up"},
    {"heading-without-title", garden, "### Requirement: Cans are filled at the well {", "### Requirement: {"},
    {"unknown-attribute", garden, "{#garden.sky heading-lost}", "{#garden.sky heading-last}"},
    {"requirement-not-under-capability", garden, "{#garden.water}", "{#gardens.water}"},
    {"scenario-not-under-requirement", garden, "{#garden.water/bed}", "{#garden.fill/bed}"},
    {"id-no-slug", garden, "{#garden.water/bed}", "{#garden.water/a--bed}"},
    {"duplicate-requirement", garden, "{#garden.water}", "{#garden.fill}"},
    {"duplicate-scenario", garden, "{#garden.fill/share heading-lost}", "{#garden.fill/first-mark}"},
    {"scenario-before-requirement", garden, "### Requirement: The sky comes first {#garden.sky heading-lost}",
     "#### Scenario: Wait {#garden.sky/wait}"},
    // requirements
    {"requirement-without-clause", garden,
     "- **1** The bed gets all the water. {934d6bf839c005be}\n- **2** A failure leaves the can dry. "
     "{35542b83b661f2c7}\n",
     ""},
    {"requirement-without-scenario", garden,
     "#### Scenario: Water a bed {#garden.water/bed}\n- **WHEN** a bed is watered {16c08a8700a5a4f5}\n- **THEN** the "
     "bed "
     "is wet {51dca68a1f3d4a85}\n",
     ""},
    // clauses
    {"clause-number-repeated", garden, "- **5** A leaking", "- **4** A leaking"},
    {"clause-number-skipped", garden, "- **1** The bed", "- **2** The bed"},
    {"clause-number-no-number", garden, "- **2** The lid", "- **2b** The lid"},
    {"clause-without-number", garden, "- **2** The lid", "- The lid"},
    {"clause-not-a-bullet", garden, "- **2** Near rain", "\n**2** Near rain"},
    {"clause-nested", garden, "- **2** Near rain", "  - **2** Near rain"},
    {"clause-without-fingerprint", garden, "up to the first mark. {43e6299265fd11e5}", "up to the first mark."},
    {"clause-without-text", garden, "**5** A leaking can is refused. {", "**5** {"},
    {"fingerprint-too-short", garden, "{43e6299265fd11e5}", "{43e6299265fd11e}"},
    {"fingerprint-no-hex", garden, "{43e6299265fd11e5}", "{43e6299265fd11eg}"},
    {"unknown-suffix", garden, "standing on success", "standing on sucess"},
    {"unknown-suffix-wrapped", garden, "{9c414f7686c4c393}", "{9c414f7686c4c393}\n  testable"},
    {"untestable-without-reason", garden, "untestable: colours are\n  not shown", "untestable:"},
    // scenario lines
    {"line-without-fingerprint", garden, "a bed is watered {16c08a8700a5a4f5}", "a bed is watered"},
    {"line-with-suffix", garden, "the bed is wet {51dca68a1f3d4a85}", "the bed is wet {51dca68a1f3d4a85} standing"},
    {"line-keyword", garden, "- **AND** the lid is on", "- **ALSO** the lid is on"},
    {"line-not-first-when", garden, "- **WHEN** a bed is watered", "- **AND** a bed is watered"},
    {"line-second-when", garden, "- **AND** the lid is on", "- **WHEN** the lid is on"},
    {"line-not-a-bullet", garden, "- **AND** the lid is on", "\nand the lid is on"},
    {"scenario-without-then", garden, "- **THEN** the bed is wet", "- **AND** the bed is wet"},
    {"scenario-without-lines", garden,
     "- **WHEN** a can has two users {5ba212baa87a19f6}\n- **THEN** it is full for both {84bc0f04bb005f56}\n", ""},
    // readings
    {"reading-unknown-requirement", readings, "garden.sky, garden.water", "garden.sky, garden.watr"},
    {"reading-without-requirement", readings, "garden.fill, clause:", "clause:"},
    {"reading-field-missing", readings, "- **separated by** two wells\n", ""},
    {"reading-field-at-the-end-missing", readings, "- **reference** A well is a well\n", ""},
    {"reading-field-unknown", readings, "- **A** any", "- **C** any"},
    {"reading-field-empty", readings, "- **A** any", "- **A**"},
    {"reading-id", readings, "{#Q1b}", "{#R1}"},
    {"reading-id-not-the-titles", readings, "### Q1b: Which", "### Q2: Which"},
    {"duplicate-reading", readings, "### Q1b: Which well? {#Q1b}", "### Q1: Which well? {#Q1}"},
};

/// The message without the path of the scratch folder.
std::string message_for(const ScratchCatalogue& scratch) {
  try {
    read_catalogue(scratch.path());
  } catch (const SpecError& error) {
    std::string message = error.what();
    const std::string folder = scratch.path().string();
    for (std::size_t at = message.find(folder); at != std::string::npos; at = message.find(folder)) {
      message.replace(at, folder.size(), "spec");
    }
    return message + "\n";
  }
  return "no error\n";
}

/// Compares with the golden file. With SWCONFORM_UPDATE_GOLDEN set it writes that file instead, to be read by a human.
void check_golden(const std::string& name, const std::string& message) {
  const std::filesystem::path golden =
      swconform::test::source_dir() / "tests/runner/spec/golden" / (name + ".txt");
  if (std::getenv("SWCONFORM_UPDATE_GOLDEN") != nullptr) std::ofstream(golden, std::ios::binary) << message;
  INFO(name);
  CHECK(message == read_file(golden));
  CHECK(message != "no error\n");
}

}  // namespace

TEST_CASE("a spoilt spec file is refused with file, line, column, the line, a caret and what was meant") {
  for (const Refusal& refusal : refusals) {
    const ScratchCatalogue scratch;
    if (refusal.from == nullptr) {
      scratch.write(refusal.file, refusal.to);
    } else {
      scratch.replace(refusal.file, refusal.from, refusal.to);
    }
    check_golden(refusal.name, message_for(scratch));
  }
}

TEST_CASE("a spec folder without a capability, or none at all, is refused") {
  const ScratchCatalogue scratch;
  std::filesystem::remove(scratch.path() / garden);
  check_golden("folder-without-capability", message_for(scratch));
  std::filesystem::remove_all(scratch.path());
  check_golden("folder-missing", message_for(scratch));
}

TEST_CASE("an id may stand in one file only") {
  const ScratchCatalogue scratch;
  scratch.write("other.md", "# other {#garden}\n");
  check_golden("duplicate-capability", message_for(scratch));
}

TEST_CASE("a message shows no carriage return") {
  const ScratchCatalogue scratch;
  scratch.replace(garden, "standing on success\n", "standing on sucess\r\n");
  check_golden("unknown-suffix", message_for(scratch));
}

TEST_CASE("the caret stands below the word also after letters of several bytes") {
  const ScratchCatalogue scratch;
  scratch.replace(garden, "**5** A leaking can is refused. {e0ba14b75612e88a}",
                  "**5** \xc3\x9c\xc3\x9f {e0ba14b75612e88a} wrong");
  check_golden("caret-after-wide-letters", message_for(scratch));
}

}  // namespace swconform::spec::test
