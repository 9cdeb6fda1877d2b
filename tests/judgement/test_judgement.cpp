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

TEST_CASE("the reference takes the readings that spec/readings.md says it takes") {
  const Judge judge(test::source_dir(), reference_harness());
  std::set<std::string> probed;
  for (const std::string& requirement : judge.requirements()) {
    const RunResult result = judge.run(requirement, [](sdk::Harness&) {});
    for (const ReadingResult& probe : result.readings) {
      if (probe.requirement != requirement || probe.cases.empty()) continue;
      const spec::Reading* reading = judge.catalogue().reading(probe.id);
      REQUIRE(reading != nullptr);
      INFO(requirement << "?" << probe.id);
      CHECK(probe.taken == std::string(1, reading->taken));
      probed.insert(probe.id);
    }
  }
  for (const spec::Reading& reading : judge.catalogue().readings()) {
    INFO(reading.id);
    CHECK(probed.contains(reading.id));
  }
}

}  // namespace swconform::judgement
