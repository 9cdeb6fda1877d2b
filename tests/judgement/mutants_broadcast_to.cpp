// SPDX-License-Identifier: Apache-2.0
// views.broadcast-to
#include <algorithm>

#include "bindings/reference/conversions.hpp"
#include "tests/judgement/leading_mutations.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

const std::string broadcast_name = "broadcast_to";

bool has_same_profile(const Call& call) {
  return target_of(call) != nullptr && target_of(call)->profile() == call.tensor()->layout().profile();
}
bool has_other_profile(const Call& call) { return target_of(call) != nullptr && !has_same_profile(call); }

std::size_t widened_leaves(const Call& call) {
  std::size_t count = 0;
  if (!has_same_profile(call)) return count;
  const Layout& layout = call.tensor()->layout();
  for (std::size_t leaf = 0; leaf < layout.leaf_count(); ++leaf) {
    count += layout.extents()[leaf] == 1 && target_of(call)->extents()[leaf] != 1 ? 1 : 0;
  }
  return count;
}

/// The layout with the target's shape and its own strides, zero where the extents differ. Precondition: as many leaves.
Layout forced(const Shape& target, const Layout& layout) {
  return with_strides(with_strides_of(target, layout), [&](std::size_t leaf, Int extent, Int stride) {
    return extent == layout.extents()[leaf] ? stride : Int(0);
  });
}

/// Takes targets with another profile and as many leaves, where `wanted`.
Change takes_profile(std::function<bool(const Shape& target, const Layout&)> wanted) {
  return accepts(broadcast_name,
                 [wanted = std::move(wanted)](const Call& call, const Layout& layout) -> std::optional<Layout> {
                   if (!has_other_profile(call) || target_of(call)->leaf_count() != layout.leaf_count()) return {};
                   if (!wanted(*target_of(call), layout)) return std::nullopt;
                   return forced(*target_of(call), layout);
                 });
}

/// Takes targets with other extents, where `wanted` holds for each that differs.
Change takes_extents(std::function<bool(Int extent, Int stride, Int target)> wanted) {
  return accepts(broadcast_name,
                 [wanted = std::move(wanted)](const Call& call, const Layout& layout) -> std::optional<Layout> {
                   if (!has_same_profile(call)) return std::nullopt;
                   for (std::size_t leaf = 0; leaf < layout.leaf_count(); ++leaf) {
                     const Int extent = layout.extents()[leaf];
                     const Int target = target_of(call)->extents()[leaf];
                     if (extent != target && extent != 1 && !wanted(extent, layout.strides()[leaf], target)) return {};
                   }
                   return forced(*target_of(call), layout);
                 });
}

/// The strides of the leaves that are widened, or of those of extent one that are not.
Layout restrided(const Layout& result, const Layout& source, bool widened, const std::function<Int(Int source)>& edit) {
  return with_strides(result, [&](std::size_t leaf, Int extent, Int stride) {
    const bool concerned = source.extents()[leaf] == 1 && (extent != 1) == widened;
    return concerned ? edit(source.strides()[leaf]) : stride;
  });
}

std::vector<Mutant> mutants_of_what_comes_out() {
  return {
      {"views.broadcast-to.2", "widens one leaf only",
       refuses_where(broadcast_name, [](const Call& call) { return widened_leaves(call) > 1; })},
      {"views.broadcast-to.2", "widens no nested leaf",
       refuses_where(
           broadcast_name,
           [](const Call& call) { return widened_leaves(call) > 0 && has_nested_mode(call.tensor()->layout()); })},
      {"views.broadcast-to.2", "refuses what it need not widen",
       refuses_where(broadcast_name,
                     [](const Call& call) { return has_same_profile(call) && widened_leaves(call) == 0; })},
      {"views.broadcast-to.2", "refuses sources of two levels",
       refuses_where(broadcast_name,
                     [](const Call& call) { return call.tensor()->representation().subtensors().size() > 1; })},
      {"views.broadcast-to.2", "refuses sizes past 32 bits",
       refuses_where(broadcast_name,
                     [](const Call& call) {
                       return target_of(call) != nullptr && target_of(call)->size() > (std::int64_t{1} << 32);
                     })},
      {"views.broadcast-to.2", "repeats a mode as often as it goes in",
       takes_extents([](Int extent, Int, Int target) { return target % extent == 0; })},
      {"views.broadcast-to.3", "returns the source where nothing is widened",
       source_where(broadcast_name,
                    [](const Tensor& result, const Tensor& source) { return result.layout() == source.layout(); })},
      {"views.broadcast-to.3", "returns the source where there is no mode",
       source_where(broadcast_name, [](const Tensor&, const Tensor& source) { return source.layout().rank() == 0; })},
      {"views.broadcast-to.4", "leaves the shape as it is",
       leading_of(broadcast_name, [](const Layout&, const Layout& source) { return source; })},
      {"views.broadcast-to.4", "flattens the target",
       leading_of(broadcast_name, [](const Layout& result, const Layout&) { return flat(result); })},
      {"views.broadcast-to.4", "opens nested modes of one leaf",
       leading_of(broadcast_name, [](const Layout& result, const Layout&) { return singles_opened(result); })},
      {"views.broadcast-to.5", "forgets the stride of an extent of one that stays",
       placement_of(broadcast_name,
                    [](const Layout& result, const Layout& source) {
                      return restrided(result, source, false, [](Int) { return Int(0); });
                    })},
      {"views.broadcast-to.5", "makes the modes that stay compact where one is widened",
       placement_of(broadcast_name,
                    [](const Layout& result, const Layout& source) {
                      const Layout plain = compact(source.shape());
                      return with_strides(result, [&](std::size_t leaf, Int, Int stride) {
                        return std::min(stride, plain.strides()[leaf]);
                      });
                    })},
      {"views.broadcast-to.5", "repeats the first element of every mode",
       placement_of(broadcast_name,
                    [](const Layout& result, const Layout&) {
                      return with_strides(result, [](std::size_t, Int, Int) { return Int(0); });
                    })},
      {"views.broadcast-to.6", "puts L_0 in the place of S_0",
       result_of(broadcast_name,
                 [](Parts& result, const Tensor&) {
                   if (!result.adjacent.empty()) result.adjacent[0] = result.levels[0].layout;
                 })},
      {"views.broadcast-to.6", "makes S_0 constant",
       adjacent_of(broadcast_name,
                   [](const Layout& result, const Layout&) {
                     return with_strides(result, [](std::size_t, Int, Int) { return Int(0); });
                   })},
      {"views.broadcast-to.9", "leaves a widened leaf its stride where there is room",
       result_of(broadcast_name,
                 [](Parts& result, const Tensor& source) {
                   auto& level = result.levels[0];
                   const Layout kept =
                       restrided(level.layout, source.layout(), true, [](Int stride) { return stride; });
                   if (kept.fits(level.carrier->size(), level.offset)) level.layout = kept;
                 })},
      {"views.broadcast-to.9", "gives a widened leaf the stride one in S_0",
       adjacent_of(broadcast_name,
                   [](const Layout& result, const Layout& source) {
                     return restrided(result, source, true, [](Int) { return Int(1); });
                   })},
  };
}

std::vector<Mutant> mutants_of_what_is_refused() {
  const auto any_extents = [](Int, Int, Int) { return true; };
  return {
      {"views.broadcast-to.1", "takes a list for a Shape",
       argument_of(broadcast_name, 1,
                   [](const Item& target) {
                     return target.list() != nullptr ? Item::object(Shape(reference::to_int_tuple(target))) : target;
                   })},
      {"views.broadcast-to.10", "takes a Stride for a Shape",
       argument_of(broadcast_name, 1,
                   [](const Item& target) {
                     const auto* stride = target.as<strideweave::Stride>();
                     return stride != nullptr ? Item::object(Shape::parse(to_string(*stride))) : target;
                   })},
      {"views.broadcast-to.10", "takes None for the shape as it is",
       around(broadcast_name,
              [](const Call& call) {
                if (!call.arguments.item(1).is_none()) return call();
                return call.next(call.session, call.arguments.with(1, Item::object(call.tensor()->layout().shape())));
              })},
      {"views.broadcast-to.11", "compares leaves and not nesting",
       takes_profile([](const Shape&, const Layout&) { return true; })},
      {"views.broadcast-to.11", "takes a deeper target", takes_profile([](const Shape& target, const Layout& layout) {
         return target.profile().marks().size() > layout.profile().marks().size();
       })},
      {"views.broadcast-to.11", "prepends modes",
       accepts(broadcast_name,
               [](const Call& call, const Layout& layout) -> std::optional<Layout> {
                 const Shape* target = target_of(call);
                 if (target == nullptr || target->rank() <= layout.rank()) return std::nullopt;
                 const std::size_t more = target->leaf_count() - layout.leaf_count();
                 return with_strides(compact(*target), [&](std::size_t leaf, Int, Int) {
                   return leaf < more ? Int(0) : layout.strides()[leaf - more];
                 });
               })},
      {"views.broadcast-to.11", "appends modes",
       accepts(broadcast_name,
               [](const Call& call, const Layout& layout) -> std::optional<Layout> {
                 const Shape* target = target_of(call);
                 if (target == nullptr || target->rank() <= layout.rank()) return std::nullopt;
                 return with_strides(compact(*target), [&](std::size_t leaf, Int, Int) {
                   return leaf < layout.leaf_count() ? layout.strides()[leaf] : Int(0);
                 });
               })},
      {"views.broadcast-to.11", "drops modes the target lacks",
       accepts(broadcast_name,
               [](const Call& call, const Layout& layout) -> std::optional<Layout> {
                 const Shape* target = target_of(call);
                 if (target == nullptr || target->rank() >= layout.rank()) return std::nullopt;
                 return with_strides(compact(*target),
                                     [&](std::size_t leaf, Int, Int) { return layout.strides()[leaf]; });
               })},
      {"views.broadcast-to.11", "refuses another profile with TypeError",
       kind_where(broadcast_name, has_other_profile, ErrorKind::type_error)},
      {"views.broadcast-to.12", "takes a stride of zero for an extent of one",
       takes_extents([](Int, Int stride, Int) { return stride == 0; })},
      {"views.broadcast-to.12", "takes the first of a mode where the target has one",
       takes_extents([](Int, Int, Int target) { return target == 1; })},
      {"views.broadcast-to.12", "asks only that the target is not smaller",
       takes_extents([](Int extent, Int, Int target) { return target > extent; })},
      {"views.broadcast-to.12", "refuses another extent with IndexError",
       kind_where(broadcast_name, has_same_profile, ErrorKind::index_error)},
      {"views.broadcast-to.13", "asks for the same profile only", takes_extents(any_extents)},
      {"views.broadcast-to.13", "asks for the extents of leaf modes only",
       accepts(broadcast_name,
               [](const Call& call, const Layout& layout) -> std::optional<Layout> {
                 if (!has_same_profile(call) || target_of(call)->mode(0) != layout.shape().mode(0)) return std::nullopt;
                 return forced(*target_of(call), layout);
               })},
      {"views.broadcast-to.13", "refuses what cannot broadcast with RuntimeError",
       kind_where(broadcast_name, has_same_profile, ErrorKind::runtime_error)},
  };
}

}  // namespace

std::vector<Mutant> mutants_of_broadcast_to() {
  std::vector<Mutant> mutants = mutants_of_what_comes_out();
  append(mutants, mutants_of_what_is_refused());
  append(mutants, mutants_of_offsets("views.broadcast-to.7", broadcast_name));
  append(mutants, mutants_of_sharing("views.broadcast-to.8", broadcast_name));
  append(mutants, mutants_of_wrong_targets("views.broadcast-to.10", broadcast_name));
  append(mutants, mutants_of_failures("views.broadcast-to.14", "views.broadcast-to.15", broadcast_name));
  return mutants;
}

}  // namespace swconform::judgement
