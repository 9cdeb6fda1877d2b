// SPDX-License-Identifier: Apache-2.0
// representation.ownership
#include <algorithm>
#include <memory>

#include "bindings/reference/conversions.hpp"
#include "tests/judgement/representation_mutation.hpp"
#include "tests/judgement/rows.hpp"
#include "tests/judgement/view_mutations.hpp"

namespace swconform::judgement {
namespace {

using strideweave::Carrier;
using strideweave::TensorState;

const Names constructions = {"tensor", "representation"};

Change of_each(const Names& operations, const std::function<Change(const std::string&)>& change) {
  std::vector<Change> changes;
  for (const std::string& operation : operations) changes.push_back(change(operation));
  return all(std::move(changes));
}

/// What these operations return, changed where it is a Tensor.
Change returning(const Names& operations, const std::function<Tensor(const Tensor&)>& edit) {
  return of_each(operations, [&](const std::string& operation) {
    return answer(operation, [edit](const Item& result) {
      const auto* tensor = result.as<Tensor>();
      return tensor != nullptr ? Item::object(edit(*tensor)) : result;
    });
  });
}

// Carriers whose names own a handle, while the carrier itself is the session's: who holds the latter holds it weakly.
struct Kept {
  std::vector<CarrierPtr> carriers;

  CarrierPtr of(const CarrierPtr& handle) const {
    const auto found = std::find_if(carriers.begin(), carriers.end(),
                                    [&](const CarrierPtr& carrier) { return carrier.get() == handle.get(); });
    return found != carriers.end() ? *found : handle;
  }
};

/// What these operations return refers weakly to the carriers of the levels that are `weak`.
Change weak_references(const Names& operations, const std::function<bool(std::size_t)>& weak) {
  const Change handles = around("carrier", [](const Call& call) {
    const Item made = call();
    const CarrierPtr carrier = *made.as<CarrierPtr>();
    call.session.state<Kept>().carriers.push_back(carrier);
    return Item::object(CarrierPtr(carrier.get(), [](Carrier*) {}));
  });
  return all({handles, of_each(operations, [&](const std::string& operation) {
                return around(operation, [weak](const Call& call) {
                  const Item result = call();
                  if (result.as<Tensor>() == nullptr) return result;
                  Parts parts = parts_of(*result.as<Tensor>());
                  for (std::size_t level = 0; level < parts.levels.size(); ++level) {
                    CarrierPtr& carrier = parts.levels[level].carrier;
                    if (weak(level)) carrier = call.session.state<Kept>().of(carrier);
                  }
                  return Item::object(assemble(std::move(parts)));
                });
              })});
}

/// Every carrier is kept by somebody else as well.
Change immortal_carriers(std::function<bool(const Call&)> which) {
  return around("carrier", [which = std::move(which)](const Call& call) {
    Item made = call();
    if (which(call)) call.session.state<Kept>().carriers.push_back(*made.as<CarrierPtr>());
    return made;
  });
}

/// Where a Tensor these operations have returned is discarded, something happens to its levels.
Change on_discard(const Names& operations, std::function<void(const strideweave::Representation&)> effect) {
  return returning(operations, [effect = std::move(effect)](const Tensor& tensor) {
    return Tensor(std::shared_ptr<TensorState>(
        tensor.state().get(), [state = tensor.state(), effect](TensorState*) { effect(state->representation); }));
  });
}
void release_all(const strideweave::Representation& discarded) {
  for (const auto& level : discarded.subtensors()) level.carrier->release();
}
void release_first(const strideweave::Representation& discarded) { discarded.subtensors()[0].carrier->release(); }
void release_of_several(const strideweave::Representation& discarded) {
  if (discarded.subtensors().size() > 1) release_all(discarded);
}

// Who has which carrier.
struct Owners {
  std::vector<const Carrier*> taken;

  bool have(const Carrier* carrier) const { return std::find(taken.begin(), taken.end(), carrier) != taken.end(); }
};

bool is_taken(const Owners& owners, const Tensor& tensor) {
  const auto levels = tensor.representation().subtensors();
  return std::any_of(levels.begin(), levels.end(), [&](const auto& level) { return owners.have(level.carrier.get()); });
}

/// What these operations return is changed where another that they returned has one of its carriers.
Change second_owner(const Names& operations, const std::function<Tensor(const Tensor&)>& edit) {
  return of_each(operations, [&](const std::string& operation) {
    return around(operation, [edit](const Call& call) {
      const Item result = call();
      const auto* tensor = result.as<Tensor>();
      if (tensor == nullptr) return result;
      auto& owners = call.session.state<Owners>();
      const bool taken = is_taken(owners, *tensor);
      for (const auto& level : tensor->representation().subtensors()) owners.taken.push_back(level.carrier.get());
      return taken ? Item::object(edit(*tensor)) : result;
    });
  });
}

Tensor on_copies(const Tensor& tensor) {
  Parts parts = parts_of(tensor);
  for (auto& level : parts.levels) level.carrier = copy_of(level.carrier);
  return assemble(std::move(parts));
}
Tensor refused(const Tensor&) { strideweave::raise_value_error("the carrier is taken"); }
Tensor released(const Tensor& tensor) {
  release_all(tensor.representation());
  return tensor;
}

// Snapshots: the pairs as they are told.
using Pairs = Item::List;
const CarrierPtr& carrier_of(const Item& pair) { return *pair.list()->at(0).as<CarrierPtr>(); }
Int version_of(const Item& pair) { return reference::to_int(*pair.list()->at(1).integer()); }
Item pair_of(const Item& carrier, Int version) { return Item::List{carrier, reference::to_integer(version)}; }

Change snapshots(std::function<Item(Pairs pairs, const Tensor& tensor)> edit) {
  return told_of_tensors([edit = std::move(edit)](const Tensor& tensor, sdk::FactSheet& sheet) {
    const Item told = std::get<Item>(*sheet.find("snapshot"));
    sheet.set("snapshot", edit(*told.list(), tensor));
  });
}
/// A pair for every subtensor.
Pairs of_every_level(const Tensor& tensor) {
  Pairs pairs;
  for (const auto& level : tensor.representation().subtensors()) {
    pairs.push_back(pair_of(Item::object(level.carrier), level.carrier->version()));
  }
  return pairs;
}
Change versions(std::function<Int(const Pairs& pairs, std::size_t place)> edit) {
  return snapshots([edit = std::move(edit)](const Pairs& pairs, const Tensor&) {
    Pairs changed;
    for (std::size_t place = 0; place < pairs.size(); ++place) {
      changed.push_back(pair_of(pairs[place].list()->at(0), edit(pairs, place)));
    }
    return Item(std::move(changed));
  });
}
Int largest(const Pairs& pairs) {
  Int most = 0;
  for (const Item& pair : pairs) most = std::max(most, version_of(pair));
  return most;
}
Int total(const Pairs& pairs) {
  Int sum = 0;
  for (const Item& pair : pairs) sum += version_of(pair);
  return sum;
}

Item keeping_duplicates(const Pairs&, const Tensor& tensor) { return of_every_level(tensor); }
Item keeping_neighbours_once(const Pairs&, const Tensor& tensor) {
  Pairs pairs = of_every_level(tensor);
  pairs.erase(std::unique(pairs.begin(), pairs.end(),
                          [](const Item& a, const Item& b) { return carrier_of(a) == carrier_of(b); }),
              pairs.end());
  return pairs;
}
Item one_of_each_version(Pairs pairs, const Tensor&) {
  pairs.erase(std::unique(pairs.begin(), pairs.end(),
                          [](const Item& a, const Item& b) { return version_of(a) == version_of(b); }),
              pairs.end());
  return pairs;
}
Item by_last_occurrence(const Pairs&, const Tensor& tensor) {
  Pairs pairs;
  for (const Item& pair : of_every_level(tensor)) {
    std::erase_if(pairs, [&](const Item& one) { return carrier_of(one) == carrier_of(pair); });
    pairs.push_back(pair);
  }
  return pairs;
}
Item backwards(Pairs pairs, const Tensor&) {
  std::reverse(pairs.begin(), pairs.end());
  return pairs;
}
Item latest_first(Pairs pairs, const Tensor&) {
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Item& a, const Item& b) { return version_of(a) > version_of(b); });
  return pairs;
}
Item first_level_last(Pairs pairs, const Tensor&) {
  std::rotate(pairs.begin(), pairs.begin() + 1, pairs.end());
  return pairs;
}
Item on_copies_of_carriers(Pairs pairs, const Tensor&) {
  for (Item& pair : pairs) pair = pair_of(Item::object(copy_of(carrier_of(pair))), version_of(pair));
  return pairs;
}
Item versions_alone(Pairs pairs, const Tensor&) {
  for (Item& pair : pairs) pair = pair.list()->at(1);
  return pairs;
}
Item carriers_alone(Pairs pairs, const Tensor&) {
  for (Item& pair : pairs) pair = pair.list()->at(0);
  return pairs;
}
Item version_before_carrier(Pairs pairs, const Tensor&) {
  for (Item& pair : pairs) std::reverse(pair.list()->begin(), pair.list()->end());
  return pairs;
}
Item one_flat_list(const Pairs& pairs, const Tensor&) {
  Item::List flat;
  for (const Item& pair : pairs) flat.insert(flat.end(), pair.list()->begin(), pair.list()->end());
  return flat;
}
Item of_level_zero(Pairs pairs, const Tensor&) {
  pairs.resize(1);
  return pairs;
}
Item largest_alone(const Pairs& pairs, const Tensor&) {
  return Item::List{pair_of(pairs[0].list()->at(0), largest(pairs))};
}
Item total_alone(const Pairs& pairs, const Tensor&) {
  return Item::List{pair_of(pairs[0].list()->at(0), total(pairs))};
}

Change snapshot_effect(std::function<void(const Tensor&)> effect) {
  return snapshots([effect = std::move(effect)](Pairs pairs, const Tensor& tensor) {
    effect(tensor);
    return Item(std::move(pairs));
  });
}

/// The pairs as they were when this Tensor was first asked for them.
Change taken_once() {
  struct Taken {
    std::vector<std::pair<const void*, Pairs>> snapshots;
  };
  return [](sdk::Harness& harness) {
    harness.wrap_facts("tensor", [](const sdk::FactsFunction& next, sdk::Session& session, const std::any& object) {
      sdk::FactSheet sheet = next(session, object);
      const void* const identity = std::any_cast<const Tensor&>(object).object().get();
      auto& taken = session.state<Taken>().snapshots;
      auto found = std::find_if(taken.begin(), taken.end(), [&](const auto& one) { return one.first == identity; });
      if (found == taken.end()) {
        found = taken.insert(taken.end(), {identity, *std::get<Item>(*sheet.find("snapshot")).list()});
      }
      return sheet.set("snapshot", Item(found->second));
    });
  };
}

std::vector<Mutant> mutants_of_lifetime() {
  const auto always = [](std::size_t) { return true; };
  const auto deeper = [](std::size_t level) { return level > 0; };
  const auto middle = [](std::size_t level) { return level == 1; };
  return {
      {"representation.ownership.1", "a Tensor refers weakly to its carrier", weak_references({"tensor"}, always)},
      {"representation.ownership.1", "the levels below the first refer weakly",
       weak_references({"representation"}, deeper)},
      {"representation.ownership.1", "only the first and the last level hold their carriers",
       weak_references({"representation"}, middle)},
      {"representation.ownership.1", "a view relies on its source to hold the carrier",
       weak_references(views(), always)},
      {"representation.ownership.1", "carriers are never let go", immortal_carriers([](const Call&) { return true; })},
      {"representation.ownership.1", "carriers of a user's class are never let go",
       immortal_carriers([](const Call& call) { return call.arguments.has("class"); })},
      {"representation.ownership.2", "a Tensor that goes releases its carriers",
       on_discard(constructions, release_all)},
      {"representation.ownership.2", "a Tensor that goes releases the carrier of its first level",
       on_discard(constructions, release_first)},
      {"representation.ownership.2", "a Tensor of several levels that goes releases its carriers",
       on_discard({"representation"}, release_of_several)},
      {"representation.ownership.2", "a conventional Tensor that goes releases its carrier",
       on_discard({"tensor"}, release_all)},
      {"representation.ownership.3", "a view that goes releases its carriers", on_discard(views(), release_all)},
      {"representation.ownership.3", "a view of several levels that goes releases its carriers",
       on_discard(views(), release_of_several)},
      {"representation.ownership.3", "a reshaped view that goes releases its carrier",
       on_discard({"reshape", "permute"}, release_first)},
  };
}

std::vector<Mutant> mutants_of_shared_carriers() {
  return {
      {"representation.ownership.4", "the second Tensor on a carrier stands on a copy",
       second_owner({"tensor"}, on_copies)},
      {"representation.ownership.4", "the second representation on a carrier stands on a copy",
       second_owner({"representation"}, on_copies)},
      {"representation.ownership.4", "a carrier that a Tensor has is refused", second_owner(constructions, refused)},
      {"representation.ownership.4", "a second Tensor on a carrier releases it", second_owner({"tensor"}, released)},
      {"representation.ownership.5", "the second view of a carrier stands on a copy", second_owner(views(), on_copies)},
      {"representation.ownership.5", "a carrier that a view has is refused to another", second_owner(views(), refused)},
      {"representation.ownership.5", "every view stands on a copy", returning(views(), on_copies)},
      {"representation.ownership.5", "a second view of a carrier releases it", second_owner(views(), released)},
  };
}

std::vector<Mutant> mutants_of_snapshots() {
  return {
      {"representation.ownership.6", "a carrier that occurs again is there again", snapshots(keeping_duplicates)},
      {"representation.ownership.6", "only neighbouring levels are looked at", snapshots(keeping_neighbours_once)},
      {"representation.ownership.6", "carriers of one version count as one", snapshots(one_of_each_version)},
      {"representation.ownership.6", "copies of the carriers are named", snapshots(on_copies_of_carriers)},
      {"representation.ownership.6", "a view has none",
       told_of_results(views(),
                       [](const Tensor&, sdk::FactSheet& sheet) { sheet.set("snapshot", Item(Item::List())); })},
      {"representation.ownership.7", "versions are always zero",
       versions([](const Pairs&, std::size_t) { return Int(0); })},
      {"representation.ownership.7", "a version says only whether something was written",
       versions([](const Pairs& pairs, std::size_t place) { return std::min(version_of(pairs[place]), Int(1)); })},
      {"representation.ownership.7", "versions are one too large",
       versions([](const Pairs& pairs, std::size_t place) { return version_of(pairs[place]) + 1; })},
      {"representation.ownership.7", "versions are those of the first carrier",
       versions([](const Pairs& pairs, std::size_t) { return version_of(pairs[0]); })},
      {"representation.ownership.7", "versions are those of the first time", taken_once()},
      {"representation.ownership.8", "in the order of last occurrence", snapshots(by_last_occurrence)},
      {"representation.ownership.8", "backwards", snapshots(backwards)},
      {"representation.ownership.8", "the latest version first", snapshots(latest_first)},
      {"representation.ownership.8", "the first level last", snapshots(first_level_last)},
      {"representation.ownership.9", "the versions without the identities", snapshots(versions_alone)},
      {"representation.ownership.9", "the identities without the versions", snapshots(carriers_alone)},
      {"representation.ownership.9", "the version before the identity", snapshots(version_before_carrier)},
      {"representation.ownership.9", "one list instead of pairs", snapshots(one_flat_list)},
      {"representation.ownership.10", "a snapshot marks the first carrier by a write",
       snapshot_effect([](const Tensor& tensor) { write_back(*tensor.carrier()); })},
      {"representation.ownership.10", "a snapshot marks the last carrier by a write",
       snapshot_effect([](const Tensor& tensor) { write_back(*tensor.representation().subtensors().back().carrier); })},
      {"representation.ownership.10", "a snapshot releases what several levels share",
       snapshot_effect([](const Tensor& tensor) {
         const auto levels = tensor.representation().subtensors();
         if (levels.size() == 3 && levels[0].carrier == levels[2].carrier) levels[0].carrier->release();
       })},
      {"representation.ownership.11", "the first level alone", snapshots(of_level_zero)},
      {"representation.ownership.11", "the version of the first level for all",
       versions([](const Pairs& pairs, std::size_t) { return version_of(pairs[0]); })},
      {"representation.ownership.12", "the largest version for all",
       versions([](const Pairs& pairs, std::size_t) { return largest(pairs); })},
      {"representation.ownership.12", "the largest version alone", snapshots(largest_alone)},
      {"representation.ownership.13", "the sum of the versions for all",
       versions([](const Pairs& pairs, std::size_t) { return total(pairs); })},
      {"representation.ownership.13", "the sum of the versions alone", snapshots(total_alone)},
  };
}

}  // namespace

std::vector<Mutant> mutants_of_ownership() {
  std::vector<Mutant> mutants = mutants_of_lifetime();
  append(mutants, mutants_of_shared_carriers());
  append(mutants, mutants_of_snapshots());
  return mutants;
}

}  // namespace swconform::judgement
