// SPDX-License-Identifier: Apache-2.0
// representation.universal
#include <fmt/format.h>

#include <algorithm>

#include "bindings/reference/carrier_spy.hpp"
#include "reference/gradient.hpp"
#include "tests/judgement/leading_mutations.hpp"
#include "tests/judgement/representation_mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using strideweave::SimpleDType;

const std::string constructor = "representation";

std::string clause(int number) { return fmt::format("representation.universal.{}", number); }
std::size_t count(const Refused& refused) { return refused.asked.levels.size(); }
const DType& found_dtype(const Refused& refused) { return refused.level().store()->dtype(); }

Change passes(Refusal why, Where where = {}) { return lets_pass(constructor, why, std::move(where)); }
Change kind(Refusal why, ErrorKind kind) { return of_kind(constructor, why, kind); }
Change refuses(std::function<bool(const Construction&)> unwanted) {
  return too_strict(constructor, std::move(unwanted));
}
/// Where `field` is like that.
Change passes_where(Refusal why, Item Level::*field, std::function<bool(const Item&)> like) {
  return passes(why, [field, like = std::move(like)](const Refused& refused) { return like(refused.level().*field); });
}
void ask(const Refused& refused) { ask_rules(refused.asked); }
Change asks_before(Refusal why) { return with_effect(constructor, why, ask); }
/// The levels before the one that is wrong have been seen, and rules asked about them.
Change asks_after_the_first(Refusal why) {
  return with_effect(constructor, why, [](const Refused& refused) {
    if (refused.at > 0) ask_rules(refused.asked);
  });
}

struct Check {
  Refusal why;
  std::string what;
};
const std::vector<Check>& checks() {
  static const std::vector<Check> all = {{Refusal::carrier_type, "a carrier that is none"},
                                         {Refusal::offset_type, "an offset that is no integer"},
                                         {Refusal::layout_type, "a placement that is none"},
                                         {Refusal::classes, "mixed classes"},
                                         {Refusal::carrier_dtype, "a carrier of another dtype"},
                                         {Refusal::offset, "a negative offset"},
                                         {Refusal::size, "a negative size"},
                                         {Refusal::bounds, "a placement that does not fit"}};
  return all;
}

std::vector<Mutant> mutants_of_stages() {
  std::vector<Mutant> mutants = {
      {clause(1), "asks the rules before it counts the levels", asks_before(Refusal::count)},
      {clause(1), "asks the rules before it counts the adjacent layouts", asks_before(Refusal::adjacent_count)},
      {clause(1), "asks the rules before it compares storage dtypes", asks_before(Refusal::storage_dtype)},
  };
  for (const auto& [why, what] : checks()) {
    mutants.push_back({clause(2), "asks the rules after the first level, before " + what, asks_after_the_first(why)});
    mutants.push_back({clause(2), "looks at the first level only for " + what,
                       passes(why, [](const Refused& refused) { return refused.at > 0; })});
    mutants.push_back(
        {clause(2), "does not look at the last level for " + what,
         passes(why, [](const Refused& refused) { return refused.at > 0 && refused.at + 1 == count(refused); })});
    mutants.push_back({clause(19), "asks the rules before " + what, asks_before(why)});
    mutants.push_back({clause(19), "asks the rules after the first level, before " + what, asks_after_the_first(why)});
  }
  return mutants;
}

bool is_lookalike(const Item& item) { return item.as<std::shared_ptr<const strideweave::Foreign>>() != nullptr; }
bool is_list(const Item& item) { return item.list() != nullptr; }
bool is_none(const Item& item) { return item.is_none(); }
bool is_number(const Item& item) { return item.integer() != nullptr; }
bool is_tensor(const Item& item) { return item.as<Tensor>() != nullptr; }
bool is_dtype(const Item& item) { return item.as<const DType*>() != nullptr; }
bool is_carrier(const Item& item) { return item.as<CarrierPtr>() != nullptr; }
bool is_shape(const Item& item) { return item.as<strideweave::Shape>() != nullptr; }
bool is_text(const Item& item) { return item.text() != nullptr; }

std::vector<Mutant> mutants_of_types() {
  std::vector<Mutant> mutants;
  for (const int number : {3, 10}) {
    const auto row = [&](const std::string& takes, std::function<bool(const Item&)> like) {
      mutants.push_back({clause(number), "takes " + takes + " for a carrier",
                         passes_where(Refusal::carrier_type, &Level::carrier, std::move(like))});
    };
    row("what has the attributes of one", is_lookalike);
    row("a list", is_list);
    row("nothing", is_none);
    row("a number", is_number);
    row("a Tensor", is_tensor);
    row("a dtype", is_dtype);
  }
  for (const int number : {7, 11}) {
    const auto row = [&](const std::string& takes, std::function<bool(const Item&)> like) {
      mutants.push_back({clause(number), "takes " + takes + " for a placement",
                         passes_where(Refusal::layout_type, &Level::layout, std::move(like))});
    };
    row("a Shape", is_shape);
    row("a number", is_number);
    row("nothing", is_none);
    row("a list", is_list);
    row("a text", is_text);
    row("a carrier", is_carrier);
  }
  for (const auto& [number, why] : {std::pair{10, Refusal::carrier_type}, std::pair{11, Refusal::layout_type},
                                    std::pair{12, Refusal::offset_type}, std::pair{13, Refusal::classes}}) {
    for (const ErrorKind wrong : {ErrorKind::value_error, ErrorKind::attribute_error, ErrorKind::runtime_error}) {
      mutants.push_back({clause(number), fmt::format("refuses with {}", strideweave::name(wrong)), kind(why, wrong)});
    }
  }
  for (const auto& [number, why] : {std::pair{14, Refusal::carrier_dtype}, std::pair{15, Refusal::offset},
                                    std::pair{16, Refusal::size}, std::pair{17, Refusal::bounds}}) {
    for (const ErrorKind wrong : {ErrorKind::type_error, ErrorKind::index_error, ErrorKind::overflow_error}) {
      mutants.push_back({clause(number), fmt::format("refuses with {}", strideweave::name(wrong)), kind(why, wrong)});
    }
  }
  append(mutants, mutants_of_offset_types(clause(6), constructor));
  append(mutants, mutants_of_offset_types(clause(12), constructor));
  append(mutants, mutants_of_negative_offsets(clause(6), constructor));
  append(mutants, mutants_of_negative_offsets(clause(15), constructor));
  append(mutants, mutants_of_bounds(clause(9), constructor));
  std::vector<Mutant> too_large = mutants_of_bounds(clause(17), constructor);
  // those that refuse what fits break 9 alone
  std::erase_if(too_large, [](const Mutant& mutant) { return mutant.name.starts_with("asks for"); });
  append(mutants, too_large);
  return mutants;
}

/// Dtypes that are not the same are taken for one another.
Change compares_dtypes(std::function<bool(const DType& found, const DType& wanted)> same) {
  return passes(Refusal::carrier_dtype, [same = std::move(same)](const Refused& refused) {
    return same(found_dtype(refused), *refused.level().stored());
  });
}
bool one_width(const DType& a, const DType& b) {
  const auto* one = dynamic_cast<const SimpleDType*>(&a);
  const auto* other = dynamic_cast<const SimpleDType*>(&b);
  return one != nullptr && other != nullptr && one->bits() == other->bits();
}
bool wider(const DType& a, const DType& b) {
  const auto* one = dynamic_cast<const SimpleDType*>(&a);
  const auto* other = dynamic_cast<const SimpleDType*>(&b);
  return one != nullptr && other != nullptr && one->bits() > other->bits() && one->supertype() == other->supertype();
}
bool above(const DType& found, const DType& wanted) { return wanted.is_subtype_of(found); }
bool made_of_it(const DType& found, const DType& wanted) {
  const auto schema = found.storage_schema();
  return dynamic_cast<const strideweave::CompoundDType*>(&found) != nullptr && schema && schema->size() == 1 &&
         (*schema)[0] == &wanted;
}
bool are_sub_and_base(const Refused& refused) {
  // one of them is of the class the other one's is derived from
  const auto is_base = [](const CarrierPtr& carrier) {
    return dynamic_cast<const reference::BaseCarrier*>(carrier.get()) != nullptr;
  };
  const auto& levels = refused.asked.levels;
  return std::all_of(levels.begin(), levels.end(), [&](const Level& level) { return is_base(level.store()); });
}
bool is_sub(const CarrierPtr& carrier) { return dynamic_cast<const reference::SubCarrier*>(carrier.get()) != nullptr; }

std::vector<Mutant> mutants_of_carriers() {
  std::vector<Mutant> mutants;
  for (const int number : {4, 14}) {
    mutants.push_back({clause(number), "takes a carrier of any dtype", passes(Refusal::carrier_dtype)});
    mutants.push_back({clause(number), "compares widths", compares_dtypes(one_width)});
    mutants.push_back({clause(number), "takes what is wider", compares_dtypes(wider)});
    mutants.push_back({clause(number), "takes a category above", compares_dtypes(above)});
    mutants.push_back({clause(number), "takes a compound dtype of it", compares_dtypes(made_of_it)});
    mutants.push_back({clause(number), "compares categories",
                       compares_dtypes([](const DType& a, const DType& b) { return a.supertype() == b.supertype(); })});
    mutants.push_back(
        {clause(number), "compares with the logical dtype", passes(Refusal::carrier_dtype, [](const Refused& refused) {
           return found_dtype(refused) == *refused.asked.logical();
         })});
    mutants.push_back({clause(number), "takes a dtype that another level has",
                       passes(Refusal::carrier_dtype, [](const Refused& refused) {
                         return std::any_of(
                             refused.asked.levels.begin(), refused.asked.levels.end(),
                             [&](const Level& level) { return found_dtype(refused) == *level.stored(); });
                       })});
  }
  for (const int number : {5, 13}) {
    mutants.push_back({clause(number), "takes carriers of any class", passes(Refusal::classes)});
    mutants.push_back(
        {clause(number), "takes a class derived from the first", passes(Refusal::classes, [](const Refused& refused) {
           return are_sub_and_base(refused) && is_sub(refused.level().store());
         })});
    mutants.push_back({clause(number), "takes a class that the first is derived from",
                       passes(Refusal::classes, [](const Refused& refused) {
                         return are_sub_and_base(refused) && !is_sub(refused.level().store());
                       })});
    mutants.push_back({clause(number), "compares the first two only",
                       passes(Refusal::classes, [](const Refused& refused) { return refused.at > 1; })});
    mutants.push_back(
        {clause(number), "compares the first and the last only", passes(Refusal::classes, [](const Refused& refused) {
           const auto& levels = refused.asked.levels;
           return is_sub(levels.front().store()) == is_sub(levels.back().store()) && count(refused) > 2;
         })});
    mutants.push_back(
        {clause(number), "compares where dtypes agree only", passes(Refusal::classes, [](const Refused& refused) {
           return refused.asked.levels.front().stored() != refused.level().stored();
         })});
  }
  return mutants;
}

std::vector<Mutant> mutants_of_what_is_valid() {
  return {
      {clause(3), "asks for a carrier for each level", refuses([](const Construction& asked) {
         return asked.levels.size() > 1 && asked.levels[0].store() == asked.levels[1].store();
       })},
      {clause(3), "copies the carriers",
       made_of(constructor,
               [](Parts& result, const Construction&) {
                 for (auto& level : result.levels) level.carrier = copy_of(level.carrier);
               })},
      {clause(3), "keeps the first carrier for all", told_of_tensors([](const Tensor& tensor, sdk::FactSheet& sheet) {
         retell_subtensors(sheet, "carrier", [&](std::size_t, const Item&) { return Item::object(tensor.carrier()); });
       })},
      {clause(5), "takes the library's own classes only", refuses([](const Construction& asked) {
         return std::any_of(asked.levels.begin(), asked.levels.end(), [](const Level& level) {
           return dynamic_cast<const reference::OtherCarrier*>(level.store().get()) != nullptr;
         });
       })},
      {clause(6), "drops deeper offsets",
       made_of(constructor,
               [](Parts& result, const Construction&) {
                 for (std::size_t at = 1; at < result.levels.size(); ++at) result.levels[at].offset = 0;
               })},
      {clause(9), "asks for injective placements", refuses([](const Construction& asked) {
         return std::any_of(asked.levels.begin(), asked.levels.end(), [](const Level& level) {
           return strideweave::aliasing_of(*level.placement()) != strideweave::Aliasing::none;
         });
       })},
      {clause(7), "makes deeper placements compact",
       made_of(constructor,
               [](Parts& result, const Construction&) {
                 for (std::size_t at = 1; at < result.levels.size(); ++at) {
                   const Layout edited = compact(result.levels[at].layout.shape());
                   if (edited.fits(result.levels[at].carrier->size(), result.levels[at].offset))
                     result.levels[at].layout = edited;
                 }
               })},
      {clause(3), "adds up what lies on one carrier", refuses([](const Construction& asked) {
         Int sum = 0;
         for (const Level& level : asked.levels) {
           if (level.store() == asked.levels[0].store()) sum = sum + level.placement()->saturating_cosize();
         }
         return asked.levels.size() > 2 && sum >= asked.levels[0].store()->size();
       })},
      {clause(8), "takes a negative size where one slot is enough",
       passes(Refusal::size,
              [](const Refused& refused) { return refused.level().placement()->saturating_cosize() == 1; })},
      {clause(8), "takes minus one for an unknown size",
       passes(Refusal::size, [](const Refused& refused) { return refused.level().store()->size() == -1; })},
      {clause(8), "takes sizes for unsigned ones", passes(Refusal::size)},
      {clause(8), "drops the sign of a size",
       passes(Refusal::size,
              [](const Refused& refused) {
                return -refused.level().store()->size() >= refused.level().placement()->saturating_cosize();
              })},
      {clause(16), "takes sizes for unsigned 32 bits",
       passes(Refusal::size,
              [](const Refused& refused) {
                return wrapped_unsigned(refused.level().store()->size() + Int::from_raw(Int::Raw{1} << 64), 32) >=
                       refused.level().placement()->saturating_cosize();
              })},
  };
}

std::vector<Mutant> mutants_of_effects() {
  std::vector<Mutant> mutants;
  for (const auto& [why, what] : checks()) {
    if (why == Refusal::size) continue;  // their carriers hold nothing
    append(mutants, mutants_of_refusals(clause(18), constructor, why, what + " is refused"));
    mutants.push_back(
        {clause(18), "allocates before it refuses " + what, with_effect(constructor, why, [](const Refused& refused) {
           each_carrier(refused.asked,
                        [](strideweave::Carrier& carrier) { carrier.new_like(std::vector<strideweave::Scalar>{}); });
         })});
  }
  mutants.push_back({clause(18), "releases a carrier of negative size",
                     with_effect(constructor, Refusal::size, [](const Refused& refused) {
                       each_carrier(refused.asked, [](strideweave::Carrier& carrier) { carrier.release(); });
                     })});
  mutants.push_back({clause(18), "releases the deepest carrier of what does not fit",
                     with_effect(constructor, Refusal::bounds,
                                 [](const Refused& refused) { refused.asked.levels.back().store()->release(); })});
  return mutants;
}

/// Other numbers in a message.
Change renumbered(Refusal why, std::function<std::size_t(const Refused&)> position) {
  return saying(constructor, why, [position = std::move(position)](const std::string& message, const Refused& refused) {
    const std::string right = std::to_string(refused.at);
    bool first = true;
    return with_numbers(message, [&](const std::string& number) {
      if (number != right || !first) return number == right ? std::string("some") : number;
      first = false;
      return std::to_string(position(refused));
    });
  });
}
Change says(Refusal why, std::function<std::string(const Refused&)> text) {
  return saying(constructor, why,
                [text = std::move(text)](const std::string&, const Refused& refused) { return text(refused); });
}
std::string classes_in(const std::string& message) { return message.substr(message.find("are of")); }

std::vector<Mutant> mutants_of_messages() {
  std::vector<Mutant> mutants;
  for (const auto& [number, why] :
       {std::pair{20, Refusal::carrier_dtype}, std::pair{23, Refusal::carrier_type},
        std::pair{23, Refusal::offset_type}, std::pair{23, Refusal::layout_type}, std::pair{23, Refusal::size},
        std::pair{25, Refusal::offset}, std::pair{25, Refusal::bounds}}) {
    mutants.push_back({clause(number), "counts positions from one", says(why, [](const Refused& refused) {
                         return fmt::format("subtensor {} is wrong", refused.at + 1);
                       })});
    mutants.push_back({clause(number), "names the first position always",
                       says(why, [](const Refused&) { return std::string("subtensor 0 is wrong"); })});
    mutants.push_back({clause(number), "names the last position always", says(why, [](const Refused& refused) {
                         return fmt::format("subtensor {} is wrong", count(refused) - 1);
                       })});
    mutants.push_back(
        {clause(number), "names no position", says(why, [](const Refused&) { return std::string("it is wrong"); })});
    mutants.push_back({clause(number), "counts positions from one, and says the rest",
                       renumbered(why, [](const Refused& refused) { return refused.at + 1; })});
  }
  for (const Refusal why : {Refusal::carrier_type, Refusal::offset_type, Refusal::layout_type, Refusal::size}) {
    mutants.push_back({clause(24), "names the position only", says(why, [](const Refused& refused) {
                         return fmt::format("subtensor {} is wrong", refused.at);
                       })});
    mutants.push_back({clause(24), "names another field", says(why, [why](const Refused& refused) {
                         return fmt::format("subtensor {}: {}", refused.at,
                                            why == Refusal::offset_type ? "layout" : "offset");
                       })});
  }
  for (const Refusal why : {Refusal::offset, Refusal::bounds}) {
    mutants.push_back({clause(26), "names the position only", says(why, [](const Refused& refused) {
                         return fmt::format("subtensor {} is out of bounds", refused.at);
                       })});
  }
  mutants.push_back(
      {clause(26), "names the offset where the size is violated", says(Refusal::bounds, [](const Refused& refused) {
         return fmt::format("subtensor {}: the offset is out of bounds", refused.at);
       })});
  mutants.push_back(
      {clause(26), "names the carrier where the offset is violated", says(Refusal::offset, [](const Refused& refused) {
         return fmt::format("subtensor {} is outside its carrier", refused.at);
       })});
  const auto positions = [&](const std::string& name, std::function<std::string(const Refused&)> text) {
    mutants.push_back({clause(21), name,
                       saying(constructor, Refusal::classes,
                              [text = std::move(text)](const std::string& message, const Refused& refused) {
                                return text(refused) + classes_in(message);
                              })});
  };
  positions("names no positions of mixed classes", [](const Refused&) { return std::string("carriers "); });
  positions("names the later position only",
            [](const Refused& refused) { return fmt::format("subtensor {} ", refused.at); });
  positions("names the first position only", [](const Refused&) { return std::string("subtensor 0 "); });
  positions("names the first two positions always", [](const Refused&) { return std::string("subtensors 0 and 1 "); });
  positions("names the first and the last position",
            [](const Refused& refused) { return fmt::format("subtensors 0 and {} ", count(refused) - 1); });
  positions("counts positions of mixed classes from one",
            [](const Refused& refused) { return fmt::format("subtensors 1 and {} ", refused.at + 1); });
  const auto classes = [&](const std::string& name, std::function<std::string(const std::string&)> edit) {
    mutants.push_back(
        {clause(22), name,
         saying(constructor, Refusal::classes,
                [edit = std::move(edit)](const std::string& message, const Refused&) { return edit(message); })});
  };
  classes("names no classes", [](const std::string& message) { return message.substr(0, message.find(" are of")); });
  classes("names the first class only",
          [](const std::string& message) { return message.substr(0, message.rfind(" and ")); });
  classes("names the later class only", [](const std::string& message) {
    return message.substr(0, message.rfind(", ")) + message.substr(message.rfind(" and "));
  });
  return mutants;
}

}  // namespace

std::vector<Mutant> mutants_of_universal() {
  std::vector<Mutant> mutants = mutants_of_stages();
  append(mutants, mutants_of_types());
  append(mutants, mutants_of_carriers());
  append(mutants, mutants_of_what_is_valid());
  append(mutants, mutants_of_effects());
  append(mutants, mutants_of_messages());
  return mutants;
}

}  // namespace swconform::judgement
