// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <cstdint>
#include <deque>
#include <exception>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bindings/cpp/harness.hpp"

namespace swconform::sdk {

/// One object the case has met.
struct Known {
  std::int64_t token = 0;
  const Harness::TypeRow* type = nullptr;
  Watch watch;    // empty where it cannot be referred to weakly
  std::any kept;  // then this, so that no other object takes its address

  // What was sent of it.
  bool described = false;
  Value::Record facts;
  std::optional<bool> alive;
  std::uint64_t walk = 0;  // the last walk that came by
};

/// Tokens for the objects of one case, 1, 2, ...: equal where the objects are identical, never used twice. Objects that
/// can be watched are not kept alive.
class Identities {
 public:
  Known& of(const std::any& object, const Harness::TypeRow& type);
  Known& of(const std::exception_ptr& exception, const Harness::TypeRow& type);
  std::deque<Known>& all() { return all_; }

 private:
  Known& add(const Harness::TypeRow& type);

  std::deque<Known> all_;  // by token; references stay good
  std::unordered_multimap<const void*, Known*> by_address_;
  std::vector<std::pair<std::exception_ptr, Known*>> exceptions_;
};

}  // namespace swconform::sdk
