// SPDX-License-Identifier: Apache-2.0
// representation.boundary
#include <algorithm>

#include "reference/recorded_operation.hpp"
#include "reference/tree.hpp"
#include "tests/judgement/representation_mutation.hpp"
#include "tests/judgement/rows.hpp"
#include "tests/judgement/view_mutations.hpp"

namespace swconform::judgement {
namespace {

using strideweave::Carrier;

std::size_t levels_of(const Tensor& tensor) { return tensor.representation().subtensors().size(); }
/// A Tensor of several levels among the first two arguments, or nullptr.
const Tensor* concerned(const Call& call) {
  for (const std::size_t place : {0U, 1U}) {
    const auto* tensor = call.arguments.has(place) ? call.arguments.item(place).as<Tensor>() : nullptr;
    if (tensor != nullptr && has_several(*tensor)) return tensor;
  }
  return nullptr;
}
using Of = std::function<bool(const Tensor&)>;
Of always() {
  return [](const Tensor&) { return true; };
}

Tensor level(const Tensor& tensor, std::size_t which) {
  const auto& chosen = tensor.representation().subtensors()[which];
  return {chosen.carrier, chosen.offset, chosen.layout};
}
/// `index` with a key that makes a view.
bool is_view(const Call& call) {
  const Item::List* key = call.arguments.item(1).list();
  return key != nullptr &&
         std::any_of(key->begin(), key->end(), [](const Item& one) { return one.slice() != nullptr; });
}
/// The operation takes Tensors of several levels for one of their levels, at these places among its arguments.
Change on_level_at(std::vector<std::size_t> places, std::string operation,
                   std::function<std::size_t(const Tensor&)> which, Of where = always()) {
  const bool indexes = operation == "index";
  return around(std::move(operation), [=](const Call& call) {
    if (indexes && is_view(call)) return call();
    sdk::Arguments arguments = call.arguments;
    for (const std::size_t place : places) {
      const auto* tensor = arguments.has(place) ? arguments.item(place).as<Tensor>() : nullptr;
      if (tensor == nullptr || !has_several(*tensor) || !where(*tensor)) continue;
      const Tensor chosen = level(*tensor, which(*tensor));
      arguments = arguments.with(place, Item::object(chosen));
    }
    return call.next(call.session, arguments);
  });
}
Change on_level(std::string operation, std::function<std::size_t(const Tensor&)> which, Of where = always()) {
  return on_level_at({0, 1}, std::move(operation), std::move(which), std::move(where));
}
std::size_t first(const Tensor&) { return 0; }
std::size_t last(const Tensor& tensor) { return levels_of(tensor) - 1; }
Of with_levels(std::size_t count) {
  return [count](const Tensor& tensor) { return levels_of(tensor) == count; };
}
bool of_one_element(const Tensor& tensor) { return tensor.size() == 1; }
bool of_equal_dtypes(const Tensor& tensor) {
  const auto levels = tensor.representation().subtensors();
  return std::all_of(levels.begin(), levels.end(), [&](const auto& one) { return one.dtype == levels.front().dtype; });
}

/// The operation does nothing to such Tensors, and says so to nobody.
Change silently(std::string operation, Item result = {}) {
  return around(std::move(operation), [result = std::move(result)](const Call& call) {
    return concerned(call) != nullptr ? result : call();
  });
}
/// Something happens before the operation refuses such a Tensor.
Change before_refusing(const Names& operations, std::function<void(const Tensor&)> effect) {
  std::vector<Change> changes;
  for (const std::string& operation : operations) {
    changes.push_back(around(operation, [effect](const Call& call) {
      try {
        return call();
      } catch (const strideweave::Error& error) {
        const Tensor* tensor = concerned(call);
        if (tensor != nullptr && error.kind() == ErrorKind::not_implemented_error) effect(*tensor);
        throw;
      }
    }));
  }
  return all(std::move(changes));
}
const Names rejecting = {"index",     "item",     "to_list", "assign",  "add",
                         "rearrange", "backward", "move",    "scatter", "export_dlpack"};

void each_level(const Tensor& tensor, const std::function<void(Carrier&)>& effect) {
  for (const auto& one : tensor.representation().subtensors()) effect(*one.carrier);
}
void allocate(Carrier& carrier) { carrier.new_like(std::vector<strideweave::Scalar>()); }
void read_one(Carrier& carrier) { carrier.get(0); }
std::function<void(const Tensor&)> to_first(void (*effect)(Carrier&)) {
  return [effect](const Tensor& tensor) { effect(*tensor.carrier()); };
}
std::function<void(const Tensor&)> to_last(void (*effect)(Carrier&)) {
  return [effect](const Tensor& tensor) { effect(*tensor.representation().subtensors().back().carrier); };
}

/// Views of several levels, changed.
Change views_made(std::function<void(Parts& result, const Tensor& source)> edit) {
  std::vector<Change> changes;
  for (const std::string& operation : leading_views()) {
    changes.push_back(result_of(operation, [edit](Parts& result, const Tensor& source) {
      if (result.levels.size() > 1) edit(result, source);
    }));
  }
  return all(std::move(changes));
}
Change refuses_several(const std::string& operation) {
  return refuses_where(
      operation, [](const Call& call) { return has_several(*call.tensor()); }, ErrorKind::not_implemented_error);
}
void keep_first_level(Parts& result) {
  result.dtype = result.levels[0].dtype;
  result.levels.resize(1, result.levels[0]);
  result.adjacent.clear();
}

/// They return what they were given.
Change source_of_views() {
  std::vector<Change> changes;
  for (const std::string& operation : leading_views()) {
    changes.push_back(source_where(operation, [](const Tensor&, const Tensor& source) { return has_several(source); }));
  }
  return all(std::move(changes));
}

/// Backward does nothing where it is given what permute has returned.
Change backward_takes_views() {
  struct Returned {
    std::vector<Tensor> views;
  };
  return all({around("permute",
                     [](const Call& call) {
                       Item result = call();
                       call.session.state<Returned>().views.push_back(*result.as<Tensor>());
                       return result;
                     }),
              around("backward", [](const Call& call) {
                const auto& views = call.session.state<Returned>().views;
                const Tensor* tensor = concerned(call);
                const bool known = tensor != nullptr && std::find(views.begin(), views.end(), *tensor) != views.end();
                return known ? Item() : call();
              })});
}

/// A Tensor of several levels on new carriers.
Item move_every_level(const Call& call) {
  const Tensor* tensor = concerned(call);
  if (tensor == nullptr) return call();
  Parts parts = parts_of(*tensor);
  for (auto& level : parts.levels) level.carrier = copy_of(level.carrier);
  return Item::object(assemble(std::move(parts)));
}

/// Something happens to the other argument before the operation refuses a Tensor of several levels.
Change to_the_other(std::string operation, std::function<void(strideweave::TensorState&)> effect) {
  return around(std::move(operation), [effect = std::move(effect)](const Call& call) {
    for (const std::size_t place : {0U, 1U}) {
      const auto* tensor = call.arguments.has(place) ? call.arguments.item(place).as<Tensor>() : nullptr;
      if (concerned(call) != nullptr && tensor != nullptr && !has_several(*tensor)) effect(*tensor->state());
    }
    return call();
  });
}
void give_gradient(strideweave::TensorState& state) { state.grad = some_tensor().state(); }
void forget_operation(strideweave::TensorState& state) { state.operation.reset(); }

/// The public constructor makes something of carriers it should refuse.
Change constructs(std::function<bool(const DType&)> what) {
  return lets_pass("tensor", Refusal::unconventional,
                   [what = std::move(what)](const Refused& refused) { return what(refused.level().store()->dtype()); });
}
std::size_t planes(const DType& dtype) {
  const auto schema = dtype.storage_schema();
  return schema ? schema->size() : 0;
}

std::vector<Mutant> mutants_of_what_is_made() {
  return {
      {"representation.boundary.2", "the constructor takes dtypes of several levels",
       constructs([](const DType& dtype) { return planes(dtype) > 1; })},
      {"representation.boundary.2", "the constructor takes compound dtypes of one level",
       constructs([](const DType& dtype) { return planes(dtype) == 1; })},
      {"representation.boundary.2", "the constructor adds an adjacent layout from the level to itself",
       told_of_results({"tensor"},
                       [](const Tensor& tensor, sdk::FactSheet& sheet) {
                         sheet.set("adjacent", Item::List{Item::object(tensor.layout())});
                       })},
      {"representation.boundary.2", "the constructor adds a second level like the first",
       told_of_results({"tensor"},
                       [](const Tensor&, sdk::FactSheet& sheet) {
                         Item::List levels = *std::get<Item>(*sheet.find("subtensors")).list();
                         levels.push_back(levels.front());
                         sheet.set("subtensors", Item(std::move(levels)));
                       })},
      {"representation.boundary.3", "there are no Tensors of more than two levels",
       too_strict("representation", [](const Construction& asked) { return asked.levels.size() > 2; })},
      {"representation.boundary.3", "the framework makes Tensors of the first of two levels",
       made_of("representation",
               [](Parts& result, const Construction&) {
                 if (result.levels.size() == 2) keep_first_level(result);
               })},
      {"representation.boundary.3", "Tensors of several levels are not validated by their dtype",
       around(
           "compound",
           [](const Call& call) { return call.next(call.session, call.arguments.with("rules", Item(Item::List()))); })},
  };
}

std::vector<Mutant> mutants_of_admitted_views() {
  std::vector<Mutant> mutants;
  for (const std::string& operation : leading_views()) {
    mutants.push_back({"representation.boundary.5", operation + " takes one level only", refuses_several(operation)});
  }
  const auto add = [&](const std::string& clause, const std::string& name, Change change) {
    mutants.push_back({"representation.boundary." + clause, name, std::move(change)});
  };
  add("5", "views return the Tensor itself", source_of_views());
  add("5", "views take two levels at most", views_made([](Parts& result, const Tensor&) {
        if (result.levels.size() > 2) strideweave::raise_not_implemented_error("three levels");
      }));
  add("17", "views have the first level alone",
      views_made([](Parts& result, const Tensor&) { keep_first_level(result); }));
  add("17", "views make the first adjacent layout like the placement",
      views_made([](Parts& result, const Tensor&) { result.adjacent[0] = result.levels[0].layout; }));
  add("17", "views make the first adjacent layout compact", views_made([](Parts& result, const Tensor&) {
        const Layout compact = strideweave::compact(result.levels[0].layout.shape());
        if (compact.fits(result.levels[1].layout.shape().saturating_size())) result.adjacent[0] = compact;
      }));
  add("17", "views drop the offsets of deeper levels", views_made([](Parts& result, const Tensor&) {
        for (std::size_t level = 1; level < result.levels.size(); ++level) result.levels[level].offset = 0;
      }));
  add("17", "views drop the offset of the first level",
      views_made([](Parts& result, const Tensor&) { result.levels[0].offset = 0; }));
  add("17", "views copy the carriers of deeper levels", views_made([](Parts& result, const Tensor&) {
        for (std::size_t level = 1; level < result.levels.size(); ++level) {
          result.levels[level].carrier = copy_of(result.levels[level].carrier);
        }
      }));
  add("17", "views make deeper placements compact", views_made([](Parts& result, const Tensor&) {
        Layout& next = result.levels[1].layout;
        next = strideweave::compact(next.shape());
      }));
  add("17", "views lose the second adjacent layout's strides", views_made([](Parts& result, const Tensor&) {
        if (result.adjacent.size() > 1) {
          result.adjacent[1] = with_strides(result.adjacent[1], [](std::size_t, Int, Int) { return Int(0); });
        }
      }));
  return mutants;
}

std::vector<Mutant> mutants_of_rejections() {
  std::vector<Mutant> mutants;
  const auto add = [&](const std::string& clause, const std::string& name, Change change) {
    mutants.push_back({"representation.boundary." + clause, name, std::move(change)});
  };
  add("6", "index reads the first level", on_level("index", first));
  add("6", "index reads the last level", on_level("index", last));
  add("6", "index reads the first of three levels", on_level("index", first, with_levels(3)));
  add("6", "index reads levels of one dtype", on_level("index", first, of_equal_dtypes));
  add("6", "item reads the first level", on_level("item", first));
  add("6", "to_list reads the first level", on_level("to_list", first));
  add("6", "to_list reads the only element", on_level("to_list", first, of_one_element));
  add("6", "to_list answers an empty list", silently("to_list", Item(Item::List())));
  add("7", "assign writes to the first level", on_level("assign", first));
  add("7", "assign writes to the last level", on_level("assign", last));
  add("7", "assign does nothing", silently("assign"));
  add("8", "add takes the first levels", on_level("add", first));
  add("8", "add looks at its second operand alone", on_level_at({0}, "add", first));
  add("8", "add looks at its first operand alone", on_level_at({1}, "add", first));
  add("8", "add takes the first levels of three", on_level("add", first, with_levels(3)));
  add("8", "add takes the last levels", on_level("add", last));
  add("9", "move takes the first level", on_level("move", first));
  add("9", "move takes the last level", on_level("move", last));
  add("9", "move moves every level", around("move", move_every_level));
  add("9", "move returns what is there already",
      around("move", [](const Call& call) { return concerned(call) != nullptr ? call.arguments.item(0) : call(); }));
  add("9", "move of one element takes the first level", on_level("move", first, of_one_element));
  add("9", "move to the library's own class takes the first level", around("move", [](const Call& call) {
        return concerned(call) != nullptr && !call.arguments.has(1) ? call.with(level(*call.tensor(), 0)) : call();
      }));
  add("10", "scatter takes the first levels", on_level("scatter", first));
  add("10", "scatter takes the last levels", on_level("scatter", last));
  add("10", "scatter looks at what it goes onto alone", on_level_at({0}, "scatter", first));
  add("10", "scatter looks at its source alone", on_level_at({1}, "scatter", first));
  add("10", "scatter returns what it goes onto",
      around("scatter", [](const Call& call) { return concerned(call) != nullptr ? call.arguments.item(1) : call(); }));
  add("10", "scatter takes the first levels of three", on_level("scatter", first, with_levels(3)));
  add("12", "export_dlpack exports the first level", on_level("export_dlpack", first));
  add("12", "export_dlpack exports the last level", on_level("export_dlpack", last));
  add("12", "export_dlpack exports levels of one dtype", on_level("export_dlpack", first, of_equal_dtypes));
  add("12", "export_dlpack exports the only element", on_level("export_dlpack", first, of_one_element));
  add("12", "export_dlpack exports nothing", silently("export_dlpack"));
  add("11", "backward does nothing", silently("backward"));
  add("11", "backward of the first level", on_level("backward", first));
  add("11", "backward does nothing where there is no gradient", around("backward", [](const Call& call) {
        const bool given = call.arguments.has(1) && !call.arguments.item(1).is_none();
        return concerned(call) != nullptr && !given ? Item() : call();
      }));
  add("11", "backward of a view of several levels does nothing", backward_takes_views());
  add("13", "rearrange takes the first level", on_level("rearrange", first));
  add("13", "rearrange takes a tree, and refuses text", around("rearrange", [](const Call& call) {
        const Tensor* tensor = concerned(call);
        const bool tree = call.arguments.item(1).as<strideweave::Tree>() != nullptr;
        return tensor != nullptr && tree ? call.with(level(*tensor, 0)) : call();
      }));
  add("13", "rearrange returns the Tensor", around("rearrange", [](const Call& call) {
        return concerned(call) != nullptr ? call.arguments.item(0) : call();
      }));
  add("13", "retain_grad does nothing", silently("retain_grad"));
  for (const std::string operation :
       {"index", "to_list", "assign", "add", "rearrange", "move", "scatter", "export_dlpack"}) {
    add("18", operation + " takes the first level where it should refuse", on_level(operation, first));
  }
  return mutants;
}

std::vector<Mutant> mutants_of_effects() {
  std::vector<Mutant> mutants;
  const auto add = [&](const std::string& clause, const std::string& name, Change change) {
    mutants.push_back({"representation.boundary." + clause, name, std::move(change)});
  };
  for (const std::string& operation : rejecting) {
    add("14", operation + " allocates first", before_refusing({operation}, to_first(allocate)));
    add("16", operation + " reads first", before_refusing({operation}, to_first(read_one)));
    add("15", operation + " writes first", before_refusing({operation}, to_first(write_back)));
  }
  add("14", "allocates like the last level first", before_refusing(rejecting, to_last(allocate)));
  add("15", "writes to the last level first", before_refusing(rejecting, to_last(write_back)));
  add("15", "writes to every level first",
      before_refusing({"add", "assign"}, [](const Tensor& tensor) { each_level(tensor, write_back); }));
  add("16", "reads the last level first", before_refusing(rejecting, to_last(read_one)));
  add("16", "releases what it refuses", before_refusing({"to_list", "add"}, to_first(release)));
  add("16", "the other operand has a gradient already", to_the_other("add", give_gradient));
  add("16", "the cotangent has a gradient already", to_the_other("backward", give_gradient));
  add("16", "the other operand has lost what was recorded of it",
      all({to_the_other("add", forget_operation), to_the_other("scatter", forget_operation)}));
  add("19", "a refusal writes to the first level", before_refusing(rejecting, to_first(write_back)));
  add("19", "a refused view writes to the first level", before_refusing({"index"}, to_first(write_back)));
  add("19", "add writes to its result, and then refuses", before_refusing({"add"}, to_last(write_back)));
  return mutants;
}

}  // namespace

std::vector<Mutant> mutants_of_boundary() {
  std::vector<Mutant> mutants = mutants_of_what_is_made();
  append(mutants, mutants_of_admitted_views());
  append(mutants, mutants_of_rejections());
  append(mutants, mutants_of_effects());
  return mutants;
}

}  // namespace swconform::judgement
