// SPDX-License-Identifier: Apache-2.0
#include "bindings/cpp/item.hpp"

#include "bindings/cpp/session.hpp"

namespace swconform::sdk {

const Item* Item::find(std::string_view key) const {
  if (map() == nullptr) return nullptr;
  for (const auto& [name, content] : *map()) {
    if (name == key) return &content;
  }
  return nullptr;
}

std::string_view describe(Item::Kind kind) {
  switch (kind) {
    case Item::Kind::none:
      return "None";
    case Item::Kind::boolean:
      return "a boolean";
    case Item::Kind::integer:
      return "an integer";
    case Item::Kind::floating:
      return "a float";
    case Item::Kind::text:
      return "text";
    case Item::Kind::list:
      return "a list";
    case Item::Kind::slice:
      return "a slice";
    case Item::Kind::map:
      return "a map";
    case Item::Kind::object:
      return "an object";
  }
  return "nothing known";
}

const Item* Session::find(std::string_view name) const {
  for (const auto& [bound, item] : names_) {
    if (bound == name) return &item;
  }
  return nullptr;
}

}  // namespace swconform::sdk
