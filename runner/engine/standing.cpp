// SPDX-License-Identifier: Apache-2.0
#include "runner/engine/standing.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

#include "runner/engine/notation.hpp"

namespace swconform {
namespace {

/// What `changes` permits, in terms of the moment before the step.
class Permission {
 public:
  Permission(const std::vector<std::string>& changes, const Moment& moment) : before_(moment.before) {
    if (changes.empty()) return;
    // The same moment seen before the step, so that paths lead to what was there.
    const Moment earlier{moment.hello, moment.givens, moment.before, moment.before};
    for (const std::string& path : changes) add(path, earlier);
    const std::set<std::int64_t> otherwise = reach(name_tokens(), true);
    for (const std::int64_t key : reach({objects_.begin(), objects_.end()}, false)) {
      if (!otherwise.contains(key)) objects_.insert(key);
    }
  }

  bool name(std::string_view name) const { return names_.contains(name); }
  bool object(std::int64_t key) const { return objects_.contains(key); }
  bool fact(std::int64_t key, std::string_view name) const {
    return std::any_of(facts_.begin(), facts_.end(), [&](const auto& f) { return f.first == key && f.second == name; });
  }

 private:
  void add(const std::string& path, const Moment& earlier) {
    const Answer there = earlier.at(path);
    std::vector<std::int64_t> tokens;
    if (there.kind() == Answer::Kind::value) collect_tokens(there.value(), tokens);
    objects_.insert(tokens.begin(), tokens.end());

    const std::size_t dot = path.rfind('.');
    if (dot == std::string::npos) {
      if (tokens.empty()) names_.insert(path);
      return;
    }
    const std::string last = path.substr(dot + 1);
    const Answer owner = earlier.at(path.substr(0, dot));
    const auto key = owner.kind() == Answer::Kind::value ? token(owner.value()) : std::nullopt;
    if (!key) return;
    facts_.emplace_back(*key, last);
    if (last != "values") return;
    // What a tensor's values are is what its carrier stores.
    const Answer carriers = earlier.at(path.substr(0, dot) + ".carriers.0");
    const auto carrier = carriers.kind() == Answer::Kind::value ? token(carriers.value()) : std::nullopt;
    if (carrier) facts_.emplace_back(*carrier, "stored");
  }

  std::vector<std::int64_t> name_tokens() const {
    std::vector<std::int64_t> tokens;
    for (const auto& [name, value] : before_.names()) {
      if (!is_hidden(name)) collect_tokens(value, tokens);
    }
    return tokens;
  }

  /// Everything reached from `start`; `around`: neither through what is permitted nor into it.
  std::set<std::int64_t> reach(std::vector<std::int64_t> start, bool around) const {
    std::set<std::int64_t> seen;
    while (!start.empty()) {
      const std::int64_t key = start.back();
      start.pop_back();
      if ((around && objects_.contains(key)) || !seen.insert(key).second) continue;
      const ObjectFacts* found = before_.object(key);
      if (found == nullptr) continue;
      for (const auto& [name, value] : found->facts) {
        if (around && fact(key, name)) continue;
        collect_tokens(value, start);
      }
    }
    return seen;
  }

  const Snapshot& before_;
  std::set<std::string, std::less<>> names_;
  std::set<std::int64_t> objects_;
  std::vector<std::pair<std::int64_t, std::string>> facts_;
};

class Check {
 public:
  Check(const scenario::CaseStep& step, const Outcome& outcome, const Moment& moment)
      : step_(step), outcome_(outcome), moment_(moment), permission_(step.changes, moment) {}

  std::vector<Violation> run() {
    names();
    for (const auto& [key, object] : moment_.before.objects()) {
      if (!permission_.object(key)) facts(key, *object);
    }
    return std::move(violations_);
  }

 private:
  void names() {
    const bool binds = outcome_.kind == Outcome::Kind::value && !step_.step.as.empty();
    for (const auto& [name, value] : moment_.after.names()) {
      if ((binds && name == step_.step.as) || permission_.name(name)) continue;
      const Value* earlier = moment_.before.name(name);
      if (earlier == nullptr) {
        violations_.push_back({name, "not bound", notation(value, moment_)});
      } else if (*earlier != value) {
        violations_.push_back({name, notation(*earlier, earlier_moment()), notation(value, moment_)});
      }
    }
  }

  void facts(std::int64_t key, const ObjectFacts& before) {
    const ObjectFacts* after = moment_.after.object(key);
    if (after == &before || after == nullptr) return;  // nothing new was told of it
    for (const auto& [name, value] : before.facts) compare(key, name, before, *after);
    for (const auto& [name, value] : after->facts) {
      if (fact(before, name) == nullptr) compare(key, name, before, *after);
    }
  }

  void compare(std::int64_t key, const std::string& name, const ObjectFacts& before, const ObjectFacts& after) {
    if (is_witness(name) || permission_.fact(key, name)) return;
    if (equal_fact(name, before, moment_.before, after, moment_.after)) return;
    const Value* was = fact(before, name);
    const Value* is = fact(after, name);
    // The name of an object is the one it had before the step: afterwards it may be reached no more.
    violations_.push_back({earlier_moment().name_of(key) + "." + name,
                           was != nullptr ? notation(*was, earlier_moment()) : "not there",
                           is != nullptr ? notation(*is, moment_) : "not there"});
  }

  Moment earlier_moment() const { return {moment_.hello, moment_.givens, moment_.before, moment_.before}; }

  const scenario::CaseStep& step_;
  const Outcome& outcome_;
  const Moment& moment_;
  Permission permission_;
  std::vector<Violation> violations_;
};

}  // namespace

std::vector<Violation> standing_violations(const scenario::CaseStep& step, const Outcome& outcome,
                                           const Moment& moment) {
  return Check(step, outcome, moment).run();
}

}  // namespace swconform
