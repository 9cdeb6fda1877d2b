// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <memory>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
#include <vector>

#include "bindings/cpp/item.hpp"
#include "bindings/protocol/messages.hpp"

namespace swconform::sdk {

class CaseRunner;

/// What operations share within one case: nothing of it survives the case.
class Session {
 public:
  /// The harness's own T of this case, default-constructed on first use: a log, a counter for names, ... It outlives
  /// every name of the case.
  template <class T>
  T& state() {
    for (auto& [type, content] : states_) {
      if (type == typeid(T)) return *static_cast<T*>(content.get());
    }
    auto content = std::make_shared<T>();
    states_.emplace_back(typeid(T), content);
    return *content;
  }

  /// The object or value bound to a name, or nullptr.
  const Item* find(std::string_view name) const;

  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

 private:
  friend class CaseRunner;
  Session() = default;

  std::vector<std::pair<std::type_index, std::shared_ptr<void>>> states_;
  std::vector<std::pair<std::string, Item>> names_;
};

}  // namespace swconform::sdk
