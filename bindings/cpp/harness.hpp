// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeindex>
#include <unordered_map>
#include <utility>

#include "bindings/cpp/arguments.hpp"
#include "bindings/cpp/errors.hpp"
#include "bindings/cpp/facts.hpp"
#include "bindings/cpp/item.hpp"
#include "bindings/cpp/session.hpp"
#include "bindings/protocol/messages.hpp"

namespace swconform::sdk {

using Operation = std::function<Item(Session&, const Arguments&)>;
using FactsFunction = std::function<FactSheet(Session&, const std::any&)>;
/// Around one operation, or around the facts of one kind of object: `next` is what stood there before.
using OperationWrapper = std::function<Item(const Operation& next, Session&, const Arguments&)>;
using FactsWrapper = std::function<FactSheet(const FactsFunction& next, Session&, const std::any&)>;

/// Later says whether the object it was made for still lives, without keeping it alive.
using Watch = std::function<bool()>;

/// How the SDK deals with objects of type T. Two T are one object where kind and identity are equal.
template <class T>
struct ObjectType {
  std::string kind;                                           // tensor, carrier, ...: for the facts
  std::function<const void*(const T&)> identity;              // not null
  std::function<Watch(const T&)> watch = {};                  // empty: no `alive`; the SDK keeps a copy of the T
  std::function<std::optional<Value>(const T&)> encode = {};  // a value that stands for this T, else its token
  std::function<FactSheet(Session&, const T&)> facts = {};    // empty: no facts
  bool constant = false;  // its facts, and those of the objects in them, never change: they are asked once a case
};

/// Objects held by std::shared_ptr: identity is the address.
template <class T>
ObjectType<std::shared_ptr<T>> shared_object(std::string kind,
                                             std::function<FactSheet(Session&, const std::shared_ptr<T>&)> facts = {}) {
  ObjectType<std::shared_ptr<T>> type;
  type.kind = std::move(kind);
  type.identity = [](const std::shared_ptr<T>& object) -> const void* { return object.get(); };
  type.watch = [](const std::shared_ptr<T>& object) -> Watch {
    return [weak = std::weak_ptr<T>(object)] { return !weak.expired(); };
  };
  type.facts = std::move(facts);
  return type;
}

/// A harness: operations by name over the implementation's own objects. Copies are cheap and independent. Answering is
/// const and may go on in several threads at once.
///
/// Every harness has the operations `drop` and, unless it registers its own, `error`, and the kind `error`:
/// std::exception_ptr, the exception itself.
class Harness {
 public:
  using Reply = std::function<void(Value)>;

  Harness(std::string name, std::string version);

  /// `function` takes (Session&, const Arguments&) or (const Arguments&) and returns an Item, something an Item can be
  /// made of, nothing (None), or an object of a registered type. The last registration of a name counts.
  template <class Function>
  Harness& operation(std::string name, Parameters parameters, Function function);

  /// Objects with identity.
  template <class T>
  Harness& type(ObjectType<T> type);
  /// Values without identity, written as `encode` says, e.g. {"layout": [shape, stride]}.
  template <class T>
  Harness& value_type(std::function<Value(const T&)> encode);

  Harness& classifier(Classifier classify);
  /// Makes the guard that keeps gradient recording disabled while it lives. Without it such steps are `unsupported`.
  Harness& no_grad(std::function<std::shared_ptr<void>()> disable);
  /// Names of the facts it can answer, for `hello`; together over all calls.
  Harness& facts(std::vector<std::string> names);

  /// Puts a wrapper around an operation, or around the facts of every type of a kind. std::invalid_argument where there
  /// is none.
  Harness& wrap(std::string_view operation, OperationWrapper wrapper);
  Harness& wrap_facts(std::string_view kind, FactsWrapper wrapper);

  Hello hello() const;
  /// The whole entry point. A request that is none is answered by {"internal": why, "done": true}. Nothing leaves it
  /// but std::bad_alloc and what `reply` throws.
  void answer(const Value& request, const Reply& reply) const;
  void operator()(const Value& request, const Reply& reply) const { answer(request, reply); }

  struct OperationRow {
    std::shared_ptr<const Parameters> parameters;
    Operation function;
  };
  /// ObjectType without its T.
  struct TypeRow {
    std::string kind;
    std::function<const void*(const std::any&)> identity;  // empty: a value
    std::function<Watch(const std::any&)> watch;
    std::function<std::optional<Value>(const std::any&)> encode;
    FactsFunction facts;
    bool constant = false;
  };

 private:
  friend class CaseRunner;

  Harness& add_operation(std::string name, Parameters parameters, Operation function);
  Harness& add_type(std::type_index type, TypeRow row);

  Hello hello_;
  std::map<std::string, std::shared_ptr<const OperationRow>, std::less<>> operations_;
  std::unordered_map<std::type_index, std::shared_ptr<const TypeRow>> types_;
  Classifier classify_;
  std::function<std::shared_ptr<void>()> no_grad_;
};

template <class Function>
Harness& Harness::operation(std::string name, Parameters parameters, Function function) {
  return add_operation(std::move(name), std::move(parameters),
                       [function = std::move(function)](Session& session, const Arguments& arguments) -> Item {
                         const auto call = [&]() -> decltype(auto) {
                           if constexpr (std::is_invocable_v<const Function&, Session&, const Arguments&>) {
                             return function(session, arguments);
                           } else {
                             return function(arguments);
                           }
                         };
                         using Result = std::decay_t<decltype(call())>;
                         if constexpr (std::is_void_v<Result>) {
                           call();
                           return Item();
                         } else if constexpr (std::is_convertible_v<Result, Item> && !std::is_pointer_v<Result>) {
                           return Item(call());
                         } else {
                           return Item::object<Result>(call());
                         }
                       });
}

template <class T>
Harness& Harness::type(ObjectType<T> type) {
  const auto typed = [](const std::any& object) -> const T& { return *std::any_cast<T>(&object); };
  TypeRow row;
  row.kind = std::move(type.kind);
  row.constant = type.constant;
  row.identity = [typed, f = std::move(type.identity)](const std::any& object) { return f(typed(object)); };
  if (type.watch) row.watch = [typed, f = std::move(type.watch)](const std::any& object) { return f(typed(object)); };
  if (type.encode)
    row.encode = [typed, f = std::move(type.encode)](const std::any& object) { return f(typed(object)); };
  if (type.facts) {
    row.facts = [typed, f = std::move(type.facts)](Session& session, const std::any& object) {
      return f(session, typed(object));
    };
  }
  return add_type(typeid(T), std::move(row));
}

template <class T>
Harness& Harness::value_type(std::function<Value(const T&)> encode) {
  TypeRow row;
  row.encode = [f = std::move(encode)](const std::any& object) -> std::optional<Value> {
    return f(*std::any_cast<T>(&object));
  };
  return add_type(typeid(T), std::move(row));
}

}  // namespace swconform::sdk
