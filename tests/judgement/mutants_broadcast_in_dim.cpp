// SPDX-License-Identifier: Apache-2.0
// views.broadcast-in-dim
#include <algorithm>

#include "bindings/reference/conversions.hpp"
#include "tests/judgement/leading_mutations.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

const std::string in_dim_name = "broadcast_in_dim";

const Item::List& dimensions_of(const Call& call) { return *call.arguments.item(2).list(); }
std::size_t rank_of(const Call& call) { return call.tensor()->layout().rank(); }

/// The dimensions, where they are integers and the target is a Shape.
std::optional<Order> integers_of(const Call& call) {
  return target_of(call) != nullptr && call.tensor() != nullptr ? integers(dimensions_of(call)) : std::nullopt;
}
bool in_domain(const Call& call, const Order& dims) {
  const Int rank = target_of(call)->rank();
  return std::all_of(dims.begin(), dims.end(), [&](Int dim) { return dim >= 0 && dim < rank; });
}
bool increases(const Order& dims) {
  return std::adjacent_find(dims.begin(), dims.end(), [](Int a, Int b) { return a >= b; }) == dims.end();
}
bool is_sound(const Call& call) {
  const auto dims = integers_of(call);
  return dims && dims->size() == rank_of(call) && in_domain(call, *dims) && increases(*dims);
}

/// A case of unsound dimensions.
using Fault = std::function<bool(const Call&, const Order&)>;
bool wrong_count(const Call& call, const Order& dims) { return dims.size() != rank_of(call); }
bool leaves_domain(const Call& call, const Order& dims) { return !wrong_count(call, dims) && !in_domain(call, dims); }
bool out_of_order(const Call& call, const Order& dims) {
  return !wrong_count(call, dims) && in_domain(call, dims) && !increases(dims);
}
Change raises_where(Fault fault, ErrorKind kind) {
  return kind_where(
      in_dim_name,
      [fault = std::move(fault)](const Call& call) {
        const auto dims = integers_of(call);
        return dims && fault(call, *dims);
      },
      kind);
}

/// The dimensions, changed where they are integers.
Change other_dimensions(std::function<void(const Call&, Order& dims)> edit) {
  return around(in_dim_name, [edit = std::move(edit)](const Call& call) {
    auto dims = integers_of(call);
    if (!dims) return call();
    edit(call, *dims);
    Item::List entries;
    for (const Int dim : *dims) entries.emplace_back(reference::to_integer(dim));
    return call.next(call.session, call.arguments.with(2, Item(std::move(entries))));
  });
}

/// Every entry of the dimensions, changed, before it is looked at.
Change entries(std::function<Item(const Item& entry)> edit) {
  return argument_of(in_dim_name, 2, [edit = std::move(edit)](const Item& dims) {
    Item::List changed = *dims.list();
    for (Item& entry : changed) entry = edit(entry);
    return Item(std::move(changed));
  });
}

/// The target's shape, with the strides of each mode of the source at the leaves of the target mode it is put to, zero
/// elsewhere. Of two at one place the first counts; those out of domain are left out.
Layout placed(const Layout& layout, const Shape& target, const Order& dims) {
  return with_strides(compact(target), [&](std::size_t leaf, Int extent, Int) {
    for (std::size_t i = 0; i < dims.size() && i < layout.rank(); ++i) {
      if (dims[i] < 0 || dims[i] >= Int(target.rank())) continue;
      const auto to = target.profile().mode(dims[i].to_size());
      const auto from = layout.profile().mode(i);
      if (leaf < to.first_leaf || leaf >= to.end_leaf || leaf - to.first_leaf >= from.leaf_count()) continue;
      const std::size_t origin = from.first_leaf + leaf - to.first_leaf;
      return layout.extents()[origin] >= extent ? layout.strides()[origin] : Int(0);
    }
    return Int(0);
  });
}

/// Takes dimensions, or targets for sound ones, that `wanted`.
Change takes(Fault wanted) {
  return accepts(in_dim_name,
                 [wanted = std::move(wanted)](const Call& call, const Layout& layout) -> std::optional<Layout> {
                   const auto dims = integers_of(call);
                   if (!dims || !wanted(call, *dims)) return std::nullopt;
                   return placed(layout, *target_of(call), *dims);
                 });
}

Change refuses_sound(std::function<bool(const Call&)> unwanted) {
  return refuses_where(in_dim_name,
                       [unwanted = std::move(unwanted)](const Call& call) { return is_sound(call) && unwanted(call); });
}

std::vector<Mutant> mutants_of_what_comes_out() {
  return {
      {"views.broadcast-in-dim.2", "adds the dimensions that are missing from the end",
       other_dimensions([](const Call& call, Order& dims) {
         if (dims.empty()) return;
         for (std::size_t i = dims.size(); i < rank_of(call); ++i) {
           dims.push_back(Int(target_of(call)->rank()) - Int(rank_of(call)) + Int(i));
         }
       })},
      {"views.broadcast-in-dim.2", "wants at least one dimension",
       refuses_sound([](const Call& call) { return dimensions_of(call).empty(); })},
      {"views.broadcast-in-dim.3", "puts modes wherever they are named", takes(out_of_order)},
      {"views.broadcast-in-dim.3", "wants no gap between dimensions", refuses_sound([](const Call& call) {
         const Order dims = *integers_of(call);
         return !dims.empty() && dims.back() - dims.front() >= Int(dims.size());
       })},
      {"views.broadcast-in-dim.4", "puts the modes at the end, whatever is named",
       other_dimensions([](const Call& call, Order& dims) {
         if (!is_sound(call)) return;
         for (std::size_t i = 0; i < dims.size(); ++i) {
           dims[i] = Int(target_of(call)->rank()) - Int(dims.size()) + Int(i);
         }
       })},
      {"views.broadcast-in-dim.4", "puts the modes at the front, whatever is named",
       other_dimensions([](const Call& call, Order& dims) {
         if (!is_sound(call)) return;
         for (std::size_t i = 0; i < dims.size(); ++i) dims[i] = Int(i);
       })},
      {"views.broadcast-in-dim.4", "puts the modes at the end where they fit there",
       around(in_dim_name,
              [](const Call& call) {
                const Item result = call();
                const auto dims = integers_of(call);
                if (!dims || dims->size() != 1 || target_of(call)->mode(0) != target_of(call)->mode(1)) return result;
                return call.next(call.session,
                                 call.arguments.with(2, Item(Item::List{Item(1 - (dims->front() == 1 ? 1 : 0))})));
              })},
      {"views.broadcast-in-dim.5", "returns the source where no mode is omitted",
       source_where(in_dim_name,
                    [](const Tensor& result, const Tensor& source) { return result.layout() == source.layout(); })},
      {"views.broadcast-in-dim.6", "does not widen the modes it inserts",
       leading_of(in_dim_name,
                  [](const Layout& result, const Layout& source) {
                    strideweave::LayoutBuilder builder;
                    std::size_t next = 0;
                    for (const auto& mode : result.profile().modes()) {
                      const Int stride = result.strides()[mode.first_leaf];
                      if (mode.is_leaf() && stride == 0 && result.rank() > source.rank() &&
                          (next >= source.rank() || source.strides()[next] != 0)) {
                        builder.leaf(1, 0);
                      } else {
                        builder.mode(result, mode);
                        ++next;
                      }
                    }
                    return builder.build();
                  })},
      {"views.broadcast-in-dim.6", "flattens the target",
       leading_of(in_dim_name, [](const Layout& result, const Layout&) { return flat(result); })},
      {"views.broadcast-in-dim.7", "gives an inserted mode of extent one a stride",
       placement_of(in_dim_name,
                    [](const Layout& result, const Layout& source) {
                      if (result.rank() == source.rank()) return result;
                      return with_strides(
                          result, [](std::size_t, Int extent, Int stride) { return extent == 1 ? Int(1) : stride; });
                    })},
      {"views.broadcast-in-dim.7", "does not widen modes it has not inserted", refuses_sound([](const Call& call) {
         const Layout& layout = call.tensor()->layout();
         const Order dims = *integers_of(call);
         for (std::size_t i = 0; i < dims.size(); ++i) {
           if (layout.shape().mode(i) != target_of(call)->mode(dims[i].to_size())) return true;
         }
         return false;
       })},
      {"views.broadcast-in-dim.7", "puts L_0 in the place of S_0",
       result_of(in_dim_name,
                 [](Parts& result, const Tensor&) {
                   if (!result.adjacent.empty()) result.adjacent[0] = result.levels[0].layout;
                 })},
      {"views.broadcast-in-dim.7", "counts in an inserted mode of S_0",
       adjacent_of(in_dim_name,
                   [](const Layout& result, const Layout&) {
                     return with_strides(result,
                                         [](std::size_t leaf, Int, Int stride) { return leaf == 2 ? Int(1) : stride; });
                   })},
      {"views.broadcast-in-dim.7", "makes everything constant where it inserts",
       placement_of(in_dim_name,
                    [](const Layout& result, const Layout& source) {
                      if (result.rank() == source.rank()) return result;
                      return with_strides(result, [](std::size_t, Int, Int) { return Int(0); });
                    })},
  };
}

std::vector<Mutant> mutants_of_what_is_refused() {
  return {
      {"views.broadcast-in-dim.1", "takes a list for a Shape",
       argument_of(in_dim_name, 1,
                   [](const Item& target) {
                     return target.list() != nullptr ? Item::object(Shape(reference::to_int_tuple(target))) : target;
                   })},
      {"views.broadcast-in-dim.9", "cuts floats down to integers", entries([](const Item& entry) {
         return entry.floating() != nullptr ? Item(static_cast<std::int64_t>(*entry.floating())) : entry;
       })},
      {"views.broadcast-in-dim.9", "accepts whole floats", entries([](const Item& entry) {
         const bool whole = entry.floating() != nullptr && *entry.floating() == 2.0;
         return whole ? Item(static_cast<std::int64_t>(2)) : entry;
       })},
      {"views.broadcast-in-dim.9", "reads numbers out of text", entries([](const Item& entry) {
         return entry.text() != nullptr ? Item(*Integer::parse(*entry.text())) : entry;
       })},
      {"views.broadcast-in-dim.9", "takes None for the last mode",
       entries([](const Item& entry) { return entry.is_none() ? Item(2) : entry; })},
      {"views.broadcast-in-dim.9", "refuses a wrong entry with ValueError",
       other_kind(in_dim_name, ErrorKind::type_error, ErrorKind::value_error)},
      {"views.broadcast-in-dim.10", "leaves out modes that are not named",
       takes([](const Call& call, const Order& d) { return d.size() < rank_of(call); })},
      {"views.broadcast-in-dim.10", "takes the empty sequence for the first modes that fit",
       takes([](const Call&, const Order& dims) { return dims.empty(); })},
      {"views.broadcast-in-dim.10", "passes over dimensions too many",
       other_dimensions([](const Call& call, Order& dims) {
         if (dims.size() > rank_of(call)) dims = {0, 2};
       })},
      {"views.broadcast-in-dim.10", "refuses a wrong count with TypeError",
       raises_where(wrong_count, ErrorKind::type_error)},
      {"views.broadcast-in-dim.11", "counts negative dimensions from the end",
       other_dimensions([](const Call& call, Order& dims) {
         for (Int& dim : dims) dim = dim < 0 ? dim + target_of(call)->rank() : dim;
       })},
      {"views.broadcast-in-dim.11", "takes what is past the last mode for the last",
       other_dimensions([](const Call& call, Order& dims) {
         for (Int& dim : dims) dim = std::min(dim, Int(target_of(call)->rank()) - 1);
       })},
      {"views.broadcast-in-dim.11", "counts dimensions in 64 bits", other_dimensions([](const Call&, Order& dims) {
         for (Int& dim : dims) dim = dim % Int::from_raw(Int::Raw{1} << 64);
       })},
      {"views.broadcast-in-dim.11", "refuses a mode out of domain with IndexError",
       raises_where(leaves_domain, ErrorKind::index_error)},
      {"views.broadcast-in-dim.12", "sorts the dimensions and their modes",
       takes([](const Call& call, const Order& dims) {
         return out_of_order(call, dims) && dims.front() != dims.back();
       })},
      {"views.broadcast-in-dim.12", "takes the first of two that name one mode",
       takes([](const Call& call, const Order& dims) {
         return out_of_order(call, dims) && dims.front() == dims.back();
       })},
      {"views.broadcast-in-dim.12", "refuses another order with RuntimeError",
       raises_where(out_of_order, ErrorKind::runtime_error)},
      {"views.broadcast-in-dim.13", "does not compare the extents", takes([](const Call& call, const Order&) {
         return is_sound(call) && target_of(call)->leaf_count() == target_of(call)->rank();
       })},
      {"views.broadcast-in-dim.13", "takes nested modes it inserts", takes([](const Call& call, const Order&) {
         return is_sound(call) && target_of(call)->leaf_count() > target_of(call)->rank();
       })},
      {"views.broadcast-in-dim.13", "takes the first elements of a mode",
       takes([](const Call& call, const Order&) { return is_sound(call) && target_of(call)->mode(0) == Shape{1}; })},
      {"views.broadcast-in-dim.13", "refuses what cannot broadcast with RuntimeError",
       kind_where(in_dim_name, is_sound, ErrorKind::runtime_error)},
  };
}

}  // namespace

std::vector<Mutant> mutants_of_broadcast_in_dim() {
  std::vector<Mutant> mutants = mutants_of_what_comes_out();
  append(mutants, mutants_of_what_is_refused());
  append(mutants, mutants_of_wrong_targets("views.broadcast-in-dim.8", in_dim_name));
  append(mutants, mutants_of_failures("views.broadcast-in-dim.14", "views.broadcast-in-dim.15", in_dim_name));
  append(mutants, mutants_of_offsets("views.broadcast-in-dim.16", in_dim_name));
  append(mutants, mutants_of_sharing("views.broadcast-in-dim.17", in_dim_name));
  return mutants;
}

}  // namespace swconform::judgement
