// SPDX-License-Identifier: Apache-2.0
// The builder's half that makes carriers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runner/scenario/builder.hpp"
#include "runner/scenario/builder_plans.hpp"
#include "runner/scenario/scalars.hpp"

namespace swconform::scenario {
namespace {

enum class Numbers { floats, integers, booleans, any };

/// What a carrier of this dtype holds. Of an object nothing is known: numbers stay as they are written.
Numbers numbers_of(const Dtype& dtype) {
  const std::string& name = dtype.built_in;
  if (name == "Bool") return Numbers::booleans;
  if (name == "Int32" || name == "Int8" || name == "Integer") return Numbers::integers;
  return name.empty() || name == "Any" ? Numbers::any : Numbers::floats;
}

Value iota_value(Numbers numbers, Wide index) {
  if (numbers == Numbers::booleans) return Value(index % 2 == 1);
  if (numbers == Numbers::integers) return Value(to_integer(index));
  return Value(static_cast<double>(index));
}

Value zero(Numbers numbers) { return numbers == Numbers::booleans ? Value(false) : iota_value(numbers, 0); }

bool in_range(const Integer& integer, std::string_view dtype) {
  const std::int64_t half = dtype == "Int8" ? 128 : std::int64_t{1} << 31;
  const auto small = integer.to_int64();
  return dtype == "Integer" || (small && *small >= -half && *small < half);
}

/// One stored value as a number of the dtype.
Value stored_value(const Node& node, const Dtype& dtype) {
  Value value = number_of(node, "a stored value");
  switch (numbers_of(dtype)) {
    case Numbers::booleans:
      if (value.boolean() == nullptr) node.fail("a Bool is `true` or `false`");
      return value;
    case Numbers::integers:
      if (value.integer() == nullptr) node.fail(fmt::format("{} is no value of {}", describe(node), dtype.built_in));
      if (!in_range(*value.integer(), dtype.built_in)) {
        node.fail(fmt::format("{} does not hold {}", dtype.built_in, node.text));
      }
      return value;
    case Numbers::floats:
      if (value.integer() != nullptr) return Value(to_double(*value.integer()));
      if (value.floating() == nullptr) node.fail(fmt::format("{} is no value of {}", describe(node), dtype.built_in));
      return value;
    case Numbers::any:
      break;
  }
  return value;
}

/// A list of numbers, or "1..24".
Value::List listed_values(const Node& node, const Dtype& dtype, std::string_view what) {
  Value::List values;
  const std::size_t dots = node.is_scalar() && node.quoted ? node.text.find("..") : std::string::npos;
  if (dots != std::string::npos) {
    const std::string_view text = node.text;
    const bool fine =
        classify(text.substr(0, dots)) == ScalarKind::integer && classify(text.substr(dots + 2)) == ScalarKind::integer;
    const std::optional<Wide> first = fine ? to_wide(*Integer::parse(text.substr(0, dots))) : std::nullopt;
    const std::optional<Wide> last = fine ? to_wide(*Integer::parse(text.substr(dots + 2))) : std::nullopt;
    if (!first || !last || *last < *first || *last - *first >= largest_carrier || *last > 2147483647 ||
        *first < -2147483647) {
      node.fail_inside(0, fmt::format("\"{}\" is no range", text), "\"1..24\", both ends included");
    }
    if (numbers_of(dtype) == Numbers::booleans) node.fail("a Bool is `true` or `false`");
    for (Wide i = *first; i <= *last; ++i) values.push_back(iota_value(numbers_of(dtype), i));
    return values;
  }
  for (const NodePtr& item : items_of(node, what)) values.push_back(stored_value(*item, dtype));
  return values;
}

}  // namespace

Builder::CarrierPlan Builder::plan(const Members& members, Dtype dtype, std::string dtype_written) {
  CarrierPlan plan;
  plan.dtype = std::move(dtype);
  plan.written = fmt::format("dtype: {}", dtype_written);
  const auto option = [&](std::string_view key, std::string_view keyword, Value value) {
    plan.options.emplace_back(keyword, std::move(value));
    plan.options_written += fmt::format(", {}: {}", key, write(*members.find(key)));
  };
  if (const Node* node = members.find("virtual")) plan.is_virtual = boolean_of(*node, "`virtual`");
  if (const Node* size = members.find("size")) {
    plan.size = integer_of(*size, "the size");
    if (!plan.is_virtual && plan.size->text().starts_with('-')) {
      size->fail("what is stored has a size of at least 0", "use `virtual: true`");
    }
  }
  if (const Node* stored = members.find("stored")) {
    if (plan.is_virtual) stored->fail("a virtual carrier stores nothing: it computes v(i) = i");
    if (!(stored->is_plain() && stored->text == "iota")) {
      plan.stored = listed_values(*stored, plan.dtype, "`stored`");
      plan.stored_written = write(*stored);
      const auto count = static_cast<std::int64_t>(plan.stored->size());
      if (plan.size && !(*plan.size == Integer(count))) {
        stored->fail(fmt::format("{} values for a carrier of size {}", count, plan.size->text()));
      }
      plan.size = Integer(count);
    }
  }
  if (const Node* node = members.find("class")) {
    const std::string& text = text_of(*node, "the class");
    if (text != "base" && text != "sub" && text != "other") {
      node->fail(fmt::format("there is no class `{}`", text), "base, sub (a subclass of it) or other");
    }
    option("class", "class", Value(text));
  }
  if (const Node* node = members.find("spy"); node != nullptr && boolean_of(*node, "`spy`")) {
    option("spy", "spy", Value(true));
  }
  if (plan.is_virtual) option("virtual", "virtual", Value(true));
  if (const Node* node = members.find("fail-read")) {
    const Members fail(*node, "`fail-read`", {"index", "raise"});
    Value::Record fields{{"index", Value(integer_of(fail.need("index"), "the index"))},
                         {"raise", error_reference(fail.need("raise"))}};
    option("fail-read", "fail_read", Value::tagged("map", Value(std::move(fields))));
  }
  for (const auto& [field, keyword] : {std::pair{"fail-size", "fail_size"}, {"fail-dtype", "fail_dtype"}}) {
    if (const Node* node = members.find(field)) option(field, keyword, error_reference(*node));
  }
  if (const Node* node = members.find("watched"); node != nullptr && boolean_of(*node, "`watched`")) {
    option("watched", "watched", Value(true));
  }
  return plan;
}

void Builder::place_values(const Node& node, const LayoutText& layout, Wide offset, CarrierPlan& plan) const {
  const Value::List values = listed_values(node, plan.dtype, "`values`");
  const std::optional<Wide> size = layout.size();
  if (!size || *size != static_cast<Wide>(values.size())) {
    node.fail(fmt::format("{} values for a layout of {} elements", values.size(),
                          size ? to_integer(*size).text() : "very many"));
  }
  const std::optional<Wide> cosize = layout.cosize();
  if (!cosize || *cosize + offset > largest_carrier) node.fail("these values lie too far apart to be stored");
  Wide needed = *cosize + offset;
  if (plan.size) {
    const std::optional<Wide> given = to_wide(*plan.size);
    if (given && *given > largest_carrier) node.fail("these values lie in too large a carrier to be stored");
    if (given) needed = std::max(needed, *given);
  }
  Value::List stored(static_cast<std::size_t>(needed), zero(numbers_of(plan.dtype)));
  std::vector<bool> taken(stored.size());
  const std::vector<Wide> indices = layout.indices();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto at = static_cast<std::size_t>(indices[i] + offset);
    if (taken[at] && !(stored[at] == values[i])) {
      node.fail(fmt::format("two of these values would lie at index {} of the carrier", at),
                "elements that share a place share a value");
    }
    taken[at] = true;
    stored[at] = values[i];
  }
  plan.size = Integer(static_cast<std::int64_t>(stored.size()));
  plan.stored = std::move(stored);
  plan.stored_written.clear();
}

std::shared_ptr<const CarrierInfo> Builder::emit_carrier(const Node& node, CarrierPlan plan, const std::string& name) {
  auto info = std::make_shared<CarrierInfo>();
  info->dtype = plan.dtype;
  info->size = to_wide(*plan.size);
  info->is_virtual = plan.is_virtual;
  if (!plan.is_virtual) {
    if (!info->size || *info->size > largest_carrier) {
      node.fail(fmt::format("a carrier of {} elements cannot be stored", plan.size->text()), "use `virtual: true`");
    }
    budget_.elements -= *info->size;
    if (budget_.elements < 0) node.fail("the carriers of this file hold more than 2^22 elements together");
    if (!plan.stored) {
      plan.stored.emplace();
      for (Wide i = 0; i < *info->size; ++i) plan.stored->push_back(iota_value(numbers_of(plan.dtype), i));
      plan.stored_written = "iota";
    }
    if (plan.stored_written.empty()) plan.stored_written = written_numbers(*plan.stored);
  }
  std::string written = fmt::format("!carrier {{{}, size: {}", plan.written, plan.size->text());
  if (!plan.is_virtual) written += fmt::format(", stored: {}", plan.stored_written);
  written += plan.options_written + "}";
  Value::Record keywords{{"dtype", plan.dtype.ref}, {"size", Value(*plan.size)}};
  if (plan.stored) {
    if (plan.stored->size() <= largest_compared) info->stored = *plan.stored;
    keywords.emplace_back("stored", Value(std::move(*plan.stored)));
  }
  for (Value::Field& option : plan.options) keywords.push_back(std::move(option));
  emit(Step{"carrier", {}, std::move(keywords), {}, false, false}, name, std::move(written), node);
  return info;
}

Value Builder::carrier(const Node& node, const std::string& name, Binding& binding) {
  const Members members(
      node, "!carrier",
      {"dtype", "size", "stored", "class", "spy", "virtual", "fail-read", "fail-size", "fail-dtype", "watched"});
  const Node* dtype_node = members.find("dtype");
  Dtype carrier_dtype = dtype_node != nullptr ? dtype(*dtype_node) : float32(node);
  CarrierPlan plan_of = plan(members, std::move(carrier_dtype), dtype_node != nullptr ? write(*dtype_node) : "Float32");
  if (!plan_of.size) node.fail("a carrier needs `size`, or `stored` with its values");
  binding.carrier = emit_carrier(node, std::move(plan_of), name);
  if (name.find('$') == std::string::npos) {
    declare_dtype(name + ".dtype", binding.carrier->dtype, node);
    declare_stored(name + ".stored", *binding.carrier, node);
  }
  return Value::tagged("ref", Value(name));
}

}  // namespace swconform::scenario
