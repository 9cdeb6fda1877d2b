// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "bindings/reference/carrier_spy.hpp"
#include "bindings/reference/conversions.hpp"
#include "bindings/reference/families.hpp"
#include "reference/carriers.hpp"
#include "reference/move.hpp"

namespace swconform::reference {

using sdk::Arguments;
using sdk::Item;
using strideweave::CarrierPtr;
using strideweave::DType;
using strideweave::Int;
using strideweave::Scalar;

Scalar value_from_index(const DType& dtype, Int index) {
  if (dtype == strideweave::dtype::boolean()) return index % 2 != 0;
  if (dtype.is_subtype_of(strideweave::dtype::integer())) return index;
  return static_cast<double>(index.raw());
}

Int CarrierSpy::do_size() const {
  if (setup_.fail_size) std::rethrow_exception(setup_.fail_size);
  return setup_.size;
}

const DType& CarrierSpy::do_dtype() const {
  if (setup_.fail_dtype) std::rethrow_exception(setup_.fail_dtype);
  return *setup_.dtype;
}

Scalar CarrierSpy::do_get(Int index) const {
  ++counts_.reads;
  const auto& failing = setup_.fail_read;
  if (failing && (!failing->index || *failing->index == index)) std::rethrow_exception(failing->exception);
  return setup_.is_virtual ? value_from_index(*setup_.dtype, index) : setup_.values.at(index.to_size());
}

void CarrierSpy::do_set(Int index, const Scalar& value) {
  ++counts_.writes;
  setup_.values.at(index.to_size()) =
      strideweave::is_storable(*setup_.dtype) ? strideweave::to_stored(*setup_.dtype, value) : value;
}

CarrierPtr CarrierSpy::do_new_like(std::span<const Scalar> values) const {
  ++counts_.allocations;
  Setup setup;
  setup.dtype = setup_.dtype;
  setup.size = values.size();
  setup.counts = setup_.counts;
  for (const Scalar& value : values) {
    setup.values.push_back(strideweave::is_storable(*setup_.dtype) ? to_stored(*setup_.dtype, value) : value);
  }
  return make(std::move(setup));
}

CarrierPtr BaseCarrier::make(Setup setup) const { return std::make_shared<BaseCarrier>(std::move(setup)); }
CarrierPtr SubCarrier::make(Setup setup) const { return std::make_shared<SubCarrier>(std::move(setup)); }
CarrierPtr OtherCarrier::make(Setup setup) const { return std::make_shared<OtherCarrier>(std::move(setup)); }

namespace {

constexpr std::int64_t most_stored = std::int64_t{1} << 24;  // elements of a carrier that holds its values

// The values a carrier of `size` elements starts with, in the form its dtype stores.
std::vector<Scalar> starting_values(const DType& dtype, const Item& stored, Int size) {
  std::vector<Scalar> values;
  if (stored.list() != nullptr) {
    for (const Item& item : *stored.list()) values.push_back(to_scalar(item));
  } else if (stored.is_none() || (stored.text() != nullptr && *stored.text() == "iota")) {
    if (size > Int(most_stored)) sdk::unsupported(fmt::format("a carrier of {} stored elements", to_string(size)));
    for (Int index = 0; index < size; index += 1) values.push_back(value_from_index(dtype, index));
  } else {
    sdk::internal("stored is a list of values or \"iota\"");
  }
  if (strideweave::is_storable(dtype)) {
    for (Scalar& value : values) value = to_stored(dtype, value);
  }
  return values;
}

CarrierSpy::FailingRead failing_read(const Item& item) {
  const Item* index = item.find("index");
  const Item* raise = item.find("raise");
  if (raise == nullptr || raise->as<std::exception_ptr>() == nullptr)
    sdk::internal("fail_read needs an error to raise");
  CarrierSpy::FailingRead result;
  if (index != nullptr) result.index = to_int(sdk::convert<Integer>(*index));
  result.exception = *raise->as<std::exception_ptr>();
  return result;
}

CarrierPtr make_spy(const std::string& exact_class, CarrierSpy::Setup setup) {
  if (exact_class == "base") return std::make_shared<BaseCarrier>(std::move(setup));
  if (exact_class == "sub") return std::make_shared<SubCarrier>(std::move(setup));
  if (exact_class == "other") return std::make_shared<OtherCarrier>(std::move(setup));
  sdk::unsupported("there is no carrier class " + exact_class);
}

Item make_carrier(const Arguments& arguments) {
  CarrierSpy::Setup setup;
  setup.dtype = arguments.get<const DType*>("dtype");
  setup.is_virtual = arguments.get_or<bool>("virtual", false);
  setup.counts = arguments.get_or<bool>("spy", false);
  // Every carrier can be held weakly, so there is nothing more to do for one that is `watched`.
  arguments.get_or<bool>("watched", false);
  const Item& stored = arguments.item("stored");
  if (arguments.has("size")) {
    setup.size = to_int(arguments.get<Integer>("size"));
  } else {
    if (stored.list() == nullptr) sdk::internal("a carrier needs its size or its stored values");
    setup.size = stored.list()->size();
  }
  if (!setup.is_virtual) setup.values = starting_values(*setup.dtype, stored, setup.size);
  if (stored.list() != nullptr && Int(stored.list()->size()) != setup.size) {
    sdk::internal("size and the number of stored values differ");
  }
  if (arguments.has("fail_read")) setup.fail_read = failing_read(arguments.item("fail_read"));
  setup.fail_size = arguments.get_or<std::exception_ptr>("fail_size", nullptr);
  setup.fail_dtype = arguments.get_or<std::exception_ptr>("fail_dtype", nullptr);

  // The library's own carriers wherever nothing more is asked for.
  const bool own =
      !setup.counts && !setup.fail_read && !setup.fail_size && !setup.fail_dtype && !arguments.has("class");
  CarrierPtr carrier;
  if (own && setup.is_virtual) {
    carrier = std::make_shared<strideweave::VirtualCarrier>(*setup.dtype, setup.size);
  } else if (own && strideweave::is_storable(*setup.dtype) && setup.size >= Int(0)) {
    carrier = std::make_shared<strideweave::Host>(*setup.dtype, setup.values);
  } else {
    carrier = make_spy(arguments.get_or<std::string>("class", "base"), std::move(setup));
  }
  return Item::object(carrier);
}

// To the exact class of that word, or to the library's own.
Item move(const Arguments& arguments) {
  const auto tensor = arguments.get<strideweave::Tensor>(0);
  if (!arguments.has(1)) return Item::object(strideweave::move<strideweave::Host>(tensor));
  const auto target = arguments.get<std::string>(1);
  return Item::object(strideweave::move(tensor, [&](const DType& dtype, std::span<const Scalar> values) {
    CarrierSpy::Setup setup;
    setup.dtype = &dtype;
    setup.size = values.size();
    setup.values.assign(values.begin(), values.end());
    return make_spy(target, std::move(setup));
  }));
}

}  // namespace

void add_carriers(sdk::Harness& harness) {
  harness.operation("carrier",
                    {"dtype", "size?", "stored?", "class?", "spy?", "virtual?", "fail_read?", "fail_size?",
                     "fail_dtype?", "watched?"},
                    make_carrier);
  harness.operation("carrier_get", {"carrier", "index"}, [](const Arguments& arguments) {
    return from_scalar(arguments.get<CarrierPtr>(0)->get(to_argument(arguments.item(1))));
  });
  harness.operation("carrier_set", {"carrier", "index", "value"}, [](const Arguments& arguments) {
    arguments.get<CarrierPtr>(0)->set(to_argument(arguments.item(1)), to_argument(arguments.item(2)));
  });
  harness.operation("release", {"carrier"},
                    [](const Arguments& arguments) { arguments.get<CarrierPtr>(0)->release(); });
  harness.operation("move", {"tensor", "class?"}, move);
}

}  // namespace swconform::reference
