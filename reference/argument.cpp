// SPDX-License-Identifier: Apache-2.0
#include "reference/argument.hpp"

#include <fmt/format.h>

#include <typeinfo>

#include "reference/carrier.hpp"
#include "reference/error.hpp"
#include "reference/friendly.hpp"

namespace strideweave {

SliceArgument::SliceArgument(Argument start, Argument stop, Argument step)
    : parts_{std::move(start), std::move(stop), std::move(step)} {}

const Argument& SliceArgument::start() const { return parts_[0]; }
const Argument& SliceArgument::stop() const { return parts_[1]; }
const Argument& SliceArgument::step() const { return parts_[2]; }

Argument::Argument(const Scalar& value) {
  std::visit([this](auto held) { value_ = held; }, value);
}

Argument Argument::slice(Argument start, Argument stop, Argument step) {
  return SliceArgument(std::move(start), std::move(stop), std::move(step));
}

std::string type_name(const Argument& argument) {
  if (argument.is_none()) return "None";
  if (argument.get_if<bool>() != nullptr) return "bool";
  if (argument.get_if<Int>() != nullptr) return "int";
  if (argument.get_if<double>() != nullptr) return "float";
  if (argument.get_if<std::string>() != nullptr) return "str";
  if (argument.get_if<Argument::List>() != nullptr) return "list";
  if (argument.get_if<SliceArgument>() != nullptr) return "slice";
  if (argument.get_if<CarrierPtr>() != nullptr) return "Carrier";
  if (argument.get_if<const DType*>() != nullptr) return "DType";
  if (const auto* foreign = argument.get_if<std::shared_ptr<const Foreign>>()) return (*foreign)->type_name();
  const std::string name = class_name(argument.get_if<std::any>()->type());
  const std::string_view own_namespace = "strideweave::";
  return name.starts_with(own_namespace) ? name.substr(own_namespace.size()) : name;
}

void raise_wrong_type(const Argument& argument, std::string_view what, std::string_view wanted) {
  raise_type_error(fmt::format("{} must be {}, not {}", what, wanted, type_name(argument)));
}

}  // namespace strideweave
