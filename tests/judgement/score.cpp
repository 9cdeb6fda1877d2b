// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "tests/judgement/judge.hpp"

namespace swconform::judgement {

std::size_t Score::mutants() const {
  std::size_t sum = 0;
  for (const Requirement& requirement : requirements) sum += requirement.mutants;
  return sum;
}

bool Score::perfect() const {
  return mutants() > 0 && variants > 0 && vacuous > 0 && survivors.empty() && too_broad.empty() &&
         without_mutant.empty() && rejected.empty() && passed.empty();
}

std::string Score::text() const {
  std::string text;
  for (const Requirement& one : requirements) {
    if (one.mutants > 0) text += fmt::format("{}: {} of {} mutants killed\n", one.id, one.killed, one.mutants);
  }
  for (const Judged& judged : survivors) {
    const bool elsewhere = judged.fate == Judged::Fate::died_elsewhere;
    text += fmt::format("{}: {} ({})\n", elsewhere ? "died elsewhere" : "survived", judged.clause, judged.name);
    for (const std::string& seen : judged.seen) text += fmt::format("  {}\n", seen);
  }
  for (const std::string& clause : too_broad) {
    text += fmt::format("too broad: every mutant of {} fails more than half of its requirement's cases\n", clause);
  }
  for (const std::string& clause : without_mutant) text += fmt::format("without a mutant: {}\n", clause);
  for (const std::string& line : rejected) text += fmt::format("variant rejected: {}\n", line);
  for (const std::string& line : passed) text += fmt::format("vacuous pass: {}\n", line);
  return text + fmt::format(
                    "judgement: mutants {} of {} killed · variants {} of {} accepted · vacuous {} of {} refused "
                    "· testable clauses without a mutant {}, in {} requirements\n",
                    mutants() - survivors.size(), mutants(), variants - rejected_names.size(), variants,
                    vacuous - vacuous_passes, vacuous, without_mutant.size(), requirements.size());
}

}  // namespace swconform::judgement
