// SPDX-License-Identifier: Apache-2.0
#include "runner/fuzz/claims.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <string>

#include "runner/engine/layout_values.hpp"
#include "runner/fuzz/modes.hpp"

namespace swconform::fuzz {
namespace {

std::string value_text(const Value& value) {
  if (value.floating() != nullptr) {
    const double number = *value.floating();
    if (!std::isfinite(number)) return fmt::format("!float \"{}\"", number);
    const std::string text = fmt::format("{}", number);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
  }
  if (value.boolean() != nullptr) return *value.boolean() ? "true" : "false";
  if (value.integer() != nullptr) return value.integer()->text();
  if (value.list() != nullptr) {
    std::string text;
    for (const Value& item : *value.list()) text += (text.empty() ? "" : ", ") + value_text(item);
    return "[" + text + "]";
  }
  return "none";
}

/// Extents of one have strides that `open` leaves to the implementation: `*`.
std::string expected_layout(const Value& shape, const Value& stride, bool open) {
  if (shape.list() != nullptr) {
    std::string text = "[";
    for (std::size_t i = 0; i < shape.list()->size(); ++i) {
      text += (i > 0 ? "," : "") + expected_layout((*shape.list())[i], (*stride.list())[i], open);
    }
    return text + "]";
  }
  return open && shape == Value(1) ? "*" : modes_text(stride);
}

std::string layout_check(const std::string& path, const Value& layout, bool open) {
  const Value::List& parts = *layout.tagged_as("layout")->list();
  return fmt::format("{}: \"{}:{}\"", path, modes_text(parts[0]), expected_layout(parts[0], parts[1], open));
}

class Claimant {
 public:
  Claimant(const Session& session, const Performance& reference)
      : session_(session), reference_(reference), idle_strides_(with_idle_strides(session)) {}

  Claims all() {
    Claims claims;
    for (std::size_t i = 0; i < session_.calls.size(); ++i) claims.changes.push_back(changed_gradients(i));
    const Outcome& end = reference_.outcomes.back();
    const Call& last = session_.calls.back();
    if (end.kind == Outcome::Kind::error) {
      claims.then = fmt::format("{{raises: {}}}", end.error_kind);
      claims.control_omitted = end.error_kind != "ValueError";
      return claims;
    }
    std::string checks;
    const auto add = [&](const std::string& check) { checks += (checks.empty() ? "" : ", ") + check; };
    if (!last.as.empty()) {
      add(tensor_checks(last.as));
    } else if (!end.value.is_null()) {
      add(fmt::format("returns: {}{}", end.value.list() != nullptr ? "!list " : "", value_text(end.value)));
    }
    for (const std::string& path : claims.changes.back()) {
      const std::string checked = gradient_checks(path.substr(0, path.rfind('.')));
      if (!checked.empty()) add(checked);
    }
    claims.then = "{" + (checks.empty() ? "returns: none" : checks) + "}";
    return claims;
  }

 private:
  std::vector<std::string> names(std::size_t call) const {
    std::vector<std::string> result;
    for (const Source& source : session_.sources) result.push_back(source.name);
    for (std::size_t i = 0; i < call; ++i) {
      if (!session_.calls[i].as.empty()) result.push_back(session_.calls[i].as);
    }
    return result;
  }

  std::optional<Value> gradient_values(const std::string& name, std::size_t moment) const {
    const ObjectFacts* facts = reference_.facts(name, moment);
    const Value* grad = facts != nullptr ? fact(*facts, "grad") : nullptr;
    const auto object = grad != nullptr ? token(*grad) : std::nullopt;
    const ObjectFacts* tensor = object ? reference_.moments[moment].object(*object) : nullptr;
    return tensor != nullptr ? values(*tensor, moment) : std::nullopt;
  }

  std::optional<Value> values(const ObjectFacts& tensor, std::size_t moment) const {
    const Value* carrier = fact(tensor, "carrier");
    const auto object = carrier != nullptr ? token(*carrier) : std::nullopt;
    const ObjectFacts* holder = object ? reference_.moments[moment].object(*object) : nullptr;
    const Value* stored = holder != nullptr ? fact(*holder, "stored") : nullptr;
    const Value* layout = fact(tensor, "layout");
    const Value* offset = fact(tensor, "offset");
    if (stored == nullptr || layout == nullptr || offset == nullptr) return std::nullopt;
    auto found = logical_values(*layout, *offset, *stored);
    if (auto* list = std::get_if<Value::List>(&found)) return Value(std::move(*list));
    return std::nullopt;
  }

  std::vector<std::string> changed_gradients(std::size_t call) const {
    std::vector<std::string> changed;
    for (const std::string& name : names(call)) {
      if (gradient_values(name, call) != gradient_values(name, call + 1)) changed.push_back(name + ".grad");
    }
    return changed;
  }

  std::string tensor_checks(const std::string& name) const {
    const ObjectFacts& facts = *reference_.facts(name, session_.calls.size());
    const bool open = idle_strides_.contains(name);
    const Value& levels = *fact(facts, "subtensors");
    std::string checks = layout_check(name + ".layout", *fact(facts, "layout"), open);
    checks += fmt::format(", {}.offset: {}", name, value_text(*fact(facts, "offset")));
    if (levels.list()->size() > 1) {
      return checks + ", " + layout_check(name + ".adjacent.0", fact(facts, "adjacent")->list()->front(), open);
    }
    const std::optional<Value> told = values(facts, session_.calls.size());
    return told ? checks + fmt::format(", {}.values: {}", name, value_text(*told)) : checks;
  }

  std::string gradient_checks(const std::string& name) const {
    const std::optional<Value> told = gradient_values(name, session_.calls.size());
    return told ? fmt::format("{}.grad.values: {}", name, value_text(*told)) : std::string();
  }

  const Session& session_;
  const Performance& reference_;
  std::set<std::string> idle_strides_;
};

}  // namespace

Claims claims_of(const Session& session, const Performance& reference) { return Claimant(session, reference).all(); }

}  // namespace swconform::fuzz
