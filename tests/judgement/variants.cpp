// SPDX-License-Identifier: Apache-2.0
// Right implementations that differ where the spec leaves room.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/reference/conversions.hpp"
#include "bindings/reference/prepared_error.hpp"
#include "tests/judgement/mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using strideweave::ErrorKind;

/// An error another library's author would throw: a class of its own below the kind that counts.
class NoSuchMode : public strideweave::Error {
 public:
  using Error::Error;
};

/// The errors of permute, in other words and of another class. Those of a user's carrier or rule pass as they are.
Item in_other_words(const Call& call) {
  try {
    return call();
  } catch (const strideweave::Error& error) {
    if (reference::is_prepared(error)) throw;  // a rule's own, not the library's
    throw NoSuchMode(error.kind(), "cannot permute");
  }
}

/// The same for what is no Tensor at all.
Item in_other_words_for_foreigners(const Call& call) {
  if (call.tensor() != nullptr) return call();
  return in_other_words(call);
}

Item with_truth_values(const Call& call) {
  Item::List order = call.order();
  for (Item& entry : order) {
    if (entry.boolean() != nullptr) entry = Item(*entry.boolean() ? 1 : 0);
  }
  return call.next(call.session, call.arguments.with(1, Item(std::move(order))));
}

Item calls_whatever_size_is(const Call& call) {
  if (call.foreign() != nullptr && (*call.foreign())->attributes.contains("size")) {
    strideweave::raise_type_error("an integer cannot be called");
  }
  return call();
}

Item domain_before_types(const Call& call) {
  const Int rank = call.tensor()->layout().rank();
  for (const Item& entry : call.order()) {
    if (entry.integer() == nullptr) continue;
    const Int mode = reference::to_int(*entry.integer());
    if (mode < 0 || mode >= rank) strideweave::raise_value_error("out of domain");
  }
  return call();
}

Item twice(const Call& call) {
  call();
  return call();
}

/// to_list from the last value to the first.
Item backwards(const Call& call) {
  if (call.tensor() == nullptr || call.tensor()->representation().subtensors().size() > 1) return call();
  Item::List values;
  for (Int key = call.tensor()->size(); key > 0; key -= 1) {
    values.push_back(read(*call.tensor(), call.tensor()->offset() + call.tensor()->layout()(key - 1)));
  }
  std::reverse(values.begin(), values.end());
  return values;
}

/// Several levels or one: there is no gradient any more.
Item forgets_any_gradient(const Call& call) {
  return call.tensor() != nullptr && call.tensor()->representation().subtensors().size() > 1 ? Item() : call();
}

/// A move that leaves nothing behind: what the source stood on is released.
Item out_of_its_source(const Call& call) {
  Item answer = call();
  if (call.tensor()->carrier() != answer.as<Tensor>()->carrier()) call.tensor()->carrier()->release();
  return answer;
}

/// An adjacent layout of another shape: says whose shape it must have, and not which that is.
Item names_shapes_by_their_place(const Call& call) {
  try {
    return call();
  } catch (const strideweave::Error& error) {
    const std::string message = error.what();
    const std::size_t end = message.find(": shape ");
    if (reference::is_prepared(error) || end == std::string::npos) throw;
    throw strideweave::Error(error.kind(), message.substr(0, end) + " must have the source placement shape");
  }
}

/// Orders are vectors of 64-bit integers.
Item statically_typed_order(const Call& call) {
  Order order;
  for (const std::int64_t entry : call.arguments.get<std::vector<std::int64_t>>(1)) order.emplace_back(entry);
  return call.with_order(order);
}

Item statically_typed_tensor(const Call& call) {
  call.arguments.get<Tensor>(0);
  return call();
}

Item plain_carriers_only(const Call& call) {
  for (const char* option : {"spy", "fail_read", "virtual", "class"}) {
    if (call.arguments.has(option)) sdk::unsupported(std::string("there is no option ") + option);
  }
  return call();
}

Item not_there(const Call&) { sdk::unsupported("there is no such operation"); }

/// Refuses Tensors with an extent, stride or size that does not fit a machine word; nothing wraps.
Item in_64_bits(const Call& call) {
  Item answer = call();
  const auto* tensor = answer.as<Tensor>();
  if (tensor == nullptr) return answer;
  const auto fits = [](Int one) { return one <= Int(std::numeric_limits<std::int64_t>::max()); };
  const auto& layout = tensor->layout();
  if (!fits(tensor->offset()) || !fits(layout.shape().saturating_size()) || !fits(layout.saturating_cosize()) ||
      !std::all_of(layout.strides().begin(), layout.strides().end(), fits)) {
    strideweave::raise_overflow_error("past 64 bits");
  }
  return answer;
}

Change no_tensor_past_64_bits() {
  std::vector<Change> changes;
  for (const char* operation : {"tensor", "representation", "index", "rearrange", "permute", "reshape", "as_strided",
                                "broadcast_to", "broadcast_in_dim", "squeeze", "unsqueeze"}) {
    changes.push_back(around(operation, in_64_bits));
  }
  return all(std::move(changes));
}

/// Reads the value of an ordinal of the whole, where the key is one integer.
Item with_ordinals(const Call& call) {
  const Item::List* key = call.arguments.item(1).list();
  const Tensor* tensor = call.tensor();
  if (tensor == nullptr || key == nullptr || key->size() != 1 || key->front().integer() == nullptr ||
      tensor->layout().rank() < 2 || tensor->representation().subtensors().size() > 1) {
    return call();
  }
  const Int ordinal = reference::to_int(*key->front().integer());
  if (!tensor->layout().shape().contains(ordinal)) strideweave::raise_value_error("there is no such element");
  return reference::from_scalar(tensor->carrier()->get(tensor->offset() + tensor->layout()(ordinal)));
}

}  // namespace

std::vector<Variant> all_variants() {
  return {
      {"other wording, other classes",
       all({around("permute", in_other_words), around("item", in_other_words_for_foreigners),
            around("to_list", in_other_words_for_foreigners)})},
      {"bools are integers (Q4)", around("permute", with_truth_values), {}, {{"views.permute?Q4", "B"}}},
      {"calls a size that is no method (Q26)",
       around("item", calls_whatever_size_is),
       {},
       {{"friendly.item?Q26", "B"}}},
      {"ordinals name values (Q6)", around("index", with_ordinals), {}, {{"views.slice?Q6", "B"}}},
      {"no integer past 64 bits (Q16)", no_tensor_past_64_bits(), {}, {{"representation.construction?Q16", "B"}}},
      {"the domain of an order before its types", around("permute", domain_before_types)},
      {"does everything twice", all({around("permute", twice), around("item", twice), around("to_list", twice)})},
      {"names a shape by its place", around("representation", names_shapes_by_their_place)},
      {"forgets any gradient (Q34)",
       around("clear_grad", forgets_any_gradient),
       {},
       {{"representation.boundary?Q34", "B"}}},
      {"moves out of its source", around("move", out_of_its_source)},
      {"reads from the last value to the first", around("to_list", backwards)},
      {"no instrumented carriers", around("carrier", plain_carriers_only), {Verdict::unsupported}},
      {"one level only",
       all({around("compound", not_there), around("representation", not_there)}),
       {Verdict::unsupported}},
      {"no modules", around("public_name", not_there), {Verdict::unsupported}},
      {"carriers do not tell what they store",
       facts_of("carrier",
                [](sdk::Session&, sdk::FactSheet& sheet) { sheet.set("stored", sdk::Unreadable{"elsewhere"}); }),
       {Verdict::unsupported}},
      {"ill-typed calls do not compile",
       all({around("permute", statically_typed_order), around("item", statically_typed_tensor),
            around("to_list", statically_typed_tensor)}),
       {Verdict::not_applicable, Verdict::unsupported}},
  };
}

}  // namespace swconform::judgement
