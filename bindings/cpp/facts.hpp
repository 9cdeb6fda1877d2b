// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "bindings/cpp/item.hpp"

namespace swconform::sdk {

/// A query that raised.
struct Failure {
  std::exception_ptr exception;
};
/// A fact that exists but cannot be told.
struct Unreadable {
  std::string why;
};
using Fact = std::variant<Item, Failure, Unreadable>;

/// What can be seen of one object, raw: read past spies, without calling the operations under test. Objects in it are
/// followed.
class FactSheet {
 public:
  using Entry = std::pair<std::string, Fact>;

  /// Adds a fact or replaces it.
  FactSheet& set(std::string name, Fact fact);
  FactSheet& remove(std::string_view name);
  /// The fact is what `ask` returns, or the exception it ends with. Out of memory is no answer and passes.
  template <class Ask>
  FactSheet& query(std::string name, Ask&& ask) {
    try {
      return set(std::move(name), Fact(Item(std::forward<Ask>(ask)())));
    } catch (const std::bad_alloc&) {
      throw;
    } catch (...) {
      return set(std::move(name), Fact(Failure{std::current_exception()}));
    }
  }
  const Fact* find(std::string_view name) const;
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

}  // namespace swconform::sdk
