// SPDX-License-Identifier: Apache-2.0
// friendly.to-list
#include <algorithm>
#include <set>

#include "bindings/reference/conversions.hpp"
#include "tests/judgement/mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using strideweave::ErrorKind;
using strideweave::Leaves;
using strideweave::Profile;
using strideweave::Shape;

/// The indices of a flat layout with the given leaves of the Tensor's layout, in this order.
void by_leaves(const Tensor& tensor, Indices& indices, const std::vector<std::size_t>& leaves) {
  Leaves extents, strides;
  for (const std::size_t leaf : leaves) {
    extents.push_back(tensor.layout().extents()[leaf]);
    strides.push_back(tensor.layout().strides()[leaf]);
  }
  const Layout flat(Shape(Profile::flat(leaves.size()), extents), strides);
  for (std::size_t key = 0; key < indices.size(); ++key) indices[key] = tensor.offset() + flat(key);
}

void last_mode_fastest(const Tensor& tensor, Indices& indices) {
  std::vector<std::size_t> leaves;
  const auto modes = tensor.layout().profile().modes();
  for (auto mode = modes.rbegin(); mode != modes.rend(); ++mode) {
    for (std::size_t leaf = mode->first_leaf; leaf < mode->end_leaf; ++leaf) leaves.push_back(leaf);
  }
  by_leaves(tensor, indices, leaves);
}

void last_fastest_inside(const Tensor& tensor, Indices& indices) {
  std::vector<std::size_t> leaves;
  for (const auto& mode : tensor.layout().profile().modes()) {
    for (std::size_t leaf = mode.end_leaf; leaf-- > mode.first_leaf;) leaves.push_back(leaf);
  }
  by_leaves(tensor, indices, leaves);
}

/// The Tensor's layout with other strides.
Indices with_strides(const Tensor& tensor, const Leaves& strides) {
  const Layout layout(tensor.layout().shape(), strides);
  Indices indices;
  for (Int key = 0; key < layout.size(); key += 1) indices.push_back(tensor.offset() + layout(key));
  return indices;
}

void nested_modes_compact(const Tensor& tensor, Indices& indices) {
  Leaves strides(tensor.layout().strides().begin(), tensor.layout().strides().end());
  for (const auto& mode : tensor.layout().profile().modes()) {
    for (std::size_t leaf = mode.first_leaf + 1; leaf < mode.end_leaf; ++leaf) {
      strides[leaf] = strides[leaf - 1] * tensor.layout().extents()[leaf - 1];
    }
  }
  indices = with_strides(tensor, strides);
}

void stride_zero_taken_for_one(const Tensor& tensor, Indices& indices) {
  Leaves strides(tensor.layout().strides().begin(), tensor.layout().strides().end());
  std::replace(strides.begin(), strides.end(), Int(0), Int(1));
  const Int last = tensor.carrier()->size() - 1;
  indices = with_strides(tensor, strides);
  for (Int& index : indices) index = std::min(index, last);
}

void one_for_each_slot(const Tensor&, Indices& indices) {
  std::set<Int> seen;
  std::erase_if(indices, [&](Int index) { return !seen.insert(index).second; });
}

void all_storage(const Tensor& tensor, Indices& indices) {
  indices.clear();
  for (Int step = 0; step < tensor.layout().cosize(); step += 1) indices.push_back(tensor.offset() + step);
}

/// Readable elements up to the first failure.
Item up_to_the_failure(const Call& call) {
  Item::List values;
  const Tensor& tensor = *call.tensor();
  for (Int key = 0; key < tensor.size(); key += 1) {
    try {
      values.push_back(read(tensor, tensor.offset() + tensor.layout()(key)));
    } catch (const std::exception&) {
      break;
    }
  }
  return values;
}

/// A Foreign's carrier from one end to the other.
Item whole_carrier(const Call& call) {
  if (call.foreign() == nullptr) return call();
  const CarrierPtr carrier = *(*call.foreign())->attributes.at("carrier").get_if<CarrierPtr>();
  return call.with(Tensor(carrier, 0, strideweave::compact(Shape{carrier->size()})));
}

}  // namespace

std::vector<Mutant> mutants_of_friendly_to_list() {
  return {
      {"friendly.to-list.1", "extracts from the Tensor made last", last_tensor_made("to_list")},
      {"friendly.to-list.2", "answers its first list again", one_list_answered_again()},
      {"friendly.to-list.2", "fills the list it handed out before", one_list_refilled()},
      {"friendly.to-list.3", "leaves out the last value", indices([](const Tensor&, Indices& at) { at.pop_back(); })},
      {"friendly.to-list.3", "reads one value too many",
       indices([](const Tensor&, Indices& at) { at.push_back(at.back()); })},
      {"friendly.to-list.3", "gives one value for each storage slot", indices(one_for_each_slot)},
      {"friendly.to-list.3", "gives cosize values", indices(all_storage)},
      {"friendly.to-list.4", "lets the last mode run fastest", indices(last_mode_fastest)},
      {"friendly.to-list.4", "lets the last mode run fastest inside nested modes", indices(last_fastest_inside)},
      {"friendly.to-list.4", "follows storage order",
       indices([](const Tensor&, Indices& at) { std::sort(at.begin(), at.end()); })},
      {"friendly.to-list.5", "takes every layout for compact", indices([](const Tensor& t, Indices& at) {
         for (std::size_t key = 0; key < at.size(); ++key) at[key] = t.offset() + Int(key);
       })},
      {"friendly.to-list.5", "takes nested modes for compact", indices(nested_modes_compact)},
      {"friendly.to-list.5", "takes a stride of zero for one", indices(stride_zero_taken_for_one)},
      {"friendly.to-list.6", "drops the offset",
       instead("to_list", [](const Tensor& t) { return at(t, 0, t.layout()); })},
      {"friendly.to-list.6", "adds the offset twice", indices([](const Tensor& t, Indices& at) {
         for (Int& index : at) index += t.offset();
       })},
      {"friendly.to-list.6", "drops the offset of a view", dropped_from_views("to_list")},
      {"friendly.to-list.7", "begins with the second value",
       indices([](const Tensor&, Indices& at) { std::rotate(at.begin(), at.begin() + 1, at.end()); })},
      {"friendly.to-list.7", "returns indices instead of values", indices_for_values()},
      {"friendly.to-list.7", "sorts the values",
       answer("to_list",
              [](const Item& list) {
                Item::List values = *list.list();
                std::sort(values.begin(), values.end(),
                          [](const Item& a, const Item& b) { return *a.floating() < *b.floating(); });
                return Item(std::move(values));
              })},
      {"friendly.to-list.7", "swaps the last two values", indices([](const Tensor&, Indices& at) {
         if (at.size() > 1) std::swap(at[at.size() - 1], at[at.size() - 2]);
       })},
      {"friendly.to-list.8", "moves the Tensor to offset zero",
       told_after(
           "to_list", [](const Tensor&) { return true; }, "tensor",
           [](sdk::FactSheet& sheet) { sheet.set("offset", Item(0)); })},
      {"friendly.to-list.8", "flattens the Tensor",
       told_after(
           "to_list", [](const Tensor& t) { return has_nested_mode(t.layout()); }, "tensor",
           [](sdk::FactSheet& sheet) { sheet.set("layout", Item::object(Layout())); })},
      {"friendly.to-list.9", "writes back what it has read", on_success("to_list", write_back)},
      {"friendly.to-list.9", "writes when a read fails", on_error("to_list", write_back)},
      {"friendly.to-list.10", "refuses an object without layout with TypeError",
       other_kind("to_list", ErrorKind::attribute_error, ErrorKind::type_error)},
      {"friendly.to-list.10", "takes the carrier as it is where there is no layout", around("to_list", whole_carrier)},
      {"friendly.to-list.11", "reads before it asks for the layout", reads_foreign_first("to_list")},
      {"friendly.to-list.12", "wraps a read failure",
       on_read_failure("to_list",
                       [](const Call&) -> Item { strideweave::raise_runtime_error("a value cannot be read"); })},
      {"friendly.to-list.12", "raises a copy of the read failure", on_read_failure("to_list", raise_a_copy)},
      {"friendly.to-list.12", "ends the list where a read fails", on_read_failure("to_list", up_to_the_failure)},
      {"friendly.to-list.12", "takes a failure of the last read for the end",
       on_read_failure("to_list",
                       [](const Call& call) {
                         Item list = up_to_the_failure(call);
                         if (list.list()->size() + 1 != call.tensor()->size().to_size()) throw;
                         return list;
                       })},
  };
}

}  // namespace swconform::judgement
