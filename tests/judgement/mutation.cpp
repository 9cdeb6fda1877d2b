// SPDX-License-Identifier: Apache-2.0
#include "tests/judgement/mutation.hpp"

#include <algorithm>
#include <optional>

#include "bindings/reference/conversions.hpp"

namespace swconform::judgement {

Item Call::with_order(const Order& order) const {
  Item::List entries;
  for (const Int entry : order) entries.emplace_back(reference::to_integer(entry));
  return next(session, arguments.with(1, Item(std::move(entries))));
}

Change around(std::string operation, Body body) {
  return [operation = std::move(operation), body = std::move(body)](sdk::Harness& harness) {
    harness.wrap(operation, [body](const sdk::Operation& next, sdk::Session& session, const sdk::Arguments& arguments) {
      return body(Call{next, session, arguments});
    });
  };
}

Change facts_of(std::string kind, std::function<void(sdk::Session&, sdk::FactSheet&)> edit) {
  return [kind = std::move(kind), edit = std::move(edit)](sdk::Harness& harness) {
    harness.wrap_facts(kind, [edit](const sdk::FactsFunction& next, sdk::Session& session, const std::any& object) {
      sdk::FactSheet sheet = next(session, object);
      edit(session, sheet);
      return sheet;
    });
  };
}

Change all(std::vector<Change> changes) {
  return [changes = std::move(changes)](sdk::Harness& harness) {
    for (const Change& change : changes) change(harness);
  };
}

Change answer(std::string operation, std::function<Item(const Item&)> edit) {
  return around(std::move(operation), [edit = std::move(edit)](const Call& call) { return edit(call()); });
}

Change each(std::string operation, std::function<Item(const Item&)> edit) {
  return answer(std::move(operation), [edit = std::move(edit)](const Item& list) {
    Item::List items = *list.list();
    for (Item& item : items) item = edit(item);
    return Item(std::move(items));
  });
}

Change instead(std::string operation, std::function<Tensor(const Tensor&)> edit) {
  return around(std::move(operation), [edit = std::move(edit)](const Call& call) {
    return call.tensor() != nullptr ? call.with(edit(*call.tensor())) : call();
  });
}

Change on_success(std::string operation, std::function<void(strideweave::Carrier&)> effect) {
  return around(std::move(operation), [effect = std::move(effect)](const Call& call) {
    Item result = call();
    if (call.tensor() != nullptr) effect(*call.tensor()->carrier());
    return result;
  });
}

Change on_error(std::string operation, std::function<void(strideweave::Carrier&)> effect) {
  return around(std::move(operation), [effect = std::move(effect)](const Call& call) {
    try {
      return call();
    } catch (const std::exception&) {
      if (call.tensor() != nullptr) effect(*call.tensor()->carrier());
      throw;
    }
  });
}

Change reads_foreign_first(std::string operation) {
  return around(std::move(operation), [](const Call& call) {
    if (call.foreign() != nullptr) {
      const auto carrier = (*call.foreign())->attributes.find("carrier");
      if (carrier != (*call.foreign())->attributes.end()) (*carrier->second.get_if<CarrierPtr>())->get(0);
    }
    return call();
  });
}

Change on_read_failure(std::string operation, std::function<Item(const Call&)> handler) {
  const bool one = operation == "item";
  return around(std::move(operation), [one, handler = std::move(handler)](const Call& call) {
    if (call.tensor() == nullptr || (one && call.tensor()->size() != 1)) return call();
    try {
      return call();
    } catch (const std::exception&) {
      return handler(call);
    }
  });
}

Change other_kind(std::string operation, strideweave::ErrorKind from, strideweave::ErrorKind to) {
  return around(std::move(operation), [from, to](const Call& call) {
    try {
      return call();
    } catch (const strideweave::Error& error) {
      if (error.kind() == from) strideweave::raise(to, error.message());
      throw;
    }
  });
}

namespace {
struct Called {
  bool yes = false;
};
}  // namespace

Change told_after(std::string operation, std::function<bool(const Tensor&)> concerns, std::string kind,
                  std::function<void(sdk::FactSheet&)> edit) {
  const auto note = [concerns = std::move(concerns)](const Call& call) {
    if (call.tensor() != nullptr && concerns(*call.tensor())) call.session.state<Called>().yes = true;
    return call();
  };
  const auto tell = [edit = std::move(edit)](sdk::Session& session, sdk::FactSheet& sheet) {
    if (session.state<Called>().yes) edit(sheet);
  };
  return all({around(std::move(operation), note), facts_of(std::move(kind), tell)});
}

Tensor at(const Tensor& tensor, Int offset, const Layout& layout) { return {tensor.carrier(), offset, layout}; }

bool has_nested_mode(const Layout& layout) {
  return layout.rank() > 0 && layout.profile().marks().size() > layout.rank();
}

Item read(const Tensor& tensor, Int index) { return reference::from_scalar(tensor.carrier()->get(index)); }

void write_back(strideweave::Carrier& carrier) {
  try {
    carrier.set(0, carrier.get(0));
  } catch (const std::exception&) {
    return;  // it cannot be written: then this mutant has no effect here
  }
}

CarrierPtr copy_of(const CarrierPtr& carrier) {
  if (!carrier->is_mutable() || carrier->is_released() || carrier->size() > 4096) return carrier;
  std::vector<strideweave::Scalar> values;
  for (Int index = 0; index < carrier->size(); index += 1) values.push_back(carrier->get(index));
  return carrier->new_like(values);
}

Parts parts_of(const Tensor& tensor) {
  const strideweave::Representation& from = tensor.representation();
  return {&from.logical_dtype(),
          {from.subtensors().begin(), from.subtensors().end()},
          {from.adjacent_layouts().begin(), from.adjacent_layouts().end()}};
}

Tensor assemble(Parts parts) {
  return Tensor::from_representation(
      strideweave::Representation(*parts.dtype, std::move(parts.levels), std::move(parts.adjacent)));
}

Change view(std::function<void(Parts& result, const Tensor& source)> edit) {
  return around("permute", [edit = std::move(edit)](const Call& call) {
    const Item result = call();
    if (call.tensor() == nullptr || result.as<Tensor>() == nullptr) return result;
    Parts parts = parts_of(*result.as<Tensor>());
    edit(parts, *call.tensor());
    return Item::object(assemble(std::move(parts)));
  });
}

Change indices(std::function<void(const Tensor&, Indices&)> edit) {
  return around("to_list", [edit = std::move(edit)](const Call& call) {
    const Tensor* tensor = call.tensor();
    if (tensor == nullptr) return call();
    Indices found;
    for (Int key = 0; key < tensor->size(); key += 1) found.push_back(tensor->offset() + tensor->layout()(key));
    edit(*tensor, found);
    Item::List values;
    for (const Int index : found) values.push_back(read(*tensor, index));
    return Item(std::move(values));
  });
}

std::optional<Order> integers(const Item::List& order) {
  Order entries;
  for (const Item& entry : order) {
    if (entry.integer() == nullptr) return std::nullopt;
    entries.push_back(reference::to_int(*entry.integer()));
  }
  return entries;
}

bool is_permutation(const Order& order, std::size_t rank) {
  if (order.size() != rank) return false;
  for (std::size_t mode = 0; mode < rank; ++mode) {
    if (std::find(order.begin(), order.end(), Int(mode)) == order.end()) return false;
  }
  return true;
}

Change reordered(std::function<void(Order& order, std::size_t rank)> edit) {
  return around("permute", [edit = std::move(edit)](const Call& call) {
    std::optional<Order> order = integers(call.order());
    if (!order || call.tensor() == nullptr) return call();
    edit(*order, call.tensor()->layout().rank());
    return call.with_order(*order);
  });
}

}  // namespace swconform::judgement
