// SPDX-License-Identifier: Apache-2.0
#include "reference/backward.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "reference/error.hpp"
#include "reference/gradient.hpp"
#include "reference/recorded_operation.hpp"

namespace strideweave {
namespace {

void require_gradients(const Tensor& tensor, std::string_view operation) {
  require_one_subtensor(tensor, operation);   // representation.boundary.11
  require_differentiable(tensor, operation);  // Q31: before the cotangent
}

[[noreturn]] void raise_unusable(const Layout& cotangent, const Layout& layout, const char* wanted) {
  raise_value_error(
      fmt::format("a cotangent {} for a Tensor {} needs {}", to_string(cotangent), to_string(layout), wanted));
}

void check_cotangent(const Tensor& tensor, const Argument& gradient) {
  const Layout& layout = tensor.layout();
  if (gradient.is_none()) {            // views.backward.1
    if (layout.shape() != Shape{1}) {  // views.backward.2, 5, 6
      raise_value_error(fmt::format("a Tensor of shape {} needs a gradient", to_string(layout.shape())));
    }
    return;
  }
  const Tensor& cotangent = require<Tensor>(gradient, "gradient", "a Tensor");  // views.backward.7, 8; views.no-grad.5
  require_one_subtensor(cotangent, "a cotangent");                              // Q30
  if (cotangent.dtype() != tensor.dtype()) {                                    // Q28
    raise_value_error(fmt::format("a {} cotangent for a {} Tensor", cotangent.dtype().name(), tensor.dtype().name()));
  }
  switch (aliasing_of(layout)) {
    case Aliasing::none:  // views.backward.32; views.no-grad.6; Q9b
      if (cotangent.layout() != layout) raise_unusable(cotangent.layout(), layout, "the same layout");
      break;
    case Aliasing::by_stride_zero:                         // Q9
      if (cotangent.layout().shape() != layout.shape()) {  // views.backward.33
        raise_unusable(cotangent.layout(), layout, "the same shape");
      }
      if (aliasing_of(cotangent.layout()) != Aliasing::none) {  // views.backward.34
        raise_unusable(cotangent.layout(), layout, "an injective layout");
      }
      break;
    case Aliasing::otherwise:  // Q11
      raise_unusable(cotangent.layout(), layout, "a Tensor without such aliasing");
  }
}

/// The Tensors a cotangent reaches, each before those it was computed from.
class Graph {
 public:
  explicit Graph(const Tensor& root) {
    // depth first, without recursion: a chain may be longer than the stack is deep
    std::vector<Visit> open;
    enter(root, open);
    while (!open.empty()) {
      Visit& visit = open.back();
      const RecordedOperation* const operation = visit.tensor.state()->operation.get();
      if (operation != nullptr && visit.next < operation->sources().size()) {
        enter(operation->sources()[visit.next++].tensor, open);
      } else {
        tensors_.push_back(std::move(visit.tensor));
        open.pop_back();
      }
    }
    std::reverse(tensors_.begin(), tensors_.end());
    for (std::size_t i = 0; i < tensors_.size(); ++i) places_[tensors_[i].state().get()] = i;
  }

  const std::vector<Tensor>& tensors() const { return tensors_; }
  std::size_t place(const Tensor& tensor) const { return places_.at(tensor.state().get()); }

 private:
  struct Visit {
    Tensor tensor;
    std::size_t next;
  };

  void enter(const Tensor& tensor, std::vector<Visit>& open) {
    if (places_.try_emplace(tensor.state().get()).second) open.push_back({tensor, 0});
  }

  std::vector<Tensor> tensors_;
  std::unordered_map<const TensorState*, std::size_t> places_;
};

void check_graph(const Graph& graph) {
  for (const Tensor& tensor : graph.tensors()) {
    if (!tensor.is_leaf() && tensor.state()->operation->is_released()) {  // views.backward.10
      raise_runtime_error("the recorded operations were released by a backward without retain_graph=True");
    }
  }
  for (const Tensor& tensor : graph.tensors()) {
    if (tensor.is_leaf()) continue;
    for (const auto& [source, version] : tensor.state()->operation->sources()) {
      const Int present = source.carrier()->version();
      if (present == version) continue;
      raise_runtime_error(fmt::format(  // views.backward.35, 36
          "a carrier was written after an operation on it was recorded: version {}, now {}", to_string(version),
          to_string(present)));
    }
  }
  for (const Tensor& tensor : graph.tensors()) {
    if (aliasing_of(tensor.layout()) != Aliasing::otherwise) continue;
    raise_value_error(fmt::format("no gradient for the aliasing layout {}", to_string(tensor.layout())));  // Q11
  }
}

struct NextGrad {
  Tensor target;
  Tensor grad;
};

/// Every `.grad` that changes, worked out without changing one.
std::vector<NextGrad> propagate(const Graph& graph, Gradient cotangent) {
  std::vector<Gradient> gradients(graph.tensors().size());
  gradients[0] = std::move(cotangent);
  std::vector<NextGrad> result;
  for (std::size_t i = 0; i < graph.tensors().size(); ++i) {
    const Tensor& tensor = graph.tensors()[i];
    Gradient gradient = std::move(gradients[i]);
    const RecordedOperation* const operation = tensor.state()->operation.get();
    for (std::size_t k = 0; operation != nullptr && k < operation->sources().size(); ++k) {
      const Tensor& source = operation->sources()[k].tensor;
      Gradient& into = gradients[graph.place(source)];
      if (into.empty()) into.resize(element_count(source.layout()), 0.0);  // views.backward.15, 17
      operation->propagate(k, gradient, into);                             // views.backward.14, 16, 18-24
    }
    if (tensor.is_leaf() || tensor.state()->retains_grad) {
      Tensor grad = next_grad(tensor, std::move(gradient));
      result.push_back({tensor, std::move(grad)});
    }
  }
  return result;
}

}  // namespace

void backward(const Tensor& tensor, const Argument& gradient, bool retain_graph) {
  require_gradients(tensor, "backward");
  check_cotangent(tensor, gradient);  // Q32: before the graph
  const Graph graph(tensor);
  check_graph(graph);
  const Tensor* const cotangent = gradient.get_if<Tensor>();
  // views.backward.3, 4: without a cotangent, one
  const std::vector<NextGrad> next = propagate(graph, cotangent == nullptr ? Gradient{1.0} : read_gradient(*cotangent));

  // Q12; views.backward.37: only now that nothing can fail
  for (const auto& [target, grad] : next) target.state()->grad = grad.state();
  if (retain_graph) return;  // views.backward.9, 11
  for (const Tensor& reached : graph.tensors()) {
    if (!reached.is_leaf()) reached.state()->operation->release();  // views.backward.10
  }
}

void retain_grad(const Tensor& tensor) {
  require_gradients(tensor, "retain_grad");
  tensor.state()->retains_grad = true;
}

void clear_grad(const Tensor& tensor) {
  require_gradients(tensor, "clear_grad");
  tensor.state()->grad = nullptr;
}

}  // namespace strideweave
