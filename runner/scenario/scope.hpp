// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/protocol/value.hpp"
#include "runner/scenario/layouts.hpp"
#include "runner/scenario/node.hpp"

// What the names of one case stand for.
namespace swconform::scenario {

/// A dtype: a built-in by name, or an object.
struct Dtype {
  std::string built_in;  // empty: an object
  Value ref;
  std::string path;           // of an object
  std::vector<Dtype> planes;  // of a compound
};

/// What the fixture says about a carrier.
struct CarrierInfo {
  Dtype dtype;
  std::optional<Wide> size;  // nothing where it is too large to count
  bool is_virtual = false;
  std::optional<Value::List> stored;  // where it is not too long to compare
};

/// What a name stands for, as far as the fixture says it.
struct Binding {
  enum class Origin { given, step, judged_step };
  Origin origin = Origin::given;
  std::optional<Value> value;                  // it stands for this value, and no object is bound
  std::string tag;                             // of the typed value
  std::shared_ptr<const LayoutText> layout;    // of a layout or a tensor
  std::shared_ptr<const CarrierInfo> carrier;  // of a carrier or a tensor
  std::shared_ptr<const Dtype> dtype;          // of a compound
  int line = 0;
};

/// A dotted path, checked: a bound name and facts.
struct Path {
  std::string text;  // as the protocol has it: `writes_refused`
  std::string root;
  const Binding* binding = nullptr;
  bool is_name() const { return text == root; }
};

class Scope {
 public:
  /// Throws FixtureError where the name cannot be one or is bound already.
  void check_new(const Node& name) const;
  /// The same, and binds it.
  Binding& bind(const Node& name, Binding::Origin origin);
  const Binding* find(std::string_view name) const;
  /// Throws FixtureError where the node is no path, its name is not bound, or it asks for an unknown fact.
  Path path(const Node& node) const;

 private:
  std::map<std::string, Binding, std::less<>> names_;
};

bool is_built_in_dtype(std::string_view name);
const std::vector<std::string>& built_in_dtypes();

/// TypeError ... Other.
bool is_error_kind(std::string_view name);
const std::vector<std::string>& error_kinds();

}  // namespace swconform::scenario
