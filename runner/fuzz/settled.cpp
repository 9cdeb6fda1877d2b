// SPDX-License-Identifier: Apache-2.0
#include "runner/fuzz/settled.hpp"

#include <algorithm>

#include "runner/engine/layout_values.hpp"

namespace swconform::fuzz {
namespace {

const Value* layout_of(const Performance& reference, std::string_view name, std::size_t moment) {
  const ObjectFacts* facts = reference.facts(name, moment);
  return facts != nullptr ? fact(*facts, "layout") : nullptr;
}

const Value::List* modes_of(const Value* layout) {
  const Value* parts = layout != nullptr ? layout->tagged_as("layout") : nullptr;
  return parts != nullptr ? (*parts->list())[0].list() : nullptr;
}

bool is_key_settled(const Session& session, std::size_t index, const Performance& reference) {
  const Call& call = session.calls[index];
  const Value::List* modes = modes_of(layout_of(reference, subject(call), index));
  const Value::List* key = call.arguments.size() > 1 ? call.arguments[1].list() : nullptr;
  if (modes == nullptr || key == nullptr || key->empty()) return false;  // Q25
  const bool accepted = index < reference.outcomes.size() && reference.outcomes[index].kind == Outcome::Kind::value;
  if (level_count(session, subject(call)) > 1) return accepted;  // Q8
  bool only_integers = true;
  for (std::size_t i = 0; i < key->size(); ++i) {
    const Value& entry = (*key)[i];
    if (entry.integer() != nullptr) {
      if (entry.integer()->to_int64().value_or(0) < 0) return false;  // Q5
      continue;
    }
    only_integers = false;
    const Value* slice = entry.tagged_as("slice");
    const bool nested = i < modes->size() && (*modes)[i].list() != nullptr;
    const bool written_whole = slice != nullptr && std::all_of(slice->list()->begin(), slice->list()->end(),
                                                               [](const Value& part) { return part.is_null(); });
    if (nested && !written_whole && accepted) return false;  // Q13
  }
  return !only_integers || key->size() == modes->size();  // Q6
}

bool is_injective(const Value* layout) {
  const auto modes = layout != nullptr ? leaves(*layout) : std::nullopt;
  return modes && injective(*modes) == true;
}

/// Whether a tensor, and whatever it was made of, is a one-level float tensor that shows no slot twice.
bool is_plain(const Session& session, std::string_view name, const Performance& reference, std::size_t moment) {
  if (!is_injective(layout_of(reference, name, moment))) return false;
  for (const Source& source : session.sources) {
    if (source.name == name) return source.levels.size() == 1 && source.levels[0].dtype == "Float32";
  }
  for (const Call& made : session.calls) {
    if (made.as != name) continue;
    return std::all_of(made.arguments.begin(), made.arguments.end(), [&](const Value& argument) {
      return referred(argument).empty() || is_plain(session, referred(argument), reference, moment);
    });
  }
  return false;
}

bool is_gradient_settled(const Session& session, std::size_t index, const Performance& reference) {
  const Call& call = session.calls[index];
  const std::string_view cotangent = call.arguments.size() > 1 ? referred(call.arguments[1]) : std::string_view();
  const Value* layout = layout_of(reference, subject(call), index);
  const Value* given = layout_of(reference, cotangent, index);
  return layout != nullptr && given != nullptr && *layout == *given && is_plain(session, subject(call), reference, index) &&
         is_plain(session, cotangent, reference, index);
}

}  // namespace

bool is_settled(const Session& session, std::size_t call, const Performance& reference) {
  const std::string& operation = session.calls[call].operation;
  if (operation == "index") return is_key_settled(session, call, reference);
  if (operation == "backward") return is_gradient_settled(session, call, reference);
  return true;
}

std::size_t level_count(const Session& session, std::string_view name) {
  for (const Source& source : session.sources) {
    if (source.name == name) return source.levels.size();
  }
  for (const Call& call : session.calls) {
    if (call.as == name) return level_count(session, subject(call));
  }
  return 1;
}

}  // namespace swconform::fuzz
