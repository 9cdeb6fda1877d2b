// SPDX-License-Identifier: Apache-2.0
// What a wrong or another implementation is written with: a row takes about three lines.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/cpp/sdk.hpp"
#include "reference/error.hpp"
#include "reference/friendly.hpp"
#include "reference/modes.hpp"
#include "reference/tensor.hpp"
#include "tests/judgement/judge.hpp"

namespace swconform::judgement {

using sdk::Item;
using strideweave::CarrierPtr;
using strideweave::Int;
using strideweave::Layout;
using strideweave::Tensor;
using Indices = std::vector<Int>;
using Order = std::vector<Int>;

/// One call of a wrapped operation.
struct Call {
  const sdk::Operation& next;
  sdk::Session& session;
  const sdk::Arguments& arguments;

  /// As it was before.
  Item operator()() const { return next(session, arguments); }
  Item with(const Tensor& tensor) const { return next(session, arguments.with(0, Item::object(tensor))); }
  Item with_order(const Order& order) const;

  /// The first argument, or nullptr if it is none.
  const Tensor* tensor() const { return arguments.item(0).as<Tensor>(); }
  const std::shared_ptr<const strideweave::Foreign>* foreign() const {
    return arguments.item(0).as<std::shared_ptr<const strideweave::Foreign>>();
  }
  /// The entries of permute's order.
  const Item::List& order() const { return *arguments.item(1).list(); }
};
using Body = std::function<Item(const Call&)>;

Change around(std::string operation, Body body);
/// `edit` may replace what is told of objects of that kind.
Change facts_of(std::string kind, std::function<void(sdk::Session&, sdk::FactSheet&)> edit);
/// One after another.
Change all(std::vector<Change> changes);

/// What the operation answers, changed.
Change answer(std::string operation, std::function<Item(const Item&)> edit);
/// The same for every element of the list it answers.
Change each(std::string operation, std::function<Item(const Item&)> edit);
/// The operation sees another Tensor than the one it is given.
Change instead(std::string operation, std::function<Tensor(const Tensor&)> edit);
/// A side effect on the carrier of the first argument, once the operation has succeeded, or failed.
Change on_success(std::string operation, std::function<void(strideweave::Carrier&)> effect);
Change on_error(std::string operation, std::function<void(strideweave::Carrier&)> effect);
/// A Foreign's carrier is touched before the operation looks at anything.
Change reads_foreign_first(std::string operation);
/// What happens where the operation fails on a readable Tensor it should accept, that is where a read fails.
/// Called within the handler.
Change on_read_failure(std::string operation, std::function<Item(const Call&)> handler);
/// An error of that kind becomes one of another, with its text.
Change other_kind(std::string operation, strideweave::ErrorKind from, strideweave::ErrorKind to);
/// A fact of a kind of object is told wrongly once the operation was called on one that `concerns`.
Change told_after(std::string operation, std::function<bool(const Tensor&)> concerns, std::string kind,
                  std::function<void(sdk::FactSheet&)> edit);

// The parts of a Tensor, and others made of them.
Tensor at(const Tensor& tensor, Int offset, const Layout& layout);
bool has_nested_mode(const Layout& layout);
Item read(const Tensor& tensor, Int index);
/// Writes back what stands at index 0; nothing where that cannot be read or written.
void write_back(strideweave::Carrier& carrier);
/// A carrier of the same class with the same values, or the same carrier where it holds none or very many.
CarrierPtr copy_of(const CarrierPtr& carrier);

/// The representation of the result, open to changes.
struct Parts {
  const strideweave::DType* dtype;
  strideweave::Representation::Subtensors levels;
  strideweave::Representation::AdjacentLayouts adjacent;
};
Parts parts_of(const Tensor& tensor);
Tensor assemble(Parts parts);
/// What permute returns, changed; `source` is what it was given.
Change view(std::function<void(Parts& result, const Tensor& source)> edit);

/// Where to_list finds its values, changed. The indices are those of the carrier, in the order of the list.
Change indices(std::function<void(const Tensor&, Indices&)> edit);

/// The entries of an order as integers; nothing if one is none.
std::optional<Order> integers(const Item::List& order);
bool is_permutation(const Order& order, std::size_t rank);
/// The order permute is given, changed, where it holds integers only.
Change reordered(std::function<void(Order& order, std::size_t rank)> edit);

// Mutations that more than one requirement must notice.
/// The operation is done to the Tensor the case made last, whichever it is given.
Change last_tensor_made(std::string operation);
/// The operation sees Tensors that permute returned at offset zero.
Change dropped_from_views(std::string operation);
/// to_list answers the list it answered first, whatever it is asked.
Change one_list_answered_again();
/// to_list has one list, and fills it anew for every call.
Change one_list_refilled();
/// to_list answers the carrier indices, as floats.
Change indices_for_values();
/// Within a handler: raises another exception of the same kind with the same text.
Item raise_a_copy(const Call& call);

}  // namespace swconform::judgement
