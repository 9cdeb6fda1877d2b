// SPDX-License-Identifier: Apache-2.0
// Between the SDK's items and the reference's types. The harness holds every object under the type that
// strideweave::Argument holds it under, so that an item becomes an Argument whatever it is.
#pragma once

#include <span>
#include <vector>

#include "bindings/cpp/sdk.hpp"
#include "reference/argument.hpp"
#include "reference/layout.hpp"
#include "reference/scalar.hpp"
#include "reference/tree.hpp"

namespace swconform::reference {

/// An integer too large for Int saturates: it is out of every range.
strideweave::Int to_int(const Integer& integer);
Integer to_integer(strideweave::Int value);

/// Any item at all.
strideweave::Argument to_argument(const sdk::Item& item);
std::vector<strideweave::Argument> to_arguments(const sdk::Item::List& items);

/// `absent` for what is neither integers nor lists of them.
strideweave::IntTuple to_int_tuple(const sdk::Item& item);
/// `absent` unless a boolean, an integer or a float.
strideweave::Scalar to_scalar(const sdk::Item& item);
sdk::Item from_scalar(const strideweave::Scalar& value);
sdk::Item from_scalars(std::span<const strideweave::Scalar> values);

/// Nested lists; {"layout": [shape, stride]}; 3, null and lists of them.
Value to_value(const strideweave::IntTuple& tuple);
Value to_value(const strideweave::Layout& layout);
Value to_value(const strideweave::Tree& tree);

/// A list of objects.
template <class Range>
sdk::Item object_list(const Range& range) {
  sdk::Item::List items;
  items.reserve(range.size());
  for (const auto& object : range) items.push_back(sdk::Item::object(object));
  return items;
}

}  // namespace swconform::reference
