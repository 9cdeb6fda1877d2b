// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "runner/scenario/fixtures.hpp"
#include "runner/spec/catalogue.hpp"

namespace swconform::scenario::test {

/// views.permute (clauses 1 to 4, the last one untestable; scenarios hierarchical and invalid), views.slice (clauses 1
/// and 2; scenario leaf-default-step), and the readings Q4 of both and Q6 of views.slice.
const spec::Catalogue& catalogue();
const Vocabulary& vocabulary();

std::vector<Case> read(std::string_view text);
/// The message with which `text` is refused.
std::string refusal(std::string_view text, std::string_view file_name = "x.yaml");

/// The one case of a scenario with these members, each a line of YAML. Without `when` or `then` it has plain ones.
Case one(std::vector<std::string> members);

/// The givens of the case as the harness receives them: one JSON step a line.
std::vector<std::string> givens(const Case& one);
/// The same for `when`.
std::vector<std::string> steps(const Case& one);
std::string json(const Step& step);

/// "path: matcher" of every fact declared for the givens, in order.
std::vector<std::string> declared(const Case& one);
/// The matcher in one line: its kind and what it compares with.
std::string written(const Matcher& matcher);

std::string read_file(const std::filesystem::path& path);

}  // namespace swconform::scenario::test
