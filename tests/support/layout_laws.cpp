// SPDX-License-Identifier: Apache-2.0
#include "tests/support/layout_laws.hpp"

#include <map>
#include <set>
#include <variant>

#include "reference/algebra.hpp"
#include "reference/error.hpp"
#include "reference/rearrangement.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/catch.hpp"

namespace swconform::test {

namespace sw = strideweave;

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const sw::Error& error) {
    return std::string(sw::name(error.kind()));
  }
  return "no error";
}

bool check_injective(const Layout& layout) {
  INFO("injective " << layout);
  const bool answer = sw::injective(layout);
  CHECK(answer == brute_injective(layout));
  return answer;
}

bool check_compose(const Layout& a, const Layout& b) {
  INFO("compose " << a << " with " << b);
  const std::optional<Layout> result = sw::compose(a, b);
  if (!result) {
    CHECK_FALSE(brute_compose(a, b).has_value());
    return false;
  }
  CHECK(result->shape() == b.shape());
  for (std::size_t k = 0; k < b.leaf_count(); ++k) {
    if (b.extents()[k] == 1) CHECK(result->strides()[k] == 0);
  }
  const std::vector<Int> source = indices(a);
  bool equal = true;
  for (const IntTuple& q : coordinates(b.shape())) {
    equal = equal && index_at(*result, q) == source.at(index_at(b, q).to_size());
  }
  CHECK(equal);
  return true;
}

void check_coalesce(const Layout& layout) {
  INFO("coalesce " << layout);
  const Layout result = sw::coalesce(layout);
  INFO("gives " << result);
  CHECK(indices(result) == indices(layout));
  CHECK(result.rank() == result.leaf_count());
  for (std::size_t k = 0; k < result.leaf_count(); ++k) {
    CHECK(result.extents()[k] > 1);
    if (k > 0) CHECK(result.strides()[k] != result.strides()[k - 1] * result.extents()[k - 1]);
  }
}

bool check_reshape_base(const Layout& layout) {
  INFO("reshape base of " << layout);
  const std::optional<Int> base = sw::reshape_base(layout);
  CHECK(base == brute_reshape_base(layout));
  return base.has_value();
}

void check_reshape(const Layout& layout, const Shape& target) {
  INFO("reshape " << layout << " to " << target);
  const Layout result = sw::reshape(layout, target);
  CHECK(result.shape() == target);
  CHECK(indices(result) == indices(layout));
}

void check_permute(const Layout& layout, const std::vector<Int>& order) {
  INFO("permute " << layout << " by " << to_string(IntTuple(IntTuple::List(order.begin(), order.end()))));
  const Layout result = sw::permute(layout, order);
  CHECK(result.rank() == layout.rank());
  for (std::size_t j = 0; j < order.size(); ++j) {
    CHECK(result.shape().is_leaf(j) == layout.shape().is_leaf(order[j].to_size()));
  }
  bool equal = true;
  for (const IntTuple& c : coordinates(layout.shape())) {
    IntTuple::List moved;
    for (const Int mode : order) moved.push_back(c.items().at(mode.to_size()));
    equal = equal && result(IntTuple(moved)) == index_at(layout, c);
  }
  CHECK(equal);
  std::vector<Int> inverse(order.size());
  for (std::size_t j = 0; j < order.size(); ++j) inverse[order[j].to_size()] = j;
  CHECK(sw::permute(result, inverse) == layout);
}

void check_broadcast_to(const Layout& layout, const Shape& target) {
  INFO("broadcast " << layout << " to " << target);
  const Layout result = sw::broadcast_to(layout, target);
  CHECK(result.shape() == target);
  bool equal = true;
  for (const IntTuple& c : coordinates(target)) {
    const std::vector<Int> digits = leaves(c);
    Int expected = 0;
    for (std::size_t k = 0; k < digits.size(); ++k) {
      if (layout.extents()[k] != 1) expected += digits[k] * layout.strides()[k];
    }
    equal = equal && result(c) == expected;
  }
  CHECK(equal);
  for (std::size_t k = 0; k < layout.leaf_count(); ++k) {
    if (layout.extents()[k] == target.extents()[k]) CHECK(result.strides()[k] == layout.strides()[k]);
  }
}

void check_unsqueeze(const Layout& layout, Int dim, std::size_t at) {
  INFO("unsqueeze " << layout << " at " << dim);
  const Layout result = sw::unsqueeze(layout, dim);
  REQUIRE(result.rank() == layout.rank() + 1);
  CHECK(result.shape().is_leaf(at));
  CHECK(sw::take_mode(result, at) == Layout::parse("1:0"));
  bool equal = true;
  for (const IntTuple& c : coordinates(layout.shape())) {
    IntTuple::List items = c.items();
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(at), IntTuple(0));
    equal = equal && result(IntTuple(items)) == index_at(layout, c);
  }
  CHECK(equal);
  CHECK(sw::squeeze(result, at) == layout);
}

void check_slice(const Layout& layout, const std::vector<sw::ModeKey>& keys) {
  INFO("slice " << layout);
  const sw::Placed result = sw::slice(layout, keys);
  bool equal = true;
  for (const IntTuple& q : coordinates(result.layout.shape())) {
    IntTuple::List selected;
    std::size_t next = 0;
    for (const sw::ModeKey& key : keys) {
      if (const Int* const ordinal = std::get_if<Int>(&key)) {
        selected.emplace_back(*ordinal);
        continue;
      }
      const sw::Slice& slice = std::get<sw::Slice>(key);
      const IntTuple& item = q.items().at(next++);
      selected.push_back(item.is_int() ? IntTuple(slice.start + item.value() * slice.step) : item);
    }
    equal = equal && result.offset + index_at(result.layout, q) == layout(IntTuple(selected));
  }
  CHECK(equal);
}

namespace {

/// Which item of an output coordinate stands for part n.
void collect_parts(const std::vector<Tree::Item>& output, const IntTuple& coordinate, std::map<Int, IntTuple>& parts) {
  for (std::size_t i = 0; i < output.size(); ++i) {
    const IntTuple& item = coordinate.items().at(i);
    if (const sw::Node* const node = std::get_if<sw::Node>(&output[i])) {
      if (node->id()) parts.emplace(*node->id(), item);
    } else {
      collect_parts(std::get<Tree>(output[i]).items(), item, parts);
    }
  }
}

IntTuple place_parts(const std::vector<Tree::Item>& selection, const std::map<Int, IntTuple>& parts, Int& next) {
  IntTuple::List items;
  for (const Tree::Item& item : selection) {
    if (std::holds_alternative<Tree>(item)) {
      items.push_back(place_parts(std::get<Tree>(item).items(), parts, next));
    } else {
      const auto part = parts.find(next);
      items.push_back(part == parts.end() ? IntTuple(0) : part->second);
      next += 1;
    }
  }
  return IntTuple(items);
}

}  // namespace

void check_rearrange(const Layout& layout, const Tree& output, const Tree& selection) {
  INFO("rearrange " << layout << " to " << output << " from " << selection);
  const Layout result = sw::rearrange(layout, output, selection);
  INFO("gives " << result);
  CHECK(result.size() == layout.size());
  bool equal = true;
  for (const IntTuple& c : coordinates(result.shape())) {
    std::map<Int, IntTuple> parts;
    collect_parts(output.items(), c, parts);
    Int next = 0;
    equal = equal && index_at(result, c) == layout(place_parts(selection.items(), parts, next));
  }
  CHECK(equal);
}

}  // namespace swconform::test
