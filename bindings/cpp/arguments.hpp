// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/cpp/errors.hpp"
#include "bindings/cpp/item.hpp"

namespace swconform::sdk {

/// The parameters of an operation. "order" must be given; "gradient?" may be left out; "names*", as the last, is a list
/// of all further arguments. std::invalid_argument for another order of these.
class Parameters {
 public:
  Parameters(std::initializer_list<std::string_view> names);

  std::size_t size() const { return parameters_.size(); }
  const std::string& name(std::size_t index) const { return parameters_[index].name; }
  bool optional(std::size_t index) const { return parameters_[index].optional; }
  /// Whether the last one takes all further arguments.
  bool rest() const { return rest_; }
  /// How many take one argument each.
  std::size_t places() const { return parameters_.size() - (rest_ ? 1 : 0); }
  std::optional<std::size_t> find(std::string_view name) const;

 private:
  struct Parameter {
    std::string name;
    bool optional = false;
  };
  std::vector<Parameter> parameters_;
  bool rest_ = false;
};

/// One item as a T: bool, std::int64_t, Integer, double (an integer is one too, as in C++), std::string, Item,
/// std::vector<T>, std::optional<T> (None is nothing), or a type of the harness. Anything else than that: `absent`,
/// because the call would not compile.
template <class T>
T convert(const Item& item);

/// The arguments of one call, in the order of the operation's parameters, however they were passed.
class Arguments {
 public:
  /// Precondition: as many items as parameters, nothing for those left out.
  Arguments(std::shared_ptr<const Parameters> parameters, std::vector<std::optional<Item>> items)
      : parameters_(std::move(parameters)), items_(std::move(items)) {}

  bool has(std::size_t index) const { return index < items_.size() && items_[index].has_value(); }
  bool has(std::string_view name) const { return has(index_of(name)); }
  /// None where it was left out: use `has` where that makes a difference.
  const Item& item(std::size_t index) const;
  const Item& item(std::string_view name) const { return item(index_of(name)); }

  /// `absent` where the argument is no T (see convert).
  template <class T>
  T get(std::size_t index) const {
    return convert<T>(item(index));
  }
  template <class T>
  T get(std::string_view name) const {
    return convert<T>(item(name));
  }
  template <class T>
  T get_or(std::size_t index, T fallback) const {
    return has(index) ? convert<T>(item(index)) : fallback;
  }
  template <class T>
  T get_or(std::string_view name, T fallback) const {
    return get_or<T>(index_of(name), std::move(fallback));
  }

  /// The same arguments with one replaced, for wrappers.
  Arguments with(std::size_t index, Item item) const;
  Arguments with(std::string_view name, Item item) const { return with(index_of(name), std::move(item)); }

 private:
  std::size_t index_of(std::string_view name) const;  // `internal` where there is no such parameter

  std::shared_ptr<const Parameters> parameters_;
  std::vector<std::optional<Item>> items_;
};

[[noreturn]] void absent_conversion(std::string_view wanted, const Item& item);

template <class T>
struct Conversion {
  static T convert(const Item& item) {
    if (const T* object = item.as<T>()) return *object;
    absent_conversion("an object of the type the operation takes", item);
  }
};
template <>
struct Conversion<Item> {
  static Item convert(const Item& item) { return item; }
};
template <>
struct Conversion<bool> {
  static bool convert(const Item& item);
};
template <>
struct Conversion<std::int64_t> {
  static std::int64_t convert(const Item& item);
};
template <>
struct Conversion<Integer> {
  static Integer convert(const Item& item);
};
template <>
struct Conversion<double> {
  static double convert(const Item& item);
};
template <>
struct Conversion<std::string> {
  static std::string convert(const Item& item);
};
template <class T>
struct Conversion<std::optional<T>> {
  static std::optional<T> convert(const Item& item) {
    if (item.is_none()) return std::nullopt;
    return Conversion<T>::convert(item);
  }
};
template <class T>
struct Conversion<std::vector<T>> {
  static std::vector<T> convert(const Item& item) {
    if (item.list() == nullptr) absent_conversion("a list", item);
    std::vector<T> result;
    result.reserve(item.list()->size());
    for (const Item& element : *item.list()) result.push_back(Conversion<T>::convert(element));
    return result;
  }
};

template <class T>
T convert(const Item& item) {
  return Conversion<T>::convert(item);
}

}  // namespace swconform::sdk
