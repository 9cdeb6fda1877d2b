// SPDX-License-Identifier: Apache-2.0
// The judgement: prints the score, also when all is well.
#include <iostream>
#include <set>
#include <string>

#include "bindings/reference/reference_harness.hpp"
#include "tests/judgement/rows.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace swconform::judgement {

TEST_CASE("mutants die, variants live, nothing vacuous passes") {
  const Judge judge(test::source_dir(), reference_harness());
  const Score score = judge.score(all_mutants(), all_variants(), all_vacuous());
  std::cout << score.text() << std::flush;
  CHECK(score.survivors.empty());
  CHECK(score.too_broad.empty());
  CHECK(score.without_mutant.empty());
  CHECK(score.requirements.size() == judge.catalogue().requirement_ids().size());
  CHECK(score.rejected.empty());
  CHECK(score.passed.empty());
  CHECK(score.perfect());
}

TEST_CASE("every reading is probed wherever it is named") {
  const Judge judge(test::source_dir(), reference_harness());
  std::set<std::string> named;  // views.permute?Q4
  for (const spec::Reading& reading : judge.catalogue().readings()) {
    INFO(reading.id);
    CHECK((reading.taken == 'A' || reading.taken == 'B'));
    for (const std::string& requirement : reading.requirements) named.insert(requirement + "?" + reading.id);
  }
  std::set<std::string> probed;
  for (const std::string& requirement : judge.requirements()) {
    for (const ReadingResult& probe : judge.run(requirement, [](sdk::Harness&) {}).readings) {
      if (probe.requirement == requirement && !probe.cases.empty()) probed.insert(requirement + "?" + probe.id);
    }
  }
  for (const std::string& id : named) {
    INFO(id);
    CHECK(probed.contains(id));
  }
  for (const std::string& id : probed) {
    INFO(id);
    CHECK(named.contains(id));
  }
}

}  // namespace swconform::judgement
