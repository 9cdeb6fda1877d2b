// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "reference/scalar.hpp"

namespace strideweave {

class Argument;
class Carrier;
class DType;
struct Foreign;

/// None, the argument that is nothing.
struct None {
  friend bool operator==(None, None) = default;
};

/// A slice as it was written: start, stop and step may be anything, None where they were left out.
class SliceArgument {
 public:
  SliceArgument(Argument start, Argument stop, Argument step);

  const Argument& start() const;
  const Argument& stop() const;
  const Argument& step() const;

 private:
  std::vector<Argument> parts_;
};

/// Any class type that has no alternative of its own in Argument.
template <class T>
concept ArgumentObject =
    std::is_class_v<T> && !std::same_as<T, Argument> && !std::same_as<T, None> && !std::same_as<T, Int> &&
    !std::same_as<T, Scalar> && !std::same_as<T, SliceArgument> && !std::same_as<T, std::vector<Argument>> &&
    !std::same_as<T, std::any> && !std::derived_from<T, DType> && !std::convertible_to<const T&, std::string_view>;

/// A dynamically typed argument, for the parameters whose type the specs check: whatever is passed, it compiles, and
/// the operation answers TypeError where the spec says so. Typed values convert, so that typed calls read naturally.
/// None, bool, integers and floats need no allocation. A bool never counts as an integer. (Q4)
///
/// Library objects are held under these types: Shape, Stride, Layout, Tree, Tensor, `std::shared_ptr<Carrier>` for a
/// pointer to any carrier class, `const DType*` for any descriptor, `std::shared_ptr<const Foreign>`; anything else
/// under its own type.
class Argument {
 public:
  using List = std::vector<Argument>;

  Argument() = default;
  Argument(None) {}
  template <std::same_as<bool> T>
  Argument(T value) : value_(value) {}
  template <BuiltinInteger T>
  Argument(T value) : value_(Int(value)) {}
  Argument(Int value) : value_(value) {}
  template <std::floating_point T>
  Argument(T value) : value_(static_cast<double>(value)) {}
  Argument(const Scalar& value);
  Argument(const char* text) : value_(std::string(text)) {}
  Argument(std::string_view text) : value_(std::string(text)) {}
  Argument(std::string text) : value_(std::move(text)) {}
  Argument(List items) : value_(std::move(items)) {}
  Argument(SliceArgument slice) : value_(std::move(slice)) {}
  Argument(const DType& dtype) : value_(std::any(&dtype)) {}
  template <std::derived_from<DType> T>
  Argument(const T* dtype) : value_(std::any(static_cast<const DType*>(dtype))) {}
  template <ArgumentObject T>
  Argument(T object) : value_(std::any(std::move(object))) {}
  template <std::derived_from<Carrier> T>
  Argument(std::shared_ptr<T> carrier) : value_(std::any(std::shared_ptr<Carrier>(std::move(carrier)))) {}
  Argument(std::shared_ptr<Foreign> object) : value_(std::any(std::shared_ptr<const Foreign>(std::move(object)))) {}
  /// An object that is already wrapped.
  template <std::same_as<std::any> T>
  explicit Argument(T object) : value_(std::move(object)) {}

  /// `Argument::slice(1, None(), 2)` is `1::2`.
  static Argument slice(Argument start, Argument stop, Argument step = {});

  bool is_none() const { return std::holds_alternative<None>(value_); }

 private:
  using Value = std::variant<None, bool, Int, double, std::string, List, SliceArgument, std::any>;
  template <class T, class... Alternatives>
  static constexpr bool is_alternative(std::variant<Alternatives...>*) {
    return (std::same_as<T, Alternatives> || ...);
  }

 public:
  /// The value if it is held under exactly this type, else null: `get_if<Int>()`, `get_if<Layout>()`.
  template <class T>
  const T* get_if() const {
    if constexpr (is_alternative<T>(static_cast<Value*>(nullptr))) {
      return std::get_if<T>(&value_);
    } else {
      const auto* object = std::get_if<std::any>(&value_);
      return object == nullptr ? nullptr : std::any_cast<T>(object);
    }
  }

 private:
  Value value_;
};

/// What the argument is, for messages: `None`, `bool`, `float`, `str`, `list`, `Layout`, ...
std::string type_name(const Argument& argument);

/// "<what> must be <wanted>, not <type name>" as a TypeError.
[[noreturn]] void raise_wrong_type(const Argument& argument, std::string_view what, std::string_view wanted);

/// The integer, or a TypeError that names `what`. (Q4: a bool is none)
inline Int require_integer(const Argument& argument, std::string_view what) {
  if (const Int* value = argument.get_if<Int>()) return *value;
  raise_wrong_type(argument, what, "an integer");
}

/// The object of type T, or a TypeError: `require<Shape>(target, "target", "a Shape")`.
template <class T>
const T& require(const Argument& argument, std::string_view what, std::string_view wanted) {
  if (const T* value = argument.get_if<T>()) return *value;
  raise_wrong_type(argument, what, wanted);
}

}  // namespace strideweave
