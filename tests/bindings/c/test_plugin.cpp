// SPDX-License-Identifier: Apache-2.0
// Plugins in plain C, loaded into this process.
#include <atomic>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bindings/protocol/messages.hpp"
#include "runner/transport/plugin.hpp"
#include "tests/bindings/c/plugins.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using Ending = Exchange::Ending;

namespace {

std::string why_not(const std::filesystem::path& file) {
  try {
    const PluginHarness harness(load_plugin(file));
  } catch (const PluginError& error) {
    return error.what();
  }
  return "it is one";
}

Value request(const std::string& operation) {
  return from_json(R"({"verb":"case","steps":[{"do":")" + operation + "\"}]}");
}

}  // namespace

TEST_CASE("what is no plugin: each is told apart") {
  CHECK(why_not(test::plugin("right")) == "it is one");
  CHECK(why_not("/no/such/file.so") == "there is no such file");
  CHECK(why_not("/") == "it is a folder");
  CHECK(why_not(__FILE__).starts_with("it cannot be loaded as a shared library: "));
  CHECK(why_not(__FILE__).find(std::string(__FILE__)) == std::string::npos);
  CHECK(why_not(test::plugin("without_entry")) == "it is no plugin: it has no function swconform_plugin_entry");
  CHECK(why_not(test::plugin("without_table")) == "its swconform_plugin_entry returns NULL");
  CHECK(why_not(test::plugin("without_answer")) == "its table lacks a function");
  CHECK(why_not(test::plugin("of_another_version")) ==
        "it was made for version 2 of the plugin interface; this is version 1");
  CHECK(why_not(test::plugin("creates_nothing")) ==
        "it makes no harness; it should have written why to standard error");
}

TEST_CASE("a plugin in C99 answers, line by line") {
  PluginHarness harness(load_plugin(test::plugin("right")));
  std::vector<std::string> lines;
  const auto take = [&lines](std::string_view line) { lines.emplace_back(line); };
  harness.answer(R"({"verb":"hello","protocol":1})", take);
  REQUIRE(lines.size() == 1);
  const Hello hello = parse_hello(from_json(lines[0]));
  CHECK(hello.name == "plain C");
  CHECK(hello.protocol == protocol_version);
  lines.clear();
  harness.answer(to_json(request("count")), take);
  CHECK(lines == std::vector<std::string>{R"({"step":0,"value":2})", R"({"done":true})"});
}

TEST_CASE("what the listener throws comes out, and never through the plugin") {
  PluginHarness harness(load_plugin(test::plugin("right")));
  const auto refuse = [](std::string_view) { throw std::out_of_range("enough"); };
  CHECK_THROWS_AS(harness.answer(to_json(request("flood")), refuse), std::out_of_range);
}

TEST_CASE("a plugin called directly: each call has a harness for itself, and one that gave up is not used again") {
  const auto connection = connect_in_process(plugin_answerer(load_plugin(test::plugin("right"))));
  const auto count = [&] {
    const Exchange exchange = connection->exchange(request("count"), std::chrono::seconds(5));
    REQUIRE(exchange.lines.size() == 2);
    CHECK(exchange.ending == Ending::done);
    return to_json(exchange.lines[0]);
  };
  CHECK(count() == R"({"step":0,"value":1})");
  CHECK(count() == R"({"step":0,"value":2})");

  const Exchange gave_up = connection->exchange(request("give up"), std::chrono::seconds(5));
  CHECK(gave_up.ending == Ending::died);
  CHECK(gave_up.what == "an exception left the harness: the plugin could not go on: answer returned 7");
  CHECK(count() == R"({"step":0,"value":1})");

  const Exchange nonsense = connection->exchange(request("nonsense"), std::chrono::seconds(5));
  CHECK(nonsense.ending == Ending::malformed);
  CHECK(nonsense.what.starts_with("line 1: not one JSON value"));
  CHECK(count() == R"({"step":0,"value":1})");

  const Exchange flood = connection->exchange(request("flood"), std::chrono::seconds(60));
  CHECK(flood.ending == Ending::died);
  CHECK(flood.what == "stopped after 100000 lines");
  CHECK(count() == R"({"step":0,"value":1})");
}

TEST_CASE("a plugin called by several threads at once: no harness is used by two") {
  const Answerer answerer = plugin_answerer(load_plugin(test::plugin("right")));
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) {
        std::size_t lines = 0;
        answerer(request("count"), [&](const Value&) { ++lines; });
        wrong += lines == 2 ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}
