// SPDX-License-Identifier: Apache-2.0
// views.rearrange: what comes out. What is refused stands in mutants_rearrange_refused.cpp.
#include <algorithm>
#include <numeric>

#include "tests/judgement/rearrange_mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using namespace rearrangements;
using strideweave::Mark;
using strideweave::Node;

bool with_description(const Call& call) { return description(call) != nullptr; }
bool with_selection(const Call& call) { return output_tree(call) != nullptr && has_selection(call); }

/// The id at each place is taken for the place of the part.
void inverse(Rearrangement& request, const Layout&) {
  std::vector<Node> nodes(request.output.nodes().begin(), request.output.nodes().end());
  const std::vector<Node> right = nodes;
  for (std::size_t place = 0; place < right.size(); ++place) {
    const auto& id = right[place].id();
    if (id && *id < Int(nodes.size()) && right[id->to_size()].id()) nodes[id->to_size()] = Node::id(Int(place));
  }
  request.output = Tree(request.output.profile(), std::move(nodes));
}

void unit_leaves_dropped(Rearrangement& request, const Layout&) {
  request.output = without(request.output, [](const Node& node) { return !node.id().has_value(); });
}

void output_flat(Rearrangement& request, const Layout&) { request.output = flat_tree(request.output); }
void selection_flat(Rearrangement& request, const Layout&) { request.selection = flat_tree(request.selection); }
void default_taken(Rearrangement& request, const Layout& source) {
  request.selection = default_selection(source.shape());
}
void whole_modes(Rearrangement& request, const Layout& source) { request.selection = top_level(source); }

void numbered_backwards(Rearrangement& request, const Layout&) {
  std::vector<std::size_t> numbering(request.selection.nodes().size());
  std::iota(numbering.rbegin(), numbering.rend(), std::size_t{0});
  renumber(request, numbering);
}

/// Leaves of top-level modes first, then those one level below, ...
void breadth_first(Rearrangement& request, const Layout& source) {
  std::vector<std::size_t> depths;
  std::size_t depth = 0;
  for (const Mark mark : source.profile().marks()) {
    if (mark == Mark::leaf) depths.push_back(depth);
    depth = mark == Mark::push ? depth + 1 : mark == Mark::pop ? depth - 1 : depth;
  }
  std::vector<std::size_t> numbering(depths.size());
  std::iota(numbering.begin(), numbering.end(), std::size_t{0});
  std::stable_sort(numbering.begin(), numbering.end(),
                   [&](std::size_t a, std::size_t b) { return depths[a] < depths[b]; });
  renumber(request, numbering);
}

void without_units(Rearrangement& request, const Layout& source) {
  std::vector<std::size_t> numbering;
  for (std::size_t leaf = 0; leaf < source.leaf_count(); ++leaf) {
    if (source.extents()[leaf] > 1) numbering.push_back(leaf);
  }
  renumber(request, numbering);
}

std::string written(const std::vector<std::string>& names) {
  return std::accumulate(names.begin(), names.end(), std::string(),
                         [](std::string text, const std::string& name) { return std::move(text) + name + " "; });
}

/// Its input has the same names in the order of the alphabet, where it has nothing else.
std::string sorted_names(std::string text) {
  const Sides sides = sides_of(text);
  std::vector<std::string> names = names_in(sides.input);
  if (sides.input.find_first_of("(1") != std::string::npos) return text;
  std::sort(names.begin(), names.end());
  return written(names) + "->" + sides.output;
}

std::string read_backwards(std::string text) {
  const Sides sides = sides_of(text);
  std::vector<std::string> names = names_in(sides.output);
  if (sides.output.find_first_of("(1") != std::string::npos) return text;
  std::reverse(names.begin(), names.end());
  return sides.input + "->" + written(names);
}

std::string first_letters(std::string text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool inside = at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0 || text[at - 1] == '_');
    if (!inside || (std::isalnum(static_cast<unsigned char>(text[at])) == 0 && text[at] != '_')) result += text[at];
  }
  return result;
}

std::string small_letters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return text;
}

/// Input units extract nothing, so that the parts after them have smaller numbers.
std::string without_input_units(std::string text) {
  const Sides sides = sides_of(text);
  return blanked(sides.input, [](char c) { return c == '1'; }) + "->" + sides.output;
}

std::string without_output_units(std::string text) {
  const Sides sides = sides_of(text);
  return sides.input + "->" + blanked(sides.output, [](char c) { return c == '1'; });
}

bool is_parenthesis(char c) { return c == '(' || c == ')'; }

std::vector<Mutant> mutants_of_layouts() {
  const auto of_layouts = [](auto edit) { return placement_of(operation, std::move(edit)); };
  return {
      {"views.rearrange.1", "returns the source where nothing changes",
       source_where(operation,
                    [](const Tensor& view, const Tensor& source) { return view.layout() == source.layout(); })},
      {"views.rearrange.2", "takes the id of a place for the place of a part", trees(always, inverse)},
      {"views.rearrange.2", "flattens the result",
       of_layouts([](const Layout& view, const Layout&) { return flat(view); })},
      {"views.rearrange.2", "opens nested modes of one leaf",
       of_layouts([](const Layout& view, const Layout&) { return singles_opened(view); })},
      {"views.rearrange.2", "makes the result compact",
       of_layouts([](const Layout& view, const Layout&) { return compact(view.shape()); })},
      {"views.rearrange.2", "leaves the strides in their places", of_layouts([](const Layout& view, const Layout& was) {
         return view.leaf_count() == was.leaf_count() ? with_strides_of(view.shape(), was) : view;
       })},
      {"views.rearrange.2", "drops the leaves to be inserted", trees(with_selection, unit_leaves_dropped)},
      {"views.rearrange.2", "builds no groups", trees(with_selection, output_flat)},
      {"views.rearrange.3", "passes over the selection", trees(with_selection, default_taken)},
      {"views.rearrange.3", "always selects whole modes", trees(with_selection, whole_modes)},
      {"views.rearrange.3", "numbers what is selected from the last to the first",
       trees(with_selection, numbered_backwards)},
      {"views.rearrange.4", "selects whole modes by default", trees(has_default, whole_modes)},
      {"views.rearrange.4", "numbers leaves from the last to the first", trees(has_default, numbered_backwards)},
      {"views.rearrange.4", "numbers leaves level by level", trees(has_default, breadth_first)},
      {"views.rearrange.4", "does not number leaves of extent one", trees(has_default, without_units)},
      {"views.rearrange.4", "demands a selection",
       around(operation,
              [](const Call& call) {
                if (has_default(call)) strideweave::raise_type_error("a selection is missing");
                return call();
              })},
      {"views.rearrange.5", "passes over the selection of a description", trees(with_description, default_taken)},
      {"views.rearrange.5", "selects whole modes for every description", trees(with_description, whole_modes)},
      {"views.rearrange.5", "sorts the names", described(sorted_names)},
      {"views.rearrange.5", "reads the output from right to left", described(read_backwards)},
      {"views.rearrange.5", "looks at the first letter of a name", described(first_letters)},
      {"views.rearrange.5", "takes capitals for small letters", described(small_letters)},
      {"views.rearrange.5", "passes over ones in the input", described(without_input_units)},
      {"views.rearrange.5", "passes over ones in the output", described(without_output_units)},
      {"views.rearrange.5", "passes over groups in the output", trees(with_description, output_flat)},
      {"views.rearrange.5", "passes over groups in the input", trees(with_description, selection_flat)},
      {"views.rearrange.5", "passes over parentheses",
       described([](std::string text) { return blanked(std::move(text), is_parenthesis); })},
      {"views.rearrange.6", "takes no Tree together with a selection",
       refuses_where(operation, with_selection, ErrorKind::type_error)},
      {"views.rearrange.6", "takes no string", refuses_where(operation, with_description, ErrorKind::type_error)},
      {"views.rearrange.8", "drops the offset of described views",
       around(operation,
              [](const Call& call) {
                const Item view = call();
                return with_description(call) ? Item::object(at(*view.as<Tensor>(), 0, view.as<Tensor>()->layout()))
                                              : view;
              })},
      {"views.rearrange.8", "moves the offset by one where a leaf is inserted",
       result_of(operation,
                 [](Parts& view, const Tensor& source) {
                   if (view.levels[0].layout.leaf_count() > source.layout().leaf_count()) view.levels[0].offset -= 1;
                 })},
  };
}

}  // namespace

std::vector<Mutant> mutants_of_rearrange() {
  std::vector<Mutant> mutants = mutants_of_layouts();
  append(mutants, mutants_of_refused_rearrangements());
  append(mutants, {{"views.rearrange.7", "copies the carrier",
                    result_of(operation,
                              [](Parts& view, const Tensor&) {
                                view.levels[0].carrier = copy_of(view.levels[0].carrier);
                              })},
                   {"views.rearrange.7", "copies where the order changes",
                    result_of(operation,
                              [](Parts& view, const Tensor& source) {
                                if (view.levels[0].layout != source.layout()) {
                                  view.levels[0].carrier = copy_of(view.levels[0].carrier);
                                }
                              })},
                   {"views.rearrange.8", "drops the offset", result_of(operation, [](Parts& view, const Tensor&) {
                      view.levels[0].offset = 0;
                    })}});
  return mutants;
}

}  // namespace swconform::judgement
