// SPDX-License-Identifier: Apache-2.0
// A plugin made of a harness, called as its host would.
#include <limits>
#include <new>
#include <stdexcept>
#include <string>

#include "bindings/cpp/plugin.hpp"
#include "tests/bindings/cpp/toy_harness.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/forked.hpp"

using namespace swconform;
using toy::Lines;

namespace {

sdk::Harness exhausted() {
  sdk::Harness harness = toy::harness();
  harness.operation("exhaust", {}, [](const sdk::Arguments&) { throw std::bad_alloc(); });
  return harness;
}

sdk::Harness throwing() { throw std::runtime_error("no accelerator"); }
sdk::Harness throwing_a_number() { throw 5; }

/// Takes lines, until it has `most`.
struct Listener {
  Lines lines;
  std::size_t most = std::numeric_limits<std::size_t>::max();
  std::size_t calls = 0;

  static int take(void* context, const char* line, std::size_t length) {
    auto& self = *static_cast<Listener*>(context);
    ++self.calls;
    if (self.lines.size() == self.most) return 1;
    self.lines.emplace_back(line, length);
    return 0;
  }
};

int answer(const swconform_plugin& plugin, swconform_harness* harness, const std::string& request, Listener& listener) {
  const std::string padded = request + "rubbish after its end";  // there is no NUL to rely on
  return plugin.answer(harness, padded.data(), request.size(), Listener::take, &listener);
}

const std::string two_reads = R"([{"do":"box","arguments":[5],"as":"b","facts":true},)"
                              R"({"do":"read","arguments":[{"ref":"b"}]}])";

std::string case_of(const std::string& steps) { return R"({"verb":"case","steps":)" + steps + "}"; }

}  // namespace

SWCONFORM_PLUGIN(exhausted)

TEST_CASE("plugin of a harness: it answers as the harness does") {
  const swconform_plugin& plugin = *swconform_plugin_entry(SWCONFORM_ABI_VERSION);
  CHECK(plugin.abi_version == 1);
  swconform_harness* const harness = plugin.create();
  REQUIRE(harness != nullptr);
  Listener hello;
  CHECK(answer(plugin, harness, R"({"verb":"hello","protocol":1})", hello) == 0);
  REQUIRE(hello.lines.size() == 1);
  CHECK(parse_hello(from_json(hello.lines[0])).name == "toy");
  Listener steps;
  CHECK(answer(plugin, harness, case_of(two_reads), steps) == 0);
  CHECK(steps.lines == toy::run(toy::harness(), two_reads));
  plugin.destroy(harness);
}

TEST_CASE("plugin of a harness: what is no request is refused, running out of memory gives up, the next is served") {
  const swconform_plugin& plugin = *swconform_plugin_entry(SWCONFORM_ABI_VERSION);
  swconform_harness* const harness = plugin.create();
  Listener refused;
  CHECK(answer(plugin, harness, "nonsense", refused) == 0);
  REQUIRE(refused.lines.size() == 1);
  CHECK(is_done(from_json(refused.lines[0])));
  Listener exhausted_;
  CHECK(answer(plugin, harness, case_of(R"([{"do":"drop"},{"do":"exhaust"},{"do":"drop"}])"), exhausted_) != 0);
  CHECK(exhausted_.lines == Lines{R"({"step":0,"value":null})"});
  Listener served;
  CHECK(answer(plugin, harness, case_of(two_reads), served) == 0);
  CHECK(served.lines == toy::run(toy::harness(), two_reads));
  plugin.destroy(harness);
}

TEST_CASE("plugin of a harness: nobody listens any more, so it stops") {
  const swconform_plugin& plugin = *swconform_plugin_entry(SWCONFORM_ABI_VERSION);
  swconform_harness* const harness = plugin.create();
  Listener listener;
  listener.most = 1;
  answer(plugin, harness, case_of(two_reads), listener);
  CHECK(listener.lines.size() == 1);
  CHECK(listener.calls == 2);  // and not again after the one that was refused
  plugin.destroy(harness);
}

TEST_CASE("plugin of a harness: one that cannot be made is NULL, with the reason on standard error") {
  using test::fork_and_say;
  const auto none_made = [](swconform_harness* harness) { return harness == nullptr ? 0 : 1; };
  const test::Said said = fork_and_say([&] { return none_made(sdk::plugin_table<&throwing>().create()); }, "");
  CHECK(said.code == 0);
  CHECK(said.err == "harness: no accelerator\n");
  const test::Said other =
      fork_and_say([&] { return none_made(sdk::plugin_table<&throwing_a_number>().create()); }, "");
  CHECK(other.code == 0);
  CHECK(other.err == "harness: making it raised an exception that is no std::exception\n");
}
