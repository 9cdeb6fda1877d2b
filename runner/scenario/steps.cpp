// SPDX-License-Identifier: Apache-2.0
#include "runner/scenario/steps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/scenario/matchers.hpp"
#include "runner/scenario/scalars.hpp"

namespace swconform::scenario {
namespace {

using Parts = std::vector<std::pair<const Node*, const Node*>>;

bool is_member(std::string_view key) {
  constexpr std::string_view members[] = {"as", "changes", "no_grad", "raises", "returns", "gives"};
  return std::find(std::begin(members), std::end(members), key) != std::end(members);
}

/// The members of a step, those of `step: {...}` in its place.
void flatten(const Node& node, Parts& members) {
  if (!node.is_map() || !node.tag.empty()) {
    node.fail(fmt::format("a step is a map, and this is {}", describe(node)), "{operation: [arguments], as: v}");
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const Node& key = *node.keys[i];
    if (key.text == "step") {
      flatten(*node.items[i], members);
      continue;
    }
    for (const auto& [other, value] : members) {
      if (other->text == key.text) {
        key.fail(fmt::format("`{}` stands in this step twice", key.text), fmt::format("also in line {}", other->line));
      }
    }
    members.emplace_back(&key, node.items[i].get());
  }
}

const Node* find(const Parts& members, std::string_view key) {
  for (const auto& [name, value] : members) {
    if (name->text == key) return value;
  }
  return nullptr;
}

void refuse_members(const Parts& members, StepRole role) {
  for (const auto& [key, value] : members) {
    const bool says_what_comes = key->text == "raises" || key->text == "returns" || key->text == "gives";
    if (role == StepRole::judged && says_what_comes) {
      key->fail(fmt::format("the last step is judged and has no `{}`", key->text),
                "write it in `then`, under its clause");
    }
    if (role == StepRole::control && is_member(key->text) && key->text != "no_grad") {
      key->fail(fmt::format("a control has no `{}`", key->text), "it only has to succeed");
    }
  }
}

const Node& operation_of(const Node& node, const Parts& members, const Vocabulary& vocabulary) {
  const Node* operation = nullptr;
  for (const auto& [key, value] : members) {
    if (is_member(key->text)) continue;
    if (operation != nullptr) {
      key->fail(fmt::format("a step has one operation, and this one has `{}` and `{}`", operation->text, key->text),
                "members are: as, changes, no_grad, raises, returns, gives, step");
    }
    operation = key;
  }
  if (operation == nullptr) node.fail("this step has no operation", "{operation: [arguments]}");
  if (vocabulary.operations.count(operation->text) == 0) {
    const std::vector<std::string> known(vocabulary.operations.begin(), vocabulary.operations.end());
    operation->fail(fmt::format("there is no operation `{}`", operation->text), suggest(operation->text, known));
  }
  return *operation;
}

void read_arguments(const Node& node, Builder& builder, Step& step) {
  if (!node.tag.empty() || node.is_scalar()) {
    node.fail(fmt::format("arguments are a list or a map, and this is {}", describe(node)),
              "[argument, ...] or {keyword: argument, ...}");
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    Value value = builder.argument(*node.items[i]);
    if (node.is_list()) {
      step.arguments.push_back(std::move(value));
    } else {
      if (!is_identifier(node.keys[i]->text)) node.keys[i]->fail(fmt::format("`{}` is no keyword", node.keys[i]->text));
      step.keywords.emplace_back(node.keys[i]->text, std::move(value));
    }
  }
}

std::string written_step(const Parts& members) {
  std::string written;
  for (const auto& [key, value] : members) {
    if (!written.empty()) written += ", ";
    written += fmt::format("{}: {}", key->text, write(*value));
  }
  return written;
}

std::vector<std::string> read_changes(const Node& node, const Scope& scope) {
  std::vector<std::string> paths;
  for (const NodePtr& item : items_of(node, "`changes`")) {
    const Path path = scope.path(*item);
    if (path.binding->value) item->fail(fmt::format("`{}` stands for a value, which cannot change", path.root));
    paths.push_back(path.text);
  }
  return paths;
}

}  // namespace

CaseStep read_step(const Node& node, StepRole role, const Vocabulary& vocabulary, Builder& builder, Scope& scope) {
  Parts members;
  flatten(node, members);
  refuse_members(members, role);
  const Node& operation = operation_of(node, members, vocabulary);

  CaseStep result;
  result.place = node.place();
  result.written = written_step(members);
  result.step.operation = operation.text;
  result.step.facts = role != StepRole::control;
  read_arguments(*find(members, operation.text), builder, result.step);
  if (const Node* no_grad = find(members, "no_grad")) result.step.no_grad = boolean_of(*no_grad, "`no_grad`");
  if (const Node* changes = find(members, "changes")) result.changes = read_changes(*changes, scope);

  if (const Node* as = find(members, "as")) {
    if (find(members, "raises") != nullptr) as->fail("a step that must fail binds nothing");
    scope.bind(*as, role == StepRole::judged ? Binding::Origin::judged_step : Binding::Origin::step);
    result.step.as = as->text;
  }
  if (const Node* raises = find(members, "raises")) {
    result.raises.emplace();
    result.raises->subject = Check::Subject::raises;
    result.raises->matcher = read_raises(*raises, scope);
    result.raises->place = raises->place();
    if (const Node* returns = find(members, "returns")) returns->fail("a step that must fail returns nothing");
  }
  if (const Node* returns = find(members, "returns")) {
    result.returns.emplace();
    result.returns->subject = Check::Subject::returns;
    result.returns->matcher = read_matcher(*returns, scope);
    result.returns->place = returns->place();
  }
  if (const Node* gives = find(members, "gives")) {
    result.gives = read_checks(*gives, "`gives`", scope);
    for (const Check& check : result.gives) {
      if (check.subject != Check::Subject::fact) gives->fail("`gives` holds facts", "{path: matcher}");
    }
  }
  return result;
}

}  // namespace swconform::scenario
