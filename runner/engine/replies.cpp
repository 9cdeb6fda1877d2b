// SPDX-License-Identifier: Apache-2.0
#include "runner/engine/replies.hpp"

#include <fmt/format.h>

#include <utility>

namespace swconform {
namespace {

constexpr std::size_t longest_quote = 120;

std::string quote(const Value& line) {
  std::string text;
  try {
    text = to_json(line);
  } catch (const std::exception&) {
    return "a line that cannot be written as JSON";
  }
  if (text.size() > longest_quote) text = text.substr(0, longest_quote) + "...";
  return "`" + text + "`";
}

class Reader {
 public:
  Reader(const CaseRequest& request, Exchange exchange) : request_(request), exchange_(std::move(exchange)) {}

  Replies run() {
    const std::size_t steps = request_.steps.size();
    result_.outcomes.reserve(steps);
    result_.facts.resize(steps);
    for (step_ = 0; step_ < steps; ++step_) {
      if (!outcome() || (request_.steps[step_].facts && !facts())) return std::move(result_);
    }
    if (done()) nothing_after();
    return std::move(result_);
  }

 private:
  bool outcome() {
    const Value* line = take("the outcome of this step");
    if (line == nullptr) return false;
    if (is_facts(*line)) return blame("facts nobody asked for where the outcome of this step was due");
    if (is_done(*line)) return blame("done before this step was answered");
    try {
      result_.outcomes.push_back(parse_outcome(*line));
    } catch (const ProtocolError& error) {
      return blame(fmt::format("no outcome of a step: {}: {}", quote(*line), error.what()));
    }
    if (result_.outcomes.back().step == step_) return true;
    const std::size_t answered = result_.outcomes.back().step;
    result_.outcomes.pop_back();
    return blame(fmt::format("an answer to step {} where step {} was due", answered, step_));
  }

  bool facts() {
    Value* line = take("the facts after this step");
    if (line == nullptr) return false;
    if (!is_facts(*line)) return blame(fmt::format("{} where the facts after this step were due", quote(*line)));
    try {
      result_.facts[step_] = parse_facts(std::move(*line));
    } catch (const ProtocolError& error) {
      return blame(fmt::format("malformed facts: {}", error.what()));
    }
    return true;
  }

  bool done() {
    const Value* line = take("done");
    if (line == nullptr) return false;
    return is_done(*line) || blame(fmt::format("{} where done was due", quote(*line)));
  }

  /// What happens after `done` and before the next request is still the fault of this one.
  void nothing_after() {
    if (next_ < exchange_.lines.size()) {
      blame("a line after the last one: " + quote(exchange_.lines[next_]));
    } else if (exchange_.ending != Exchange::Ending::done) {
      broke_off();
    }
  }

  /// The next line, or nullptr and a fault that says how the exchange ended instead.
  Value* take(std::string_view due) {
    if (next_ < exchange_.lines.size()) {
      Value& line = exchange_.lines[next_++];
      if (const Value* why = line.find("internal"); why != nullptr && is_done(line)) {
        blame("the harness refused the request: " + (why->text() != nullptr ? *why->text() : quote(*why)));
        return nullptr;
      }
      return &line;
    }
    if (exchange_.ending == Exchange::Ending::done) {
      blame(fmt::format("no more lines where {} was due", due));
    } else {
      broke_off(fmt::format(" where {} was due", due));
    }
    return nullptr;
  }

  void broke_off(const std::string& where = "") {
    switch (exchange_.ending) {
      case Exchange::Ending::done:
        break;
      case Exchange::Ending::malformed:
        blame(exchange_.what + where);
        break;
      case Exchange::Ending::died:
        result_.fault = {Verdict::crash, step_, exchange_.what};
        break;
      case Exchange::Ending::hung:
        result_.fault = {Verdict::crash, step_, "hang: " + exchange_.what};
        break;
    }
  }

  bool blame(std::string what) {
    result_.fault = {Verdict::harness, step_, std::move(what)};
    return false;
  }

  const CaseRequest& request_;
  Exchange exchange_;
  std::size_t next_ = 0;
  std::size_t step_ = 0;
  Replies result_;
};

}  // namespace

Replies read_replies(const CaseRequest& request, Exchange exchange) {
  return Reader(request, std::move(exchange)).run();
}

}  // namespace swconform
