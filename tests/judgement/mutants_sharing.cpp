// SPDX-License-Identifier: Apache-2.0
// views.sharing
#include <algorithm>
#include <memory>

#include "reference/carriers.hpp"
#include "tests/judgement/rows.hpp"
#include "tests/judgement/view_mutations.hpp"

namespace swconform::judgement {
namespace {

/// Views as they were made in a case.
struct Made {
  struct View {
    std::string operation;
    Tensor source;
    Tensor view;
  };
  std::vector<View> views;
};

/// Answers an equal call with the same view.
Change remembers_views(const std::string& operation) {
  return around(operation, [operation](const Call& call) {
    const Item result = call();
    const Tensor* view = result.as<Tensor>();
    if (view == nullptr) return result;
    auto& made = call.session.state<Made>().views;
    const auto before = std::find_if(made.begin(), made.end(), [&](const Made::View& one) {
      return one.operation == operation && one.source == *call.tensor() && one.view.layout() == view->layout() &&
             one.view.offset() == view->offset();
    });
    if (before != made.end()) return Item::object(before->view);
    made.push_back({operation, *call.tensor(), *view});
    return result;
  });
}

Change returns_the_source_unchanged(const std::string& operation) {
  return source_where(operation,
                      [](const Tensor& view, const Tensor& source) { return view.layout() == source.layout(); });
}

/// The source is told to have the representation of its last view.
Change moves_the_source(const std::string& operation) {
  const Change note = around(operation, [operation](const Call& call) {
    const Item result = call();
    if (result.as<Tensor>() != nullptr) {
      call.session.state<Made>().views.push_back({operation, *call.tensor(), *result.as<Tensor>()});
    }
    return result;
  });
  const Change tell = [](sdk::Harness& harness) {
    harness.wrap_facts("tensor", [](const sdk::FactsFunction& next, sdk::Session& session, const std::any& object) {
      const auto& made = session.state<Made>().views;
      const bool is_moved = !made.empty() && made.back().source == *std::any_cast<Tensor>(&object);
      return next(session, is_moved ? std::any(made.back().view) : object);
    });
  };
  return all({note, tell});
}

Change with_parts_of_the_source(const std::string& operation) {
  return result_of(operation, [](Parts& result, const Tensor& source) { result = parts_of(source); });
}

Change of_the_storage_dtype(const std::string& operation) {
  return result_of(operation, [](Parts& result, const Tensor&) { result.dtype = result.levels[0].dtype; });
}

Change converts_to_floats(const std::string& operation) {
  return result_of(operation, [](Parts& result, const Tensor&) {
    auto& level = result.levels[0];
    if (level.dtype != result.dtype) return;
    const std::vector<strideweave::Scalar> zeros(level.carrier->size().to_size(), 0.0);
    level.dtype = &strideweave::dtype::float32();
    level.carrier = std::make_shared<strideweave::Host>(*level.dtype, zeros);
    result.dtype = level.dtype;
  });
}

Change copies(const std::string& operation) {
  return result_of(operation, [](Parts& result, const Tensor&) {
    for (auto& level : result.levels) level.carrier = copy_of(level.carrier);
  });
}

Change copies_in_vain(const std::string& operation) {
  return on_success(operation, [](strideweave::Carrier& carrier) { carrier.new_like({}); });
}

}  // namespace

std::vector<Mutant> mutants_of_sharing_of_views() {
  // of an operation that changes the extents or the number of modes there is no view with the source's own layout
  const Names identities = {"index", "rearrange", "permute", "reshape", "as_strided", "broadcast_to",
                            "broadcast_in_dim"};
  std::vector<Mutant> mutants;
  const auto add = [&](const std::string& clause, const std::string& wrong, const Names& operations,
                       const std::function<Change(const std::string&)>& change) {
    append(mutants, for_each(operations, "views.sharing." + clause, wrong, change));
  };
  add("1", "returns the source where nothing changes", identities, returns_the_source_unchanged);
  add("1", "returns the view it made before", views(), remembers_views);
  add("2", "takes the storage dtype for the logical one", views(), of_the_storage_dtype);
  add("2", "converts to Float32", {"permute"}, converts_to_floats);
  add("3", "copies the carriers", views(), copies);
  add("4", "takes over the source's representation", views(), with_parts_of_the_source);
  add("4", "changes the source's representation", views(), moves_the_source);
  add("5", "calls no rule", views(), ruleless);
  add("5", "shows the rules the source", views(), rules_see_the_source);
  add("6", "allocates a carrier for nothing", views(), copies_in_vain);
  add("6", "writes the values back", views(), [](const std::string& name) { return on_success(name, write_back); });
  add("7", "marks the carrier as written", views(),
      [](const std::string& name) { return on_success(name, write_back); });
  add("8", "takes the carrier over and releases it", views(),
      [](const std::string& name) { return on_success(name, release); });
  append(mutants, mutants_of_rule_failures(views(), "views.sharing.9"));
  add("10", "releases the carrier when a rule refuses the view", views(),
      [](const std::string& name) { return on_error(name, release); });
  add("10", "writes to the carrier when a rule refuses the view", views(),
      [](const std::string& name) { return on_error(name, write_back); });
  return mutants;
}

}  // namespace swconform::judgement
