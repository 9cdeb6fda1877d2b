// SPDX-License-Identifier: Apache-2.0
// views.backward: what comes out. What is refused, and the graph, stand in mutants_backward_refused.cpp.
#include <algorithm>
#include <map>
#include <numeric>

#include "bindings/reference/carrier_spy.hpp"
#include "tests/judgement/reverse_mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using namespace reverse;

const std::string prefix = "views.backward.";

Gradient zeros_like(const Gradient& right) { return Gradient(right.size(), 0.0); }

/// What element q of the view contributes goes where `place` says, if there is such a place.
Propagation placed(std::function<Int(const Step&, std::size_t q)> place) {
  return [place = std::move(place)](const Step& step, const Gradient& right) {
    Gradient result = zeros_like(right);
    for (std::size_t q = 0; q < step.ordinals.size(); ++q) {
      const Int ordinal = place(step, q);
      if (ordinal >= 0 && ordinal < Int(result.size())) result[ordinal.to_size()] += step.cotangent[q];
    }
    return result;
  };
}

Propagation to_storage() {
  return placed([](const Step& step, std::size_t q) { return step.source.layout()(step.ordinals[q]); });
}
Propagation without_start() {
  return placed([](const Step& step, std::size_t q) { return Int(step.ordinals[q]) - Int(step.ordinals[0]); });
}
Propagation without_step() {
  return placed([](const Step& step, std::size_t q) { return Int(step.ordinals[0] + q); });
}
Propagation from_the_start() {
  return placed([](const Step&, std::size_t q) { return Int(q); });
}
Propagation backwards() {
  return placed([](const Step& step, std::size_t q) { return Int(step.ordinals[step.ordinals.size() - 1 - q]); });
}

/// The ordinal of the coordinate with this number, last mode fastest.
Propagation last_mode_first() {
  return placed([](const Step& step, std::size_t q) {
    return last_mode_fastest(step.source.layout().shape(), 1)(step.ordinals[q]);
  });
}

/// The order is applied once more instead of undone.
Gradient forward_again(const Step& step, Gradient right) {
  if (step.ordinals.size() != right.size()) return right;
  for (std::size_t q = 0; q < right.size(); ++q) right[q] = step.cotangent[step.ordinals[q]];
  return right;
}

/// The cotangent's values are taken in the order in which they are stored.
Gradient in_storage_order(const Step& step, Gradient right) {
  std::vector<std::size_t> order(step.ordinals.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return step.view(a) < step.view(b); });
  Gradient result = zeros_like(right);
  for (std::size_t q = 0; q < order.size(); ++q) result[step.ordinals[q]] += step.cotangent[order[q]];
  return result;
}

Gradient doubled(const Step&, Gradient right) {
  for (double& value : right) value *= 2;
  return right;
}

std::vector<std::size_t> contributions(const Step& step, std::size_t size) {
  std::vector<std::size_t> counts(size, 0);
  for (const std::size_t ordinal : step.ordinals) ++counts[ordinal];
  return counts;
}

Propagation unselected(std::function<double(const Step&, std::size_t ordinal)> value) {
  return [value = std::move(value)](const Step& step, Gradient right) {
    const auto counts = contributions(step, right.size());
    for (std::size_t ordinal = 0; ordinal < right.size(); ++ordinal) {
      if (counts[ordinal] == 0) right[ordinal] = value(step, ordinal);
    }
    return right;
  };
}
Propagation ones_elsewhere() {
  return unselected([](const Step&, std::size_t) { return 1.0; });
}
Propagation source_elsewhere() {
  return unselected([](const Step& step, std::size_t ordinal) {
    return strideweave::read_gradient(step.source)[ordinal];
  });
}
Propagation last_elsewhere() {
  return unselected([](const Step& step, std::size_t) { return step.cotangent.back(); });
}

Gradient mean(const Step& step, Gradient right) {
  const auto counts = contributions(step, right.size());
  for (std::size_t k = 0; k < right.size(); ++k) right[k] /= static_cast<double>(std::max<std::size_t>(counts[k], 1));
  return right;
}
Gradient last_one(const Step& step, Gradient right) {
  for (std::size_t q = 0; q < step.ordinals.size(); ++q) right[step.ordinals[q]] = step.cotangent[q];
  return right;
}
Gradient first_one(const Step& step, Gradient right) {
  for (std::size_t q = step.ordinals.size(); q-- > 0;) right[step.ordinals[q]] = step.cotangent[q];
  return right;
}
/// As many neighbours in the order of the ordinals as come to one element.
Gradient sums_of_neighbours(const Step& step, Gradient right) {
  const std::size_t width = step.ordinals.size() / right.size();
  for (std::size_t k = 0; k < right.size(); ++k) {
    right[k] = 0;
    for (std::size_t q = k * width; q < (k + 1) * width; ++q) right[k] += step.cotangent[q];
  }
  return right;
}

using Propagations = std::vector<std::pair<std::string, Propagation>>;

std::vector<Mutant> mutants_of_reverses() {
  const Propagations everywhere = {{"counts everything twice", doubled}};
  const Propagations by_storage = {{"takes the cotangent in storage order", in_storage_order}};
  const Propagations scattering = {{"writes to storage indices", to_storage()},
                                   {"drops the step", without_step()},
                                   {"writes from the start on", from_the_start()},
                                   {"writes backwards", backwards()}};
  const Propagations elsewhere = {{"leaves ones where nothing is selected", ones_elsewhere()},
                                  {"leaves the source's values where nothing is selected", source_elsewhere()},
                                  {"leaves the last value where nothing is selected", last_elsewhere()}};
  const Propagations ordering = {{"applies its order again", forward_again},
                                 {"writes to storage indices", to_storage()}};
  const Propagations structural = {{"lets the last mode run fastest", last_mode_first()},
                                   {"writes to storage indices", to_storage()}};
  const Propagations reducing = {{"takes the last contribution", last_one},
                                 {"takes the first contribution", first_one},
                                 {"takes the mean", mean},
                                 {"adds up neighbours", sums_of_neighbours},
                                 {"counts everything twice", doubled}};
  std::vector<Mutant> mutants;
  const auto add = [&](const std::string& clause, const std::string& operation, const Propagations& propagations) {
    for (const auto& [wrong, propagation] : propagations) {
      mutants.push_back({prefix + clause, operation + " " + wrong, reverse_of(operation, propagation)});
    }
  };
  const std::map<std::string, std::string> clauses = {
      {"index", "14"},   {"as_strided", "16"}, {"rearrange", "18"},    {"permute", "19"},         {"reshape", "20"},
      {"squeeze", "21"}, {"unsqueeze", "22"},  {"broadcast_to", "23"}, {"broadcast_in_dim", "24"}};
  for (const auto& [operation, clause] : clauses) {
    mutants.push_back({prefix + clause, operation + " is not recorded", unrecorded(operation)});
    if (clause < "23") add(clause, operation, everywhere);
    // a view by reshape is stored in its own order
    if (clause < "23" && operation != "reshape") add(clause, operation, by_storage);
  }
  for (const char* operation : {"index", "as_strided"}) add(clauses.at(operation), operation, scattering);
  add("14", "index", {{"drops the start", without_start()}});  // as_strided begins at the origin
  add("15", "index", elsewhere);
  add("17", "as_strided", elsewhere);
  for (const char* operation : {"rearrange", "permute"}) add(clauses.at(operation), operation, ordering);
  for (const char* operation : {"reshape", "squeeze", "unsqueeze"}) add(clauses.at(operation), operation, structural);
  for (const char* operation : {"broadcast_to", "broadcast_in_dim"}) add(clauses.at(operation), operation, reducing);
  return mutants;
}

bool is_injective(const Layout& layout) { return strideweave::aliasing_of(layout) == strideweave::Aliasing::none; }

/// The same gradient in another layout. Precondition: injective.
Tensor relaid(const Grad& grad, const Layout& layout) {
  return like(grad.now.carrier(), layout, strideweave::read_gradient(grad.now));
}

Change relaid_where_injective(std::function<Layout(const Grad&)> layout) {
  return grads([layout = std::move(layout)](const Grad& grad) {
    const Layout other = layout(grad);
    const bool fits = is_injective(grad.target.layout()) && is_injective(other) && other.size() == grad.now.size();
    return fits ? relaid(grad, other) : grad.now;
  });
}

Change of_aliased(std::function<Tensor(const Grad&)> edit) {
  return grads([edit = std::move(edit)](const Grad& grad) {
    return is_injective(grad.target.layout()) ? grad.now : edit(grad);
  });
}

std::shared_ptr<reference::BaseCarrier> plain_carrier() {
  reference::CarrierSpy::Setup setup;
  setup.dtype = &strideweave::dtype::float32();
  setup.size = 0;
  return std::make_shared<reference::BaseCarrier>(setup);
}

Tensor with_values_of(const Grad& grad, const Gradient& values) {
  return like(grad.now.carrier(), grad.now.layout(), values);
}

/// The storage index of each element, for the slots of an aliased layout.
std::vector<std::size_t> slots_of(const Layout& layout) {
  std::vector<std::size_t> slots;
  for (Int ordinal = 0; ordinal < layout.size(); ordinal += 1) slots.push_back(layout(ordinal).to_size());
  return slots;
}

Tensor sum_everywhere(const Grad& grad) {
  const Gradient values = strideweave::read_gradient(grad.now);
  return with_values_of(grad, Gradient(values.size(), std::accumulate(values.begin(), values.end(), 0.0)));
}

/// Each slot has what belongs to the one before.
Tensor next_slot(const Grad& grad) {
  const Gradient values = strideweave::read_gradient(grad.now);
  const auto slots = slots_of(grad.target.layout());
  const std::size_t count = *std::max_element(slots.begin(), slots.end()) + 1;
  Gradient moved(values.size(), 0.0);
  for (std::size_t q = 0; q < values.size(); ++q) {
    const auto from = std::find(slots.begin(), slots.end(), (slots[q] + count - 1) % count);
    if (from != slots.end()) moved[q] = values[static_cast<std::size_t>(from - slots.begin())];
  }
  return with_values_of(grad, moved);
}

Tensor in_the_aliased_layout(const Grad& grad) {
  const Layout& layout = grad.target.layout();
  return {grad.now.carrier()->new_like_floats(Gradient(layout.cosize().to_size(), 0.0)), 0, layout};
}

std::vector<Mutant> mutants_of_gradients() {
  return {
      {prefix + "25", "hands the cotangent on where it has the layout of the source", grads([](const Grad& grad) {
         const bool fits = grad.cotangent != nullptr && !grad.before && grad.cotangent->layout() == grad.now.layout();
         return fits ? at(*grad.cotangent, grad.cotangent->offset(), grad.now.layout()) : grad.now;
       })},
      {prefix + "25", "takes over the cotangent's carrier where it is large enough", grads([](const Grad& grad) {
         if (grad.cotangent == nullptr || grad.before || grad.cotangent->size() != grad.now.size()) return grad.now;
         const Layout compact_one = compact(grad.now.layout().shape());
         if (compact_one != grad.now.layout() || grad.cotangent->layout().cosize() != grad.now.size()) return grad.now;
         return at(*grad.cotangent, grad.cotangent->offset(), grad.now.layout());
       })},
      {prefix + "25", "gives every gradient the source's own carrier", grads([](const Grad& grad) {
         return at(grad.target, grad.target.offset(), grad.target.layout());
       })},
      {prefix + "26", "allocates carriers of the library's own class", grads([](const Grad& grad) {
         return tensor_of(grad.now.layout(), strideweave::read_gradient(grad.now));
       })},
      {prefix + "26", "allocates carriers of the base class", grads([](const Grad& grad) {
         const auto* sub = dynamic_cast<const reference::SubCarrier*>(grad.now.carrier().get());
         return sub == nullptr ? grad.now
                               : like(plain_carrier(), grad.now.layout(), strideweave::read_gradient(grad.now));
       })},
      {prefix + "26", "allocates carriers of the class of the first carrier it saw", grads([](const Grad& grad) {
         const auto* other = dynamic_cast<const reference::OtherCarrier*>(grad.now.carrier().get());
         return other == nullptr ? grad.now
                                 : like(plain_carrier(), grad.now.layout(), strideweave::read_gradient(grad.now));
       })},
      {prefix + "27", "makes gradients compact",
       relaid_where_injective([](const Grad& grad) { return compact(grad.now.layout().shape()); })},
      {prefix + "27", "closes holes", relaid_where_injective([](const Grad& grad) {
         const Layout& layout = grad.now.layout();
         return layout.cosize() > layout.size() ? compact(layout.shape()) : layout;
       })},
      {prefix + "27", "flattens gradients",
       relaid_where_injective([](const Grad& grad) { return flat(grad.now.layout()); })},
      {prefix + "27", "opens nested modes of one leaf",
       relaid_where_injective([](const Grad& grad) { return singles_opened(grad.now.layout()); })},
      {prefix + "27", "gives gradients the cotangent's layout", relaid_where_injective([](const Grad& grad) {
         return grad.cotangent != nullptr ? grad.cotangent->layout() : grad.now.layout();
       })},
      {prefix + "27", "gives gradients the strides of the cotangent", relaid_where_injective([](const Grad& grad) {
         const bool fits =
             grad.cotangent != nullptr && grad.cotangent->layout().leaf_count() == grad.now.layout().leaf_count();
         return fits ? with_strides_of(grad.now.layout().shape(), grad.cotangent->layout()) : grad.now.layout();
       })},
      {prefix + "28", "gives the gradient of an aliased source its layout", of_aliased(in_the_aliased_layout)},
      {prefix + "28", "repeats the slots of an aliased source", of_aliased([](const Grad& grad) {
         const Layout one = compact(grad.now.layout().shape(), 0);
         return Tensor(grad.now.carrier()->new_like_floats(Gradient(1, 0.0)), 0, one);
       })},
      {prefix + "29", "flattens the gradient of an aliased source",
       of_aliased([](const Grad& grad) { return relaid(grad, compact(flat(grad.now.layout()).shape())); })},
      {prefix + "29", "gives an aliased source a gradient of one mode",
       of_aliased([](const Grad& grad) { return relaid(grad, compact(Shape{grad.now.size()})); })},
      {prefix + "29", "gives an aliased source a value for each slot", of_aliased([](const Grad& grad) {
         return like(grad.now.carrier(), Layout(Shape{1}, strideweave::Leaves{Int(1)}), {0.0});
       })},
      {prefix + "30", "gives every slot the sum of all", of_aliased(sum_everywhere)},
      {prefix + "30", "takes one slot for the next", of_aliased(next_slot)},
      {prefix + "31", "returns the gradient it was given",
       around("backward", [](const Call& call) { return call(), call.arguments.item(1); })},
      {prefix + "31", "returns the view",
       around("backward", [](const Call& call) { return call(), call.arguments.item(0); })},
      {prefix + "31", "reports success", around("backward", [](const Call& call) { return call(), Item(true); })},
      {prefix + "31", "puts the second gradient in the place of the first", grads([](const Grad& grad) {
         if (!grad.before) return grad.now;
         Gradient values = strideweave::read_gradient(grad.now);
         const Gradient first = strideweave::read_gradient(*grad.before);
         for (std::size_t q = 0; q < values.size(); ++q) values[q] -= first[q];
         return with_values_of(grad, values);
       })},
      {prefix + "31", "keeps the first gradient",
       grads([](const Grad& grad) { return grad.before ? *grad.before : grad.now; })},
  };
}

}  // namespace

std::vector<Mutant> mutants_of_backward() {
  std::vector<Mutant> mutants = mutants_of_reverses();
  append(mutants, mutants_of_gradients());
  append(mutants, mutants_of_refused_cotangents());
  append(mutants, mutants_of_graphs());
  return mutants;
}

}  // namespace swconform::judgement
