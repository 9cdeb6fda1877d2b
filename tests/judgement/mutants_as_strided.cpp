// SPDX-License-Identifier: Apache-2.0
// views.as-strided
#include <algorithm>
#include <iterator>

#include "bindings/reference/conversions.hpp"
#include "reference/algebra.hpp"
#include "tests/judgement/mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using strideweave::ErrorKind;
using strideweave::Leaves;
using strideweave::Profile;
using strideweave::Shape;
using strideweave::Stride;
using Selector = std::function<bool(const Tensor&, const Layout& selector)>;

const Shape* shape_of(const Call& call) { return call.arguments.item(1).as<Shape>(); }
const Stride* stride_of(const Call& call) { return call.arguments.item(2).as<Stride>(); }

Leaves strides_of(const Layout& layout) { return {layout.strides().begin(), layout.strides().end()}; }
bool several(const Tensor& tensor) { return tensor.representation().subtensors().size() > 1; }
Int two_to(int power) { return Int::from_raw(Int::Raw{1} << power); }

Item with(const Call& call, Item shape, Item stride) {
  return call.next(call.session, call.arguments.with(1, std::move(shape)).with(2, std::move(stride)));
}

/// The shape or the stride, changed before it is looked at.
Change argument(std::size_t which, std::function<Item(const Item&, const Call&)> edit) {
  return around("as_strided", [which, edit = std::move(edit)](const Call& call) {
    return call.next(call.session, call.arguments.with(which, edit(call.arguments.item(which), call)));
  });
}

/// Where there is a selector, `body` decides.
Change selected(std::function<Item(const Call&, const Tensor&, const Layout& selector)> body) {
  return around("as_strided", [body = std::move(body)](const Call& call) {
    const bool valid = call.tensor() != nullptr && shape_of(call) != nullptr && stride_of(call) != nullptr &&
                       congruent(*shape_of(call), *stride_of(call));
    return valid ? body(call, *call.tensor(), Layout(*shape_of(call), *stride_of(call))) : call();
  });
}

Change viewed(std::function<void(Parts&, const Tensor&, const Layout& selector)> edit) {
  return selected([edit = std::move(edit)](const Call& call, const Tensor& source, const Layout& selector) {
    const Item result = call();
    Parts parts = parts_of(*result.as<Tensor>());
    edit(parts, source, selector);
    return Item::object(assemble(std::move(parts)));
  });
}

/// L_0 of the view.
Change placement(std::function<Layout(const Layout& right, const Tensor& source, const Layout& selector)> edit) {
  return viewed([edit = std::move(edit)](Parts& result, const Tensor& source, const Layout& selector) {
    result.levels[0].layout = edit(result.levels[0].layout, source, selector);
  });
}

// What is wrong with a selector, in the order in which it is looked at.
bool is_outside(const Tensor& tensor, const Layout& selector) { return !selector.fits(tensor.size()); }
bool aliases(const Tensor& tensor, const Layout& selector) {
  return !is_outside(tensor, selector) && !injective(selector);
}
bool is_sound(const Tensor& tensor, const Layout& selector) {
  return !is_outside(tensor, selector) && injective(selector);
}
bool is_unrepresentable(const Tensor& tensor, const Layout& selector) {
  if (!is_sound(tensor, selector)) return false;
  const auto adjacent = tensor.representation().adjacent_layouts();
  return !compose(tensor.layout(), selector) || (!adjacent.empty() && !compose(adjacent[0], selector));
}
bool aliases_entries(const Tensor& tensor, const Layout& selector) {
  return is_sound(tensor, selector) && !is_unrepresentable(tensor, selector) &&
         !injective(*compose(tensor.layout(), selector));
}

Change raises_where(Selector fault, ErrorKind kind) {
  return selected([fault = std::move(fault), kind](const Call& call, const Tensor& tensor, const Layout& selector) {
    if (fault(tensor, selector)) strideweave::raise(kind, "no such view");
    return call();
  });
}
Change refuses(Selector unwanted) { return raises_where(std::move(unwanted), ErrorKind::value_error); }

/// A view of that shape where there should be none. All its strides are zero, so that it fits any carrier.
Item some_view(const Tensor& tensor, const Shape& shape) {
  Parts parts = parts_of(tensor);
  const Layout layout(shape, Leaves(shape.leaf_count(), Int(0)));
  parts.levels[0].layout = layout;
  if (!parts.adjacent.empty()) parts.adjacent[0] = layout;
  return Item::object(assemble(std::move(parts)));
}
Change accepts(Selector wrong) {
  return selected([wrong = std::move(wrong)](const Call& call, const Tensor& tensor, const Layout& selector) {
    return wrong(tensor, selector) ? some_view(tensor, selector.shape()) : call();
  });
}

bool strides_nest(const Layout& layout) {
  std::vector<std::pair<Int, Int>> leaves;
  for (std::size_t k = 0; k < layout.leaf_count(); ++k) {
    if (layout.extents()[k] > 1) leaves.emplace_back(layout.strides()[k], layout.extents()[k]);
  }
  std::sort(leaves.begin(), leaves.end());
  for (std::size_t k = 1; k < leaves.size(); ++k) {
    if (leaves[k].first < leaves[k - 1].first * leaves[k - 1].second) return false;
  }
  return true;
}
bool has_stride_zero(const Layout& layout) {
  return std::any_of(layout.strides().begin(), layout.strides().end(), [](Int stride) { return stride == 0; });
}
bool is_pairwise_injective(const Layout& layout) {
  for (std::size_t a = 0; a < layout.leaf_count(); ++a) {
    for (std::size_t b = a + 1; b < layout.leaf_count(); ++b) {
      const Layout pair(Shape(Profile::flat(2), Leaves{layout.extents()[a], layout.extents()[b]}),
                        Leaves{layout.strides()[a], layout.strides()[b]});
      if (!injective(pair)) return false;
    }
  }
  return true;
}

/// Whether each leaf of the selector lies within one leaf of the source, and divides it.
bool divides(const Tensor& tensor, const Layout& selector) {
  for (std::size_t k = 0; k < selector.leaf_count(); ++k) {
    Int step = 1;
    bool found = selector.extents()[k] == 1;
    for (const Int extent : tensor.layout().extents()) {
      const Int inside = selector.strides()[k] / step;
      found |= selector.strides()[k] >= step && inside < extent && extent % (inside * selector.extents()[k]) == 0;
      step *= extent;
    }
    if (!found) return false;
  }
  return true;
}

Layout reversed_strides(const Layout& layout) {
  Leaves strides = strides_of(layout);
  std::reverse(strides.begin(), strides.end());
  return {layout.shape(), strides};
}
Layout flat(const Layout& layout) {
  return {Shape(Profile::flat(layout.leaf_count()), Leaves(layout.extents().begin(), layout.extents().end())),
          strides_of(layout)};
}
Item shape_from(const Item& item) { return Item::object(Shape(reference::to_int_tuple(item))); }
Item stride_from(const Item& item) { return Item::object(Stride(reference::to_int_tuple(item))); }
bool is_wrong_shape(const Call& call) { return shape_of(call) == nullptr; }
bool is_wrong_stride(const Call& call) { return shape_of(call) != nullptr && stride_of(call) == nullptr; }
bool is_incongruent(const Call& call) {
  return shape_of(call) != nullptr && stride_of(call) != nullptr && !congruent(*shape_of(call), *stride_of(call));
}

Change where(bool (*fault)(const Call&), std::function<Item(const Call&)> body) {
  return around("as_strided", [fault, body = std::move(body)](const Call& call) {
    return call.tensor() != nullptr && fault(call) ? body(call) : call();
  });
}
Change kind_where(bool (*fault)(const Call&), ErrorKind kind) {
  return where(fault, [kind](const Call&) -> Item { strideweave::raise(kind, "no"); });
}
Item leaf_by_leaf(const Call& call) {
  const std::size_t count = shape_of(call)->leaf_count();
  if (count != stride_of(call)->leaf_count()) return call();
  const auto given = stride_of(call)->strides();
  return with(call, call.arguments.item(1),
              Item::object(Stride(shape_of(call)->profile(), Leaves(given.begin(), given.end()))));
}
/// Strides that are missing are those of a compact layout; what is too much is passed over.
Item made_up(const Call& call, bool missing) {
  const Leaves made = strides_of(strideweave::compact(*shape_of(call)));
  if (missing != (stride_of(call)->leaf_count() < made.size())) return call();
  return with(call, call.arguments.item(1), Item::object(Stride(shape_of(call)->profile(), made)));
}

std::vector<Mutant> mutants_of_views() {
  return {
      {"views.as-strided.4", "takes the strides in reverse", viewed([](Parts& result, const Tensor&, const Layout&) {
         result.levels[0].layout = reversed_strides(result.levels[0].layout);
       })},
      {"views.as-strided.4", "takes no notice of the stride",
       placement(
           [](const Layout& right, const Tensor&, const Layout&) { return strideweave::compact(right.shape()); })},
      {"views.as-strided.5", "takes ordinals for distances in the carrier",
       placement([](const Layout&, const Tensor&, const Layout& selector) { return selector; })},
      {"views.as-strided.5", "numbers the source first mode slowest",
       selected([](const Call& call, const Tensor& source, const Layout& selector) {
         const Item result = call();
         if (source.layout().rank() != 2 || several(source)) return result;
         const auto other = compose(permute(source.layout(), std::span<const Int>(Order{1, 0})), selector);
         return other ? Item::object(at(source, source.offset(), *other)) : result;
       })},
      {"views.as-strided.6", "compares leaves in pairs", accepts([](const Tensor& tensor, const Layout& selector) {
         return aliases(tensor, selector) && is_pairwise_injective(selector);
       })},
      {"views.as-strided.6", "refuses spans that interleave", refuses([](const Tensor& tensor, const Layout& selector) {
         return is_sound(tensor, selector) && !strides_nest(selector);
       })},
      {"views.as-strided.7", "begins one entry early", viewed([](Parts& result, const Tensor&, const Layout&) {
         if (result.levels[0].offset > 0) result.levels[0].offset -= 1;
       })},
      {"views.as-strided.7", "takes the source's offset for B(0)",
       refuses([](const Tensor& tensor, const Layout& selector) {
         return is_sound(tensor, selector) && tensor.offset() != 0;
       })},
      {"views.as-strided.8", "takes size for cosize", accepts([](const Tensor& tensor, const Layout& selector) {
         return is_outside(tensor, selector) && selector.size() <= tensor.size();
       })},
      {"views.as-strided.8", "is off by one", accepts([](const Tensor& tensor, const Layout& selector) {
         return is_outside(tensor, selector) && selector.cosize() == tensor.size() + 1;
       })},
      {"views.as-strided.8", "leaves the last element out",
       refuses([](const Tensor& tensor, const Layout& selector) { return selector.cosize() == tensor.size(); })},
      {"views.as-strided.8", "compares with the cosize of the source",
       accepts([](const Tensor& tensor, const Layout& selector) {
         return is_outside(tensor, selector) && selector.cosize() <= tensor.layout().cosize();
       })},
      {"views.as-strided.8", "compares in 64 bits", accepts([](const Tensor& tensor, const Layout& selector) {
         return is_outside(tensor, selector) && selector.cosize() % two_to(64) <= tensor.size();
       })},
      {"views.as-strided.9", "returns the source where the view has its layout",
       selected([](const Call& call, const Tensor& source, const Layout&) {
         const Item result = call();
         return result.as<Tensor>()->layout() == source.layout() ? call.arguments.item(0) : result;
       })},
      {"views.as-strided.10", "flattens the shape",
       placement([](const Layout& right, const Tensor&, const Layout&) { return flat(right); })},
      {"views.as-strided.10", "merges modes",
       placement([](const Layout& right, const Tensor&, const Layout&) { return coalesce(right); })},
      {"views.as-strided.11", "multiplies by the source's first stride",
       placement([](const Layout& right, const Tensor& source, const Layout& selector) {
         Leaves strides = strides_of(selector);
         for (Int& stride : strides) stride *= source.layout().strides()[0];
         const Layout other(right.shape(), strides);
         return other.fits(source.carrier()->size(), source.offset()) ? other : right;
       })},
      {"views.as-strided.11", "visits at most a million coordinates",
       refuses([](const Tensor&, const Layout& selector) { return selector.size() > 1 << 20; })},
      {"views.as-strided.12", "gives S_0 the strides of L_0", viewed([](Parts& result, const Tensor&, const Layout&) {
         if (!result.adjacent.empty()) result.adjacent[0] = result.levels[0].layout;
       })},
      {"views.as-strided.12", "makes S_0 compact", viewed([](Parts& result, const Tensor&, const Layout&) {
         if (!result.adjacent.empty()) result.adjacent[0] = strideweave::compact(result.adjacent[0].shape());
       })},
      {"views.as-strided.13", "accepts every placement", accepts(aliases_entries)},
      {"views.as-strided.13", "demands an injective source", refuses([](const Tensor& tensor, const Layout& selector) {
         return is_sound(tensor, selector) && !injective(tensor.layout());
       })},
      {"views.as-strided.14", "accepts what no Layout represents", accepts(is_unrepresentable)},
      {"views.as-strided.14", "takes divisibility for representability",
       refuses([](const Tensor& tensor, const Layout& selector) {
         return is_sound(tensor, selector) && !divides(tensor, selector);
       })},
      {"views.as-strided.14", "composes L_0 only", accepts([](const Tensor& tensor, const Layout& selector) {
         return is_unrepresentable(tensor, selector) && compose(tensor.layout(), selector);
       })},
      {"views.as-strided.15", "drops the offset", viewed([](Parts& result, const Tensor& source, const Layout&) {
         if (!several(source)) result.levels[0].offset = 0;
       })},
      {"views.as-strided.15", "drops the offsets of deeper levels",
       viewed([](Parts& result, const Tensor&, const Layout&) {
         for (std::size_t level = 1; level < result.levels.size(); ++level) result.levels[level].offset = 0;
       })},
      {"views.as-strided.16", "touches the deeper placement", viewed([](Parts& result, const Tensor&, const Layout&) {
         if (result.levels.size() > 1) result.levels[1].layout = Layout::parse("12:0");
       })},
      {"views.as-strided.16", "touches the deeper adjacent layout",
       viewed([](Parts& result, const Tensor&, const Layout&) {
         if (result.adjacent.size() > 1) result.adjacent[1] = Layout::parse("12:1");
       })},
      {"views.as-strided.26", "copies the carriers", viewed([](Parts& result, const Tensor&, const Layout&) {
         for (auto& level : result.levels) level.carrier = copy_of(level.carrier);
       })},
      {"views.as-strided.26", "copies the carriers of deeper levels",
       viewed([](Parts& result, const Tensor&, const Layout&) {
         for (std::size_t level = 1; level < result.levels.size(); ++level)
           result.levels[level].carrier = copy_of(result.levels[level].carrier);
       })},
  };
}

std::vector<Mutant> mutants_of_refusals() {
  return {
      {"views.as-strided.1", "makes a Shape of a list",
       argument(1, [](const Item& shape, const Call&) { return shape.list() != nullptr ? shape_from(shape) : shape; })},
      {"views.as-strided.17", "makes a Shape of an integer",
       argument(1,
                [](const Item& shape, const Call&) { return shape.integer() != nullptr ? shape_from(shape) : shape; })},
      {"views.as-strided.17", "takes the source's shape for None",
       argument(1,
                [](const Item& shape, const Call& call) {
                  return shape.is_none() ? Item::object(call.tensor()->layout().shape()) : shape;
                })},
      {"views.as-strided.17", "takes a Stride for a Shape",
       argument(1,
                [](const Item& shape, const Call&) {
                  const Stride* stride = shape.as<Stride>();
                  return stride != nullptr ? Item::object(Shape(to_int_tuple(*stride))) : shape;
                })},
      {"views.as-strided.17", "refuses with ValueError", kind_where(is_wrong_shape, ErrorKind::value_error)},
      {"views.as-strided.2", "makes a Stride of a list",
       argument(
           2, [](const Item& stride, const Call&) { return stride.list() != nullptr ? stride_from(stride) : stride; })},
      {"views.as-strided.18", "makes a Stride of an integer",
       argument(2, [](const Item& stride,
                      const Call&) { return stride.integer() != nullptr ? stride_from(stride) : stride; })},
      {"views.as-strided.18", "takes compact strides for None",
       argument(2,
                [](const Item& stride, const Call& call) {
                  return stride.is_none() && shape_of(call) != nullptr
                             ? Item::object(strideweave::compact(*shape_of(call)).stride())
                             : stride;
                })},
      {"views.as-strided.18", "takes a Shape for a Stride",
       argument(2,
                [](const Item& stride, const Call&) {
                  const Shape* shape = stride.as<Shape>();
                  return shape != nullptr ? Item::object(Stride(to_int_tuple(*shape))) : stride;
                })},
      {"views.as-strided.18", "refuses with ValueError", kind_where(is_wrong_stride, ErrorKind::value_error)},
      {"views.as-strided.3", "makes up the strides that are missing",
       where(is_incongruent, [](const Call& call) { return made_up(call, true); })},
      {"views.as-strided.19", "passes over the strides that are too much",
       where(is_incongruent, [](const Call& call) { return made_up(call, false); })},
      {"views.as-strided.19", "compares leaves only", where(is_incongruent, leaf_by_leaf)},
      {"views.as-strided.19", "refuses with TypeError", kind_where(is_incongruent, ErrorKind::type_error)},
      {"views.as-strided.20", "accepts stride zero", accepts([](const Tensor& tensor, const Layout& selector) {
         return aliases(tensor, selector) && has_stride_zero(selector);
       })},
      {"views.as-strided.20", "looks for stride zero only", accepts([](const Tensor& tensor, const Layout& selector) {
         return aliases(tensor, selector) && !has_stride_zero(selector);
       })},
      {"views.as-strided.20", "refuses with RuntimeError", raises_where(aliases, ErrorKind::runtime_error)},
      {"views.as-strided.21", "refuses with IndexError", raises_where(is_outside, ErrorKind::index_error)},
      {"views.as-strided.21", "looks at the strides only", accepts([](const Tensor& tensor, const Layout& selector) {
         return is_outside(tensor, selector) && std::all_of(selector.strides().begin(), selector.strides().end(),
                                                            [&](Int stride) { return stride < tensor.size(); });
       })},
      {"views.as-strided.21", "refuses huge strides with OverflowError",
       raises_where([](const Tensor&, const Layout& selector) { return selector.cosize() > two_to(63); },
                    ErrorKind::overflow_error)},
      {"views.as-strided.22", "refuses with NotImplementedError",
       raises_where(is_unrepresentable, ErrorKind::not_implemented_error)},
      {"views.as-strided.22", "copies into compact strides",
       selected([](const Call& call, const Tensor& tensor, const Layout& selector) {
         if (!is_unrepresentable(tensor, selector) || several(tensor)) return call();
         return Item::object(Tensor(copy_of(tensor.carrier()), 0, strideweave::compact(selector.shape())));
       })},
      {"views.as-strided.23", "refuses with RuntimeError", raises_where(aliases_entries, ErrorKind::runtime_error)},
      {"views.as-strided.23", "accepts a constant view", accepts([](const Tensor& tensor, const Layout& selector) {
         return aliases_entries(tensor, selector) && tensor.layout().cosize() == 1;
       })},
      {"views.as-strided.23", "accepts what the source aliases already by stride zero",
       accepts([](const Tensor& tensor, const Layout& selector) {
         return aliases_entries(tensor, selector) && has_stride_zero(tensor.layout());
       })},
      {"views.as-strided.24", "releases the carrier when it refuses",
       on_error("as_strided", [](strideweave::Carrier& carrier) { carrier.release(); })},
      {"views.as-strided.24", "writes when it refuses", on_error("as_strided", write_back)},
      {"views.as-strided.24", "writes when it refuses a type",
       where([](const Call& call) { return is_wrong_shape(call) || is_wrong_stride(call); },
             [](const Call& call) {
               write_back(*call.tensor()->carrier());
               return call();
             })},
      {"views.as-strided.25", "copies the values when it refuses",
       around("as_strided",
              [](const Call& call) {
                try {
                  return call();
                } catch (const strideweave::Error&) {
                  copy_of(call.tensor()->carrier());
                  throw;
                }
              })},
      {"views.as-strided.25", "copies the values before it gives up a composition",
       selected([](const Call& call, const Tensor& tensor, const Layout& selector) {
         if (is_unrepresentable(tensor, selector)) copy_of(tensor.carrier());
         return call();
       })},
  };
}

}  // namespace

std::vector<Mutant> mutants_of_as_strided() {
  std::vector<Mutant> mutants = mutants_of_views();
  std::vector<Mutant> refused = mutants_of_refusals();
  std::move(refused.begin(), refused.end(), std::back_inserter(mutants));
  return mutants;
}

}  // namespace swconform::judgement
