// SPDX-License-Identifier: Apache-2.0
// views.permute
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "bindings/reference/conversions.hpp"
#include "tests/judgement/mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using strideweave::ErrorKind;
using strideweave::LayoutBuilder;
using strideweave::Leaves;
using strideweave::Profile;
using strideweave::Shape;

Leaves strides_of(const Layout& layout) { return {layout.strides().begin(), layout.strides().end()}; }

/// The leading layouts of the result, changed alike.
Change leading(std::function<Layout(const Layout&)> edit) {
  return view([edit = std::move(edit)](Parts& result, const Tensor&) {
    result.levels[0].layout = edit(result.levels[0].layout);
    if (!result.adjacent.empty()) result.adjacent[0] = edit(result.adjacent[0]);
  });
}

/// S_0 of the result, changed. `source` is S_0 of the source, and both have the same size.
Change adjacent(std::function<Layout(const Parts& result, const Layout& source)> edit) {
  return view([edit = std::move(edit)](Parts& result, const Tensor& source) {
    if (!result.adjacent.empty()) {
      result.adjacent[0] = edit(result, source.representation().adjacent_layouts()[0]);
    }
  });
}

Order inverse(const Order& order) {
  Order result(order.size());
  for (std::size_t j = 0; j < order.size(); ++j) result[order[j].to_size()] = Int(j);
  return result;
}

/// The order as it is, where it is one; then `body` decides.
Change where_valid(std::function<Item(const Call&, const Order&)> body) {
  return around("permute", [body = std::move(body)](const Call& call) {
    const auto order = integers(call.order());
    const bool valid = order && call.tensor() != nullptr && is_permutation(*order, call.tensor()->layout().rank());
    return valid ? body(call, *order) : call();
  });
}

Change refuses(std::function<bool(const Order&)> unwanted) {
  return where_valid([unwanted = std::move(unwanted)](const Call& call, const Order& order) {
    if (unwanted(order)) strideweave::raise_value_error("no such order");
    return call();
  });
}

bool is_identity(const Order& order) { return std::is_sorted(order.begin(), order.end()); }
bool is_odd(const Order& order) {
  bool odd = false;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) odd ^= order[i] > order[j];
  }
  return odd;
}
Int largest_displacement(const Order& order) {
  Int largest = 0;
  for (std::size_t j = 0; j < order.size(); ++j) largest = std::max(largest, strideweave::abs(order[j] - Int(j)));
  return largest;
}

bool in_domain(const Order& order, std::size_t rank) {
  return std::all_of(order.begin(), order.end(), [&](Int entry) { return entry >= 0 && entry < Int(rank); });
}
bool is_distinct(Order order) {
  std::sort(order.begin(), order.end());
  return std::adjacent_find(order.begin(), order.end()) == order.end();
}

/// Wrong orders: in domain and distinct but too short; in domain but not distinct; out of domain.
bool omits(const Order& order, std::size_t rank) {
  return in_domain(order, rank) && is_distinct(order) && order.size() < rank;
}
bool repeats(const Order& order, std::size_t rank) { return in_domain(order, rank) && !is_distinct(order); }
bool leaves_domain(const Order& order, std::size_t rank) { return !in_domain(order, rank); }

using Fault = bool (*)(const Order&, std::size_t);

Change raises_where(Fault fault, ErrorKind kind) {
  return reordered([fault, kind](Order& order, std::size_t rank) {
    if (fault(order, rank)) strideweave::raise(kind, "not an order of these modes");
  });
}

/// Whatever modes the order names, as often as it does, where `accepted`.
Change taken_as_it_is(std::function<bool(const Order&, std::size_t)> accepted) {
  return around("permute", [accepted = std::move(accepted)](const Call& call) {
    const auto order = integers(call.order());
    if (!order || !accepted(*order, call.tensor()->layout().rank())) return call();
    LayoutBuilder builder;
    for (const Int mode : *order) builder.mode(call.tensor()->layout(), mode.to_size());
    return Item::object(at(*call.tensor(), call.tensor()->offset(), builder.build()));
  });
}

/// Every entry of the order, changed, before permute sees it.
Change entries(std::function<Item(const Item& entry, std::size_t place)> edit) {
  return around("permute", [edit = std::move(edit)](const Call& call) {
    Item::List order = call.order();
    for (std::size_t j = 0; j < order.size(); ++j) order[j] = edit(order[j], j);
    return call.next(call.session, call.arguments.with(1, Item(std::move(order))));
  });
}

Change each_entry(std::function<Int(Int entry, std::size_t rank)> edit) {
  return reordered([edit = std::move(edit)](Order& order, std::size_t rank) {
    for (Int& entry : order) entry = edit(entry, rank);
  });
}

Int wrapped(Int value, int bits) { return value % Int::from_raw(Int::Raw{1} << bits); }

/// Nested modes of a layout, rebuilt.
Layout nested(const Layout& layout, const std::function<void(LayoutBuilder&, const Profile::Mode&)>& rebuild) {
  LayoutBuilder builder;
  for (const Profile::Mode& mode : layout.profile().modes()) {
    if (mode.is_leaf()) {
      builder.mode(layout, mode);
    } else {
      rebuild(builder, mode);
    }
  }
  return builder.build();
}

void leaves(LayoutBuilder& builder, const Layout& layout, const Profile::Mode& mode) {
  for (std::size_t leaf = mode.first_leaf; leaf < mode.end_leaf; ++leaf) {
    builder.leaf(layout.extents()[leaf], layout.strides()[leaf]);
  }
}

Layout flattened(const Layout& layout) {
  return nested(layout, [&](LayoutBuilder& builder, const Profile::Mode& mode) { leaves(builder, layout, mode); });
}

Layout flattened_inside(const Layout& layout) {
  return nested(layout, [&](LayoutBuilder& builder, const Profile::Mode& mode) {
    builder.push();
    leaves(builder, layout, mode);
    builder.pop();
  });
}

Layout singles_unwrapped(const Layout& layout) {
  return nested(layout, [&](LayoutBuilder& builder, const Profile::Mode& mode) {
    if (mode.leaf_count() == 1) {
      leaves(builder, layout, mode);
    } else {
      builder.mode(layout, mode);
    }
  });
}

Layout reversed_inside(const Layout& layout) {
  return nested(layout, [&](LayoutBuilder& builder, const Profile::Mode& mode) {
    const auto inner = layout.profile().modes(mode);
    builder.push();
    for (auto one = inner.rbegin(); one != inner.rend(); ++one) builder.mode(layout, *one);
    builder.pop();
  });
}

Layout unit_strides_zero(const Layout& layout) {
  Leaves strides = strides_of(layout);
  for (std::size_t leaf = 0; leaf < strides.size(); ++leaf) {
    if (layout.extents()[leaf] == 1) strides[leaf] = 0;
  }
  return {layout.shape(), strides};
}

/// A refusal for a wrong type writes.
Item write_on_type_error(const Call& call) {
  try {
    return call();
  } catch (const strideweave::Error& error) {
    if (error.kind() == ErrorKind::type_error) write_back(*call.tensor()->carrier());
    throw;
  }
}

std::vector<Mutant> mutants_of_what_comes_out() {
  return {
      {"views.permute.1", "returns the source where nothing moves",
       where_valid([](const Call& call, const Order& order) {
         return order.size() > 0 && is_identity(order) ? call.arguments.item(0) : call();
       })},
      {"views.permute.1", "returns the source where there is nothing to move",
       where_valid(
           [](const Call& call, const Order& order) { return order.empty() ? call.arguments.item(0) : call(); })},
      {"views.permute.1", "returns the source where there is one mode",
       where_valid(
           [](const Call& call, const Order& order) { return order.size() == 1 ? call.arguments.item(0) : call(); })},
      {"views.permute.2", "takes the order for its inverse",
       where_valid([](const Call& call, const Order& order) { return call.with_order(inverse(order)); })},
      {"views.permute.2", "leaves the strides where they were", view([](Parts& result, const Tensor& source) {
         result.levels[0].layout = Layout(result.levels[0].layout.shape(), strides_of(source.layout()));
       })},
      {"views.permute.2", "makes the result compact",
       view([](Parts& result, const Tensor&) { result.levels[0].layout = compact(result.levels[0].layout.shape()); })},
      {"views.permute.2", "forgets the stride of a mode of extent one", leading(unit_strides_zero)},
      {"views.permute.2", "counts strides in 32 bits", leading([](const Layout& layout) {
         Leaves strides = strides_of(layout);
         for (Int& stride : strides) stride = wrapped(stride, 32);
         return Layout(layout.shape(), strides);
       })},
      {"views.permute.3", "leaves S_0 as it is where the shapes agree",
       adjacent([](const Parts& result, const Layout& source) {
         return source.shape() == result.adjacent[0].shape() ? source : result.adjacent[0];
       })},
      {"views.permute.3", "moves the extents of S_0 and not its strides",
       adjacent([](const Parts& result, const Layout& source) {
         return Layout(result.adjacent[0].shape(), strides_of(source));
       })},
      {"views.permute.3", "puts L_0 in the place of S_0", adjacent([](const Parts& result, const Layout& source) {
         const Layout& placement = result.levels[0].layout;
         return placement.cosize() <= source.cosize() ? placement : compact(placement.shape());
       })},
      {"views.permute.3", "permutes S_0 by the inverse", where_valid([](const Call& call, const Order& order) {
         const Item result = call();
         Parts parts = parts_of(*result.as<Tensor>());
         if (parts.adjacent.empty()) return result;
         const Order back = inverse(order);
         const Layout& source = call.tensor()->representation().adjacent_layouts()[0];
         parts.adjacent[0] = Layout(parts.adjacent[0].shape(), strides_of(permute(source, std::span<const Int>(back))));
         return Item::object(assemble(std::move(parts)));
       })},
      {"views.permute.4", "drops the offset", view([](Parts& result, const Tensor&) { result.levels[0].offset = 0; })},
      {"views.permute.4", "drops the offsets of deeper levels", view([](Parts& result, const Tensor&) {
         for (std::size_t level = 1; level < result.levels.size(); ++level) result.levels[level].offset = 0;
       })},
      {"views.permute.4", "drops the offset where there is no mode", view([](Parts& result, const Tensor&) {
         if (result.levels[0].layout.rank() == 0) result.levels[0].offset = 0;
       })},
      {"views.permute.5", "flattens nested modes", leading(flattened)},
      {"views.permute.5", "flattens nested modes inside", leading(flattened_inside)},
      {"views.permute.5", "unwraps a nested mode of one leaf", leading(singles_unwrapped)},
      {"views.permute.5", "turns nested modes round inside", leading(reversed_inside)},
      {"views.permute.6", "refuses an order that changes nothing",
       refuses([](const Order& order) { return !order.empty() && is_identity(order); })},
      {"views.permute.6", "accepts swaps only",
       refuses([](const Order& order) { return !is_identity(order) && !is_odd(order); })},
      {"views.permute.6", "accepts up to four modes", refuses([](const Order& order) { return order.size() > 4; })},
      {"views.permute.6", "accepts neighbours only",
       refuses([](const Order& order) { return largest_displacement(order) > 1; })},
      {"views.permute.6", "refuses a single mode", refuses([](const Order& order) { return order.size() == 1; })},
      {"views.permute.7", "refuses the empty order", refuses([](const Order& order) { return order.empty(); })},
      {"views.permute.7", "makes a mode where there is none",
       leading([](const Layout& layout) { return layout.rank() == 0 ? Layout::parse("1:0") : layout; })},
      {"views.permute.13", "copies the carriers", view([](Parts& result, const Tensor&) {
         for (auto& level : result.levels) level.carrier = copy_of(level.carrier);
       })},
      {"views.permute.13", "copies the carriers of deeper levels", view([](Parts& result, const Tensor&) {
         for (std::size_t level = 1; level < result.levels.size(); ++level) {
           result.levels[level].carrier = copy_of(result.levels[level].carrier);
         }
       })},
      {"views.permute.13", "copies where the values are not in order", view([](Parts& result, const Tensor&) {
         const Layout& layout = result.levels[0].layout;
         if (layout != compact(layout.shape())) result.levels[0].carrier = copy_of(result.levels[0].carrier);
       })},
  };
}

std::vector<Mutant> mutants_of_what_is_refused() {
  return {
      {"views.permute.8", "accepts whole floats", entries([](const Item& entry, std::size_t) {
         const double* number = entry.floating();
         return number != nullptr && *number == std::floor(*number) ? Item(static_cast<std::int64_t>(*number)) : entry;
       })},
      {"views.permute.8", "cuts floats down to integers", entries([](const Item& entry, std::size_t) {
         return entry.floating() != nullptr ? Item(static_cast<std::int64_t>(*entry.floating())) : entry;
       })},
      {"views.permute.8", "reads numbers out of text", entries([](const Item& entry, std::size_t) {
         return entry.text() != nullptr ? Item(*Integer::parse(*entry.text())) : entry;
       })},
      {"views.permute.8", "takes None for the mode that stood there", entries([](const Item& entry, std::size_t place) {
         return entry.is_none() ? Item(static_cast<std::int64_t>(place)) : entry;
       })},
      {"views.permute.8", "opens a list of one", entries([](const Item& entry, std::size_t) {
         return entry.list() != nullptr && entry.list()->size() == 1 ? entry.list()->front() : entry;
       })},
      {"views.permute.8", "refuses a wrong type with ValueError",
       other_kind("permute", ErrorKind::type_error, ErrorKind::value_error)},
      {"views.permute.9", "appends the modes that are missing", reordered([](Order& order, std::size_t rank) {
         if (!omits(order, rank)) return;
         for (Int mode = 0; mode < Int(rank); mode += 1) {
           if (std::find(order.begin(), order.end(), mode) == order.end()) order.push_back(mode);
         }
       })},
      {"views.permute.9", "takes the empty order for the reverse", reordered([](Order& order, std::size_t rank) {
         if (!order.empty()) return;
         for (std::size_t mode = rank; mode-- > 0;) order.push_back(Int(mode));
       })},
      {"views.permute.9", "leaves out the modes that are missing", taken_as_it_is(omits)},
      {"views.permute.9", "refuses a short order with IndexError", raises_where(omits, ErrorKind::index_error)},
      {"views.permute.9", "refuses a short order with TypeError", raises_where(omits, ErrorKind::type_error)},
      {"views.permute.10", "takes a mode twice", taken_as_it_is(repeats)},
      {"views.permute.10", "takes a mode twice where the count is right",
       taken_as_it_is(
           [](const Order& order, std::size_t rank) { return repeats(order, rank) && order.size() == rank; })},
      {"views.permute.10", "compares sums", taken_as_it_is([](const Order& order, std::size_t rank) {
         return repeats(order, rank) && order.size() == rank &&
                std::accumulate(order.begin(), order.end(), Int(0)) * 2 == Int(rank) * Int(rank - 1);
       })},
      {"views.permute.10", "passes over what it has seen", reordered([](Order& order, std::size_t) {
         Order kept;
         for (const Int entry : order) {
           if (std::find(kept.begin(), kept.end(), entry) == kept.end()) kept.push_back(entry);
         }
         order = kept;
       })},
      {"views.permute.10", "refuses a repetition with IndexError", raises_where(repeats, ErrorKind::index_error)},
      {"views.permute.11", "counts negative entries from the end",
       each_entry([](Int entry, std::size_t rank) { return entry < 0 ? entry + Int(rank) : entry; })},
      {"views.permute.11", "counts in 32 bits", each_entry([](Int entry, std::size_t) { return wrapped(entry, 32); })},
      {"views.permute.11", "counts in 64 bits", each_entry([](Int entry, std::size_t) { return wrapped(entry, 64); })},
      {"views.permute.11", "counts modulo the rank",
       each_entry([](Int entry, std::size_t rank) { return rank == 0 ? entry : entry % Int(rank); })},
      {"views.permute.11", "clamps to the last mode",
       each_entry([](Int entry, std::size_t rank) { return std::min(entry, Int(rank) - 1); })},
      {"views.permute.11", "passes over entries out of domain", reordered([](Order& order, std::size_t rank) {
         std::erase_if(order, [&](Int entry) { return entry < 0 || entry >= Int(rank); });
       })},
      {"views.permute.11", "takes leaves for modes",
       around("permute",
              [](const Call& call) {
                const Tensor& tensor = *call.tensor();
                const auto order = integers(call.order());
                const std::size_t count = tensor.layout().leaf_count();
                const bool by_leaf = order && order->size() > tensor.layout().rank() && is_permutation(*order, count);
                return by_leaf ? call.with(at(tensor, tensor.offset(), flattened(tensor.layout()))) : call();
              })},
      {"views.permute.11", "refuses an entry out of domain with IndexError",
       raises_where(leaves_domain, ErrorKind::index_error)},
      {"views.permute.11", "refuses huge entries with OverflowError", each_entry([](Int entry, std::size_t) {
         if (!entry.to<std::int64_t>()) strideweave::raise_overflow_error("too large");
         return entry;
       })},
      {"views.permute.12", "releases the carrier when it refuses",
       on_error("permute", [](strideweave::Carrier& carrier) { carrier.release(); })},
      {"views.permute.12", "writes when it refuses", on_error("permute", write_back)},
      {"views.permute.12", "writes before it looks at the types", around("permute", write_on_type_error)},
  };
}

}  // namespace

std::vector<Mutant> mutants_of_permute() {
  std::vector<Mutant> mutants = mutants_of_what_comes_out();
  std::vector<Mutant> refused = mutants_of_what_is_refused();
  std::move(refused.begin(), refused.end(), std::back_inserter(mutants));
  return mutants;
}

}  // namespace swconform::judgement
