// SPDX-License-Identifier: Apache-2.0
// views.squeeze: unsqueeze and squeeze
#include <algorithm>

#include "bindings/reference/conversions.hpp"
#include "tests/judgement/leading_mutations.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using strideweave::LayoutBuilder;

const std::string unsqueeze_name = "unsqueeze";
const std::string squeeze_name = "squeeze";

std::optional<Int> dim_of(const Call& call) {
  const Integer* dim = call.arguments.item(1).integer();
  return dim != nullptr && call.tensor() != nullptr ? std::optional(reference::to_int(*dim)) : std::nullopt;
}
Int rank_of(const Call& call) { return call.tensor()->layout().rank(); }

/// The dim, changed where it is an integer.
Change other_dim(const std::string& operation, std::function<Int(Int dim, Int rank)> edit) {
  return around(operation, [edit = std::move(edit)](const Call& call) {
    const auto dim = dim_of(call);
    if (!dim) return call();
    const Int changed = edit(*dim, rank_of(call));
    return call.next(call.session, call.arguments.with(1, Item(reference::to_integer(changed))));
  });
}

/// The mode squeeze selects, where it is in domain.
std::optional<strideweave::Profile::Mode> selected(const Call& call) {
  auto dim = dim_of(call);
  if (dim && *dim < 0) *dim += rank_of(call);
  if (!dim || *dim < 0 || *dim >= rank_of(call)) return std::nullopt;
  return call.tensor()->layout().profile().mode(dim->to_size());
}
Int extent_of(const Layout& layout, const strideweave::Profile::Mode& mode) {
  Int extent = 1;
  for (std::size_t leaf = mode.first_leaf; leaf < mode.end_leaf; ++leaf) extent *= layout.extents()[leaf];
  return extent;
}
bool selects_nested(const Call& call) { return selected(call) && !selected(call)->is_leaf(); }
bool selects_extent(const Call& call) {
  return selected(call) && selected(call)->is_leaf() && extent_of(call.tensor()->layout(), *selected(call)) != 1;
}
bool selects_single_leaf(const Call& call) { return selects_nested(call) && selected(call)->leaf_count() == 1; }
bool selects_nothing(const Call& call) { return dim_of(call) && !selected(call); }

/// Squeezes modes it should refuse.
Change removes(std::function<bool(const Call&)> wanted) {
  return accepts(squeeze_name,
                 [wanted = std::move(wanted)](const Call& call, const Layout& layout) -> std::optional<Layout> {
                   if (!selected(call) || !wanted(call)) return std::nullopt;
                   const Int dim = *dim_of(call) < 0 ? *dim_of(call) + rank_of(call) : *dim_of(call);
                   return remove_mode(layout, dim.to_size());
                 });
}

/// What is inserted gets this stride.
Layout inserted_with(const Layout& result, const Layout& source, Int stride) {
  // The inserted leaf is the first one in which the two differ.
  std::size_t inserted = 0;
  while (inserted < source.leaf_count() && source.extents()[inserted] == result.extents()[inserted] &&
         source.strides()[inserted] == result.strides()[inserted]) {
    ++inserted;
  }
  return with_strides(result, [&](std::size_t leaf, Int, Int old) { return leaf == inserted ? stride : old; });
}

Layout without_ones(const Layout& layout) {
  LayoutBuilder builder;
  for (const auto& mode : layout.profile().modes()) {
    if (!mode.is_leaf() || layout.extents()[mode.first_leaf] != 1) builder.mode(layout, mode);
  }
  return builder.build();
}

Layout forgets_unit_strides(const Layout& layout) {
  return with_strides(layout, [](std::size_t, Int extent, Int stride) { return extent == 1 ? Int(0) : stride; });
}

Layout constant(const Layout& layout) {
  return with_strides(layout, [](std::size_t, Int, Int) { return Int(0); });
}

std::vector<Mutant> mutants_of_unsqueeze() {
  return {
      {"views.squeeze.1", "unsqueeze cuts floats down",
       argument_of(unsqueeze_name, 1,
                   [](const Item& dim) {
                     return dim.floating() != nullptr ? Item(static_cast<std::int64_t>(*dim.floating())) : dim;
                   })},
      {"views.squeeze.2", "unsqueeze counts back from the last mode",
       other_dim(unsqueeze_name, [](Int dim, Int rank) { return dim < 0 && dim >= -rank ? dim + rank : dim; })},
      {"views.squeeze.2", "unsqueeze takes every negative dim for the end",
       other_dim(unsqueeze_name, [](Int dim, Int) { return dim < 0 ? Int(-1) : dim; })},
      {"views.squeeze.2", "unsqueeze counts back twice",
       other_dim(unsqueeze_name,
                 [](Int dim, Int rank) { return dim < -(rank + 1) && dim >= -2 * (rank + 1) ? dim + rank + 1 : dim; })},
      {"views.squeeze.2", "unsqueeze takes no negative dim",
       refuses_where(unsqueeze_name, [](const Call& call) { return dim_of(call) && *dim_of(call) < 0; })},
      {"views.squeeze.3", "unsqueeze returns the source where it has no mode",
       source_where(unsqueeze_name, [](const Tensor&, const Tensor& source) { return source.layout().rank() == 0; })},
      {"views.squeeze.3", "unsqueeze returns the source where a mode is nested",
       around(unsqueeze_name,
              [](const Call& call) {
                const Item result = call();
                const bool nested = has_nested_mode(call.tensor()->layout());
                return nested && dim_of(call) == Int(1) ? call.arguments.item(0) : result;
              })},
      {"views.squeeze.4", "unsqueeze gives the mode a stride of one",
       placement_of(unsqueeze_name,
                    [](const Layout& result, const Layout& source) { return inserted_with(result, source, 1); })},
      {"views.squeeze.4", "unsqueeze gives the mode the stride it would have in a compact layout",
       placement_of(
           unsqueeze_name,
           [](const Layout& result, const Layout& source) { return inserted_with(result, source, source.cosize()); })},
      {"views.squeeze.4", "unsqueeze inserts at the end, wherever it should",
       other_dim(unsqueeze_name, [](Int dim, Int rank) { return dim >= 0 && dim <= rank ? rank : dim; })},
      {"views.squeeze.4", "unsqueeze nests the mode it inserts first",
       leading_of(unsqueeze_name,
                  [](const Layout& result, const Layout&) {
                    LayoutBuilder builder;
                    for (std::size_t mode = 0; mode < result.rank(); ++mode) {
                      const bool inserted = mode == 0 && result.shape().mode(0) == Shape{1};
                      if (inserted) builder.push();
                      builder.mode(result, mode);
                      if (inserted) builder.pop();
                    }
                    return builder.build();
                  })},
      {"views.squeeze.4", "unsqueeze flattens what is beside",
       leading_of(unsqueeze_name, [](const Layout& result, const Layout&) { return flat(result); })},
      {"views.squeeze.5", "unsqueeze gives the mode of S_0 a stride of one",
       adjacent_of(unsqueeze_name,
                   [](const Layout& result, const Layout& source) { return inserted_with(result, source, 1); })},
      {"views.squeeze.5", "unsqueeze makes S_0 constant",
       adjacent_of(unsqueeze_name, [](const Layout& result, const Layout&) { return constant(result); })},
      {"views.squeeze.5", "unsqueeze puts L_0 in the place of S_0",
       result_of(unsqueeze_name,
                 [](Parts& result, const Tensor&) {
                   if (!result.adjacent.empty()) result.adjacent[0] = result.levels[0].layout;
                 })},
      {"views.squeeze.6", "unsqueeze inserts before a mode only",
       refuses_where(unsqueeze_name, [](const Call& call) { return dim_of(call) == rank_of(call); })},
      {"views.squeeze.6", "unsqueeze takes what is past the end for the end",
       other_dim(unsqueeze_name, [](Int dim, Int rank) { return std::min(dim, rank); })},
      {"views.squeeze.15", "unsqueeze accepts whole floats",
       argument_of(unsqueeze_name, 1,
                   [](const Item& dim) {
                     const bool whole = dim.floating() != nullptr && *dim.floating() == 1.0;
                     return whole ? Item(1) : dim;
                   })},
      {"views.squeeze.15", "unsqueeze reads a number out of text",
       argument_of(unsqueeze_name, 1,
                   [](const Item& dim) { return dim.text() != nullptr ? Item(*Integer::parse(*dim.text())) : dim; })},
      {"views.squeeze.15", "unsqueeze takes None for the end",
       argument_of(unsqueeze_name, 1, [](const Item& dim) { return dim.is_none() ? Item(-1) : dim; })},
      {"views.squeeze.15", "unsqueeze opens a list of one",
       argument_of(unsqueeze_name, 1,
                   [](const Item& dim) { return dim.list() != nullptr ? dim.list()->front() : dim; })},
      {"views.squeeze.15", "unsqueeze refuses a wrong type with ValueError",
       other_kind(unsqueeze_name, ErrorKind::type_error, ErrorKind::value_error)},
      {"views.squeeze.17", "unsqueeze takes what is before the start for the start",
       other_dim(unsqueeze_name, [](Int dim, Int rank) { return std::max(dim, -(rank + 1)); })},
      {"views.squeeze.17", "unsqueeze counts in 64 bits",
       other_dim(unsqueeze_name, [](Int dim, Int) { return dim % Int::from_raw(Int::Raw{1} << 64); })},
      {"views.squeeze.17", "unsqueeze refuses with IndexError",
       other_kind(unsqueeze_name, ErrorKind::value_error, ErrorKind::index_error)},
      {"views.squeeze.17", "unsqueeze has room for two modes where there is none",
       other_dim(unsqueeze_name, [](Int dim, Int rank) { return rank == 0 && dim == 1 ? Int(0) : dim; })},
      {"views.squeeze.24", "unsqueeze flattens a nested mode of the placement layout",
       placement_of(unsqueeze_name, [](const Layout& result, const Layout&) { return flat(result); })},
  };
}

std::vector<Mutant> mutants_of_squeeze_alone() {
  return {
      {"views.squeeze.7", "squeeze cuts floats down",
       argument_of(squeeze_name, 1,
                   [](const Item& dim) {
                     return dim.floating() != nullptr ? Item(static_cast<std::int64_t>(*dim.floating())) : dim;
                   })},
      {"views.squeeze.8", "squeeze counts back from the insertion range",
       other_dim(squeeze_name, [](Int dim, Int rank) { return dim < 0 && dim >= -rank ? dim + rank + 1 : dim; })},
      {"views.squeeze.8", "squeeze counts back twice",
       other_dim(squeeze_name, [](Int dim, Int rank) { return dim < -rank && dim >= -2 * rank ? dim + rank : dim; })},
      {"views.squeeze.8", "squeeze takes no negative dim",
       refuses_where(squeeze_name, [](const Call& call) { return dim_of(call) && *dim_of(call) < 0; })},
      {"views.squeeze.9", "squeeze takes a nested mode of one leaf", removes(selects_single_leaf)},
      {"views.squeeze.9", "squeeze takes any extent", removes(selects_extent)},
      {"views.squeeze.9", "squeeze wants another mode to remain",
       refuses_where(squeeze_name, [](const Call& call) { return rank_of(call) == 1; })},
      {"views.squeeze.9", "squeeze wants a stride of zero",
       refuses_where(squeeze_name,
                     [](const Call& call) {
                       return selected(call) && selected(call)->is_leaf() &&
                              call.tensor()->layout().strides()[selected(call)->first_leaf] != 0;
                     })},
      {"views.squeeze.10", "squeeze returns the source where its only mode goes",
       source_where(squeeze_name, [](const Tensor&, const Tensor& source) { return source.layout().rank() == 1; })},
      {"views.squeeze.11", "squeeze removes every mode of extent one",
       placement_of(squeeze_name, [](const Layout& result, const Layout&) { return without_ones(result); })},
      {"views.squeeze.11", "squeeze removes the first mode of extent one",
       around(squeeze_name,
              [](const Call& call) {
                const Item result = call();
                const auto extents = call.tensor()->layout().extents();
                const bool first = !extents.empty() && extents[0] == 1 && call.tensor()->layout().shape().is_leaf(0);
                return first ? call.next(call.session, call.arguments.with(1, Item(0))) : result;
              })},
      {"views.squeeze.11", "squeeze flattens what remains",
       leading_of(squeeze_name, [](const Layout& result, const Layout&) { return flat(result); })},
      {"views.squeeze.11", "squeeze makes what remains compact",
       placement_of(squeeze_name,
                    [](const Layout& result, const Layout&) {
                      const Layout plain = compact(result.shape());
                      return plain.cosize() <= result.cosize() ? plain : result;
                    })},
      {"views.squeeze.11", "squeeze forgets the strides of extents of one that remain",
       placement_of(squeeze_name, [](const Layout& result, const Layout&) { return forgets_unit_strides(result); })},
      {"views.squeeze.12", "squeeze makes S_0 constant",
       adjacent_of(squeeze_name, [](const Layout& result, const Layout&) { return constant(result); })},
      {"views.squeeze.12", "squeeze puts L_0 in the place of S_0",
       result_of(squeeze_name,
                 [](Parts& result, const Tensor&) {
                   if (!result.adjacent.empty()) result.adjacent[0] = result.levels[0].layout;
                 })},
      {"views.squeeze.16", "squeeze accepts whole floats",
       argument_of(squeeze_name, 1,
                   [](const Item& dim) {
                     const bool whole = dim.floating() != nullptr && *dim.floating() == 0.0;
                     return whole ? Item(0) : dim;
                   })},
      {"views.squeeze.16", "squeeze reads a number out of text",
       argument_of(squeeze_name, 1,
                   [](const Item& dim) { return dim.text() != nullptr ? Item(*Integer::parse(*dim.text())) : dim; })},
      {"views.squeeze.16", "squeeze takes None for every mode of extent one",
       argument_of(squeeze_name, 1, [](const Item& dim) { return dim.is_none() ? Item(0) : dim; })},
      {"views.squeeze.16", "squeeze opens a list of one",
       argument_of(squeeze_name, 1, [](const Item& dim) { return dim.list() != nullptr ? dim.list()->front() : dim; })},
      {"views.squeeze.16", "squeeze refuses a wrong type with ValueError",
       other_kind(squeeze_name, ErrorKind::type_error, ErrorKind::value_error)},
      {"views.squeeze.18", "squeeze counts in 64 bits",
       other_dim(squeeze_name, [](Int dim, Int) { return dim % Int::from_raw(Int::Raw{1} << 64); })},
      {"views.squeeze.18", "squeeze takes what is before the first mode for the first",
       other_dim(squeeze_name, [](Int dim, Int rank) { return rank > 0 ? std::max(dim, -rank) : dim; })},
      {"views.squeeze.18", "squeeze leaves a source without modes alone",
       accepts(squeeze_name,
               [](const Call&, const Layout& layout) -> std::optional<Layout> {
                 return layout.rank() == 0 ? std::optional(layout) : std::nullopt;
               })},
      {"views.squeeze.18", "squeeze refuses a mode out of domain with IndexError",
       kind_where(squeeze_name, selects_nothing, ErrorKind::index_error)},
      {"views.squeeze.18", "squeeze does nothing where there is no such mode",
       accepts(squeeze_name,
               [](const Call& call, const Layout& layout) -> std::optional<Layout> {
                 return selects_nothing(call) ? std::optional(layout) : std::nullopt;
               })},
      {"views.squeeze.19", "squeeze takes a nested mode of size one", removes(selects_nested)},
      {"views.squeeze.19", "squeeze opens a nested mode",
       accepts(squeeze_name,
               [](const Call& call, const Layout& layout) -> std::optional<Layout> {
                 return selects_nested(call) ? std::optional(flat(layout)) : std::nullopt;
               })},
      {"views.squeeze.19", "squeeze refuses a nested mode with TypeError",
       kind_where(squeeze_name, selects_nested, ErrorKind::type_error)},
      {"views.squeeze.20", "squeeze takes the first of a mode of two", removes(selects_extent)},
      {"views.squeeze.20", "squeeze does nothing where the extent is not one",
       accepts(squeeze_name,
               [](const Call& call, const Layout& layout) -> std::optional<Layout> {
                 return selects_extent(call) ? std::optional(layout) : std::nullopt;
               })},
      {"views.squeeze.20", "squeeze refuses another extent with RuntimeError",
       kind_where(squeeze_name, selects_extent, ErrorKind::runtime_error)},
      {"views.squeeze.24", "squeeze flattens a nested mode beside an inserted one",
       leading_of(squeeze_name,
                  [](const Layout& result, const Layout& source) {
                    return has_nested_mode(source) && source.rank() == 3 ? flat(result) : result;
                  })},
      {"views.squeeze.24", "squeeze makes the rest compact where the mode had a stride of zero",
       placement_of(squeeze_name,
                    [](const Layout& result, const Layout& source) {
                      const auto strides = source.strides();
                      const bool zero = std::find(strides.begin(), strides.end(), Int(0)) != strides.end();
                      return zero ? compact(result.shape()) : result;
                    })},
  };
}

}  // namespace

std::vector<Mutant> mutants_of_squeeze() {
  std::vector<Mutant> mutants = mutants_of_unsqueeze();
  append(mutants, mutants_of_squeeze_alone());
  append(mutants, mutants_of_offsets("views.squeeze.13", unsqueeze_name));
  append(mutants, mutants_of_offsets("views.squeeze.14", squeeze_name));
  for (const std::string& operation : {unsqueeze_name, squeeze_name}) {
    append(mutants, mutants_of_failures("views.squeeze.21", "views.squeeze.22", operation));
    append(mutants, mutants_of_sharing("views.squeeze.23", operation));
  }
  return mutants;
}

}  // namespace swconform::judgement
