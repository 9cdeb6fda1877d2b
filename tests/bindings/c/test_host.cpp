// SPDX-License-Identifier: Apache-2.0
// Plugins in plain C, as processes of their own.
#include <unistd.h>

#include <string>

#include "tests/bindings/c/plugins.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/forked.hpp"

using swconform::test::fork_and_say;
using swconform::test::plugin;
using swconform::test::Said;

namespace {

Said host(const std::string& file, const std::string& input) {
  return fork_and_say(
      [&] {
        execl(SW_PROGRAM, SW_PROGRAM, "host", file.c_str(), static_cast<char*>(nullptr));
        return 127;
      },
      input);
}

const std::string count = R"({"verb":"case","steps":[{"do":"count"}]})"
                          "\n";

}  // namespace

TEST_CASE("host: a plugin as a process; what it prints is no part of the protocol") {
  const Said said = host(plugin("right"), "{\"verb\":\"hello\",\"protocol\":1}\n" + count + "nonsense\n" +
                                              "{\"verb\": \"bye\"}\n" + count);
  REQUIRE(said.out.size() == 4);  // nothing after bye
  CHECK(said.out[0].find("plain C") != std::string::npos);
  CHECK(said.out[1] == R"({"step":0,"value":2})");
  CHECK(said.out[2] == R"({"done":true})");
  CHECK(said.out[3] == R"({"internal":"neither hello nor case","done":true})");
  CHECK(said.err == "a print while loading\na print that harms nobody\n");
  CHECK(said.code == 0);
  CHECK(host(plugin("right"), "").code == 0);
}

TEST_CASE("host: a plugin that gives up ends the process") {
  const Said said = host(plugin("right"), R"({"verb":"case","steps":[{"do":"give up"}]})"
                                          "\n");
  CHECK(said.out.empty());
  CHECK(said.err.find("the plugin could not go on: answer returned 7") != std::string::npos);
  CHECK(said.code == 1);
}

TEST_CASE("host: what cannot be loaded is exit 3, with the reason") {
  const auto refused = [](const std::string& file, const std::string& why) {
    const Said said = host(file, count);
    INFO(file << ": " << said.err);
    CHECK(said.code == 3);
    CHECK(said.out.empty());
    CHECK(said.err.find("swconform: cannot start " + file + ": " + why) != std::string::npos);
  };
  refused("./no-such-plugin.so", "there is no such file");
  refused(__FILE__, "it cannot be loaded as a shared library");
  refused(plugin("without_entry"), "it is no plugin");
  refused(plugin("of_another_version"), "it was made for version 2");
  refused(plugin("creates_nothing"), "it makes no harness");
  CHECK(host(plugin("creates_nothing"), "").err.find("plugin.c: no harness today\n") != std::string::npos);
}
