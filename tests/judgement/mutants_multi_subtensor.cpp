// SPDX-License-Identifier: Apache-2.0
// views.multi-subtensor
#include <memory>
#include <utility>

#include "reference/carriers.hpp"
#include "tests/judgement/rows.hpp"
#include "tests/judgement/view_mutations.hpp"

namespace swconform::judgement {
namespace {

using Edit = std::function<void(Parts& view, const Tensor& source)>;

/// What the operation makes of several subtensors, changed.
std::function<Change(const std::string&)> several(Edit edit) {
  return [edit = std::move(edit)](const std::string& operation) {
    return result_of(operation, [edit](Parts& view, const Tensor& source) {
      if (has_several(source)) edit(view, source);
    });
  };
}

/// Whether the layout may stand for `S_i`, there being a level below.
bool leads_down(const Parts& parts, std::size_t i, const Layout& layout) {
  return layout.fits(parts.levels[i + 1].layout.size());
}

void adjacent_for_placement(Parts& view, const Tensor&) {
  auto& leading = view.levels[0];
  if (view.adjacent[0].fits(leading.carrier->size(), leading.offset)) leading.layout = view.adjacent[0];
}

void placement_for_adjacent(Parts& view, const Tensor&) {
  if (leads_down(view, 0, view.levels[0].layout)) view.adjacent[0] = view.levels[0].layout;
}

void compact_placement(Parts& view, const Tensor&) { view.levels[0].layout = compact(view.levels[0].layout.shape()); }

void compact_adjacent(Parts& view, const Tensor&) {
  const Layout plain = compact(view.adjacent[0].shape());
  if (leads_down(view, 0, plain)) view.adjacent[0] = plain;
}

void adjacent_as_it_was(Parts& view, const Tensor& source) {
  const Layout& was = source.representation().adjacent_layouts()[0];
  if (was.shape() == view.adjacent[0].shape()) view.adjacent[0] = was;
}

void compact_below(Parts& view, const Tensor&) {
  for (std::size_t i = 1; i < view.levels.size(); ++i) {
    view.levels[i].layout = compact(view.levels[i].layout.shape());
  }
}

/// The last level becomes as small as its neighbour allows.
void last_level_cut(Parts& view, const Tensor&) {
  view.levels.back().layout = compact(Shape{view.adjacent.back().cosize()});
}

void compact_transitions_below(Parts& view, const Tensor&) {
  for (std::size_t i = 1; i < view.adjacent.size(); ++i) {
    const Layout plain = compact(view.adjacent[i].shape());
    if (leads_down(view, i, plain)) view.adjacent[i] = plain;
  }
}

void constant_transitions_below(Parts& view, const Tensor&) {
  for (std::size_t i = 1; i < view.adjacent.size(); ++i) view.adjacent[i] = compact(view.adjacent[i].shape(), 0);
}

void lower_levels_reversed(Parts& view, const Tensor&) {
  if (view.levels.size() == 3) std::swap(view.levels[1], view.levels[2]);
}

void lower_storage_reversed(Parts& view, const Tensor&) {
  if (view.levels.size() == 3) {
    std::swap(view.levels[1].carrier, view.levels[2].carrier);
    std::swap(view.levels[1].offset, view.levels[2].offset);
  }
}

void first_offset_everywhere(Parts& view, const Tensor&) {
  for (auto& level : view.levels) level.offset = view.levels[0].offset;
}

void copies_from(Parts& view, std::size_t first) {
  for (std::size_t i = first; i < view.levels.size(); ++i) view.levels[i].carrier = copy_of(view.levels[i].carrier);
}

/// One level, with nothing in it and room for everything.
Tensor alone(const Layout& layout) {
  return {CarrierPtr(std::make_shared<strideweave::VirtualCarrier>(strideweave::dtype::float32(), layout.cosize())), 0,
          layout};
}

Layout transformed(const Call& call, const Layout& layout) { return call.with(alone(layout)).as<Tensor>()->layout(); }

/// Where it refuses to transform a leading layout, it takes for it what came of the other one.
Change looks_at_one(const std::string& operation, bool at_placement) {
  return around(operation, [at_placement](const Call& call) {
    try {
      return call();
    } catch (const strideweave::Error&) {
      if (call.tensor() == nullptr || !has_several(*call.tensor())) throw;
      Parts parts = parts_of(*call.tensor());
      const Layout other = transformed(call, at_placement ? parts.levels[0].layout : parts.adjacent[0]);
      parts.levels[0].layout = other;
      parts.adjacent[0] = other;
      return Item::object(assemble(std::move(parts)));
    }
  });
}

bool takes(const Call& call, const Layout& layout) {
  try {
    transformed(call, layout);
    return true;
  } catch (const strideweave::Error&) {
    return false;
  }
}

/// Refusals by one of the leading layouts become refusals of another kind.
std::function<Change(const std::string&)> kind_of_refusals(bool by_placement, ErrorKind kind) {
  return [by_placement, kind](const std::string& operation) {
    return kind_where(
        operation,
        [by_placement](const Call& call) {
          return has_several(*call.tensor()) && takes(call, call.tensor()->layout()) != by_placement;
        },
        kind);
  };
}

/// It transforms L_0 only, and gives S_0 the strides of the source where their number is the same.
void strides_of_the_source(Parts& view, const Tensor& source) {
  const Layout& was = source.representation().adjacent_layouts()[0];
  if (was.leaf_count() != view.adjacent[0].leaf_count()) return;
  const Layout other = with_strides_of(view.adjacent[0].shape(), was);
  if (leads_down(view, 0, other)) view.adjacent[0] = other;
}

}  // namespace

std::vector<Mutant> mutants_of_multi_subtensor() {
  std::vector<Mutant> mutants;
  const auto add = [&](const std::string& clause, const std::string& wrong, const Names& operations,
                       const std::function<Change(const std::string&)>& change) {
    append(mutants, for_each(operations, "views.multi-subtensor." + clause, wrong, change));
  };
  const Names conditional = {"reshape", "as_strided"};  // the two with a condition that is not of the shape alone
  add("1", "puts S_0 in the place of L_0", leading_views(), several(adjacent_for_placement));
  add("1", "makes L_0 compact", leading_views(), several(compact_placement));
  add("2", "puts L_0 in the place of S_0", leading_views(), several(placement_for_adjacent));
  add("2", "makes S_0 compact", leading_views(), several(compact_adjacent));
  add("2", "leaves S_0 as it was where the shape stays", {"permute", "as_strided"}, several(adjacent_as_it_was));
  add("2", "leaves the strides of S_0 as they were", {"permute", "as_strided", "broadcast_to"},
      several(strides_of_the_source));
  add("3", "makes deeper levels compact", leading_views(), several(compact_below));
  add("3", "cuts the last level to what is reached", leading_views(), several(last_level_cut));
  add("4", "makes deeper transitions compact", leading_views(), several(compact_transitions_below));
  add("4", "makes deeper transitions constant", leading_views(), several(constant_transitions_below));
  add("5", "copies the carriers", leading_views(), several([](Parts& view, const Tensor&) { copies_from(view, 0); }));
  add("5", "copies the carriers of deeper levels", leading_views(),
      several([](Parts& view, const Tensor&) { copies_from(view, 1); }));
  for (const std::string& operation : leading_views()) {
    append(mutants, mutants_of_offsets("views.multi-subtensor.6", operation));
  }
  add("6", "gives every level the first offset", leading_views(), several(first_offset_everywhere));
  add("7", "returns a dtype with the same planes", leading_views(), like_dtype);
  add("8", "reverses the lower levels", leading_views(), several(lower_levels_reversed));
  add("8", "reverses the storage of the lower levels", leading_views(), several(lower_storage_reversed));
  add("9", "refuses L_0 with NotImplementedError", leading_views(),
      kind_of_refusals(true, ErrorKind::not_implemented_error));
  add("9", "looks at S_0 only", conditional, [](const std::string& name) { return looks_at_one(name, false); });
  add("10", "refuses S_0 with RuntimeError", conditional, kind_of_refusals(false, ErrorKind::runtime_error));
  add("10", "looks at L_0 only", conditional, [](const std::string& name) { return looks_at_one(name, true); });
  append(mutants, mutants_of_rule_failures(leading_views(), "views.multi-subtensor.11"));
  add("12", "releases every carrier when it refuses", leading_views(),
      [](const std::string& name) { return on_error_everywhere(name, release); });
  add("12", "writes to the deepest carrier when it refuses", leading_views(),
      [](const std::string& name) { return on_error_deepest(name, write_back); });
  add("13", "calls no rule", leading_views(), ruleless);
  add("13", "shows the rules the source", leading_views(), rules_see_the_source);
  return mutants;
}

}  // namespace swconform::judgement
