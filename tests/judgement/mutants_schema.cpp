// SPDX-License-Identifier: Apache-2.0
// representation.schema
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "tests/judgement/leading_mutations.hpp"
#include "tests/judgement/representation_mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using sdk::FactSheet;
using strideweave::CompoundDType;
using strideweave::DTypeCategory;
using strideweave::SimpleDType;
using Dtypes = std::vector<const DType*>;

const std::string constructor = "representation";

Dtypes schema_of(const Construction& asked) {
  const auto schema = *asked.logical()->storage_schema();
  return {schema.begin(), schema.end()};
}
Dtypes offered(const Construction& asked) {
  Dtypes dtypes;
  for (const Level& level : asked.levels) dtypes.push_back(level.stored());
  return dtypes;
}
std::size_t expected(const Refused& refused) { return schema_of(refused.asked).size(); }
std::size_t given(const Refused& refused) { return refused.asked.levels.size(); }

template <class Kind>
bool is_of(const Construction& asked) {
  return dynamic_cast<const Kind*>(asked.logical()) != nullptr;
}
bool is_simple(const Refused& refused) { return is_of<SimpleDType>(refused.asked); }
bool is_compound(const Refused& refused) { return is_of<CompoundDType>(refused.asked); }

bool is_category(const DType* dtype) { return dynamic_cast<const DTypeCategory*>(dtype) != nullptr; }
bool are_of_one_category(const DType& a, const DType& b) { return a.supertype() == b.supertype(); }
bool are_of_one_width(const DType& a, const DType& b) {
  const auto* one = dynamic_cast<const SimpleDType*>(&a);
  const auto* other = dynamic_cast<const SimpleDType*>(&b);
  return one != nullptr && other != nullptr && one->bits() == other->bits();
}
bool is_above(const DType& category, const DType& dtype) {
  return is_category(&category) && dtype.is_subtype_of(category);
}
bool is_one_of_it(const DType& compound, const DType& dtype) {
  const auto schema = compound.storage_schema();
  return dynamic_cast<const CompoundDType*>(&compound) != nullptr && schema->size() == 1 && (*schema)[0] == &dtype;
}

/// Storage dtypes pass where each that is not the entry of the schema is excused.
Change excuses(std::function<bool(std::size_t level, const Refused&)> excused) {
  return lets_pass(constructor, Refusal::storage_dtype, [excused = std::move(excused)](const Refused& refused) {
    const Dtypes found = offered(refused.asked);
    const Dtypes wanted = schema_of(refused.asked);
    for (std::size_t level = 0; level < found.size(); ++level) {
      if (found[level] != wanted[level] && !excused(level, refused)) return false;
    }
    return true;
  });
}

/// Two storage dtypes are taken for one another.
Change compares_storage(std::function<bool(const DType& found, const DType& wanted)> same) {
  return excuses([same = std::move(same)](std::size_t level, const Refused& refused) {
    return same(*refused.asked.levels[level].stored(), *schema_of(refused.asked)[level]);
  });
}

/// The other levels are not looked at.
Change looks_only(std::function<bool(std::size_t level, const Refused&)> where) {
  return excuses(
      [where = std::move(where)](std::size_t level, const Refused& refused) { return !where(level, refused); });
}

bool have_the_same_dtypes(const Refused& refused) {
  const Dtypes found = offered(refused.asked);
  const Dtypes wanted = schema_of(refused.asked);
  return std::multiset(found.begin(), found.end()) == std::multiset(wanted.begin(), wanted.end());
}
bool is_sorted_by_name(const Dtypes& dtypes) {
  return std::is_sorted(dtypes.begin(), dtypes.end(),
                        [](const DType* a, const DType* b) { return a->name() < b->name(); });
}
bool repeats_a_dtype(const Dtypes& dtypes) { return std::set(dtypes.begin(), dtypes.end()).size() < dtypes.size(); }

Change passes_count(Where where) { return lets_pass(constructor, Refusal::count, std::move(where)); }
Change passes_adjacent_count(Where where) { return lets_pass(constructor, Refusal::adjacent_count, std::move(where)); }
Change passes_category(Where where) { return lets_pass(constructor, Refusal::no_schema, std::move(where)); }
Change refuses(std::function<bool(const Construction&)> unwanted) {
  return too_strict(constructor, std::move(unwanted));
}

/// What is told of what it returns.
Change told(std::function<void(const Tensor&, FactSheet&)> edit) {
  return told_of_results({constructor}, std::move(edit));
}
/// The result, made of other parts where there are that many levels at least.
Change made(std::size_t least, std::function<void(Parts&)> edit) {
  return made_of(constructor, [least, edit = std::move(edit)](Parts& result, const Construction&) {
    if (result.levels.size() >= least) edit(result);
  });
}

std::size_t levels_of(const Tensor& tensor) { return tensor.representation().subtensors().size(); }
Item list_of(const FactSheet& sheet, const char* name) { return std::get<Item>(*sheet.find(name)); }

/// Descriptors of their own for what a Tensor is of.
const DType* twin_of(const DType& dtype) {
  static const SimpleDType simple("Float32", 32, strideweave::dtype::floating());
  static const CompoundDType compound("twin", {&strideweave::dtype::float32()}, {}, strideweave::dtype::any());
  if (dtype == strideweave::dtype::float32()) return &simple;
  return dynamic_cast<const CompoundDType*>(&dtype) != nullptr ? &compound : nullptr;
}

struct Kept {
  std::vector<CarrierPtr> carriers;
  bool refused = false;
};

/// What was refused is kept.
void keep(const Refused& refused) {
  auto& kept = refused.asked.call.session.state<Kept>().carriers;
  for (const Level& level : refused.asked.levels) kept.push_back(level.store());
}
void ask_early(const Refused& refused) { ask_rules(refused.asked); }

/// Refuses everything once it has refused something.
Item stays_refused(Construction& asked) {
  bool& refused = asked.call.session.state<Kept>().refused;
  if (refused) strideweave::raise_value_error("there was an error before");
  try {
    return asked();
  } catch (const strideweave::Error&) {
    refused = true;
    throw;
  }
}

/// A Tensor for each level.
Item one_for_each_level(Construction& asked) {
  const Item result = asked();
  if (asked.levels.size() < 2) return result;
  return Item(Item::List(asked.levels.size(), result));
}

std::string clause(int number) { return fmt::format("representation.schema.{}", number); }

std::vector<Mutant> mutants_of_the_schema() {
  return {
      {clause(1), "a simple dtype takes any simple one",
       lets_pass(constructor, Refusal::storage_dtype,
                 [](const Refused& refused) {
                   return is_simple(refused) && dynamic_cast<const SimpleDType*>(refused.level().stored()) != nullptr;
                 })},
      {clause(1), "a simple dtype may lead somewhere", passes_adjacent_count([](const Refused& refused) {
         return is_simple(refused) && refused.asked.adjacent.size() == 1;
       })},
      {clause(1), "small floats have no schema", refuses([](const Construction& asked) {
         const auto* simple = dynamic_cast<const SimpleDType*>(asked.logical());
         return simple != nullptr && simple->bits() < 8;
       })},
      {clause(1), "a simple dtype is stored as another descriptor of its name",
       told([](const Tensor& tensor, FactSheet& sheet) {
         if (tensor.dtype() != strideweave::dtype::float32()) return;
         retell_subtensors(sheet, "dtype",
                           [&](std::size_t, const Item&) { return Item::object(twin_of(tensor.dtype())); });
       })},
      {clause(2), "takes the entries of a schema in any order",
       lets_pass(constructor, Refusal::storage_dtype,
                 [](const Refused& refused) { return is_compound(refused) && have_the_same_dtypes(refused); })},
      {clause(2), "sorts the entries of a schema",
       refuses([](const Construction& asked) { return !is_sorted_by_name(schema_of(asked)); })},
      {clause(2), "has every dtype once in a schema",
       refuses([](const Construction& asked) { return repeats_a_dtype(schema_of(asked)); })},
      {clause(2), "has four entries in a schema at most",
       refuses([](const Construction& asked) { return schema_of(asked).size() > 4; })},
      {clause(2), "refuses compound dtypes of one",
       refuses([](const Construction& asked) { return is_of<CompoundDType>(asked) && schema_of(asked).size() == 1; })},
      {clause(2), "shows the schema in reverse",
       facts_of("context",
                [](sdk::Session&, FactSheet& sheet) {
                  Item list = list_of(sheet, "storage_dtypes");
                  std::reverse(list.list()->begin(), list.list()->end());
                  sheet.set("storage_dtypes", std::move(list));
                })},
      {clause(3), "a category has the schema of what is given", passes_category([](const Refused& refused) {
         return given(refused) == 1 && is_above(*refused.asked.logical(), *refused.asked.levels[0].stored()) &&
                !is_category(refused.asked.levels[0].stored());
       })},
      {clause(3), "a category has itself for a schema", passes_category([](const Refused& refused) {
         return given(refused) == 1 && refused.asked.levels[0].stored() == refused.asked.logical();
       })},
      {clause(3), "a category has an empty schema",
       passes_category([](const Refused& refused) { return given(refused) == 0; })},
      {clause(3), "a category has a schema of as many levels as are given",
       passes_category([](const Refused& refused) { return given(refused) > 1; })},
      {clause(3), "knows its own categories only", passes_category([](const Refused& refused) {
         const DType* dtype = refused.asked.logical();
         return strideweave::find_dtype(dtype->name()) != dtype;
       })},
      {clause(4), "takes a simple dtype for several levels of it", passes_count([](const Refused& refused) {
         const Dtypes found = offered(refused.asked);
         return is_simple(refused) && found.size() > 1 &&
                std::all_of(found.begin(), found.end(),
                            [&](const DType* dtype) { return dtype == refused.asked.logical(); });
       })},
      {clause(4), "takes the dtype of the first level for all", passes_count([](const Refused& refused) {
         return is_simple(refused) && given(refused) > 1 && refused.asked.levels[0].stored() == refused.asked.logical();
       })},
      {clause(4), "has the first storage dtype for the logical one", told([](const Tensor& tensor, FactSheet& sheet) {
         if (levels_of(tensor) == 3) sheet.set("dtype", Item::object(tensor.representation().subtensors()[0].dtype));
       })},
      {clause(5), "takes a simple dtype without a level",
       passes_count([](const Refused& refused) { return is_simple(refused) && given(refused) == 0; })},
      {clause(5), "takes a second level of a simple dtype",
       passes_count([](const Refused& refused) { return is_simple(refused) && given(refused) == 2; })},
      {clause(5), "takes a third level of a simple dtype",
       passes_count([](const Refused& refused) { return is_simple(refused) && given(refused) == 3; })},
      {clause(5), "stores a simple dtype in one of its width", compares_storage(are_of_one_width)},
      {clause(5), "stores a simple dtype in one of its category", compares_storage(are_of_one_category)},
      {clause(5), "stores a simple dtype in a category above", compares_storage(is_above)},
      {clause(5), "stores a simple dtype in a compound one of it", compares_storage(is_one_of_it)},
  };
}

std::vector<Mutant> mutants_of_the_result() {
  return {
      {clause(6), "gives a Tensor for each level", constructing(constructor, one_for_each_level)},
      {clause(6), "gives nothing where there is one level",
       constructing(constructor,
                    [](Construction& asked) {
                      const Item result = asked();
                      return asked.levels.size() == 1 ? Item() : result;
                    })},
      {clause(6), "refuses all once it has refused", constructing(constructor, stays_refused)},
      {clause(7), "has a descriptor of its own for the logical dtype", told([](const Tensor& tensor, FactSheet& sheet) {
         if (twin_of(tensor.dtype()) != nullptr) sheet.set("dtype", Item::object(twin_of(tensor.dtype())));
       })},
      {clause(7), "has the storage dtype for a logical dtype of one plane",
       told([](const Tensor& tensor, FactSheet& sheet) {
         if (levels_of(tensor) == 1) sheet.set("dtype", Item::object(tensor.representation().subtensors()[0].dtype));
       })},
      {clause(7), "has the category of small floats for the logical dtype",
       told([](const Tensor& tensor, FactSheet& sheet) {
         const auto* simple = dynamic_cast<const SimpleDType*>(&tensor.dtype());
         if (simple != nullptr && simple->bits() < 8) sheet.set("dtype", Item::object(tensor.dtype().supertype()));
       })},
      {clause(8), "sorts levels of one dtype by their offsets",
       made(2,
            [](Parts& result) {
              std::stable_sort(result.levels.begin(), result.levels.end(),
                               [](const auto& a, const auto& b) { return a.dtype == b.dtype && a.offset < b.offset; });
            })},
      {clause(8), "swaps the first two levels where they are alike",
       made(2,
            [](Parts& result) {
              if (result.levels[0].dtype == result.levels[1].dtype) std::swap(result.levels[0], result.levels[1]);
            })},
      {clause(8), "copies the carriers of deeper levels",
       made(2, [](Parts& result) { result.levels[1].carrier = copy_of(result.levels[1].carrier); })},
      {clause(8), "drops the offsets of deeper levels", made(2, [](Parts& result) { result.levels[1].offset = 0; })},
      {clause(8), "drops the offset of a single level",
       made(1,
            [](Parts& result) {
              if (result.levels.size() == 1) result.levels[0].offset = 0;
            })},
      {clause(8), "makes the last layout compact",
       made(2,
            [](Parts& result) {
              result.levels.back().layout = strideweave::compact(result.levels.back().layout.shape());
            })},
      {clause(8), "flattens a single level",
       made(1,
            [](Parts& result) {
              if (result.levels.size() == 1) result.levels[0].layout = flat(result.levels[0].layout);
            })},
      {clause(9), "swaps adjacent layouts where that is possible", told([](const Tensor&, FactSheet& sheet) {
         Item list = list_of(sheet, "adjacent");
         std::reverse(list.list()->begin(), list.list()->end());
         sheet.set("adjacent", std::move(list));
       })},
      {clause(9), "has the first adjacent layout everywhere", told([](const Tensor&, FactSheet& sheet) {
         Item list = list_of(sheet, "adjacent");
         std::fill(list.list()->begin(), list.list()->end(), list.list()->empty() ? Item() : list.list()->front());
         sheet.set("adjacent", std::move(list));
       })},
      {clause(9), "leads from the last level to itself", told([](const Tensor& tensor, FactSheet& sheet) {
         if (levels_of(tensor) != 1) return;
         sheet.set("adjacent", Item(Item::List{Item::object(tensor.layout())}));
       })},
  };
}

std::vector<Mutant> mutants_of_the_counts() {
  return {
      {clause(10), "keeps four levels at most", told([](const Tensor& tensor, FactSheet& sheet) {
         Item list = list_of(sheet, "subtensors");
         if (levels_of(tensor) > 4) list.list()->resize(4);
         sheet.set("subtensors", std::move(list));
       })},
      {clause(10), "drops what is more than the schema asks for",
       passes_count([](const Refused& refused) { return given(refused) > expected(refused); })},
      {clause(10), "takes fewer levels than the schema asks for",
       passes_count([](const Refused& refused) { return given(refused) > 0 && given(refused) < expected(refused); })},
      {clause(10), "takes no level at all",
       passes_count([](const Refused& refused) { return is_compound(refused) && given(refused) == 0; })},
      {clause(10), "counts the adjacent layouts instead of the levels",
       passes_count([](const Refused& refused) { return refused.asked.adjacent.size() + 1 == expected(refused); })},
      {clause(11), "looks at the first level only",
       looks_only([](std::size_t level, const Refused&) { return level == 0; })},
      {clause(11), "looks at the last level only",
       looks_only([](std::size_t level, const Refused& refused) { return level + 1 == given(refused); })},
      {clause(11), "does not look at the first level",
       looks_only([](std::size_t level, const Refused&) { return level != 0; })},
      {clause(11), "does not look at the last level",
       looks_only([](std::size_t level, const Refused& refused) { return level + 1 < given(refused); })},
      {clause(11), "looks at the first and the last level",
       looks_only([](std::size_t level, const Refused& refused) { return level == 0 || level + 1 == given(refused); })},
      {clause(11), "takes a category above an entry", compares_storage(is_above)},
      {clause(11), "takes what has one category with an entry", compares_storage(are_of_one_category)},
      {clause(11), "takes a compound dtype of an entry", compares_storage(is_one_of_it)},
      {clause(11), "takes the logical dtype for any entry",
       lets_pass(constructor, Refusal::storage_dtype,
                 [](const Refused& refused) { return refused.level().stored() == refused.asked.logical(); })},
      {clause(12), "has an adjacent layout for each level",
       passes_adjacent_count([](const Refused& refused) { return refused.asked.adjacent.size() == given(refused); })},
      {clause(12), "needs no adjacent layouts",
       passes_adjacent_count([](const Refused& refused) { return refused.asked.adjacent.empty(); })},
      {clause(12), "needs one adjacent layout at least", passes_adjacent_count([](const Refused& refused) {
         return !refused.asked.adjacent.empty() && refused.asked.adjacent.size() < given(refused);
       })},
      {clause(12), "drops adjacent layouts to nowhere", passes_adjacent_count([](const Refused& refused) {
         return is_simple(refused) && refused.asked.adjacent.size() == 2;
       })},
      {clause(12), "keeps three adjacent layouts at most", told([](const Tensor&, FactSheet& sheet) {
         Item list = list_of(sheet, "adjacent");
         list.list()->resize(std::min<std::size_t>(list.list()->size(), 3));
         sheet.set("adjacent", std::move(list));
       })},
  };
}

std::vector<Mutant> mutants_of_kinds() {
  struct Kinds {
    int clause;
    Refusal why;
    std::string what;
  };
  std::vector<Mutant> mutants;
  for (const auto& [number, why, what] :
       {Kinds{13, Refusal::no_schema, "a category"}, Kinds{14, Refusal::count, "a count of levels"},
        Kinds{15, Refusal::adjacent_count, "a count of adjacent layouts"},
        Kinds{16, Refusal::storage_dtype, "a storage dtype"}}) {
    mutants.push_back({clause(number), fmt::format("refuses {} with TypeError", what),
                       of_kind(constructor, why, ErrorKind::type_error)});
    mutants.push_back({clause(number), fmt::format("refuses {} with IndexError", what),
                       of_kind(constructor, why, ErrorKind::index_error)});
    mutants.push_back({clause(number), fmt::format("does not refuse {}", what), lets_pass(constructor, why)});
    append(mutants, mutants_of_refusals(clause(17), constructor, why, what + " is refused"));
    mutants.push_back(
        {clause(19), fmt::format("keeps the carriers where {} is refused", what), with_effect(constructor, why, keep)});
    if (why == Refusal::no_schema) continue;  // a category has no rules
    mutants.push_back({clause(18), fmt::format("asks the rules before {} is refused", what),
                       with_effect(constructor, why, ask_early)});
  }
  return mutants;
}

/// Other texts for the refusal of a count, or of a storage dtype.
Change says_of_count(std::function<std::string(const Refused&)> text) {
  return saying(constructor, Refusal::count,
                [text = std::move(text)](const std::string&, const Refused& refused) { return text(refused); });
}
Change says_of_dtype(std::function<std::string(const Refused&)> text) {
  return saying(constructor, Refusal::storage_dtype,
                [text = std::move(text)](const std::string&, const Refused& refused) { return text(refused); });
}

std::vector<Mutant> mutants_of_messages() {
  return {
      {clause(20), "says that the count is wrong",
       says_of_count([](const Refused&) { return "wrong number of subtensors"; })},
      {clause(20), "says how many there are",
       says_of_count([](const Refused& refused) { return fmt::format("{} subtensors do not fit", given(refused)); })},
      {clause(20), "says how many adjacent layouts it expected", says_of_count([](const Refused& refused) {
         return fmt::format("expected {} adjacent layouts", expected(refused) - 1);
       })},
      {clause(20), "says the count among other digits",
       says_of_count([](const Refused& refused) { return fmt::format("error 4{}2", expected(refused)); })},
      {clause(21), "says that a storage dtype is wrong",
       says_of_dtype([](const Refused&) { return "wrong storage dtype"; })},
      {clause(21), "says which storage dtypes these are", says_of_dtype([](const Refused& refused) {
         return fmt::format("expected {}, not {}", schema_of(refused.asked)[refused.at]->name(),
                            refused.level().stored()->name());
       })},
      {clause(21), "counts positions from one",
       says_of_dtype([](const Refused& refused) { return fmt::format("subtensor {} is wrong", refused.at + 1); })},
      {clause(21), "names the first position always",
       says_of_dtype([](const Refused&) { return "subtensor 0 is wrong"; })},
      {clause(21), "names the last position always",
       says_of_dtype([](const Refused& refused) { return fmt::format("subtensor {} is wrong", given(refused) - 1); })},
      {clause(21), "names how many positions there are", says_of_dtype([](const Refused& refused) {
         return fmt::format("one of {} subtensors is wrong", given(refused));
       })},
  };
}

}  // namespace

std::vector<Mutant> mutants_of_schema() {
  std::vector<Mutant> mutants = mutants_of_the_schema();
  append(mutants, mutants_of_the_result());
  append(mutants, mutants_of_the_counts());
  append(mutants, mutants_of_kinds());
  append(mutants, mutants_of_messages());
  return mutants;
}

}  // namespace swconform::judgement
