// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/answered_case.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "runner/engine/notation.hpp"

namespace swconform::cli {

WrongHarness::WrongHarness(std::string what_is_wrong, const Value& request, const Exchange& exchange)
    : what(std::move(what_is_wrong)), sent(to_json(request)), stderr_tail(exchange.stderr_tail) {
  for (const Value& line : exchange.lines) came.push_back(to_json(line));
  if (exchange.ending != Exchange::Ending::done) ending = exchange.what;
}

AnsweredCase::AnsweredCase(const Hello& hello, CaseRequest request, Exchange exchange)
    : hello_(hello), request_(std::move(request)), exchange_(std::move(exchange)) {
  replies_ = read_replies(request_, exchange_);
  Snapshot snapshot;
  for (std::size_t i = 0; i < request_.steps.size(); ++i) {
    if (i < replies_.facts.size() && replies_.facts[i]) snapshot = snapshot.with(*replies_.facts[i]);
    snapshots_.push_back(snapshot);
  }
  if (replies_.fault) wrong(fmt::format("{}: {}", at(replies_.fault->step), replies_.fault->what));
}

void AnsweredCase::wrong(std::string what) const { throw WrongHarness(std::move(what), to_value(request_), exchange_); }

std::string AnsweredCase::at(std::size_t step) const {
  if (step >= request_.steps.size()) return "after the last step";
  return fmt::format("in step {} ({})", step, request_.steps[step].operation);
}

std::string AnsweredCase::text(std::size_t step) const { return notation(outcome(step), moment(step)); }

void AnsweredCase::ends(std::size_t step, Outcome::Kind kind, std::string_view expected) const {
  if (outcome(step).kind != kind) wrong(fmt::format("{}: expected {}, got {}", at(step), expected, text(step)));
}

void AnsweredCase::gives(std::size_t step, const Value& value) const {
  ends(step, Outcome::Kind::value, "a value");
  if (!(outcome(step).value == value))
    wrong(fmt::format("{}: expected {}, got {}", at(step), to_json(value), to_json(outcome(step).value)));
}

std::int64_t AnsweredCase::gives_object(std::size_t step, std::string_view kind) const {
  ends(step, Outcome::Kind::value, "an object");
  const Value& answer = outcome(step).value;
  const auto key = token(answer);
  if (!key) wrong(fmt::format("{}: expected {{\"object\": token}}, got {}", at(step), to_json(answer)));
  const std::string& name = request_.steps[step].as;
  const Value* bound = after(step).name(name);
  if (bound == nullptr) wrong(fmt::format("{}: the facts after it do not say what {} is", at(step), name));
  if (!(*bound == answer)) {
    wrong(
        fmt::format("{}: it answered {}, and in the facts {} is {}", at(step), to_json(answer), name, to_json(*bound)));
  }
  const ObjectFacts* object = after(step).object(*key);
  if (object == nullptr || object->kind.empty())
    wrong(fmt::format("{}: the facts tell nothing of object {}", at(step), *key));
  if (object->kind != kind)
    wrong(fmt::format("{}: the facts say that it is a {}, expected a {}", at(step), object->kind, kind));
  return *key;
}

void AnsweredCase::tells(std::size_t step, std::int64_t key, std::string_view name, const Value& expected) const {
  if (std::find(hello_.facts.begin(), hello_.facts.end(), name) == hello_.facts.end()) return;
  const ObjectFacts& object = *after(step).object(key);
  const Value* told = fact(object, name);
  if (told == nullptr)
    wrong(fmt::format("{}: hello lists the fact {}, and the {} does not tell it", at(step), name, object.kind));
  if (!equal_facts({*told, after(step)}, {expected, after(step)}, name == "stored")) {
    wrong(fmt::format("{}: the fact {} of the {} is {}, expected {}", at(step), name, object.kind,
                      notation(*told, moment(step)), notation(expected, moment(step))));
  }
}

void AnsweredCase::tells_nothing(std::size_t step, std::string_view since) const {
  if (facts(step).names.empty() && facts(step).objects.empty()) return;
  wrong(
      fmt::format("{}: the facts after it must be {{\"names\": {{}}, \"objects\": {{}}}}, since {}", at(step), since));
}

}  // namespace swconform::cli
