// SPDX-License-Identifier: Apache-2.0
// What mutants of "every view" and of views of several subtensors are written with: one row stands for all operations.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/judgement/leading_mutations.hpp"

namespace swconform::judgement {

using Names = std::vector<std::string>;

/// The nine view operations, and the eight of them that take several subtensors.
const Names& views();
const Names& leading_views();

/// One mutant for each operation, named after it.
std::vector<Mutant> for_each(const Names& operations, const std::string& clause, const std::string& wrong,
                             const std::function<Change(const std::string&)>& change);

bool has_several(const Tensor& tensor);

/// The view of another Tensor in the place of this one, or of one that is told to be of a dtype that has the planes of
/// its own and no rule.
Change ruleless(std::string operation);
/// The rules of the dtype do not see the view, but its source once more.
Change rules_see_the_source(std::string operation);
/// The view is of a dtype with the planes of the source's, and is not the source's.
Change like_dtype(std::string operation);

/// Where a rule has refused the view. Called within the handler.
Change on_rule_failure(std::string operation, std::function<Item(const Call&)> handler);
/// Every way to spoil the exception of a rule.
std::vector<Mutant> mutants_of_rule_failures(const Names& operations, const std::string& clause);

/// A side effect on every carrier of the first argument, deepest first, once the operation has failed.
Change on_error_everywhere(std::string operation, std::function<void(strideweave::Carrier&)> effect);
/// The same for the last one only.
Change on_error_deepest(std::string operation, std::function<void(strideweave::Carrier&)> effect);

void release(strideweave::Carrier& carrier);

}  // namespace swconform::judgement
