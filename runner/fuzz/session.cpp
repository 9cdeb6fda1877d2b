// SPDX-License-Identifier: Apache-2.0
#include "runner/fuzz/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "runner/fuzz/modes.hpp"

namespace swconform::fuzz {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 15> requirements = {
    {{"index", "views.slice"},
     {"rearrange", "views.rearrange"},
     {"permute", "views.permute"},
     {"reshape", "views.reshape"},
     {"as_strided", "views.as-strided"},
     {"broadcast_to", "views.broadcast-to"},
     {"broadcast_in_dim", "views.broadcast-in-dim"},
     {"squeeze", "views.squeeze"},
     {"unsqueeze", "views.squeeze"},
     {"backward", "views.backward"},
     {"assign", "views.backward"},
     {"add", "views.backward"},
     {"item", "friendly.item"},
     {"to_list", "friendly.to-list"},
     {"tensor", "representation.construction"}}};

std::string list_text(const Value::List& items, std::string_view separator);

/// An argument in the fixture language.
std::string argument_text(const Value& argument) {
  if (argument.is_null()) return "none";
  if (argument.integer() != nullptr) return argument.integer()->text();
  if (argument.boolean() != nullptr) return *argument.boolean() ? "true" : "false";
  if (argument.text() != nullptr) return fmt::format("!str \"{}\"", *argument.text());
  if (argument.list() != nullptr) return "[" + list_text(*argument.list(), ", ") + "]";
  if (const std::string_view name = referred(argument); !name.empty()) return std::string(name);
  if (const Value* shape = argument.tagged_as("shape")) return "!shape " + modes_text(*shape);
  if (const Value* stride = argument.tagged_as("stride")) return "!stride " + modes_text(*stride);
  if (const Value* slice = argument.tagged_as("slice")) {
    const Value::List& parts = *slice->list();
    const auto part = [&](std::size_t i) { return parts[i].is_null() ? std::string() : argument_text(parts[i]); };
    return fmt::format("!slice \"{}:{}{}\"", part(0), part(1), parts[2].is_null() ? "" : ":" + part(2));
  }
  if (const Value* tree = argument.tagged_as("tree")) {
    std::string text = "!tree [";
    for (const Value& item : *tree->list()) {
      if (text.back() != '[') text += ", ";
      text += item.is_null() ? "_" : item.list() != nullptr ? argument_text(Value::tagged("tree", item)).substr(6)
                                                            : argument_text(item);
    }
    return text + "]";
  }
  throw std::logic_error("no argument of a session: " + to_json(argument));
}

std::string list_text(const Value::List& items, std::string_view separator) {
  std::string text;
  for (const Value& item : items) text += (text.empty() ? "" : std::string(separator)) + argument_text(item);
  return text;
}

std::string placed(const Level& level) {
  return fmt::format("layout: \"{}\", offset: {}", layout_text(level.shape, level.stride), level.offset);
}

std::string numbers_text(const std::vector<std::int64_t>& numbers) { return fmt::format("[{}]", fmt::join(numbers, ", ")); }

std::string given_text(const Source& source) {
  if (source.levels.size() == 1) {
    const Level& only = source.levels[0];
    return fmt::format("      {}: !tensor {{dtype: {}, {}{}}}\n", source.name, only.dtype, placed(only),
                       source.values.empty() ? "" : ", values: " + numbers_text(source.values));
  }
  std::string planes;
  std::string subtensors;
  std::string adjacent;
  for (const Level& level : source.levels) {
    planes += (planes.empty() ? "" : ", ") + level.dtype;
    subtensors += (subtensors.empty() ? "{" : ", {") + placed(level) + "}";
  }
  for (std::size_t i = 0; i < source.adjacent.size(); ++i) {
    adjacent += fmt::format("{}\"{}\"", i > 0 ? ", " : "", layout_text(source.levels[i].shape, source.adjacent[i]));
  }
  return fmt::format(
      "      P{0}: !compound {{planes: [{1}]}}\n"
      "      {0}: !multi {{dtype: P{0}, subtensors: [{2}], adjacent: [{3}]}}\n",
      source.name, planes, subtensors, adjacent);
}

std::string call_text(const Call& call, const std::vector<std::string>& changes) {
  std::string text = fmt::format("      - {{{}: [{}]", call.operation, list_text(call.arguments, ", "));
  if (!call.as.empty()) text += ", as: " + call.as;
  if (call.no_grad) text += ", no_grad: true";
  if (!changes.empty()) text += fmt::format(", changes: [{}]", fmt::join(changes, ", "));
  return text + "}\n";
}

int first_clause(const spec::Requirement& requirement) {
  for (const spec::Clause& clause : requirement.clauses) {
    if (clause.untestable.empty() && clause.standing == spec::Standing::none) return clause.number;
  }
  throw std::logic_error("no clause of " + requirement.id + " can be asserted");
}

}  // namespace

Value reference(std::string_view name) { return Value::tagged("ref", name); }

std::string_view referred(const Value& argument) {
  const Value* name = argument.tagged_as("ref");
  return name != nullptr && name->text() != nullptr ? std::string_view(*name->text()) : std::string_view();
}

std::string_view subject(const Call& call) {
  return call.arguments.empty() ? std::string_view() : referred(call.arguments.front());
}

std::set<std::string> with_idle_strides(const Session& session) {
  std::set<std::string> names;
  for (const Call& call : session.calls) {
    const bool opens = call.operation == "as_strided" || call.operation == "reshape";
    if (!call.as.empty() && (opens || names.contains(std::string(subject(call))))) names.insert(call.as);
  }
  return names;
}

std::string requirement_of(std::string_view operation) {
  const auto found = std::find_if(requirements.begin(), requirements.end(),
                                  [&](const auto& row) { return row.first == operation; });
  if (found == requirements.end()) throw std::logic_error("no requirement of " + std::string(operation));
  return std::string(found->second);
}

std::string fixture_text(const Session& session, const Claims& claims, const spec::Catalogue& catalogue) {
  const std::string id = requirement_of(session.calls.back().operation);
  const spec::Requirement* requirement = catalogue.requirement(id);
  if (requirement == nullptr || requirement->scenarios.empty()) throw std::logic_error("no scenario of " + id);
  const std::string& scenario = requirement->scenarios.front().id;
  std::string text = fmt::format("requirement: {}\nscenarios:\n  - scenario: {}\n    given:\n", id,
                                 scenario.substr(scenario.find('/') + 1));
  for (const Source& source : session.sources) text += given_text(source);
  if (claims.control_omitted) text += "    control: omitted\n";
  text += "    when:\n";
  for (std::size_t i = 0; i < session.calls.size(); ++i) {
    text += call_text(session.calls[i], i < claims.changes.size() ? claims.changes[i] : std::vector<std::string>());
  }
  return text + fmt::format("    then: {{{}: {}}}\n", first_clause(*requirement), claims.then);
}

scenario::Case read_session(const Session& session, const Claims& claims, const spec::Catalogue& catalogue,
                            const scenario::Vocabulary& vocabulary) {
  std::vector<scenario::Case> cases =
      scenario::read_fixture_text(fixture_text(session, claims, catalogue), "session", catalogue, vocabulary);
  return std::move(cases.at(0));
}

}  // namespace swconform::fuzz
