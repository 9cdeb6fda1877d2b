// SPDX-License-Identifier: Apache-2.0
#include "bindings/reference/carrier_spy.hpp"
#include "bindings/reference/conversions.hpp"
#include "bindings/reference/families.hpp"
#include "bindings/reference/foreign.hpp"
#include "bindings/reference/rule_spy.hpp"
#include "reference/carriers.hpp"
#include "reference/tensor.hpp"

namespace swconform::reference {
namespace {

using sdk::FactSheet;
using sdk::Item;
using sdk::Session;
using strideweave::CarrierPtr;
using strideweave::DType;
using strideweave::Int;
using strideweave::Tensor;

constexpr std::int64_t most_told = 4096;  // stored values

FactSheet tensor_facts(Session&, const Tensor& tensor) {
  const strideweave::Representation& representation = tensor.representation();
  Item::List subtensors;
  for (const strideweave::Subtensor& subtensor : representation.subtensors()) {
    subtensors.emplace_back(Item::Map{{"dtype", Item::object(subtensor.dtype)},
                                      {"carrier", Item::object(subtensor.carrier)},
                                      {"offset", to_integer(subtensor.offset)},
                                      {"layout", Item::object(subtensor.layout)}});
  }
  Item::List snapshot;
  for (const auto& [carrier, version] : representation.snapshot()) {
    snapshot.emplace_back(Item::List{Item::object(carrier), to_integer(version)});
  }
  FactSheet sheet;
  sheet.set("layout", Item::object(tensor.layout()))
      .set("offset", Item(to_integer(tensor.offset())))
      .set("carrier", Item::object(tensor.carrier()))
      .set("dtype", Item::object(&tensor.dtype()))
      .query("size", [&] { return to_integer(tensor.size()); })
      .set("class", Item::object(tensor.carrier_type()))
      .set("subtensors", Item(std::move(subtensors)))
      .set("adjacent", object_list(representation.adjacent_layouts()))
      .set("snapshot", Item(std::move(snapshot)))
      .query("grad", [&] {
        const auto grad = tensor.grad();
        return grad ? Item::object(*grad) : Item();
      });
  return sheet;
}

// The values as they are, read past the counts and the failures of a spy; none where they are not stored.
void tell_stored(FactSheet& sheet, const strideweave::Carrier& carrier, const CarrierSpy* spy, Int size) {
  const bool is_virtual =
      spy != nullptr ? spy->setup().is_virtual : dynamic_cast<const strideweave::VirtualCarrier*>(&carrier) != nullptr;
  if (carrier.is_released() || is_virtual) return;
  if (size > Int(most_told)) {
    sheet.set("stored", sdk::Unreadable{"more than 4096 values"});
  } else if (spy != nullptr) {
    sheet.set("stored", from_scalars(spy->setup().values));
  } else if (size == Int(0)) {
    sheet.set("stored", Item(Item::List()));
  } else {
    sheet.query("stored", [&] {
      std::vector<strideweave::Scalar> values;
      carrier.read(0, strideweave::compact(strideweave::Shape{size}), values);
      return from_scalars(values);
    });
  }
}

FactSheet carrier_facts(Session&, const CarrierPtr& carrier) {
  const auto* spy = dynamic_cast<const CarrierSpy*>(carrier.get());
  const Int size = spy != nullptr ? spy->setup().size : carrier->size();
  FactSheet sheet;
  sheet.set("dtype", Item::object(spy != nullptr ? spy->setup().dtype : &carrier->dtype()))
      .set("size", Item(to_integer(size)))
      .set("version", Item(to_integer(carrier->version())))
      .set("released", Item(carrier->is_released()))
      .set("class", Item::object(exact_class(*carrier)));
  tell_stored(sheet, *carrier, spy, size);
  if (spy != nullptr && spy->setup().counts) {
    sheet.set("reads", Item(spy->counts().reads))
        .set("writes", Item(spy->counts().writes))
        .set("allocations", Item(spy->counts().allocations));
  }
  return sheet;
}

FactSheet rule_facts(Session&, const std::shared_ptr<RuleSpy>& rule) {
  Item::List log;
  for (const auto& call : rule->log().calls) {
    if (const auto called = call.lock()) log.push_back(Item::object(std::const_pointer_cast<RuleSpy>(called)));
  }
  FactSheet sheet;
  sheet.set("calls", Item(rule->calls()))
      .set("context", rule->context() ? Item::object(rule->context()) : Item())
      .set("log", Item(std::move(log)))
      .set("writes-refused", Item(rule->writes_refused()));
  return sheet;
}

FactSheet context_facts(Session&, const std::shared_ptr<SeenContext>& context) {
  const auto& content = context->content;
  FactSheet sheet;
  sheet.set("logical_dtype", Item::object(&content.logical_dtype()))
      .set("storage_dtypes", object_list(content.storage_dtypes()))
      .set("placement_layouts", object_list(content.placement_layouts()))
      .set("adjacent_layouts", object_list(content.adjacent_layouts()))
      .set("level_shapes", object_list(content.level_shapes()));
  return sheet;
}

FactSheet foreign_facts(Session&, const std::shared_ptr<const strideweave::Foreign>& foreign) {
  FactSheet sheet;
  for (const auto& [name, content] : static_cast<const ForeignObject&>(*foreign).given) sheet.set(name, content);
  return sheet;
}

// Built-in descriptors are told by name; they alone are registered.
std::optional<Value> built_in(const DType* dtype) {
  if (strideweave::find_dtype(dtype->name()) != dtype) return std::nullopt;
  return Value::tagged("dtype", dtype->name());
}

}  // namespace

void add_facts(sdk::Harness& harness) {
  harness.type<Tensor>({
      .kind = "tensor",
      .identity = [](const Tensor& tensor) { return tensor.object().get(); },
      .watch = [](const Tensor& tensor) -> sdk::Watch {
        return [weak = std::weak_ptr<const void>(tensor.object())] { return !weak.expired(); };
      },
      .facts = tensor_facts,
  });
  harness.type(sdk::shared_object<strideweave::Carrier>("carrier", carrier_facts));
  harness.type(sdk::shared_object<RuleSpy>("rule", rule_facts));
  harness.type(sdk::shared_object<SeenContext>("context", context_facts));
  harness.type(sdk::shared_object<const strideweave::Foreign>("foreign", foreign_facts));
  harness.type<const DType*>({
      .kind = "dtype",
      .identity = [](const DType* dtype) -> const void* { return dtype; },
      .encode = built_in,
      .facts = [](Session&, const DType* dtype) { return FactSheet().set("name", Item(dtype->name())); },
      .constant = true,
  });
  harness.type<strideweave::CarrierClass>({
      .kind = "class",
      .identity = [](const strideweave::CarrierClass& type) { return type.identity(); },
      .facts = [](Session&,
                  const strideweave::CarrierClass& type) { return FactSheet().set("name", Item(type.name())); },
      .constant = true,
  });
  harness.facts(
      {"layout", "offset", "carrier", "dtype", "size", "class", "subtensors", "adjacent", "snapshot", "grad"});
  harness.facts({"version", "stored", "released", "reads", "writes", "allocations", "alive"});
  harness.facts({"calls", "context", "log", "writes-refused"});
  harness.facts({"logical_dtype", "storage_dtypes", "placement_layouts", "adjacent_layouts", "level_shapes", "name"});
}

}  // namespace swconform::reference
