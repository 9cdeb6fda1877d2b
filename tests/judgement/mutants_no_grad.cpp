// SPDX-License-Identifier: Apache-2.0
// views.no-grad
#include <exception>
#include <thread>

#include "reference/no_grad.hpp"
#include "reference/recorded_operation.hpp"
#include "tests/judgement/reverse_mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using namespace reverse;

const std::string prefix = "views.no-grad.";

/// On a thread of its own gradient recording is enabled.
Item recording(const Call& call) {
  Item result;
  std::exception_ptr failure;
  std::thread([&] {
    try {
      result = call();
    } catch (...) {
      failure = std::current_exception();
    }
  }).join();
  if (failure != nullptr) std::rethrow_exception(failure);
  return result;
}

Change records_all_the_same(const std::string& operation, std::function<bool(const Call&)> where = {}) {
  return around(operation, [where = std::move(where)](const Call& call) {
    const bool wrong = !strideweave::is_grad_enabled() && (!where || where(call));
    return wrong ? recording(call) : call();
  });
}

Change everywhere(const std::function<Change(const std::string&)>& change) {
  std::vector<Change> changes;
  for (const std::string& operation : views()) changes.push_back(change(operation));
  return all(std::move(changes));
}

/// Detached views, each with its source.
struct Detached {
  struct Pair {
    std::weak_ptr<strideweave::TensorState> view;
    Tensor source;
    Int version;
  };
  std::vector<Pair> pairs;
};
/// `body` is done instead of `backward` on a detached view; `noted` says what it was made of.
Change on_detached(std::function<Item(const Call&, const Detached::Pair& noted)> body) {
  const Change note = everywhere([](const std::string& operation) {
    return around(operation, [](const Call& call) {
      Item result = call();
      const Tensor* view = result.as<Tensor>();
      if (view != nullptr && !strideweave::is_grad_enabled()) {
        call.session.state<Detached>().pairs.push_back(
            {view->state(), *call.tensor(), call.tensor()->carrier()->version()});
      }
      return result;
    });
  });
  const Change look = around("backward", [body = std::move(body)](const Call& call) {
    if (call.tensor() == nullptr) return call();
    for (const Detached::Pair& noted : call.session.state<Detached>().pairs) {
      if (noted.view.lock() == call.tensor()->state()) return body(call, noted);
    }
    return call();
  });
  return all({note, look});
}
/// Something happens once it has succeeded.
Change after_success(std::function<void(const Tensor& view, const Tensor& source)> effect) {
  return on_detached([effect = std::move(effect)](const Call& call, const Detached::Pair& noted) {
    Item result = call();
    effect(*call.tensor(), noted.source);
    return result;
  });
}
Change after_refusal(std::function<bool(ErrorKind)> concerns,
                     std::function<void(const Tensor& view, const Tensor& source)> effect) {
  return on_detached(
      [concerns = std::move(concerns), effect = std::move(effect)](const Call& call, const Detached::Pair& noted) {
        try {
          return call();
        } catch (const strideweave::Error& error) {
          if (concerns(error.kind())) effect(*call.tensor(), noted.source);
          throw;
        }
      });
}
Change raises(ErrorKind kind, std::function<bool(const Call&, const Detached::Pair&)> where) {
  return on_detached([kind, where = std::move(where)](const Call& call, const Detached::Pair& noted) {
    if (where(call, noted)) strideweave::raise(kind, "not through this view");
    return call();
  });
}
bool always(const Call&, const Detached::Pair&) { return true; }
bool is_type(ErrorKind kind) { return kind == ErrorKind::type_error; }
bool is_value(ErrorKind kind) { return kind == ErrorKind::value_error; }
bool is_no_tensor(const Call& call) { return !is_implicit(call) && call.arguments.item(1).as<Tensor>() == nullptr; }
bool is_refused_tensor(const Call& call) { return call.arguments.item(1).as<Tensor>() != nullptr; }

std::vector<Mutant> mutants_of_recording() {
  std::vector<Mutant> mutants = for_each(views(), prefix + "1", "is recorded all the same",
                                         [](const std::string& operation) { return records_all_the_same(operation); });
  append(
      mutants,
      std::vector<Mutant>{
          {prefix + "1", "records where the source has a gradient already",
           everywhere([](const std::string& operation) {
             return records_all_the_same(operation,
                                         [](const Call& call) { return call.tensor()->state()->grad != nullptr; });
           })},
          {prefix + "1", "records views of views", everywhere([](const std::string& operation) {
             return records_all_the_same(operation,
                                         [](const Call& call) { return call.tensor()->state()->operation != nullptr; });
           })},
          {prefix + "1", "saves the version of the source",
           raises(ErrorKind::runtime_error,
                  [](const Call&, const Detached::Pair& noted) {
                    return noted.source.carrier()->version() != noted.version;
                  })},
          {prefix + "2", "needs a recorded operation", raises(ErrorKind::runtime_error, always)},
          {prefix + "2", "releases a leaf",
           raises(ErrorKind::runtime_error,
                  [](const Call& call, const Detached::Pair&) { return call.tensor()->state()->grad != nullptr; })},
          {prefix + "2", "takes no unit cotangent for a leaf",
           raises(ErrorKind::value_error, [](const Call& call, const Detached::Pair&) { return is_implicit(call); })},
          {prefix + "2", "does nothing to a detached view",
           on_detached([](const Call&, const Detached::Pair&) { return Item(); })},
          {prefix + "2", "accumulates nothing at a detached view",
           after_success([](const Tensor& view, const Tensor&) { take_grad(view); })},
          {prefix + "2", "starts anew at a detached view", on_detached([](const Call& call, const Detached::Pair&) {
             take_grad(*call.tensor());
             return call();
           })},
          {prefix + "2", "gives a detached view a gradient of zeros",
           after_success([](const Tensor& view, const Tensor&) { give_zeros(view); })},
      });
  return mutants;
}

std::vector<Mutant> mutants_of_leaves() {
  const auto take = [](const Tensor&, const Tensor& source) { take_grad(source); };
  const auto zeros = [](const Tensor&, const Tensor& source) {
    if (source.state()->grad == nullptr) give_zeros(source);
  };
  const auto hand_on = [](const Tensor& view, const Tensor& source) { source.state()->grad = view.state()->grad; };
  return {
      {prefix + "3", "prepares a gradient at the source", after_success(zeros)},
      {prefix + "3", "takes away the gradient of the source", after_success(take)},
      {prefix + "3", "hands the gradient on to the source", after_success(hand_on)},
      {prefix + "3", "records broadcast views all the same",
       all({records_all_the_same("broadcast_to"), records_all_the_same("broadcast_in_dim")})},
      {prefix + "4", "returns the gradient of a leaf", on_detached([](const Call& call, const Detached::Pair&) {
         call();
         return Item::object(Tensor(call.tensor()->state()->grad));
       })},
      {prefix + "4", "returns the cotangent", on_detached([](const Call& call, const Detached::Pair&) {
         call();
         return call.arguments.item(1);
       })},
      {prefix + "4", "returns the view", on_detached([](const Call& call, const Detached::Pair&) {
         call();
         return call.arguments.item(0);
       })},
      {prefix + "4", "reports success", on_detached([](const Call& call, const Detached::Pair&) {
         call();
         return Item(true);
       })},
      {prefix + "4", "reports that nothing was connected", on_detached([](const Call& call, const Detached::Pair&) {
         call();
         return Item(false);
       })},
  };
}

bool same_size(const Tensor& view, const Tensor& cotangent) { return view.size() == cotangent.size(); }
bool same_shape(const Tensor& view, const Tensor& cotangent) {
  return view.layout().shape() == cotangent.layout().shape();
}

std::vector<Mutant> mutants_of_refusals_of_leaves() {
  const auto zeros_at_the_view = [](const Tensor& view, const Tensor&) { give_zeros(view); };
  const auto take_from_the_view = [](const Tensor& view, const Tensor&) { take_grad(view); };
  const auto zeros_at_the_source = [](const Tensor&, const Tensor& source) { give_zeros(source); };
  std::vector<Mutant> mutants = {
      {prefix + "5", "takes a float",
       around("backward",
              [](const Call& call) {
                return is_no_tensor(call) && call.arguments.item(1).floating() != nullptr ? with_values(call, {1.0})
                                                                                          : call();
              })},
      {prefix + "5", "takes a list",
       around("backward",
              [](const Call& call) {
                return is_no_tensor(call) && call.arguments.item(1).list() != nullptr ? with_values(call, {1.0})
                                                                                      : call();
              })},
      {prefix + "6", "compares shapes only", takes_cotangents(same_shape)},
      {prefix + "6", "compares sizes only", takes_cotangents(same_size)},
      {prefix + "6", "takes an aliased cotangent for a leaf", takes_cotangents([](const Tensor&, const Tensor& one) {
         return strideweave::aliasing_of(one.layout()) != strideweave::Aliasing::none;
       })},
      {prefix + "6", "opens nested modes of one leaf", takes_cotangents([](const Tensor& view, const Tensor& one) {
         return singles_opened(one.layout()) == view.layout();
       })},
      {prefix + "6", "takes any layout", takes_cotangents([](const Tensor&, const Tensor&) { return true; })},
      {prefix + "7", "prepares a gradient before it looks at the type", after_refusal(is_type, zeros_at_the_view)},
      {prefix + "7", "prepares a gradient before it looks at the layout", after_refusal(is_value, zeros_at_the_view)},
      {prefix + "7", "takes away what has accumulated", after_refusal(is_value, take_from_the_view)},
      {prefix + "8", "prepares the source's gradient before it looks at the type",
       after_refusal(is_type, zeros_at_the_source)},
      {prefix + "8", "prepares the source's gradient before it looks at the layout",
       after_refusal(is_value, zeros_at_the_source)},
  };
  for (const ErrorKind wrong : {ErrorKind::value_error, ErrorKind::attribute_error, ErrorKind::runtime_error}) {
    mutants.push_back({prefix + "5", "refuses what is no Tensor with " + std::string(strideweave::name(wrong)),
                       backward_kind(is_no_tensor, ErrorKind::type_error, wrong)});
  }
  for (const ErrorKind wrong : {ErrorKind::type_error, ErrorKind::index_error, ErrorKind::runtime_error}) {
    mutants.push_back({prefix + "6", "refuses another layout with " + std::string(strideweave::name(wrong)),
                       backward_kind(is_refused_tensor, ErrorKind::value_error, wrong)});
  }
  return mutants;
}

}  // namespace

std::vector<Mutant> mutants_of_no_grad() {
  std::vector<Mutant> mutants = mutants_of_recording();
  append(mutants, mutants_of_leaves());
  append(mutants, mutants_of_refusals_of_leaves());
  return mutants;
}

}  // namespace swconform::judgement
