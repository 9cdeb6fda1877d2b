// SPDX-License-Identifier: Apache-2.0
// representation.construction
#include <algorithm>
#include <memory>

#include "bindings/reference/conversions.hpp"
#include "reference/algebra.hpp"
#include "reference/carriers.hpp"
#include "tests/judgement/leading_mutations.hpp"
#include "tests/judgement/representation_mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using sdk::FactSheet;
using strideweave::CompoundDType;
using strideweave::DTypeCategory;
using strideweave::SimpleDType;

const std::string constructor = "tensor";

const Level& level_of(const Construction& asked) { return asked.levels.front(); }
const Layout& placed(const Construction& asked) { return *level_of(asked).placement(); }
const DType& stored(const Construction& asked) { return level_of(asked).store()->dtype(); }

/// Refuses what it should take.
Change refuses(std::function<bool(const Construction&)> unwanted) {
  return too_strict(constructor, std::move(unwanted));
}
/// What is told of what it returns.
Change told(std::function<void(const Tensor&, FactSheet&)> edit) {
  return told_of_results({constructor}, std::move(edit));
}

Change told_layout(std::function<Layout(const Layout&)> edit) {
  return told([edit = std::move(edit)](const Tensor& tensor, FactSheet& sheet) {
    const Item layout = Item::object(edit(tensor.layout()));
    sheet.set("layout", layout);
    retell_subtensors(sheet, "layout", [&](std::size_t, const Item&) { return layout; });
  });
}

/// The dtype that is told instead; null: the right one.
using OtherDType = std::function<const DType*(const DType&)>;

Change told_logical(OtherDType other) {
  return told([other = std::move(other)](const Tensor& tensor, FactSheet& sheet) {
    if (const DType* dtype = other(tensor.dtype())) sheet.set("dtype", Item::object(dtype));
  });
}
Change told_storage(OtherDType other) {
  return told([other = std::move(other)](const Tensor& tensor, FactSheet& sheet) {
    const DType* dtype = other(tensor.dtype());
    if (dtype == nullptr) return;
    retell_subtensors(sheet, "dtype", [&](std::size_t, const Item&) { return Item::object(dtype); });
  });
}

/// A descriptor of the same name and width that is another object.
const DType* twin_of_float32(const DType& dtype) {
  static const SimpleDType twin("Float32", 32, strideweave::dtype::floating());
  return dtype == strideweave::dtype::float32() ? &twin : nullptr;
}
const DType* widened(const DType& dtype) {
  return dtype == strideweave::dtype::int8() ? &strideweave::dtype::int32() : nullptr;
}
const DType* supertype_of_small(const DType& dtype) {
  const auto& simple = dynamic_cast<const SimpleDType&>(dtype);
  return simple.bits() < 8 ? dtype.supertype() : nullptr;
}
const DType* integer_for_truth(const DType& dtype) {
  return dtype == strideweave::dtype::boolean() ? &strideweave::dtype::int32() : nullptr;
}

/// The carrier of the result, another one.
Change on_another(std::function<CarrierPtr(const CarrierPtr&, const Construction&)> other) {
  return made_of(constructor, [other = std::move(other)](Parts& result, const Construction& asked) {
    result.levels[0].carrier = other(result.levels[0].carrier, asked);
  });
}

struct Earlier {
  std::vector<Tensor> made;
  bool refused = false;
};

/// A Tensor made before of equal arguments.
Item from_a_cache(Construction& asked) {
  auto& made = asked.call.session.state<Earlier>().made;
  const Item result = asked();
  const Tensor& fresh = *result.as<Tensor>();
  for (const Tensor& one : made) {
    const bool equal =
        one.carrier() == fresh.carrier() && one.offset() == fresh.offset() && one.layout() == fresh.layout();
    if (equal) return Item::object(one);
  }
  made.push_back(fresh);
  return result;
}

Item copies_after_a_refusal(Construction& asked) {
  auto& earlier = asked.call.session.state<Earlier>();
  try {
    const Item result = asked();
    if (!earlier.refused) return result;
    Parts parts = parts_of(*result.as<Tensor>());
    parts.levels[0].carrier = copy_of(parts.levels[0].carrier);
    return Item::object(assemble(std::move(parts)));
  } catch (const strideweave::Error&) {
    earlier.refused = true;
    throw;
  }
}

Layout units_at_zero(const Layout& layout) {
  return with_strides(layout, [](std::size_t, Int extent, Int stride) { return extent == 1 ? Int(0) : stride; });
}
Layout compact_where_injective(const Layout& layout) {
  return strideweave::injective(layout) ? strideweave::compact(layout.shape()) : layout;
}
Layout one_mode_at_least(const Layout& layout) { return layout.rank() == 0 ? Layout::parse("1:0") : layout; }
Layout nested_alone_opened(const Layout& layout) { return layout.rank() == 1 ? flat(layout) : layout; }

Item::List several(const Item& item, std::size_t count) { return Item::List(count, item); }
Item only_subtensor(const FactSheet& sheet) { return std::get<Item>(*sheet.find("subtensors")).list()->front(); }

template <class Kind>
bool is_kind(const Refused& refused) {
  return dynamic_cast<const Kind*>(&refused.level().store()->dtype()) != nullptr;
}
bool is_built_in(const DType& dtype) { return strideweave::find_dtype(dtype.name()) == &dtype; }
std::size_t planes(const Refused& refused) {
  return dynamic_cast<const CompoundDType&>(refused.level().store()->dtype()).simple_types().size();
}

/// Accepts a carrier whose dtype has no conventional schema.
Change accepts_dtype(Where where) { return lets_pass(constructor, Refusal::unconventional, std::move(where)); }

std::vector<Mutant> mutants_of_what_comes_out() {
  const std::string returns = "representation.construction.1";
  const std::string sole = "representation.construction.2";
  const std::string logical = "representation.construction.3";
  const std::string storage = "representation.construction.4";
  const std::string carrier = "representation.construction.5";
  const std::string offset = "representation.construction.6";
  const std::string layout = "representation.construction.7";
  const std::string adjacent = "representation.construction.8";
  return {
      {returns, "hands out the Tensor it made of equal arguments before", constructing(constructor, from_a_cache)},
      {returns, "refuses dtypes of less than a byte",
       refuses([](const Construction& asked) { return dynamic_cast<const SimpleDType&>(stored(asked)).bits() < 8; })},
      {returns, "refuses dtypes its own carriers do not store",
       refuses([](const Construction& asked) { return !strideweave::is_storable(stored(asked)); })},
      {returns, "refuses truth values",
       refuses([](const Construction& asked) { return stored(asked) == strideweave::dtype::boolean(); })},
      {returns, "takes its own carriers only", refuses([](const Construction& asked) {
         return dynamic_cast<const strideweave::Host*>(level_of(asked).store().get()) == nullptr;
       })},
      {returns, "refuses a carrier that cannot be written",
       refuses([](const Construction& asked) { return !level_of(asked).store()->is_mutable(); })},
      {returns, "refuses nested modes",
       refuses([](const Construction& asked) { return has_nested_mode(placed(asked)); })},
      {returns, "refuses no modes", refuses([](const Construction& asked) { return placed(asked).rank() == 0; })},
      {returns, "refuses aliased layouts",
       refuses([](const Construction& asked) { return !strideweave::injective(placed(asked)); })},
      {sole, "makes a subtensor for each mode", told([](const Tensor& tensor, FactSheet& sheet) {
         if (tensor.layout().rank() < 3) return;
         sheet.set("subtensors", Item(several(only_subtensor(sheet), tensor.layout().rank())));
       })},
      {sole, "makes no subtensor where there is no mode", told([](const Tensor& tensor, FactSheet& sheet) {
         if (tensor.layout().rank() == 0) sheet.set("subtensors", Item(Item::List()));
       })},
      {sole, "makes a second subtensor of what is left of the carrier",
       told([](const Tensor& tensor, FactSheet& sheet) {
         if (tensor.offset() + tensor.layout().cosize() == tensor.carrier()->size()) return;
         sheet.set("subtensors", Item(several(only_subtensor(sheet), 2)));
       })},
      {logical, "has a descriptor of its own, of the same name", told_logical(twin_of_float32)},
      {logical, "widens small integers", told_logical(widened)},
      {logical, "has the category of a small float for its dtype", told_logical(supertype_of_small)},
      {logical, "has integers for truth values", told_logical(integer_for_truth)},
      {storage, "stores a descriptor of its own, of the same name", told_storage(twin_of_float32)},
      {storage, "stores small integers in wide ones", told_storage(widened)},
      {storage, "stores small floats as their category", told_storage(supertype_of_small)},
      {storage, "stores truth values as integers", told_storage(integer_for_truth)},
      {carrier, "copies the carrier",
       on_another([](const CarrierPtr& given, const Construction&) { return copy_of(given); })},
      {carrier, "copies the carrier where there is an offset",
       on_another([](const CarrierPtr& given, const Construction& asked) {
         return *level_of(asked).start() > 0 ? copy_of(given) : given;
       })},
      {carrier, "copies carriers of foreign classes", on_another([](const CarrierPtr& given, const Construction&) {
         return dynamic_cast<const strideweave::Host*>(given.get()) == nullptr ? copy_of(given) : given;
       })},
      {carrier, "copies where the values are not in order",
       on_another([](const CarrierPtr& given, const Construction& asked) {
         return placed(asked) == strideweave::compact(placed(asked).shape()) ? given : copy_of(given);
       })},
      {carrier, "copies once it has refused", constructing(constructor, copies_after_a_refusal)},
      {offset, "drops the offset",
       made_of(constructor, [](Parts& result, const Construction&) { result.levels[0].offset = 0; })},
      {offset, "drops the offset where there is no mode",
       made_of(constructor,
               [](Parts& result, const Construction& asked) {
                 if (placed(asked).rank() == 0) result.levels[0].offset = 0;
               })},
      {offset, "keeps the offset in 32 bits",
       made_of(constructor,
               [](Parts& result, const Construction&) {
                 result.levels[0].offset = wrapped_unsigned(result.levels[0].offset, 32);
               })},
      {offset, "keeps the offset it was given first",
       constructing(constructor,
                    [](Construction& asked) {
                      auto& made = asked.call.session.state<Earlier>().made;
                      const Item result = asked();
                      if (made.empty()) made.push_back(*result.as<Tensor>());
                      return Item::object(at(*result.as<Tensor>(), made.front().offset(), placed(asked)));
                    })},
      {layout, "flattens nested modes", told_layout(flat)},
      {layout, "opens nested modes of one leaf", told_layout(singles_opened)},
      {layout, "opens a nested mode that stands alone", told_layout(nested_alone_opened)},
      {layout, "has stride zero for extent one", told_layout(units_at_zero)},
      {layout, "takes a layout without aliases for a compact one", told_layout(compact_where_injective)},
      {layout, "makes a mode where there is none", told_layout(one_mode_at_least)},
      {adjacent, "has as many adjacent layouts as subtensors, where there is an offset",
       told([](const Tensor& tensor, FactSheet& sheet) {
         if (tensor.offset() > 0) sheet.set("adjacent", Item(Item::List{Item::object(tensor.layout())}));
       })},
      {adjacent, "leads from nested modes to what they hold", told([](const Tensor& tensor, FactSheet& sheet) {
         if (has_nested_mode(tensor.layout())) {
           sheet.set("adjacent", Item(Item::List{Item::object(flat(tensor.layout()))}));
         }
       })},
  };
}

std::vector<Mutant> mutants_of_what_is_refused() {
  const std::string category = "representation.construction.9";
  const std::string compound = "representation.construction.10";
  return {
      {category, "accepts categories", accepts_dtype(is_kind<DTypeCategory>)},
      {category, "accepts categories of numbers", accepts_dtype([](const Refused& refused) {
         const DType& dtype = refused.level().store()->dtype();
         return dtype == strideweave::dtype::floating() || dtype == strideweave::dtype::integer();
       })},
      {category, "knows its own categories only", accepts_dtype([](const Refused& refused) {
         return is_kind<DTypeCategory>(refused) && !is_built_in(refused.level().store()->dtype());
       })},
      {category, "accepts a category where there is one element", accepts_dtype([](const Refused& refused) {
         return is_kind<DTypeCategory>(refused) && refused.level().placement()->saturating_cosize() == 1;
       })},
      {category, "refuses a category with TypeError",
       of_kind(constructor, Refusal::unconventional, ErrorKind::type_error, is_kind<DTypeCategory>)},
      {compound, "accepts compound dtypes", accepts_dtype(is_kind<CompoundDType>)},
      {compound, "accepts compound dtypes of one plane",
       accepts_dtype([](const Refused& refused) { return is_kind<CompoundDType>(refused) && planes(refused) == 1; })},
      {compound, "accepts compound dtypes of more planes",
       accepts_dtype([](const Refused& refused) { return is_kind<CompoundDType>(refused) && planes(refused) > 1; })},
      {compound, "refuses a compound dtype with TypeError",
       of_kind(constructor, Refusal::unconventional, ErrorKind::type_error, is_kind<CompoundDType>)},
      {compound, "refuses a compound dtype as not implemented",
       of_kind(constructor, Refusal::unconventional, ErrorKind::not_implemented_error, is_kind<CompoundDType>)},
      {"representation.construction.11", "takes a negative offset where nothing moves",
       lets_pass(constructor, Refusal::offset,
                 [](const Refused& refused) { return refused.level().placement()->saturating_cosize() == 1; })},
      {"representation.construction.11", "has floats for offsets", told([](const Tensor& tensor, FactSheet& sheet) {
         const double number = static_cast<double>(tensor.offset().raw());
         sheet.set("offset", Item(number));
         retell_subtensors(sheet, "offset", [&](std::size_t, const Item&) { return Item(number); });
       })},
  };
}

}  // namespace

std::vector<Mutant> mutants_of_construction() {
  std::vector<Mutant> mutants = mutants_of_what_comes_out();
  append(mutants, mutants_of_what_is_refused());
  append(mutants, mutants_of_offset_types("representation.construction.12", constructor));
  append(mutants, mutants_of_negative_offsets("representation.construction.13", constructor));
  append(mutants, mutants_of_bounds("representation.construction.14", constructor));
  const std::string standing = "representation.construction.15";
  append(mutants, mutants_of_refusals(standing, constructor, Refusal::unconventional, "a dtype has no schema"));
  append(mutants, mutants_of_refusals(standing, constructor, Refusal::offset_type, "an offset is no integer"));
  append(mutants, mutants_of_refusals(standing, constructor, Refusal::offset, "an offset is negative"));
  append(mutants, mutants_of_refusals(standing, constructor, Refusal::bounds, "a placement does not fit"));
  return mutants;
}

}  // namespace swconform::judgement
