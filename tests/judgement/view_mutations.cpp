// SPDX-License-Identifier: Apache-2.0
#include "tests/judgement/view_mutations.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "bindings/reference/prepared_error.hpp"
#include "reference/dtype.hpp"

namespace swconform::judgement {
namespace {

using strideweave::CompoundDType;
using strideweave::DType;

/// Dtypes with the planes of others and without their rules. They live as long as the case.
struct Twins {
  std::vector<std::pair<const DType*, std::unique_ptr<CompoundDType>>> pairs;  // the original first

  const DType& of(const DType& original) {
    for (const auto& [known, twin] : pairs) {
      if (known == &original) return *twin;
    }
    const auto schema = *original.storage_schema();
    pairs.emplace_back(&original, std::make_unique<CompoundDType>(
                                      original.name(), CompoundDType::SimpleTypes(schema.begin(), schema.end()),
                                      CompoundDType::Rules(), strideweave::dtype::any()));
    return *pairs.back().second;
  }
  const DType* original(const DType* twin) const {
    for (const auto& [known, other] : pairs) {
      if (other.get() == twin) return known;
    }
    return nullptr;
  }
};

Tensor twin_of(sdk::Session& session, const Tensor& tensor) {
  Parts parts = parts_of(tensor);
  parts.dtype = &session.state<Twins>().of(*parts.dtype);
  return assemble(std::move(parts));
}

bool has_rules(const Tensor& tensor) { return !tensor.dtype().representation_rules().empty(); }

/// Where a Tensor is of a twin, its dtype is told to be the original.
Change twins_in_disguise() {
  return facts_of("tensor", [](sdk::Session& session, sdk::FactSheet& sheet) {
    const Item* told = std::get_if<Item>(sheet.find("dtype"));
    const DType* original = session.state<Twins>().original(*told->as<const DType*>());
    if (original != nullptr) sheet.set("dtype", Item::object(original));
  });
}

Change of_twins(std::string operation, std::function<void(const Tensor&)> before) {
  return all({around(std::move(operation),
                     [before = std::move(before)](const Call& call) {
                       if (call.tensor() == nullptr || !has_rules(*call.tensor())) return call();
                       before(*call.tensor());
                       return call.with(twin_of(call.session, *call.tensor()));
                     }),
              twins_in_disguise()});
}

Change on_error_in(std::string operation, std::function<void(const Tensor&)> effect) {
  return around(std::move(operation), [effect = std::move(effect)](const Call& call) {
    try {
      return call();
    } catch (const std::exception&) {
      if (call.tensor() != nullptr) effect(*call.tensor());
      throw;
    }
  });
}

}  // namespace

const Names& views() {
  static const Names names = {"index",        "rearrange",        "permute", "reshape",  "as_strided",
                              "broadcast_to", "broadcast_in_dim", "squeeze", "unsqueeze"};
  return names;
}

const Names& leading_views() {
  static const Names names = {"index",        "permute",          "reshape", "as_strided",
                              "broadcast_to", "broadcast_in_dim", "squeeze", "unsqueeze"};
  return names;
}

std::vector<Mutant> for_each(const Names& operations, const std::string& clause, const std::string& wrong,
                             const std::function<Change(const std::string&)>& change) {
  std::vector<Mutant> mutants;
  for (const std::string& operation : operations) {
    mutants.push_back({clause, operation + " " + wrong, change(operation)});
  }
  return mutants;
}

bool has_several(const Tensor& tensor) { return tensor.representation().subtensors().size() > 1; }

Change ruleless(std::string operation) {
  return of_twins(std::move(operation), [](const Tensor&) {});
}

Change rules_see_the_source(std::string operation) {
  return of_twins(std::move(operation), [](const Tensor& source) { assemble(parts_of(source)); });
}

Change like_dtype(std::string operation) {
  return around(std::move(operation), [](const Call& call) {
    const Item result = call();
    const Tensor* view = result.as<Tensor>();
    return view != nullptr && has_several(*view) ? Item::object(twin_of(call.session, *view)) : result;
  });
}

Change on_rule_failure(std::string operation, std::function<Item(const Call&)> handler) {
  return around(std::move(operation), [handler = std::move(handler)](const Call& call) {
    try {
      return call();
    } catch (const strideweave::Error& error) {
      if (!reference::is_prepared(error)) throw;  // the library's own
      return handler(call);
    }
  });
}

std::vector<Mutant> mutants_of_rule_failures(const Names& operations, const std::string& clause) {
  std::vector<Mutant> mutants;
  const auto add = [&](const std::string& wrong, const std::function<Item(const Call&)>& handler) {
    append(mutants, for_each(operations, clause, wrong, [&](const std::string& operation) {
             return on_rule_failure(operation, handler);
           }));
  };
  add("raises a copy of what a rule raised", raise_a_copy);
  add("says that the view is invalid",
      [](const Call&) -> Item { strideweave::raise_value_error("the view is invalid"); });
  add("says that something went wrong",
      [](const Call&) -> Item { strideweave::raise_runtime_error("the view cannot be made"); });
  add("returns the source when a rule refuses the view", [](const Call& call) { return call.arguments.item(0); });
  append(mutants, for_each(operations, clause, "returns what a rule refused", [](const std::string& operation) {
           return all({on_rule_failure(
                           operation,
                           [](const Call& call) { return call.with(twin_of(call.session, *call.tensor())); }),
                       twins_in_disguise()});
         }));
  return mutants;
}

Change on_error_everywhere(std::string operation, std::function<void(strideweave::Carrier&)> effect) {
  return on_error_in(std::move(operation), [effect = std::move(effect)](const Tensor& tensor) {
    for (const auto& level : tensor.representation().subtensors()) effect(*level.carrier);
  });
}

Change on_error_deepest(std::string operation, std::function<void(strideweave::Carrier&)> effect) {
  return on_error_in(std::move(operation), [effect = std::move(effect)](const Tensor& tensor) {
    effect(*tensor.representation().subtensors().back().carrier);
  });
}

void release(strideweave::Carrier& carrier) { carrier.release(); }

}  // namespace swconform::judgement
