// SPDX-License-Identifier: Apache-2.0
// The rows: one function for each requirement, and one that lists them all.
#pragma once

#include <string>
#include <vector>

#include "tests/judgement/judge.hpp"

namespace swconform::judgement {

std::vector<Mutant> mutants_of_construction();
std::vector<Mutant> mutants_of_projection();
std::vector<Mutant> mutants_of_schema();
std::vector<Mutant> mutants_of_universal();
std::vector<Mutant> mutants_of_friendly_surface();
std::vector<Mutant> mutants_of_friendly_item();
std::vector<Mutant> mutants_of_friendly_to_list();
std::vector<Mutant> mutants_of_friendly_values();
std::vector<Mutant> mutants_of_sharing_of_views();
std::vector<Mutant> mutants_of_multi_subtensor();
std::vector<Mutant> mutants_of_rearrange();
std::vector<Mutant> mutants_of_refused_rearrangements();  // within mutants_of_rearrange
std::vector<Mutant> mutants_of_permute();
std::vector<Mutant> mutants_of_reshape();
std::vector<Mutant> mutants_of_broadcast_to();
std::vector<Mutant> mutants_of_broadcast_in_dim();
std::vector<Mutant> mutants_of_squeeze();
std::vector<Mutant> mutants_of_slice();
std::vector<Mutant> mutants_of_refused_slices();  // within mutants_of_slice
std::vector<Mutant> mutants_of_as_strided();
std::vector<Mutant> mutants_of_adjacent();
std::vector<Mutant> mutants_of_rules();
std::vector<Mutant> mutants_of_ownership();
std::vector<Mutant> mutants_of_boundary();
std::vector<Mutant> mutants_of_backward();
std::vector<Mutant> mutants_of_refused_cotangents();  // within mutants_of_backward
std::vector<Mutant> mutants_of_graphs();              // within mutants_of_backward
std::vector<Mutant> mutants_of_no_grad();
std::vector<Mutant> all_mutants();

std::vector<Variant> all_variants();
std::vector<Vacuous> all_vacuous();

}  // namespace swconform::judgement
