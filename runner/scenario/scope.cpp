// SPDX-License-Identifier: Apache-2.0
#include "runner/scenario/scope.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/scenario/scalars.hpp"

namespace swconform::scenario {
namespace {

using Words = std::vector<std::string>;

bool contains(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const Words& reserved_words() {
  static const Words words{"none", "true",    "false",  "any",     "fresh",   "injective",
                           "iota", "omitted", "raises", "returns", "message", "mentions"};
  return words;
}

/// Every fact there is, as fixtures write it.
const Words& facts() {
  static const Words words{"layout",
                           "offset",
                           "carrier",
                           "dtype",
                           "size",
                           "class",
                           "grad",
                           "alive",
                           "subtensors",
                           "adjacent",
                           "snapshot",
                           "values",
                           "shape",
                           "carriers",
                           "offsets",
                           "count",
                           "stored",
                           "version",
                           "released",
                           "reads",
                           "writes",
                           "allocations",
                           "calls",
                           "log",
                           "context",
                           "writes-refused",
                           "logical_dtype",
                           "storage_dtypes",
                           "placement_layouts",
                           "adjacent_layouts",
                           "level_shapes"};
  return words;
}

/// What may have been meant by a word that is bound to nothing.
std::string meant_by(std::string_view word, const std::map<std::string, Binding, std::less<>>& names) {
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  if (lower == "true" || lower == "false") return "booleans are `true` and `false`";
  if (lower == "none" || lower == "nil") return "None is written `none`";
  if (lower == "yes" || lower == "no" || lower == "on" || lower == "off" || lower == "y" || lower == "n") {
    return "booleans are `true` and `false`; this is a word";
  }
  if (lower == "nan" || lower == "inf") return fmt::format("write !float \"{}\"", lower);
  if (is_built_in_dtype(word)) return fmt::format("write !dtype {}", word);
  if (is_error_kind(word)) return fmt::format("an exception object is a given: boom: !error {}", word);
  Words candidates;
  for (const auto& [name, binding] : names) {
    if (!name.starts_with('$') && name.find('$') == std::string::npos) candidates.push_back(name);
  }
  const std::string near = nearest(word, candidates);
  if (!near.empty()) return fmt::format("did you mean `{}`?", near);
  return "a bare word names an object bound earlier; text is !str \"...\"";
}

}  // namespace

const std::vector<std::string>& built_in_dtypes() {
  static const Words words{"Any",     "Floating", "Integer", "Bool", "Int32", "Int8", "Float32",
                           "Float64", "E8M0",     "E5M2",    "E4M3", "E3M2",  "E2M3", "E2M1"};
  return words;
}
bool is_built_in_dtype(std::string_view name) { return contains(built_in_dtypes(), name); }

const std::vector<std::string>& error_kinds() {
  static const Words words{"TypeError",           "ValueError",   "IndexError",     "OverflowError",
                           "NotImplementedError", "RuntimeError", "AttributeError", "Other"};
  return words;
}
bool is_error_kind(std::string_view name) { return contains(error_kinds(), name); }

void Scope::check_new(const Node& name) const {
  if (!name.is_plain() || !is_identifier(name.text)) {
    name.fail(fmt::format("`{}` is no name", name.text), "letters, digits and `_`, not starting with a digit");
  }
  if (contains(reserved_words(), name.text) || is_built_in_dtype(name.text) || is_error_kind(name.text)) {
    name.fail(fmt::format("`{}` is a word of the language, not a name", name.text));
  }
  if (const Binding* first = find(name.text)) {
    name.fail(fmt::format("`{}` is bound already", name.text),
              fmt::format("in line {}; a name stands for one object throughout a case", first->line));
  }
}

Binding& Scope::bind(const Node& name, Binding::Origin origin) {
  check_new(name);
  Binding& binding = names_[name.text];
  binding.origin = origin;
  binding.line = name.line;
  return binding;
}

const Binding* Scope::find(std::string_view name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? nullptr : &found->second;
}

Path Scope::path(const Node& node) const {
  if (!node.is_plain()) node.fail(fmt::format("this is {}, not the name of an object", describe(node)));
  if (classify(node.text) == ScalarKind::malformed) refuse_malformed(node);
  Path path;
  std::string_view rest = node.text;
  for (std::size_t at = 0; at <= node.text.size();) {
    const std::size_t end = std::min(node.text.find('.', at), node.text.size());
    const std::string_view part = rest.substr(at, end - at);
    if (at == 0) {
      path.root = part;
      path.binding = find(part);
      if (path.binding == nullptr) node.fail(fmt::format("nothing is called `{}`", part), meant_by(part, names_));
    } else {
      const bool is_index = classify(part) == ScalarKind::integer && part[0] != '-';
      if (!is_index && !contains(facts(), part)) {
        const std::string near = nearest(part, facts());
        node.fail_inside(at, fmt::format("there is no fact `{}`", part),
                         near.empty() ? std::string() : fmt::format("did you mean `{}`?", near));
      }
    }
    if (at != 0) path.text += '.';
    path.text += part;
    at = end + 1;
  }
  if (path.binding->value && !path.is_name()) {
    node.fail(fmt::format("`{}` stands for a value, which has no facts", path.root));
  }
  return path;
}

}  // namespace swconform::scenario
