// SPDX-License-Identifier: Apache-2.0
// What wrong rearrangements are written with: requests changed before they are looked at, and a rearrangement that lets
// pass what it should refuse.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reference/rearrangement.hpp"
#include "tests/judgement/view_mutations.hpp"

namespace swconform::judgement::rearrangements {

using strideweave::Profile;
using strideweave::Rearrangement;
using strideweave::Tree;

extern const std::string operation;

/// The description, or nullptr where the output is none.
const std::string* description(const Call& call);
const Tree* output_tree(const Call& call);
bool has_selection(const Call& call);

/// The description, changed before it is parsed.
Change described(std::function<std::string(std::string)> edit);
/// The Trees a valid request of one-subtensor Tensors comes to, changed where `concerns`.
using Concerns = std::function<bool(const Call&)>;
Change trees(Concerns concerns, std::function<void(Rearrangement&, const Layout& source)> edit);
bool always(const Call& call);
bool has_default(const Call& call);

/// The ids of the output by another numbering of the parts; an id that is none of them stays.
void renumber(Rearrangement& request, const std::vector<std::size_t>& numbering);
/// The Tree without its groups. With the nodes that are wanted only.
Tree flat_tree(const Tree& tree);
Tree without(const Tree& tree, const std::function<bool(const strideweave::Node&)>& unwanted);
/// One unnamed leaf for each top-level mode.
Tree top_level(const Layout& layout);

/// The names of a reference, left to right.
std::vector<std::string> names_in(const std::string& text);
struct Sides {
  std::string input;
  std::string output;
};
/// At the first arrow; the output is empty where there is none.
Sides sides_of(const std::string& text);
/// Every character for which `unwanted` becomes a blank.
std::string blanked(std::string text, const std::function<bool(char)>& unwanted);

/// What it lets pass where it should refuse with ValueError.
struct Leniency {
  bool left_out = false;   // parts the output does not place
  bool twice = false;      // ids that stand twice
  bool unit_twice = false;  // the same for parts of one element
  bool past = false;       // ids of no part: a unit is inserted
  bool too_short = false;  // a selection with fewer items than there are modes
  bool too_long = false;   // with more: the rest are units
  bool too_deep = false;   // groups over leaves: the first takes the leaf
};
Change lets_pass(const Leniency& leniency);
/// Refusals with a ValueError that concern Trees, or descriptions, become refusals of another kind.
Change kind_of(bool descriptions, ErrorKind kind);

}  // namespace swconform::judgement::rearrangements
