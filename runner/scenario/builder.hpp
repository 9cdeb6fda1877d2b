// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "runner/scenario/case.hpp"
#include "runner/scenario/layouts.hpp"
#include "runner/scenario/node.hpp"
#include "runner/scenario/scope.hpp"

namespace swconform::scenario {

/// How much the carriers of a file may hold together: a guard against fixtures that would fill the memory.
struct Budget {
  Wide elements = Wide{1} << 22;
};

/// Turns typed values into the steps that build them, in the order in which they are asked for, and arguments into
/// protocol values. Everything throws FixtureError.
class Builder {
 public:
  /// Adds to `target.givens`; `target.id` must be there already.
  Builder(Case& target, Scope& scope, Budget& budget) : case_(target), scope_(scope), budget_(budget) {}

  /// `name: value` under `given`.
  void given(const Node& name, const Node& value);
  /// An argument of a step.
  Value argument(const Node& node);
  /// A dtype field: a built-in's name, a bound name or a typed value.
  Dtype dtype(const Node& node);

 private:
  struct CarrierPlan;
  struct Placed;

  std::string hidden_name();
  std::string invented_name();
  /// Adds the step, bound to `name`, and returns a reference to it.
  Value emit(Step step, const std::string& name, std::string written, const Node& node);
  Value build(const Node& node, const std::string& name, Binding& binding);
  Value word(const Node& node);
  Value built_in(const std::string& name, const Node& node);

  Value int_tuple(const Node& node, const std::string& name);
  Value layout(const Node& node, const LayoutText& layout, const std::string& name);
  Value tree(const Node& node, const std::string& name);
  Value slice(const Node& node);
  Value list(const Node& node);
  Value error(const Node& node, const std::string& name);
  Value error_reference(const Node& node);
  Value category(const Node& node, const std::string& name);
  Value simple(const Node& node, const std::string& name);
  Value compound(const Node& node, const std::string& name, Binding& binding);
  Value rule(const Node& node, const std::string& name);
  Value foreign(const Node& node, const std::string& name);
  Value object_map(const Node& node);

  Value carrier(const Node& node, const std::string& name, Binding& binding);
  Value tensor(const Node& node, const std::string& name, Binding& binding);
  Value multi(const Node& node, const std::string& name);
  Value subtensor(const Node& node);

  Dtype float32(const Node& node);
  CarrierPlan plan(const Members& members, Dtype dtype, std::string dtype_written);
  void place_values(const Node& node, const LayoutText& layout, Wide offset, CarrierPlan& plan) const;
  std::shared_ptr<const CarrierInfo> emit_carrier(const Node& node, CarrierPlan plan, const std::string& name);
  /// Layout, offset and carrier of a tensor or subtensor. `lenient`: what cannot be built is let through.
  Placed place(const Node& node, std::string_view what, const std::string& carrier_name, const Dtype* default_dtype,
               bool lenient);
  void use_carrier(const Node& node, const Members& members, bool lenient, Placed& placed);
  static Value subtensor_value(const Placed& placed);
  std::shared_ptr<const LayoutText> known_layout(const Node& node) const;
  Value layout_argument(const Node& node, const std::shared_ptr<const LayoutText>& known);
  void declare(const std::string& path, Matcher::Kind kind, Value value, const Node& node);
  void declare_dtype(const std::string& path, const Dtype& dtype, const Node& node);
  void declare_stored(const std::string& path, const CarrierInfo& carrier, const Node& node);
  void declare_placed(const std::string& prefix, const Placed& placed, const Node& node);

  Case& case_;
  Scope& scope_;
  Budget& budget_;
  std::map<std::string, Value> built_ins_;
  int hidden_ = 0;
  int invented_ = 0;
  int depth_ = 0;  // inside how many typed values the argument stands
};

}  // namespace swconform::scenario
