// SPDX-License-Identifier: Apache-2.0
#include "tests/runner/transport/misbehaviour.hpp"

#include <unistd.h>

#include <thread>

#include "bindings/protocol/messages.hpp"
#include "runner/transport/proc.hpp"

namespace swconform::test {

using namespace std::chrono_literals;

Value case_of(const char* operation, std::size_t padding) {
  CaseRequest request;
  request.steps.emplace_back();
  request.steps.back().operation = operation;
  if (padding > 0) request.steps.back().arguments = {Value(std::string(padding, 'p'))};
  return to_value(request);
}

ProcessCommand misbehaving(const std::string& mode, int number,
                           std::vector<std::pair<std::string, std::string>> environment) {
  return {{SW_MISBEHAVING, mode, std::to_string(number)}, std::move(environment)};
}

ProcessLimits quick() {
  ProcessLimits limits;
  limits.settle = 200ms;
  limits.farewell = 300ms;
  return limits;
}

Seen see(const ProcessCommand& command, std::chrono::milliseconds limit, ProcessLimits limits,
         std::chrono::milliseconds pause) {
  const std::unique_ptr<Transport> transport = connect_process(command, limits);
  Seen seen;
  seen.bad = transport->exchange(case_of("bad"), limit);
  if (pause > 0ms) std::this_thread::sleep_for(pause);
  seen.good = transport->exchange(case_of("good"), 30s);
  seen.farewell = transport->close();
  return seen;
}

bool is_honest(const Exchange& exchange) {
  if (exchange.ending != Exchange::Ending::done || exchange.lines.size() != 2) return false;
  return exchange.lines[0].find("unsupported") != nullptr && is_done(exchange.lines[1]);
}

std::size_t children_left() { return children_of(getpid()).size(); }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace swconform::test
