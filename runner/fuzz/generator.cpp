// SPDX-License-Identifier: Apache-2.0
#include "runner/fuzz/generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "runner/fuzz/arguments.hpp"
#include "runner/fuzz/modes.hpp"
#include "runner/fuzz/settled.hpp"

namespace swconform::fuzz {
namespace {

constexpr std::int64_t most_given = 24;   // elements of a source
constexpr std::int64_t most_viewed = 96;  // of a view that is viewed again

const std::vector<std::string> views = {"index",        "index",            "permute",   "reshape",
                                        "as_strided",   "broadcast_to",     "unsqueeze", "squeeze",
                                        "broadcast_in_dim", "rearrange"};

class Author {
 public:
  Author(Random& random, const std::set<std::string, std::less<>>& operations, const Rehearse& rehearse)
      : random_(random), operations_(operations), rehearse_(rehearse) {}

  Session write() {
    add_source("x");
    if (random_.chance(15)) add_source("y");
    std::string last = "x";
    for (std::int64_t i = 1 + random_.below(4); i > 0; --i) {
      const std::string from = random_.chance(85) ? last : session_.sources[random_.index(session_.sources.size())].name;
      if (!view(from)) return std::move(session_);
      if (session_.calls.empty()) continue;
      if (!session_.calls.back().as.empty()) last = session_.calls.back().as;
    }
    finish(last);
    return std::move(session_);
  }

 private:
  bool knows(std::string_view operation) const { return operations_.contains(operation); }

  void add_source(const std::string& name) {
    Source source{name, {}, {}};
    const std::int64_t levels = knows("representation") && random_.chance(25) ? 2 + random_.below(2) : 1;
    Level level;
    level.shape = random_shape(random_, most_given);
    for (std::int64_t i = 0; i < levels; ++i) {
      level.dtype = random_.chance(80) ? "Float32" : "Int32";
      level.stride = random_strides(level.shape, random_);
      level.offset = random_.chance(50) ? random_.below(4) : 0;
      source.levels.push_back(level);
      if (i + 1 == levels) break;
      source.adjacent.push_back(random_strides(level.shape, random_));
      level.shape = Value::List{cosize_of(level.shape, source.adjacent.back()) + random_.below(2)};
    }
    session_.sources.push_back(std::move(source));
  }

  /// The tensor as the reference sees it now.
  std::optional<Target> target(std::string_view name) {
    if (!seen_) seen_ = rehearse_(session_);
    const ObjectFacts* facts = seen_ ? seen_->facts(name, session_.calls.size()) : nullptr;
    const Value* layout = facts != nullptr ? fact(*facts, "layout") : nullptr;
    const Value* parts = layout != nullptr ? layout->tagged_as("layout") : nullptr;
    const Value* levels = facts != nullptr ? fact(*facts, "subtensors") : nullptr;
    if (parts == nullptr || levels == nullptr) return std::nullopt;
    return Target{(*parts->list())[0], (*parts->list())[1], levels->list()->size()};
  }

  /// Adds a call, unless an open question decides how it ends; false where the reference refuses it, which ends the
  /// session.
  bool call(Call call) {
    session_.calls.push_back(std::move(call));
    seen_ = rehearse_(session_);
    if (!seen_ || !seen_->given || seen_->outcomes.size() < session_.calls.size() ||
        !is_settled(session_, session_.calls.size() - 1, *seen_)) {
      session_.calls.pop_back();  // no session, or an open question: leave it out
      seen_.reset();
      return true;
    }
    return seen_->outcomes.back().kind == Outcome::Kind::value;
  }

  bool view(const std::string& from) {
    const std::optional<Target> source = target(from);
    if (!source || size_of(source->shape) > most_viewed) return true;
    const std::string& operation = random_.pick(views);
    if (!knows(operation)) return true;
    Call made{operation, {reference(from)}};
    for (Value& argument : arguments_for(operation, *source, random_)) made.arguments.push_back(std::move(argument));
    const bool value = operation == "index" && all_integers(made.arguments[1]);
    if (!value) made.as = fmt::format("v{}", ++views_made_);
    made.no_grad = random_.chance(5);
    const bool goes_on = call(std::move(made));
    if (!goes_on && !session_.calls.empty()) session_.calls.back().as.clear();
    return goes_on;
  }

  static bool all_integers(const Value& key) {
    return std::all_of(key.list()->begin(), key.list()->end(), [](const Value& entry) { return entry.integer() != nullptr; });
  }

  void finish(const std::string& last) {
    const std::int64_t kind = random_.below(10);
    if (kind < 2) {
      values(last);
    } else if (kind < 8) {
      gradients(last);
    } else if (kind < 9 && knows("add")) {
      const std::optional<Target> one = target(last);
      if (!one || one->levels != 1) return;
      if (!call({"add", {reference(last), reference(last)}, "s"})) {
        session_.calls.back().as.clear();
        return;
      }
      if (!session_.calls.empty() && session_.calls.back().as == "s") gradients("s");
    }
  }

  void values(const std::string& name) {
    const std::optional<Target> one = target(name);
    if (!one) return;
    const std::string operation = size_of(one->shape) == 1 || random_.chance(10) ? "item" : "to_list";
    if (knows(operation)) call({operation, {reference(name)}});
  }

  bool is_source(const std::string& name) const {
    return std::any_of(session_.sources.begin(), session_.sources.end(), [&](const Source& one) { return one.name == name; });
  }

  void gradients(const std::string& name) {
    if (!knows("backward") || is_source(name)) return;
    const std::optional<Target> view = target(name);
    if (!view || view->levels != 1) return;
    const std::int64_t size = size_of(view->shape);
    Source cotangent{fmt::format("g{}", ++views_made_), {}, {}};
    Level level;
    level.shape = view->shape;
    level.stride = view->stride;
    cotangent.levels.push_back(level);
    for (std::int64_t i = 0; i < size; ++i) cotangent.values.push_back(random_.below(19) - 9);
    const bool retain = random_.chance(20);
    Call made{"backward", {reference(name), reference(cotangent.name)}};
    if (retain) made.arguments.emplace_back(true);
    session_.sources.push_back(std::move(cotangent));
    seen_.reset();
    const std::size_t before = session_.calls.size();
    const bool goes_on = call(made);
    if (session_.calls.size() == before) session_.sources.pop_back();
    if (!goes_on || session_.calls.size() == before) return;
    if (random_.chance(30)) call(made);  // accumulated, or released
  }

  Random& random_;
  const std::set<std::string, std::less<>>& operations_;
  const Rehearse& rehearse_;
  Session session_;
  std::optional<Performance> seen_;  // of the session as it stands
  int views_made_ = 0;
};

}  // namespace

Session generate(Random& random, const std::set<std::string, std::less<>>& operations, const Rehearse& rehearse) {
  return Author(random, operations, rehearse).write();
}

}  // namespace swconform::fuzz
