// SPDX-License-Identifier: Apache-2.0
// Right implementations that differ where the spec leaves room.
#include <algorithm>
#include <optional>

#include "bindings/reference/conversions.hpp"
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

/// The errors of permute, in other words and of another class. Those of a user's carrier never pass through here.
Item in_other_words(const Call& call) {
  try {
    return call();
  } catch (const strideweave::Error& error) {
    if (error.message().starts_with("a prepared ")) throw;  // a rule's own, not the library's
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
  if (call.tensor() == nullptr) return call();
  Item::List values;
  for (Int key = call.tensor()->size(); key > 0; key -= 1) {
    values.push_back(read(*call.tensor(), call.tensor()->offset() + call.tensor()->layout()(key - 1)));
  }
  std::reverse(values.begin(), values.end());
  return values;
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

}  // namespace

std::vector<Variant> all_variants() {
  return {
      {"other wording, other classes",
       all({around("permute", in_other_words), around("item", in_other_words_for_foreigners),
            around("to_list", in_other_words_for_foreigners)})},
      {"bools are integers (Q4)", around("permute", with_truth_values)},
      {"calls a size that is no method (Q26)", around("item", calls_whatever_size_is)},
      {"the domain of an order before its types", around("permute", domain_before_types)},
      {"does everything twice", all({around("permute", twice), around("item", twice), around("to_list", twice)})},
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
