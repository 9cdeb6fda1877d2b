// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "bindings/protocol/messages.hpp"
#include "runner/transport/transport.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<Transport> echo(bool through_json = false) {
  return connect_in_process([](const Value& request, const auto& reply) { reply(request); }, through_json);
}

/// More than the protocol allows.
Value nested(int depth) { return depth == 0 ? Value(0) : Value(Value::List{nested(depth - 1)}); }

}  // namespace

TEST_CASE("lines come back as they were sent, with and without a limit") {
  for (const auto limit : {0ms, 5000ms}) {
    const auto transport = echo();
    for (int i = 0; i < 100; ++i) {
      const Exchange exchange = transport->exchange(Value(i), limit);
      CHECK(exchange.ending == Exchange::Ending::done);
      REQUIRE(exchange.lines.size() == 1);
      CHECK(exchange.lines[0] == Value(i));
    }
  }
}

TEST_CASE("through its text a value stays what it is, and what has none is malformed") {
  const Value value = Value::List{3, 3.0, Value(), "x", *Integer::parse("123456789012345678901234567890")};
  CHECK(echo(true)->exchange(value, 0ms).lines.at(0) == value);
  const auto transport = connect_in_process([](const Value&, const auto& reply) { reply(nested(101)); }, true);
  CHECK(transport->exchange(Value(1), 0ms).ending == Exchange::Ending::malformed);
}

TEST_CASE("an exception that leaves the harness is its death, with what it had said") {
  const auto transport = connect_in_process([](const Value& request, const auto& reply) {
    reply(Value(1));
    if (request == Value(1)) throw std::runtime_error("boom");
    if (request == Value(2)) throw 5;
  });
  for (const auto limit : {0ms, 5000ms}) {
    const Exchange exchange = transport->exchange(Value(1), limit);
    CHECK(exchange.ending == Exchange::Ending::died);
    CHECK(exchange.what == "an exception left the harness: boom");
    CHECK(exchange.lines.size() == 1);
    CHECK(transport->exchange(Value(2), limit).ending == Exchange::Ending::died);
    CHECK(transport->exchange(Value(3), limit).ending == Exchange::Ending::done);
  }
}

TEST_CASE("a hang is abandoned, and the next call gets a fresh thread") {
  std::atomic<bool> release{false};
  std::atomic<int> left{0};
  {
    const auto transport = connect_in_process([&](const Value& request, const auto& reply) {
      reply(Value(1));
      if (request == Value("hang")) {
        while (!release) std::this_thread::sleep_for(1ms);
        ++left;
        reply(Value(2));  // nobody listens any more
        ++left;
      }
    });
    const std::size_t before = abandoned_calls();
    const Exchange exchange = transport->exchange(Value("hang"), 30ms);
    CHECK(exchange.ending == Exchange::Ending::hung);
    CHECK(exchange.what == "no answer within 30 ms");
    CHECK(exchange.lines.size() == 1);
    CHECK(abandoned_calls() == before + 1);
    CHECK(transport->exchange(Value("fine"), 5000ms).lines.size() == 1);
  }
  release = true;
  while (left < 1) std::this_thread::sleep_for(1ms);
  std::this_thread::sleep_for(20ms);  // until the thread is gone
  CHECK(left == 1);
}
