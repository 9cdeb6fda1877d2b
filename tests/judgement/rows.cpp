// SPDX-License-Identifier: Apache-2.0
#include "tests/judgement/rows.hpp"

#include <algorithm>
#include <iterator>

namespace swconform::judgement {

std::vector<Mutant> all_mutants() {
  std::vector<Mutant> mutants;
  for (const auto family : {mutants_of_friendly_surface, mutants_of_friendly_item, mutants_of_friendly_to_list,
                            mutants_of_friendly_values, mutants_of_permute}) {
    std::vector<Mutant> some = family();
    std::move(some.begin(), some.end(), std::back_inserter(mutants));
  }
  return mutants;
}

}  // namespace swconform::judgement
