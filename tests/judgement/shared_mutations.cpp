// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "bindings/reference/conversions.hpp"
#include "tests/judgement/mutation.hpp"

namespace swconform::judgement {
namespace {

struct Made {
  std::vector<Tensor> tensors;
};
struct Views {
  std::vector<Tensor> tensors;
};

template <class State>
Item note(const Call& call) {
  Item result = call();
  if (const Tensor* tensor = result.as<Tensor>()) call.session.state<State>().tensors.push_back(*tensor);
  return result;
}

struct Cache {
  std::optional<Item> list;
};

/// A list with an identity: what is written to it later is seen by everybody who has it.
using LivingList = std::shared_ptr<Item::List>;
struct Living {
  LivingList list = std::make_shared<Item::List>();
};

std::optional<Value> living_value(const LivingList& list) {
  Value::List values;
  for (const Item& item : *list) {
    if (item.boolean() != nullptr) {
      values.emplace_back(*item.boolean());
    } else if (item.integer() != nullptr) {
      values.emplace_back(*item.integer());
    } else {
      values.emplace_back(*item.floating());
    }
  }
  return values;
}

}  // namespace

Change last_tensor_made(std::string operation) {
  return all({around("tensor", note<Made>), around(std::move(operation), [](const Call& call) {
                const auto& made = call.session.state<Made>().tensors;
                return call.tensor() != nullptr && !made.empty() ? call.with(made.back()) : call();
              })});
}

Change dropped_from_views(std::string operation) {
  return all({around("permute", note<Views>), around(std::move(operation), [](const Call& call) {
                const auto& views = call.session.state<Views>().tensors;
                const Tensor* tensor = call.tensor();
                const bool is_view = tensor != nullptr && std::find(views.begin(), views.end(), *tensor) != views.end();
                return is_view ? call.with(at(*tensor, 0, tensor->layout())) : call();
              })});
}

Change one_list_answered_again() {
  return around("to_list", [](const Call& call) {
    auto& list = call.session.state<Cache>().list;
    if (!list) list = call();
    return *list;
  });
}

Change one_list_refilled() {
  const Change refill = around("to_list", [](const Call& call) {
    const Item fresh = call();
    const LivingList list = call.session.state<Living>().list;
    *list = *fresh.list();
    return Item::object(list);
  });
  return [refill](sdk::Harness& harness) {
    sdk::ObjectType<LivingList> type = sdk::shared_object<Item::List>("list");
    type.encode = living_value;
    harness.type(std::move(type));
    refill(harness);
  };
}

Change indices_for_values() {
  return around("to_list", [](const Call& call) {
    Item::List values = *call().list();
    const Tensor& tensor = *call.tensor();
    for (std::size_t key = 0; key < values.size(); ++key) {
      values[key] = Item(static_cast<double>((tensor.offset() + tensor.layout()(key)).raw()));
    }
    return Item(std::move(values));
  });
}

Item raise_a_copy(const Call&) {
  try {
    throw;
  } catch (const strideweave::Error& error) {
    strideweave::raise(error.kind(), error.message());
  } catch (const std::exception& error) {
    throw sdk::Raised("Other", error.what());
  }
}

}  // namespace swconform::judgement
