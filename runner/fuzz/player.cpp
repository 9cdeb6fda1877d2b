// SPDX-License-Identifier: Apache-2.0
#include "runner/fuzz/player.hpp"

#include <fmt/format.h>

#include <utility>

#include "runner/engine/engine.hpp"
#include "runner/engine/judge.hpp"

namespace swconform::fuzz {

const ObjectFacts* Performance::facts(std::string_view name, std::size_t call) const {
  if (call >= moments.size()) return nullptr;
  const Value* bound = moments[call].name(name);
  const auto object = bound != nullptr ? token(*bound) : std::nullopt;
  return object ? moments[call].object(*object) : nullptr;
}

Player::Player(const Implementation& implementation, std::chrono::milliseconds limit)
    : implementation_(implementation), limit_(limit), transport_(implementation.connect()) {
  Exchange exchange = transport_->exchange(hello_request(), limit_);
  if (exchange.lines.empty()) {
    throw StartError(fmt::format("cannot start {}: it does not answer hello: {}\n{}", implementation.spelling,
                                 exchange.what, exchange.stderr_tail));
  }
  try {
    hello_ = parse_hello(exchange.lines.front());
  } catch (const ProtocolError& error) {
    throw StartError(fmt::format("cannot start {}: {}", implementation.spelling, error.what()));
  }
}

Exchange Player::exchange(const CaseRequest& request) {
  try {
    if (!transport_) transport_ = implementation_.connect();
    return transport_->exchange(to_value(request), limit_);
  } catch (const std::exception& error) {
    transport_.reset();
    Exchange ended;
    ended.ending = Exchange::Ending::died;
    ended.what = error.what();
    return ended;
  }
}

Verdict Player::judge(const scenario::Case& session, const spec::Requirement* requirement) {
  const CaseRequest request = request_for(session);
  return swconform::judge(session, requirement, request, hello_, exchange(request)).verdict;
}

Performance Player::play(const scenario::Case& session) {
  const CaseRequest request = request_for(session);
  Replies replies = read_replies(request, exchange(request));

  Performance result;
  result.fault = std::move(replies.fault);
  Snapshot moment;
  const std::size_t givens = session.givens.size();
  result.given = replies.outcomes.size() >= givens;
  for (std::size_t i = 0; i < replies.outcomes.size(); ++i) {
    if (replies.facts[i]) moment = moment.with(std::move(*replies.facts[i]));
    if (i < givens) {
      result.given = result.given && replies.outcomes[i].kind == Outcome::Kind::value;
      if (i + 1 == givens) result.moments.push_back(moment);
    } else if (i < givens + session.when.size()) {
      result.outcomes.push_back(std::move(replies.outcomes[i]));
      result.moments.push_back(moment);
    }
  }
  return result;
}

}  // namespace swconform::fuzz
