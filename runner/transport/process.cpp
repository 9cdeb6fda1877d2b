// SPDX-License-Identifier: Apache-2.0
#include "runner/transport/process.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "bindings/protocol/messages.hpp"
#include "runner/transport/conversation.hpp"
#include "runner/transport/limits.hpp"

namespace swconform {
namespace {

using Ending = Exchange::Ending;
using Answer = Conversation::Answer;

std::string line_of(const Value& request) { return to_json(request) + "\n"; }

class ProcessTransport : public Transport {
 public:
  ProcessTransport(ProcessCommand command, ProcessLimits limits) : command_(std::move(command)), limits_(limits) {}

  Exchange exchange(const Value& request, std::chrono::milliseconds limit) override {
    std::optional<Exchange::Aftermath> before = look_back();
    Exchange exchange = request == hello_request() ? start(limit) : ask(line_of(request), limit);
    if (before) exchange.before = std::move(before);
    return exchange;
  }

  Farewell close() override {
    Farewell farewell;
    farewell.before = look_back();
    if (running_) farewell.remark = running_->part(line_of(bye_request()));
    running_.reset();
    return farewell;
  }

 private:
  std::optional<Exchange::Aftermath> look_back() {
    if (!running_) return std::nullopt;
    std::optional<Exchange::Aftermath> before = running_->look_back();
    if (running_->is_over()) running_.reset();
    return before;
  }

  Exchange ask(const std::string& line, std::chrono::milliseconds limit) {
    bool late = false;
    Exchange exchange = ask_once(line, limit, late);
    if (!late) return exchange;
    // What the case before did, a line too many or its end, may come only now. A fresh process tells: where it begins
    // to answer, this case is not to blame.
    Exchange again = ask_once(line, limit, late);
    if (!Conversation::begins_an_answer(again.lines)) return again;
    again.before = {exchange.ending, std::move(exchange.what), std::move(exchange.stderr_tail)};
    return again;
  }

  Exchange ask_once(const std::string& line, std::chrono::milliseconds limit, bool& late) {
    if (!running_) {
      Exchange greeting = start_afresh();
      if (greeting.ending != Ending::done) return greeting;
    }
    Exchange exchange = running_->ask(line, Answer::up_to_done, limit);
    late = running_->may_be_late();
    if (running_->is_over()) running_.reset();
    return exchange;
  }

  /// A process that has answered hello, or why there is none.
  Exchange start(std::chrono::milliseconds limit) {
    running_.reset();
    Exchange greeting;
    try {
      running_.emplace(command_, limits_);
    } catch (const SpawnError& error) {
      greeting.ending = Ending::died;
      greeting.what = error.what();
      return greeting;
    }
    greeting = running_->ask(line_of(hello_request()), Answer::one_line, limit);
    if (running_->is_over()) {
      running_.reset();
    } else {
      running_->accept_others();
      if (!hello_) hello_ = greeting.lines.front();
    }
    return greeting;
  }

  Exchange start_afresh() {
    Exchange greeting;
    if (failed_starts_ == most_failed_starts) {
      greeting.ending = Ending::died;
      greeting.what = fmt::format("not run: it could not be started afresh {} times running", failed_starts_);
      return greeting;
    }
    greeting = start(limits_.start);
    if (running_ && greeting.lines.front() != *hello_) {
      running_.reset();
      greeting.ending = Ending::malformed;
      greeting.what = "it answered hello otherwise than before";
    }
    if (greeting.ending != Ending::done) {
      ++failed_starts_;
      greeting.what = "it could not be started afresh: " + greeting.what;
      greeting.lines.clear();
    } else {
      failed_starts_ = 0;
    }
    return greeting;
  }

  const ProcessCommand command_;
  const ProcessLimits limits_;
  std::optional<Conversation> running_;
  std::optional<Value> hello_;  // what the first process answered
  std::size_t failed_starts_ = 0;
};

}  // namespace

std::unique_ptr<Transport> connect_process(ProcessCommand command, ProcessLimits limits) {
  return std::make_unique<ProcessTransport>(std::move(command), limits);
}

}  // namespace swconform
