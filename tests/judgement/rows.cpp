// SPDX-License-Identifier: Apache-2.0
#include "tests/judgement/rows.hpp"

#include <algorithm>
#include <iterator>

namespace swconform::judgement {

std::vector<Mutant> all_mutants() {
  std::vector<Mutant> mutants;
  for (const auto family : {
           mutants_of_construction,     mutants_of_projection,       mutants_of_schema,
           mutants_of_universal,        mutants_of_adjacent,         mutants_of_rules,
           mutants_of_ownership,        mutants_of_boundary,         mutants_of_friendly_surface,
           mutants_of_friendly_item,    mutants_of_friendly_to_list, mutants_of_friendly_values,
           mutants_of_sharing_of_views, mutants_of_multi_subtensor,  mutants_of_rearrange,
           mutants_of_permute,          mutants_of_reshape,          mutants_of_broadcast_to,
           mutants_of_broadcast_in_dim, mutants_of_squeeze,          mutants_of_slice,
           mutants_of_as_strided,       mutants_of_backward,         mutants_of_no_grad,
       }) {
    std::vector<Mutant> some = family();
    std::move(some.begin(), some.end(), std::back_inserter(mutants));
  }
  return mutants;
}

}  // namespace swconform::judgement
