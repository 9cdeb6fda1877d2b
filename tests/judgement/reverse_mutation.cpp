// SPDX-License-Identifier: Apache-2.0
#include "tests/judgement/reverse_mutation.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "reference/carriers.hpp"
#include "reference/recorded_operation.hpp"

namespace swconform::judgement::reverse {
namespace {

using strideweave::RecordedOperation;
using strideweave::TensorState;
using Operation = std::unique_ptr<RecordedOperation>;

std::vector<std::size_t> ordinals_of(const RecordedOperation& view, std::size_t view_size, std::size_t source_size) {
  std::vector<std::size_t> ordinals;
  for (std::size_t q = 0; q < view_size; ++q) {
    Gradient unit(view_size, 0.0);
    unit[q] = 1.0;
    Gradient found(source_size, 0.0);
    view.propagate(0, unit, found);
    ordinals.push_back(static_cast<std::size_t>(std::find(found.begin(), found.end(), 1.0) - found.begin()));
  }
  return ordinals;
}

/// A view by its ordinals.
class Altered final : public RecordedOperation {
 public:
  Altered(const Tensor& source, Layout view_, std::vector<std::size_t> ordinals_, Propagation propagation_)
      : RecordedOperation({source}),
        view(std::move(view_)),
        ordinals(std::move(ordinals_)),
        propagation(std::move(propagation_)) {}

  void propagate(std::size_t, std::span<const double> cotangent, std::span<double> gradient) const override {
    Gradient right(gradient.size(), 0.0);
    for (std::size_t q = 0; q < ordinals.size(); ++q) right[ordinals[q]] += cotangent[q];
    const Tensor& source = sources()[0].tensor;
    const Gradient found = propagation ? propagation({source, view, ordinals, cotangent}, std::move(right)) : right;
    for (std::size_t k = 0; k < gradient.size(); ++k) gradient[k] += found[k];
  }

  const Layout view;
  const std::vector<std::size_t> ordinals;
  const Propagation propagation;
};

const Tensor* recorded(const Item& result) {
  const Tensor* view = result.as<Tensor>();
  const bool is = view != nullptr && view->state()->operation != nullptr && !view->state()->operation->is_released() &&
                  view->state()->operation->sources().size() == 1;
  return is ? view : nullptr;
}

/// The view is connected as before, but saves the present version.
void renew(const Tensor& view) {
  Operation& operation = view.state()->operation;
  const auto* old = dynamic_cast<const Altered*>(operation.get());
  if (old == nullptr || old->is_released()) return;
  operation = std::make_unique<Altered>(Tensor(old->sources()[0].tensor), old->view, old->ordinals,
                                        old->propagation);
}

Change altered(const std::string& operation, const Propagation& propagation = {}) {
  return around(operation, [propagation](const Call& call) {
    const Item result = call();
    if (const Tensor* view = recorded(result)) {
      Operation& right = view->state()->operation;
      const Tensor source = right->sources()[0].tensor;
      auto ordinals = ordinals_of(*right, view->size().to_size(), source.size().to_size());
      right = std::make_unique<Altered>(source, view->layout(), std::move(ordinals), propagation);
    }
    return result;
  });
}

Change all_altered() {
  std::vector<Change> changes;
  for (const std::string& operation : views()) changes.push_back(altered(operation));
  return all(std::move(changes));
}

Change for_all_views(const Body& body) {
  std::vector<Change> changes{all_altered()};
  for (const std::string& operation : views()) changes.push_back(around(operation, body));
  return all(std::move(changes));
}

Change before_backward(std::function<void(const Call&)> effect) {
  return around("backward", [effect = std::move(effect)](const Call& call) {
    if (call.tensor() != nullptr) effect(call);
    return call();
  });
}

struct Noted {
  struct View {
    std::weak_ptr<TensorState> view;
    std::weak_ptr<TensorState> source;
    Values then;
    Layout layout;
    std::vector<std::size_t> ordinals;
  };
  std::vector<View> views;
};

}  // namespace

Change reverse_of(const std::string& operation, Propagation propagation) { return altered(operation, propagation); }

Change unrecorded(const std::string& operation) {
  return around(operation, [](const Call& call) {
    const Item result = call();
    if (const Tensor* view = recorded(result)) view->state()->operation = nullptr;
    return result;
  });
}

Change forgets_versions(const std::string& operation) {
  return all({altered(operation), before_backward([](const Call& call) {
                for (const Tensor& tensor : reached_from(*call.tensor())) renew(tensor);
              })});
}

Values values_of(const CarrierPtr& carrier) {
  Values values;
  for (Int index = 0; index < carrier->size(); index += 1) values.push_back(carrier->get(index));
  return values;
}

Change forgives(std::function<bool(const Tensor&, const Tensor&, const Values&)> may) {
  const Change note = for_all_views([](const Call& call) {
    const Item result = call();
    if (const Tensor* view = recorded(result)) {
      const Tensor& source = view->state()->operation->sources()[0].tensor;
      call.session.state<Noted>().views.push_back(
          {view->state(), source.state(), values_of(source.carrier()), view->layout(), {}});
    }
    return result;
  });
  const Change look = before_backward([may = std::move(may)](const Call& call) {
    for (const Noted::View& noted : call.session.state<Noted>().views) {
      const auto view = noted.view.lock();
      const auto source = noted.source.lock();
      if (view != nullptr && source != nullptr && may(Tensor(view), Tensor(source), noted.then)) renew(Tensor(view));
    }
  });
  return all({note, look});
}

Change newest_version_counts() {
  return for_all_views([](const Call& call) {
    const Item result = call();
    if (const Tensor* view = recorded(result)) {
      auto& noted = call.session.state<Noted>().views;
      for (const Noted::View& other : noted) {
        const auto state = other.view.lock();
        if (state != nullptr && Tensor(state).carrier() == view->carrier()) renew(Tensor(state));
      }
      noted.push_back({view->state(), {}, {}, view->layout(), {}});
    }
    return result;
  });
}

Change compares_the_last_view_only() {
  return all({all_altered(), before_backward([](const Call& call) {
                for (const Tensor& tensor : reached_from(*call.tensor())) {
                  if (tensor != *call.tensor()) renew(tensor);
                }
              })});
}

Change holds_sources_weakly() {
  const Change let_go = for_all_views([](const Call& call) {
    const Item result = call();
    if (const Tensor* view = recorded(result)) {
      Operation& operation = view->state()->operation;
      const auto& right = dynamic_cast<const Altered&>(*operation);
      call.session.state<Noted>().views.push_back(
          {view->state(), right.sources()[0].tensor.state(), {}, view->layout(), right.ordinals});
      operation = nullptr;
    }
    return result;
  });
  const Change connect = before_backward([](const Call& call) {
    for (const Noted::View& noted : call.session.state<Noted>().views) {
      const auto view = noted.view.lock();
      const auto source = noted.source.lock();
      if (view == nullptr || source == nullptr || view->operation != nullptr) continue;
      view->operation = std::make_unique<Altered>(Tensor(source), noted.layout, noted.ordinals, Propagation());
    }
  });
  return all({let_go, connect});
}

std::vector<Tensor> reached_from(const Tensor& tensor) {
  std::vector<Tensor> reached{tensor};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const RecordedOperation* operation = reached[i].state()->operation.get();
    if (operation == nullptr) continue;
    for (const auto& source : operation->sources()) {
      if (std::find(reached.begin(), reached.end(), source.tensor) == reached.end()) reached.push_back(source.tensor);
    }
  }
  return reached;
}

Change after_failure(std::function<bool(const Call&, ErrorKind)> concerns, std::function<void(const Tensor&)> effect) {
  return around("backward", [concerns = std::move(concerns), effect = std::move(effect)](const Call& call) {
    try {
      return call();
    } catch (const strideweave::Error& error) {
      if (call.tensor() != nullptr && concerns(call, error.kind())) {
        for (const Tensor& tensor : reached_from(*call.tensor())) effect(tensor);
      }
      throw;
    }
  });
}

void give_zeros(const Tensor& tensor) {
  const Layout layout = compact(tensor.layout().shape());
  tensor.state()->grad = tensor_of(layout, Gradient(layout.size().to_size(), 0.0)).state();
}

void take_grad(const Tensor& tensor) { tensor.state()->grad = nullptr; }

Change grads(std::function<Tensor(const Grad&)> edit) {
  return around("backward", [edit = std::move(edit)](const Call& call) {
    if (call.tensor() == nullptr) return call();
    struct Before {
      Tensor tensor;
      std::shared_ptr<TensorState> grad;
    };
    std::vector<Before> reached;
    for (const Tensor& tensor : reached_from(*call.tensor())) reached.push_back({tensor, tensor.state()->grad});
    Item result = call();
    for (const auto& [tensor, before] : reached) {
      const auto now = tensor.state()->grad;
      if (now == before || now == nullptr) continue;
      const std::optional<Tensor> was = before != nullptr ? std::optional(Tensor(before)) : std::nullopt;
      tensor.state()->grad = edit({tensor, was, Tensor(now), call.arguments.item(1).as<Tensor>()}).state();
    }
    return result;
  });
}

namespace {

Gradient stored(const Layout& layout, const Gradient& values) {
  Gradient result(layout.cosize().to_size(), 0.0);
  for (std::size_t q = 0; q < values.size(); ++q) result[layout(q).to_size()] = values[q];
  return result;
}

}  // namespace

Tensor like(const CarrierPtr& carrier, const Layout& layout, const Gradient& values) {
  return {carrier->new_like_floats(stored(layout, values)), 0, layout};
}

Tensor tensor_of(const Layout& layout, const Gradient& values) {
  const Gradient floats = stored(layout, values);
  const Values scalars(floats.begin(), floats.end());
  return {CarrierPtr(std::make_shared<strideweave::Host>(strideweave::dtype::float32(), scalars)), 0, layout};
}

Item with_values(const Call& call, const Gradient& given) {
  const Layout& layout = call.tensor()->layout();
  Gradient values;
  for (std::size_t q = 0; q < layout.size().to_size(); ++q) values.push_back(given[q % given.size()]);
  const bool injective = strideweave::aliasing_of(layout) == strideweave::Aliasing::none;
  return call.next(call.session, call.arguments.with(1, Item::object(tensor_of(
                                     injective ? layout : compact(layout.shape()), values))));
}

Change takes_cotangents(std::function<bool(const Tensor&, const Tensor&)> wanted) {
  return around("backward", [wanted = std::move(wanted)](const Call& call) {
    try {
      return call();
    } catch (const strideweave::Error& error) {
      const Tensor* cotangent = call.arguments.item(1).as<Tensor>();
      if (error.kind() != ErrorKind::value_error || cotangent == nullptr || has_several(*cotangent) ||
          cotangent->dtype() != call.tensor()->dtype() || !wanted(*call.tensor(), *cotangent)) {
        throw;
      }
      return with_values(call, strideweave::read_gradient(*cotangent));
    }
  });
}

bool is_implicit(const Call& call) { return call.arguments.item(1).is_none(); }

Change backward_kind(std::function<bool(const Call&)> concerns, ErrorKind from, ErrorKind to) {
  return around("backward", [concerns = std::move(concerns), from, to](const Call& call) {
    try {
      return call();
    } catch (const strideweave::Error& error) {
      if (error.kind() == from && concerns(call)) strideweave::raise(to, error.message());
      throw;
    }
  });
}

}  // namespace swconform::judgement::reverse
