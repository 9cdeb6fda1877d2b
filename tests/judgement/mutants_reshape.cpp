// SPDX-License-Identifier: Apache-2.0
// views.reshape
#include <algorithm>

#include "bindings/reference/conversions.hpp"
#include "reference/algebra.hpp"
#include "tests/judgement/leading_mutations.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

const std::string reshape_name = "reshape";

Int base_or(const Layout& layout, Int otherwise) { return reshape_base(layout).value_or(otherwise); }

bool same_sizes(const Call& call) {
  return target_of(call) != nullptr && same_size(*target_of(call), call.tensor()->layout().shape());
}
bool other_sizes(const Call& call) { return target_of(call) != nullptr && !same_sizes(call); }
bool has_levels(const Tensor& tensor) { return !tensor.representation().adjacent_layouts().empty(); }
const Layout& adjacent_of_source(const Call& call) { return call.tensor()->representation().adjacent_layouts()[0]; }

/// Refuses a source of one level whose placement layout is `unwanted`.
Change refuses_layout(std::function<bool(const Layout&)> unwanted) {
  return refuses_where(reshape_name, [unwanted = std::move(unwanted)](const Call& call) {
    return same_sizes(call) && !has_levels(*call.tensor()) && unwanted(call.tensor()->layout());
  });
}

/// Takes layouts that have no base, where `wanted`, for layouts with that one.
Change takes_layout(std::function<bool(const Layout&)> wanted, Int base) {
  return accepts(reshape_name,
                 [base, wanted = std::move(wanted)](const Call& call, const Layout& layout) -> std::optional<Layout> {
                   if (!same_sizes(call) || reshape_base(layout) || !wanted(layout)) return std::nullopt;
                   return compact(*target_of(call), base);
                 });
}

Change takes_size(std::function<bool(const Layout&, const Shape& target)> wanted) {
  return accepts(reshape_name,
                 [wanted = std::move(wanted)](const Call& call, const Layout& layout) -> std::optional<Layout> {
                   if (!other_sizes(call) || !wanted(layout, *target_of(call))) return std::nullopt;
                   return compact(*target_of(call), base_or(layout, 1));
                 });
}

bool any_leaf(const Layout& layout, const std::function<bool(Int extent, Int stride)>& is_so) {
  for (std::size_t leaf = 0; leaf < layout.leaf_count(); ++leaf) {
    if (is_so(layout.extents()[leaf], layout.strides()[leaf])) return true;
  }
  return false;
}
bool has_constant_leaf(const Layout& layout) {
  return any_leaf(layout, [](Int extent, Int stride) { return extent > 1 && stride == 0; });
}
bool has_unit_leaf(const Layout& layout) {
  return any_leaf(layout, [](Int extent, Int) { return extent == 1; });
}
bool has_hole(const Layout& layout) { return layout.cosize() > layout.size(); }
bool is_permuted(const Layout& layout) { return injective(layout) && layout.cosize() == layout.size(); }
bool is_smaller(const Layout& layout, const Shape& target) { return target.size() < layout.size(); }

std::vector<Mutant> mutants_of_compatible_layouts() {
  return {
      {"views.reshape.3", "knows the base one only",
       refuses_layout([](const Layout& layout) { return layout.size() > 1 && base_or(layout, 1) != 1; })},
      {"views.reshape.3", "knows no base zero",
       refuses_layout([](const Layout& layout) { return layout.size() > 1 && base_or(layout, 1) == 0; })},
      {"views.reshape.3", "gives up where there are very many coordinates",
       refuses_layout([](const Layout& layout) { return layout.size() > (1 << 20); })},
      {"views.reshape.3", "looks at the strides of extent-one leaves",
       refuses_layout([](const Layout& layout) { return layout != compact(layout.shape(), base_or(layout, 1)); })},
      {"views.reshape.3", "does not join modes to one",
       refuses_where(reshape_name,
                     [](const Call& call) {
                       return same_sizes(call) && target_of(call)->leaf_count() < call.tensor()->layout().leaf_count();
                     })},
      {"views.reshape.3", "takes a gap between modes for none", takes_layout(has_hole, 1)},
      {"views.reshape.3", "asks only whether each carrier entry is reached once", takes_layout(is_permuted, 1)},
      {"views.reshape.3", "takes a constant leaf for a constant layout", takes_layout(has_constant_leaf, 0)},
      {"views.reshape.12", "joins whatever is on both sides of an extent of one", takes_layout(has_unit_leaf, 1)},
      {"views.reshape.12", "takes a row-major source where the shape stays",
       accepts(reshape_name,
               [](const Call& call, const Layout& layout) -> std::optional<Layout> {
                 if (!same_sizes(call) || *target_of(call) != layout.shape()) return std::nullopt;
                 return layout;
               })},
      {"views.reshape.12", "does not look inside nested modes",
       takes_layout([](const Layout& layout) { return layout.leaf_count() > layout.rank(); }, 1)},
      {"views.reshape.12", "refuses with NotImplementedError what it would have to copy",
       kind_where(reshape_name, same_sizes, ErrorKind::not_implemented_error)},
      {"views.reshape.12", "refuses with RuntimeError where S_0 alone does not fit",
       kind_where(
           reshape_name,
           [](const Call& call) { return has_levels(*call.tensor()) && reshape_base(call.tensor()->layout()); },
           ErrorKind::runtime_error)},
      {"views.reshape.8", "asks L_0 only",
       accepts(reshape_name,
               [](const Call& call, const Layout& layout) -> std::optional<Layout> {
                 if (!same_sizes(call) || !has_levels(*call.tensor()) || !reshape_base(call.tensor()->layout())) {
                   return std::nullopt;
                 }
                 return compact(*target_of(call), base_or(layout, 1));
               })},
      {"views.reshape.8", "asks S_0 only",
       accepts(reshape_name,
               [](const Call& call, const Layout& layout) -> std::optional<Layout> {
                 if (!same_sizes(call) || !has_levels(*call.tensor()) || !reshape_base(adjacent_of_source(call))) {
                   return std::nullopt;
                 }
                 return compact(*target_of(call), base_or(layout, 1));
               })},
      {"views.reshape.8", "wants the same base of both",
       refuses_where(reshape_name,
                     [](const Call& call) {
                       return same_sizes(call) && has_levels(*call.tensor()) &&
                              reshape_base(call.tensor()->layout()) != reshape_base(adjacent_of_source(call));
                     })},
      {"views.reshape.8", "wants S_0 to be one to one",
       refuses_where(reshape_name,
                     [](const Call& call) {
                       return same_sizes(call) && has_levels(*call.tensor()) && !injective(adjacent_of_source(call));
                     })},
  };
}

std::vector<Mutant> mutants_of_what_comes_out() {
  return {
      {"views.reshape.4", "returns the source where the shape stays",
       source_where(reshape_name,
                    [](const Tensor& result, const Tensor& source) {
                      return result.layout() == source.layout() && source.layout().rank() > 0;
                    })},
      {"views.reshape.5", "flattens the target",
       leading_of(reshape_name, [](const Layout& result, const Layout&) { return flat(result); })},
      {"views.reshape.5", "opens nested modes of one leaf",
       leading_of(reshape_name, [](const Layout& result, const Layout&) { return singles_opened(result); })},
      {"views.reshape.5", "drops modes of extent one",
       leading_of(reshape_name,
                  [](const Layout& result, const Layout&) {
                    strideweave::LayoutBuilder builder;
                    for (const auto& mode : result.profile().modes()) {
                      if (!mode.is_leaf() || result.extents()[mode.first_leaf] != 1) builder.mode(result, mode);
                    }
                    return builder.build();
                  })},
      {"views.reshape.5", "makes a mode where the target has none",
       leading_of(reshape_name, [](const Layout& result,
                                   const Layout&) { return result.rank() == 0 ? Layout::parse("1:0") : result; })},
      {"views.reshape.6", "forgets the base",
       placement_of(reshape_name,
                    [](const Layout& result, const Layout& source) {
                      return base_or(source, 1) > 1 ? compact(result.shape()) : result;
                    })},
      {"views.reshape.6", "gives extent-one leaves the stride zero",
       leading_of(reshape_name,
                  [](const Layout& result, const Layout&) {
                    return with_strides(
                        result, [](std::size_t, Int extent, Int stride) { return extent == 1 ? Int(0) : stride; });
                  })},
      {"views.reshape.6", "makes the last mode the fastest where there are three",
       placement_of(reshape_name,
                    [](const Layout& result, const Layout& source) {
                      return result.rank() == 3 ? last_mode_fastest(result.shape(), base_or(source, 1)) : result;
                    })},
      {"views.reshape.6", "scales the first leaf only",
       placement_of(reshape_name,
                    [](const Layout& result, const Layout&) {
                      const Layout plain = compact(result.shape());
                      return with_strides(result, [&](std::size_t leaf, Int, Int s) {
                        const Int one = plain.strides()[leaf];
                        return leaf == 0 ? s : std::min(one, s);
                      });
                    })},
      {"views.reshape.9", "scales S_0 by the base of L_0",
       result_of(reshape_name,
                 [](Parts& result, const Tensor& source) {
                   if (result.adjacent.empty()) return;
                   result.adjacent[0] = compact(result.adjacent[0].shape(), base_or(source.layout(), 1));
                 })},
      {"views.reshape.9", "scales S_0 by one",
       adjacent_of(reshape_name, [](const Layout& result, const Layout&) { return compact(result.shape()); })},
      {"views.reshape.9", "scales L_0 by one",
       result_of(reshape_name,
                 [](Parts& result, const Tensor&) {
                   if (!result.adjacent.empty()) result.levels[0].layout = compact(result.levels[0].layout.shape());
                 })},
      {"views.reshape.15", "counts last mode first where the target is nested",
       placement_of(reshape_name,
                    [](const Layout& result, const Layout& source) {
                      return has_nested_mode(result) ? last_mode_fastest(result.shape(), base_or(source, 1)) : result;
                    })},
      {"views.reshape.15", "counts last mode first where the source is nested",
       placement_of(reshape_name,
                    [](const Layout& result, const Layout& source) {
                      return has_nested_mode(source) ? last_mode_fastest(result.shape(), base_or(source, 1)) : result;
                    })},
      {"views.reshape.15", "shows the first value of a single one",
       result_of(reshape_name,
                 [](Parts& result, const Tensor& source) {
                   if (source.size() == 1) result.levels[0].offset = 0;
                 })},
  };
}

std::vector<Mutant> mutants_of_what_is_refused() {
  return {
      {"views.reshape.1", "takes a list for a Shape",
       argument_of(reshape_name, 1,
                   [](const Item& target) {
                     return target.list() != nullptr ? Item::object(Shape(reference::to_int_tuple(target))) : target;
                   })},
      {"views.reshape.1", "refuses a list with AttributeError",
       around(reshape_name,
              [](const Call& call) {
                if (call.arguments.item(1).list() != nullptr) {
                  strideweave::raise_attribute_error("size");
                }
                return call();
              })},
      {"views.reshape.2", "leaves the last values out", takes_size(is_smaller)},
      {"views.reshape.2", "leaves the last value out",
       takes_size([](const Layout& layout, const Shape& target) { return target.size() + 1 == layout.size(); })},
      {"views.reshape.2", "refuses what is too large with IndexError",
       kind_where(
           reshape_name,
           [](const Call& call) { return other_sizes(call) && target_of(call)->size() > call.tensor()->size(); },
           ErrorKind::index_error)},
      {"views.reshape.10", "reads a Shape out of text",
       argument_of(reshape_name, 1,
                   [](const Item& target) {
                     return target.text() != nullptr ? Item::object(Shape::parse(*target.text())) : target;
                   })},
      {"views.reshape.10", "takes None for one mode",
       around(reshape_name,
              [](const Call& call) {
                if (!call.arguments.item(1).is_none()) return call();
                return call.next(call.session, call.arguments.with(1, Item::object(Shape{call.tensor()->size()})));
              })},
      {"views.reshape.10", "takes a Tensor for its shape",
       argument_of(reshape_name, 1,
                   [](const Item& target) {
                     const Tensor* tensor = target.as<Tensor>();
                     return tensor != nullptr ? Item::object(tensor->layout().shape()) : target;
                   })},
      {"views.reshape.11", "compares no size with rank zero",
       takes_size([](const Layout&, const Shape& target) { return target.rank() == 0; })},
      {"views.reshape.11", "compares only whether each mode fits",
       takes_size([](const Layout& layout, const Shape& target) {
         return target.rank() == layout.rank() && is_smaller(layout, target);
       })},
      {"views.reshape.11", "refuses another size with IndexError",
       kind_where(reshape_name, other_sizes, ErrorKind::index_error)},
  };
}

}  // namespace

std::vector<Mutant> mutants_of_reshape() {
  std::vector<Mutant> mutants = mutants_of_compatible_layouts();
  append(mutants, mutants_of_what_comes_out());
  append(mutants, mutants_of_what_is_refused());
  append(mutants, mutants_of_sharing("views.reshape.4", reshape_name));
  append(mutants, mutants_of_offsets("views.reshape.7", reshape_name));
  append(mutants, mutants_of_wrong_targets("views.reshape.10", reshape_name));
  append(mutants, mutants_of_failures("views.reshape.13", "views.reshape.14", reshape_name));
  return mutants;
}

}  // namespace swconform::judgement
