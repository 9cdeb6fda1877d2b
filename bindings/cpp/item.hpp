// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "bindings/protocol/value.hpp"

namespace swconform::sdk {

/// What operations take and give: a protocol value in which names have become objects. None is the default.
class Item {
 public:
  using List = std::vector<Item>;
  using Field = std::pair<std::string, Item>;
  using Map = std::vector<Field>;  // keys are unique
  struct Slice {
    std::vector<Item> parts;  // start, stop, step; None where it was left out
  };
  enum class Kind { none, boolean, integer, floating, text, list, slice, map, object };

  Item() = default;
  Item(bool boolean) : data_(boolean) {}                     // NOLINT(google-explicit-constructor)
  Item(int number) : data_(Integer(number)) {}               // NOLINT(google-explicit-constructor)
  Item(std::int64_t number) : data_(Integer(number)) {}      // NOLINT(google-explicit-constructor)
  Item(Integer number) : data_(std::move(number)) {}         // NOLINT(google-explicit-constructor)
  Item(double number) : data_(number) {}                     // NOLINT(google-explicit-constructor)
  Item(const char* text) : data_(std::string(text)) {}       // NOLINT(google-explicit-constructor)
  Item(std::string text) : data_(std::move(text)) {}         // NOLINT(google-explicit-constructor)
  Item(std::string_view text) : data_(std::string(text)) {}  // NOLINT(google-explicit-constructor)
  Item(List list) : data_(std::move(list)) {}                // NOLINT(google-explicit-constructor)
  Item(Slice slice) : data_(std::move(slice)) {}             // NOLINT(google-explicit-constructor)
  Item(Map map) : data_(std::move(map)) {}                   // NOLINT(google-explicit-constructor)
  template <class T>
  requires std::is_pointer_v<T> Item(T)
  = delete;  // a pointer is no boolean: write Item::object(pointer)
  /// An object of the harness, of exactly the type T it was registered with.
  template <class T>
  static Item object(T object) {
    return from_any(std::any(std::move(object)));
  }
  /// Precondition: any.has_value().
  static Item from_any(std::any any) {
    Item item;
    item.data_ = std::move(any);
    return item;
  }

  Kind kind() const { return static_cast<Kind>(data_.index()); }
  bool is_none() const { return kind() == Kind::none; }

  /// The content if it is of that kind, else nullptr.
  const bool* boolean() const { return std::get_if<bool>(&data_); }
  const Integer* integer() const { return std::get_if<Integer>(&data_); }
  const double* floating() const { return std::get_if<double>(&data_); }
  const std::string* text() const { return std::get_if<std::string>(&data_); }
  const List* list() const { return std::get_if<List>(&data_); }
  const Slice* slice() const { return std::get_if<Slice>(&data_); }
  const Map* map() const { return std::get_if<Map>(&data_); }
  const std::any* any() const { return std::get_if<std::any>(&data_); }
  List* list() { return std::get_if<List>(&data_); }
  Map* map() { return std::get_if<Map>(&data_); }
  /// The object if it is a T, else nullptr.
  template <class T>
  const T* as() const {
    return std::any_cast<T>(any());
  }
  /// The field of a map, or nullptr where there is none or this is no map.
  const Item* find(std::string_view key) const;

 private:
  std::variant<std::monostate, bool, Integer, double, std::string, List, Slice, Map, std::any> data_;
};

/// "an integer", "a list", "an object", ...: for messages.
std::string_view describe(Item::Kind kind);

}  // namespace swconform::sdk
