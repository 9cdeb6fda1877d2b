// SPDX-License-Identifier: Apache-2.0
// The judgement: prints the score, also when all is well.
#include <iostream>

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

}  // namespace swconform::judgement
