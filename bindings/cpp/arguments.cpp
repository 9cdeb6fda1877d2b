// SPDX-License-Identifier: Apache-2.0
#include "bindings/cpp/arguments.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace swconform::sdk {

Parameters::Parameters(std::initializer_list<std::string_view> names) {
  for (std::string_view name : names) {
    const bool optional = name.ends_with('?') || name.ends_with('*');
    const bool misplaced = rest_ || (!optional && !parameters_.empty() && parameters_.back().optional);
    if (misplaced) throw std::invalid_argument(fmt::format("parameter {} cannot come after those before it", name));
    rest_ = name.ends_with('*');
    if (optional) name.remove_suffix(1);
    parameters_.push_back({std::string(name), optional});
  }
}

std::optional<std::size_t> Parameters::find(std::string_view name) const {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (parameters_[i].name == name) return i;
  }
  return std::nullopt;
}

const Item& Arguments::item(std::size_t index) const {
  static const Item none;
  if (index >= items_.size()) internal(fmt::format("the operation has no parameter {}", index));
  return items_[index] ? *items_[index] : none;
}

Arguments Arguments::with(std::size_t index, Item item) const {
  Arguments copy = *this;
  copy.items_.at(index) = std::move(item);
  return copy;
}

std::size_t Arguments::index_of(std::string_view name) const {
  const auto index = parameters_->find(name);
  if (!index) internal(fmt::format("the operation has no parameter {}", name));
  return *index;
}

void absent_conversion(std::string_view wanted, const Item& item) {
  absent(fmt::format("the operation takes {}, not {}", wanted, describe(item.kind())));
}

bool Conversion<bool>::convert(const Item& item) {
  if (item.boolean() == nullptr) absent_conversion("a boolean", item);
  return *item.boolean();
}

std::int64_t Conversion<std::int64_t>::convert(const Item& item) {
  if (item.integer() == nullptr) absent_conversion("an integer", item);
  const auto number = item.integer()->to_int64();
  if (!number) absent(fmt::format("the operation takes integers of 64 bits, not {}", item.integer()->text()));
  return *number;
}

Integer Conversion<Integer>::convert(const Item& item) {
  if (item.integer() == nullptr) absent_conversion("an integer", item);
  return *item.integer();
}

double Conversion<double>::convert(const Item& item) {
  if (item.floating() != nullptr) return *item.floating();
  if (item.integer() != nullptr) return static_cast<double>(Conversion<std::int64_t>::convert(item));
  absent_conversion("a number", item);
}

std::string Conversion<std::string>::convert(const Item& item) {
  if (item.text() == nullptr) absent_conversion("text", item);
  return *item.text();
}

}  // namespace swconform::sdk
