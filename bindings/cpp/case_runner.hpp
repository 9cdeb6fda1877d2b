// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/cpp/harness.hpp"
#include "bindings/cpp/identities.hpp"
#include "bindings/protocol/messages.hpp"

namespace swconform::sdk {

/// Runs the steps of one case, in order, and replies as the protocol says.
class CaseRunner {
 public:
  /// Both must outlive it.
  CaseRunner(const Harness& harness, const Harness::Reply& reply) : harness_(harness), reply_(reply) {}

  void run(const CaseRequest& request);

 private:
  /// An object met on a walk, held until it has been looked at.
  using Queue = std::vector<std::pair<Known*, std::any>>;

  void run_steps(const CaseRequest& request);
  Outcome run_step(const Step& step);
  Item call(const Step& step);
  std::vector<std::optional<Item>> arguments(const Step& step, const Parameters& parameters);
  void drop(const Step& step);
  void drop(const Value& reference);
  void bind(const std::string& name, Item item);

  Item decode(const Value& value);
  Item resolve(std::string_view path);
  Item fact_of(const Item& owner, std::string_view name, std::string_view path);

  /// The value that stands for the item; objects with identity are added to `met`, if given.
  Value encode(const Item& item, Queue* met);
  Value encode_object(const std::any& object, Queue* met);
  Value encode_fact(const Fact& fact, Queue* met);
  ErrorReport report(const std::exception_ptr& exception) const;
  const Harness::TypeRow* type_of(const std::any& object) const;

  void send_facts();
  void visit(Known& known, const std::any& object, Queue& met, Facts& facts);
  Value::Record ask(const Known& known, const std::any& object, Queue& met);

  const Harness& harness_;
  const Harness::Reply& reply_;
  Session session_;
  Identities identities_;
  Value::Record sent_names_;
  std::uint64_t walk_ = 0;
};

}  // namespace swconform::sdk
