// SPDX-License-Identifier: Apache-2.0
#include "bindings/reference/conversions.hpp"

namespace swconform::reference {

using sdk::Item;
using strideweave::Argument;
using strideweave::Int;
using strideweave::IntTuple;
using strideweave::Scalar;

Int to_int(const Integer& integer) {
  const auto small = integer.to_int64();
  return small ? Int(*small) : Int::parse(integer.text());
}

Integer to_integer(Int value) {
  if (const auto small = value.to<std::int64_t>()) return *small;
  return *Integer::parse(strideweave::to_string(value));
}

Argument to_argument(const Item& item) {
  switch (item.kind()) {
    case Item::Kind::none:
      return strideweave::None();
    case Item::Kind::boolean:
      return *item.boolean();
    case Item::Kind::integer:
      return to_int(*item.integer());
    case Item::Kind::floating:
      return *item.floating();
    case Item::Kind::text:
      return *item.text();
    case Item::Kind::list:
      return to_arguments(*item.list());
    case Item::Kind::slice: {
      const std::vector<Item>& parts = item.slice()->parts;
      return Argument::slice(to_argument(parts.at(0)), to_argument(parts.at(1)), to_argument(parts.at(2)));
    }
    case Item::Kind::map:
      return Argument(std::any(*item.map()));
    case Item::Kind::object:
      return Argument(*item.any());
  }
  sdk::internal("an item of no kind");
}

std::vector<Argument> to_arguments(const Item::List& items) {
  std::vector<Argument> arguments;
  arguments.reserve(items.size());
  for (const Item& item : items) arguments.push_back(to_argument(item));
  return arguments;
}

IntTuple to_int_tuple(const Item& item) {
  if (item.integer() != nullptr) return to_int(*item.integer());
  if (item.list() == nullptr) sdk::absent_conversion("integers and lists of them", item);
  IntTuple::List items;
  items.reserve(item.list()->size());
  for (const Item& element : *item.list()) items.push_back(to_int_tuple(element));
  return IntTuple(std::move(items));
}

Scalar to_scalar(const Item& item) {
  if (item.boolean() != nullptr) return *item.boolean();
  if (item.integer() != nullptr) return to_int(*item.integer());
  if (item.floating() != nullptr) return *item.floating();
  sdk::absent_conversion("a boolean, an integer or a float", item);
}

Item from_scalar(const Scalar& value) {
  if (const bool* boolean = std::get_if<bool>(&value)) return *boolean;
  if (const Int* integer = std::get_if<Int>(&value)) return to_integer(*integer);
  return std::get<double>(value);
}

Item from_scalars(std::span<const Scalar> values) {
  Item::List items;
  items.reserve(values.size());
  for (const Scalar& value : values) items.push_back(from_scalar(value));
  return items;
}

Value to_value(const IntTuple& tuple) {
  if (tuple.is_int()) return to_integer(tuple.value());
  Value::List items;
  items.reserve(tuple.items().size());
  for (const IntTuple& item : tuple.items()) items.push_back(to_value(item));
  return items;
}

Value to_value(const strideweave::Layout& layout) {
  return Value::tagged("layout",
                       Value::List{to_value(to_int_tuple(layout.shape())), to_value(to_int_tuple(layout.stride()))});
}

Value to_value(const strideweave::Tree& tree) {
  Value::List items;
  for (const strideweave::Tree::Item& item : tree.items()) {
    if (const auto* nested = std::get_if<strideweave::Tree>(&item)) {
      items.push_back(to_value(*nested));
    } else {
      const auto& id = std::get<strideweave::Node>(item).id();
      items.push_back(id ? Value(to_integer(*id)) : Value());
    }
  }
  return items;
}

}  // namespace swconform::reference
