// SPDX-License-Identifier: Apache-2.0
#include "runner/scenario/then.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/scenario/matchers.hpp"
#include "runner/scenario/scalars.hpp"

namespace swconform::scenario {
namespace {

constexpr std::string_view key_form = "clause numbers: 7, \"1 3 6-9\" or $clause";

class ClauseKey {
 public:
  ClauseKey(const Node& key, const spec::Requirement& requirement) : key_(key), requirement_(requirement) {}

  std::vector<int> read() {
    if (key_.is_list()) {  // from a row
      for (const NodePtr& item : key_.items) add(integer_of(*item, "a clause").text(), *item);
    } else {
      read_text(text_of(key_, "a key of `then`"));
    }
    if (clauses_.empty()) key_.fail("no clause", key_form);
    return std::move(clauses_);
  }

 private:
  void read_text(std::string_view text) {
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(' ', begin), text.size());
      const std::string_view part = text.substr(begin, end - begin);
      const std::size_t dash = part.find('-');
      if (dash == std::string_view::npos || dash == 0) {
        add(part, key_);
      } else {
        const int first = number(part.substr(0, dash), key_);
        const int last = number(part.substr(dash + 1), key_);
        if (first >= last) key_.fail(fmt::format("`{}` is no range of clauses", part), key_form);
        for (int clause = first; clause <= last; ++clause) add(fmt::format("{}", clause), key_);
      }
      begin = end + 1;
    }
  }

  int number(std::string_view text, const Node& node) const {
    if (classify(text) != ScalarKind::integer || text[0] == '-') {
      node.fail(fmt::format("`{}` is no clause", text), key_form);
    }
    const auto small = Integer::parse(text)->to_int64();
    const auto last = static_cast<std::int64_t>(requirement_.clauses.size());
    if (!small || *small < 1 || *small > last) {
      node.fail(fmt::format("{} has no clause {}", requirement_.id, text), fmt::format("it has clauses 1 to {}", last));
    }
    return static_cast<int>(*small);
  }

  void add(std::string_view text, const Node& node) {
    const int clause = number(text, node);
    const std::string& untestable = requirement_.clauses[static_cast<std::size_t>(clause) - 1].untestable;
    if (!untestable.empty()) {
      node.fail(fmt::format("clause {} is untestable, so no case asserts it", clause), untestable);
    }
    if (std::find(clauses_.begin(), clauses_.end(), clause) != clauses_.end()) {
      node.fail(fmt::format("clause {} stands in this key twice", clause));
    }
    clauses_.push_back(clause);
  }

  const Node& key_;
  const spec::Requirement& requirement_;
  std::vector<int> clauses_;
};

bool has(const Assertion& assertion, Check::Subject subject) {
  return std::any_of(assertion.checks.begin(), assertion.checks.end(),
                     [&](const Check& check) { return check.subject == subject; });
}

/// Refuses what cannot hold together: an error and an answer.
void check_consistent(const Node& checks, const std::vector<Check>& read, const Scope& scope, bool expects_error) {
  const auto is_of_answer = [&](const std::string& path) {
    const Binding* binding = scope.find(std::string_view(path).substr(0, path.find('.')));
    return binding != nullptr && binding->origin == Binding::Origin::judged_step;
  };
  for (std::size_t i = 0; i < read.size(); ++i) {
    const Check& check = read[i];
    const Node& key = *checks.keys[i];
    const bool of_error = check.subject == Check::Subject::message || check.subject == Check::Subject::mentions;
    if (of_error && !expects_error) {
      key.fail(fmt::format("`{}` without `raises`", key.text), "an error has a kind, asserted under its clause");
    }
    if (!expects_error) continue;
    if (check.subject == Check::Subject::returns) key.fail("a step that must fail returns nothing");
    if (is_of_answer(check.path) || is_of_answer(check.matcher.path)) {
      key.fail("a step that must fail binds nothing", "this names what the judged step would have bound");
    }
  }
}

}  // namespace

void read_then(const Node& node, const spec::Requirement& requirement, const Scope& scope, Case& result) {
  if (!node.is_map() || !node.tag.empty()) {
    node.fail(fmt::format("`then` is a map, and this is {}", describe(node)), "{7: {raises: ValueError}}");
  }
  if (node.keys.empty()) node.fail("`then` asserts nothing");
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const Node& key = *node.keys[i];
    Assertion assertion;
    assertion.clauses = ClauseKey(key, requirement).read();
    assertion.place = key.place();
    assertion.checks = read_checks(*node.items[i], fmt::format("clause {}", write(key)), scope);
    result.expects_error |= has(assertion, Check::Subject::raises);
    result.then.push_back(std::move(assertion));
  }
  for (std::size_t i = 0; i < result.then.size(); ++i) {
    check_consistent(*node.items[i], result.then[i].checks, scope, result.expects_error);
  }
}

void read_letters(const Node& node, const Scope& scope, Case& result) {
  const Members members(node, "the `then` of a probe", {"A", "B"});
  members.need("A");
  members.need("B");
  result.expects_error = true;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const Node& key = *node.keys[i];
    Assertion assertion;
    assertion.place = key.place();
    assertion.checks = read_checks(*node.items[i], fmt::format("reading {}", key.text), scope);
    const bool raises = has(assertion, Check::Subject::raises);
    check_consistent(*node.items[i], assertion.checks, scope, raises);
    result.expects_error &= raises;
    result.letters.emplace_back(key.text, std::move(assertion));
  }
}

std::string needs_control(const Case& result) {
  constexpr std::string_view kinds[] = {"TypeError", "AttributeError", "NotImplementedError", "any"};
  const auto of = [&](const Assertion& assertion) -> std::string {
    for (const Check& check : assertion.checks) {
      if (check.subject != Check::Subject::raises) continue;
      for (const std::string& kind : admitted_kinds(check.matcher)) {
        if (std::find(std::begin(kinds), std::end(kinds), kind) != std::end(kinds)) return kind;
      }
    }
    return {};
  };
  for (const Assertion& assertion : result.then) {
    if (std::string kind = of(assertion); !kind.empty()) return kind;
  }
  for (const auto& [letter, assertion] : result.letters) {
    if (std::string kind = of(assertion); !kind.empty()) return kind;
  }
  return {};
}

}  // namespace swconform::scenario
