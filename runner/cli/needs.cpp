// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/needs.hpp"

#include <algorithm>
#include <map>

#include "runner/engine/moment.hpp"

namespace swconform::cli {
namespace {

using scenario::Case;
using scenario::Check;

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has(const Hello& hello, const Need& need) {
  switch (need.kind) {
    case Need::Kind::operation:
      return has(hello.operations, need.name);
    case Need::Kind::option:
      return has(hello.options, need.name);
    case Need::Kind::fact:
      return has(hello.facts, need.name);
  }
  return false;
}

/// What the runner works out of other facts.
const std::map<std::string_view, std::vector<std::string>> worked_out = {
    {"values", {"layout", "offset", "carrier", "stored"}},
    {"shape", {"layout"}},
    {"carriers", {"carrier"}},
    {"offsets", {"offset"}},
};

class Collector {
 public:
  explicit Collector(const Hello& everything) : everything_(everything) {}

  void step(const Step& step) {
    needs.insert({Need::Kind::operation, step.operation});
    for (const auto& [name, value] : step.keywords) {
      note({Need::Kind::option, name});
      references(value);
    }
    for (const Value& value : step.arguments) references(value);
  }

  void checks(const std::vector<Check>& checks) {
    for (const Check& check : checks) {
      if (check.subject == Check::Subject::fact) path(check.path);
      matcher(check.matcher);
    }
  }

  std::set<Need> needs;

 private:
  void note(const Need& need) {
    if (has(everything_, need)) needs.insert(need);
  }

  void matcher(const scenario::Matcher& of) {
    if (!of.path.empty()) path(of.path);
    for (const auto& alternative : of.alternatives) matcher(alternative.matcher);
  }

  void path(std::string_view path) {
    const std::vector<std::string_view> parts = split_path(path);
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const auto found = worked_out.find(parts[i]);
      if (found == worked_out.end()) {
        note({Need::Kind::fact, std::string(parts[i])});
      } else {
        for (const std::string& fact : found->second) note({Need::Kind::fact, fact});
      }
    }
  }

  /// An argument may be a fact of an object.
  void references(const Value& value) {
    if (const Value* reference = value.tagged_as("ref"); reference != nullptr && reference->text() != nullptr) {
      path(*reference->text());
    } else if (const Value::List* list = value.list()) {
      for (const Value& item : *list) references(item);
    } else if (const Value::Record* record = value.record()) {
      for (const auto& field : *record) references(field.second);
    }
  }

  const Hello& everything_;
};

}  // namespace

std::string describe(const Need& need) {
  switch (need.kind) {
    case Need::Kind::operation:
      return need.name;
    case Need::Kind::option:
      return "the option " + need.name;
    case Need::Kind::fact:
      return "the fact " + need.name;
  }
  return need.name;
}

std::set<Need> needs(const Case& of, const Hello& everything) {
  Collector collector(everything);
  for (const scenario::GivenStep& given : of.givens)
    collector.step(given.step);  // what they declare is looked at where it can be told
  for (const scenario::CaseStep& step : of.when) {
    collector.step(step.step);
    collector.checks(step.gives);
    if (step.raises) collector.checks({*step.raises});
    if (step.returns) collector.checks({*step.returns});
  }
  if (of.control) collector.step(of.control->step);
  for (const scenario::Assertion& assertion : of.then) collector.checks(assertion.checks);
  for (const auto& letter : of.letters) collector.checks(letter.second.checks);
  return std::move(collector.needs);
}

Progress progress(const scenario::Fixtures& fixtures, const Hello& hello, const Hello& everything) {
  Progress result;
  std::map<Need, std::size_t> alone;  // how many cases lack this and nothing else
  std::map<std::string, std::set<Need>> lacks_of_scenario;
  std::vector<std::string> scenarios;  // in the order of the fixtures
  for (const Case& each : fixtures.cases()) {
    std::set<Need> lacks = needs(each, everything);
    std::erase_if(lacks, [&](const Need& need) { return has(hello, need); });
    ++result.all;
    if (lacks.empty()) ++result.ready;
    if (lacks.size() == 1) ++alone[*lacks.begin()];
    if (each.scenario.empty()) continue;
    const auto [entry, added] = lacks_of_scenario.try_emplace(each.scenario);
    if (added) scenarios.push_back(each.scenario);
    entry->second.insert(lacks.begin(), lacks.end());
  }
  for (const auto& [need, count] : alone) {
    if (count <= result.next_cases) continue;
    result.next = need;
    result.next_cases = count;
  }
  for (const std::string& scenario : scenarios) {
    const std::set<Need>& lacks = lacks_of_scenario[scenario];
    if (lacks.empty()) {
      result.ready_scenarios.push_back(scenario);
    } else if (result.nearest.empty() || lacks.size() < result.nearest_lacks.size()) {
      result.nearest = scenario;
      result.nearest_lacks = lacks;
    }
  }
  return result;
}

}  // namespace swconform::cli
