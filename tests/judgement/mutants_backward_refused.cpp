// SPDX-License-Identifier: Apache-2.0
// views.backward: cotangents that are missing or refused, the recorded graph, and mutated sources.
#include <algorithm>

#include "bindings/reference/conversions.hpp"
#include "reference/no_grad.hpp"
#include "reference/recorded_operation.hpp"
#include "tests/judgement/reverse_mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using namespace reverse;

const std::string prefix = "views.backward.";

bool is_unit(const Call& call) { return call.tensor()->layout().shape() == Shape{1}; }
bool is_tensor(const Call& call) { return call.arguments.item(1).as<Tensor>() != nullptr; }
bool is_no_tensor(const Call& call) { return !is_implicit(call) && !is_tensor(call); }

/// Where no cotangent is given and `concerns`, ones are taken.
Change ones_where(std::function<bool(const Call&)> concerns) {
  return around("backward", [concerns = std::move(concerns)](const Call& call) {
    return is_implicit(call) && concerns(call) ? with_values(call, {1.0}) : call();
  });
}

Change implicit(std::function<Item(const Call&)> body) {
  return around("backward", [body = std::move(body)](const Call& call) {
    return is_implicit(call) && is_unit(call) ? body(call) : call();
  });
}

Gradient numbers(const Item& item) {
  if (item.floating() != nullptr) return {*item.floating()};
  Gradient values;
  if (item.list() != nullptr) {
    for (const Item& one : *item.list()) values.push_back(*one.floating());
  }
  return values.empty() ? Gradient{1.0} : values;
}

/// Takes what is no Tensor, where `wanted`, for its values.
Change takes(std::function<bool(const Item&)> wanted) {
  return around("backward", [wanted = std::move(wanted)](const Call& call) {
    const bool is_wanted = is_no_tensor(call) && wanted(call.arguments.item(1));
    return is_wanted ? with_values(call, numbers(call.arguments.item(1))) : call();
  });
}

bool is_injective(const Layout& layout) { return strideweave::aliasing_of(layout) == strideweave::Aliasing::none; }

using Wanted = std::function<bool(const Layout& view, const Layout& cotangent)>;
Change takes_for(bool injective, Wanted wanted) {
  return takes_cotangents([injective, wanted = std::move(wanted)](const Tensor& view, const Tensor& cotangent) {
    return is_injective(view.layout()) == injective && wanted(view.layout(), cotangent.layout());
  });
}

bool same_shape(const Layout& view, const Layout& cotangent) { return view.shape() == cotangent.shape(); }
bool same_size(const Layout& view, const Layout& cotangent) { return view.size() == cotangent.size(); }
bool same_leaves(const Layout& view, const Layout& cotangent) {
  return std::equal(view.extents().begin(), view.extents().end(), cotangent.extents().begin(),
                    cotangent.extents().end());
}
bool widens(const Layout& view, const Layout& cotangent) {
  if (view.leaf_count() != cotangent.leaf_count()) return false;
  for (std::size_t k = 0; k < view.leaf_count(); ++k) {
    if (cotangent.extents()[k] != view.extents()[k] && cotangent.extents()[k] != 1) return false;
  }
  return true;
}
bool turned_round(const Layout& view, const Layout& cotangent) {
  std::vector<Int> one(view.extents().begin(), view.extents().end());
  std::vector<Int> other(cotangent.extents().begin(), cotangent.extents().end());
  std::sort(one.begin(), one.end());
  std::sort(other.begin(), other.end());
  return one == other;
}

/// The kind of a refusal of a Tensor.
Change refuses_with(bool injective, bool of_same_shape, ErrorKind kind) {
  return backward_kind(
      [=](const Call& call) {
        const Layout& view = call.tensor()->layout();
        return is_tensor(call) && is_injective(view) == injective &&
               (injective || same_shape(view, call.arguments.item(1).as<Tensor>()->layout()) == of_same_shape);
      },
      ErrorKind::value_error, kind);
}

Item with_retain(const Call& call, bool retain) {
  return call.next(call.session, call.arguments.with(2, Item(retain)));
}
bool retains(const Call& call) { return call.arguments.has(2) && *call.arguments.item(2).boolean(); }

void forget(const Tensor& tensor) {
  if (tensor.state()->operation != nullptr) tensor.state()->operation->release();
}

/// What becomes of the graph: `edit` is told whether it is to be retained, and is given all that was reached.
Change released(std::function<void(bool retain, const std::vector<Tensor>&)> edit) {
  return around("backward", [edit = std::move(edit)](const Call& call) {
    Item result = with_retain(call, true);
    edit(retains(call), reached_from(*call.tensor()));
    return result;
  });
}

std::vector<Mutant> mutants_of_missing_cotangents() {
  const auto missing = [](const Call& call, ErrorKind) { return is_implicit(call); };
  return {
      {prefix + "1", "demands a gradient", around("backward", [](const Call& call) {
         if (!call.arguments.has(1)) strideweave::raise_type_error("backward needs a gradient");
         return call();
       })},
      {prefix + "2", "takes one for the gradient of any single element",
       ones_where([](const Call& call) { return call.tensor()->size() == 1; })},
      {prefix + "2", "takes one where every mode has extent one",
       ones_where([](const Call& call) { return call.tensor()->layout().rank() > 0 && call.tensor()->size() == 1; })},
      {prefix + "2", "takes one where there is no mode",
       ones_where([](const Call& call) { return call.tensor()->layout().rank() == 0; })},
      {prefix + "2", "takes one for a nested mode of one leaf",
       ones_where([](const Call& call) {
         return call.tensor()->layout().leaf_count() == 1 && call.tensor()->size() == 1;
       })},
      {prefix + "2", "takes no None", implicit([](const Call&) -> Item { strideweave::raise_value_error("None"); })},
      {prefix + "3", "takes zero for the unit", implicit([](const Call& call) { return with_values(call, {0.0}); })},
      {prefix + "3", "takes the view's value for the unit", implicit([](const Call& call) {
         return with_values(call, {strideweave::read_gradient(*call.tensor())});
       })},
      {prefix + "4", "makes a compact unit cotangent, and refuses it", implicit([](const Call& call) {
         return call.next(call.session, call.arguments.with(1, Item::object(tensor_of(compact(Shape{1}), {1.0}))));
       })},
      {prefix + "5", "takes ones for the gradient of several elements",
       ones_where([](const Call& call) { return call.tensor()->size() > 1; })},
      {prefix + "5", "refuses a missing gradient with RuntimeError",
       backward_kind(is_implicit, ErrorKind::value_error, ErrorKind::runtime_error)},
      {prefix + "6", "prepares gradients before it misses the cotangent", after_failure(missing, give_zeros)},
      {prefix + "7", "takes a float", takes([](const Item& item) { return item.floating() != nullptr; })},
      {prefix + "7", "takes a list", takes([](const Item& item) { return item.list() != nullptr; })},
      {prefix + "7", "takes a layout", takes([](const Item& item) { return item.as<Layout>() != nullptr; })},
      {prefix + "7", "refuses what is no Tensor with ValueError",
       backward_kind(is_no_tensor, ErrorKind::type_error, ErrorKind::value_error)},
      {prefix + "7", "asks what is no Tensor for its layout",
       backward_kind(is_no_tensor, ErrorKind::type_error, ErrorKind::attribute_error)},
      {prefix + "8", "prepares gradients before it looks at the type",
       after_failure([](const Call&, ErrorKind kind) { return kind == ErrorKind::type_error; }, give_zeros)},
      {prefix + "37", "prepares gradients before it looks at the layout",
       after_failure([](const Call& call, ErrorKind kind) { return kind == ErrorKind::value_error && is_tensor(call); },
                     give_zeros)},
      {prefix + "37", "takes away what has accumulated when it fails",
       after_failure([](const Call&, ErrorKind) { return true; }, take_grad)},
  };
}

std::vector<Mutant> mutants_of_layouts() {
  return {
      {prefix + "32", "compares shapes only", takes_for(true, same_shape)},
      {prefix + "32", "compares extents without nesting", takes_for(true, same_leaves)},
      {prefix + "32", "compares sizes only", takes_for(true, same_size)},
      {prefix + "32", "widens the cotangent", takes_for(true, widens)},
      {prefix + "32", "takes what has the extents in another order", takes_for(true, turned_round)},
      {prefix + "32", "refuses another layout with RuntimeError", refuses_with(true, false, ErrorKind::runtime_error)},
      {prefix + "32", "refuses another layout with TypeError", refuses_with(true, false, ErrorKind::type_error)},
      {prefix + "33", "compares sizes only for broadcast views",
       takes_for(false, [](const Layout& view, const Layout& cotangent) {
         return same_size(view, cotangent) && !same_shape(view, cotangent);
       })},
      {prefix + "33", "takes the source's shape for a broadcast view",
       takes_for(false, [](const Layout& view, const Layout& cotangent) {
         return widens(view, cotangent) && !same_shape(view, cotangent);
       })},
      {prefix + "33", "takes what has a broadcast view's extents in another order",
       takes_for(false, [](const Layout& view, const Layout& cotangent) {
         return turned_round(view, cotangent) && !same_shape(view, cotangent);
       })},
      {prefix + "33", "refuses another shape with RuntimeError", refuses_with(false, false, ErrorKind::runtime_error)},
      {prefix + "34", "takes every layout for a broadcast view", takes_for(false, same_shape)},
      {prefix + "34", "takes the broadcast view's own layout",
       takes_for(false, [](const Layout& view, const Layout& cotangent) { return view == cotangent; })},
      {prefix + "34", "takes what overlaps without a stride of zero",
       takes_for(false, [](const Layout& view, const Layout& cotangent) {
         return same_shape(view, cotangent) &&
                strideweave::aliasing_of(cotangent) == strideweave::Aliasing::otherwise;
       })},
      {prefix + "34", "refuses an aliased layout with TypeError", refuses_with(false, true, ErrorKind::type_error)},
  };
}

/// Whether recording stays disabled, for good.
struct Disabled {
  bool yes = false;
};

/// Recording stays disabled after a call without it that has succeeded, or failed.
Change stays_disabled(bool after_failures) {
  std::vector<Change> changes;
  for (const std::string& operation : views()) {
    changes.push_back(around(operation, [after_failures](const Call& call) {
      bool& disabled = call.session.state<Disabled>().yes;
      const bool may_disable = !strideweave::is_grad_enabled();
      try {
        Item result = call();
        if (disabled && result.as<Tensor>() != nullptr) result.as<Tensor>()->state()->operation = nullptr;
        disabled |= may_disable && !after_failures;
        return result;
      } catch (const std::exception&) {
        disabled |= may_disable && after_failures;
        throw;
      }
    }));
  }
  return all(std::move(changes));
}

bool is_unchanged(const Tensor&, const Tensor& source, const Values& then) {
  return values_of(source.carrier()) == then;
}

bool sees_no_change(const Tensor& view, const Tensor& source, const Values& then) {
  const Values now = values_of(source.carrier());
  for (Int ordinal = 0; ordinal < view.size(); ordinal += 1) {
    const std::size_t index = (view.offset() + view.layout()(ordinal)).to_size();
    if (now[index] != then[index]) return false;
  }
  return true;
}

}  // namespace

std::vector<Mutant> mutants_of_refused_cotangents() {
  std::vector<Mutant> mutants = mutants_of_missing_cotangents();
  append(mutants, mutants_of_layouts());
  return mutants;
}

std::vector<Mutant> mutants_of_graphs() {
  const auto of_versions = [](const Call& call, ErrorKind kind) {
    return kind == ErrorKind::runtime_error && is_tensor(call);
  };
  std::vector<Mutant> mutants = {
      {prefix + "9", "retains by default",
       around("backward", [](const Call& call) { return call.arguments.has(2) ? call() : with_retain(call, true); })},
      {prefix + "10", "never releases", released([](bool, const std::vector<Tensor>&) {})},
      {prefix + "10", "retains when it is told not to", around("backward", [](const Call& call) {
         return call.arguments.has(2) ? with_retain(call, true) : call();
       })},
      {prefix + "10", "releases the last view only", released([](bool retain, const std::vector<Tensor>& reached) {
         if (!retain) forget(reached.front());
       })},
      {prefix + "10", "releases when it refuses", after_failure([](const Call&, ErrorKind) { return true; }, forget)},
      {prefix + "11", "never retains", around("backward", [](const Call& call) { return with_retain(call, false); })},
      {prefix + "11", "retains the last view only", released([](bool retain, const std::vector<Tensor>& reached) {
         for (const Tensor& tensor : reached) {
           if (!retain || tensor != reached.front()) forget(tensor);
         }
       })},
      {prefix + "12", "holds its source weakly", holds_sources_weakly()},
      {prefix + "12", "does not record where the view begins with its source", around("index", [](const Call& call) {
         const Item result = call();
         const Tensor* view = result.as<Tensor>();
         if (view != nullptr && view->offset() == call.tensor()->offset()) view->state()->operation = nullptr;
         return result;
       })},
      {prefix + "12", "records nothing after a view without recording", stays_disabled(false)},
      {prefix + "12", "records nothing after a refusal without recording", stays_disabled(true)},
      {prefix + "13", "takes every carrier for unwritten", around("backward", [](const Call& call) {
         for (const Tensor& tensor : reached_from(*call.tensor())) {
           if (tensor.carrier()->version() > 0) strideweave::raise_runtime_error("written");
         }
         return call();
       })},
      {prefix + "35", "forgives a write of the same value", forgives(is_unchanged)},
      {prefix + "35", "forgives a write outside the view", forgives(sees_no_change)},
      {prefix + "35", "compares the last view only", compares_the_last_view_only()},
      {prefix + "35", "renews all versions with every view", newest_version_counts()},
      {prefix + "35", "refuses a mutated source with ValueError",
       backward_kind([](const Call&) { return true; }, ErrorKind::runtime_error, ErrorKind::value_error)},
      {prefix + "36", "produces the gradient and then looks at the version", after_failure(of_versions, give_zeros)},
      {prefix + "37", "takes the gradient away where the source was mutated", after_failure(of_versions, take_grad)},
  };
  append(mutants, for_each(views(), prefix + "13", "forgets the version", forgets_versions));
  append(mutants, for_each(views(), prefix + "35", "forgets the version", forgets_versions));
  return mutants;
}

}  // namespace swconform::judgement
