// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/implementations.hpp"

#include <chrono>
#include <fstream>

#include "bindings/protocol/messages.hpp"
#include "runner/engine/engine.hpp"
#include "tests/runner/cli/cli_support.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;

namespace {

std::string refused(const std::string& spelling) {
  const test::TestEnvironment test;
  return test::message_of<cli::InputError>([&] { cli::find_implementation(spelling, test.environment); });
}

std::string not_started(const std::string& spelling) {
  const test::TestEnvironment test;
  return test::message_of<StartError>([&] { cli::find_implementation(spelling, test.environment); });
}

}  // namespace

TEST_CASE("the built-in implementation is reached in-process") {
  const test::TestEnvironment test;
  const Implementation found = cli::find_implementation("builtin:reference", test.environment);
  CHECK(found.spelling == "builtin:reference");
  CHECK(found.transport == "in-process");
  CHECK(found.connect() != nullptr);
}

TEST_CASE("spellings that are none") {
  CHECK(refused("builtin:other").starts_with("no such built-in implementation: builtin:other"));
  CHECK(refused("pyhton:x.py")
            .starts_with("--impl pyhton:x.py: unknown kind of implementation: pyhton; did you mean python?"));
  CHECK(refused("reference")
            .starts_with("--impl reference: neither a kind and a name nor a path; did you mean builtin:reference?"));
  CHECK(refused("").starts_with("--impl : neither"));
}

TEST_CASE("a command is a process, split into words, and started by its first exchange only") {
  const test::TestEnvironment test;
  const Implementation found = cli::find_implementation("exec:no/such --flag", test.environment);
  CHECK(found.spelling == "exec:no/such --flag");
  CHECK(found.transport == "process");
  const Exchange exchange = found.connect()->exchange(hello_request(), std::chrono::seconds(10));
  CHECK(exchange.ending == Exchange::Ending::died);
  CHECK(exchange.what == "no such file: no/such");
}

TEST_CASE("commands that are none") {
  for (const char* empty : {"exec:", "exec:  ", "exec:''"}) {
    INFO(empty);
    CHECK(refused(empty).find("no command; write exec:\"command arguments\"") != std::string::npos);
  }
  CHECK(refused("exec:sh -c 'x").find("the quote ' has no end") != std::string::npos);
}

TEST_CASE("a plugin is hosted by this program as a process, or called") {
  test::TestEnvironment test;
  test.environment.executable = "/bin/false";
  const Implementation found = cli::find_implementation(__FILE__, test.environment);
  CHECK(found.spelling == __FILE__);
  CHECK(found.transport == "process");
  CHECK(found.connect()->exchange(hello_request(), std::chrono::seconds(10)).what == "exited with status 1");
  const std::string why =
      test::message_of<StartError>([&] { cli::find_implementation(__FILE__, test.environment, {.in_process = true}); });
  CHECK(why.starts_with("cannot start " __FILE__ ": it cannot be loaded as a shared library: "));
}

TEST_CASE("only what can be called can be called in-process") {
  const test::TestEnvironment test;
  const cli::ImplementationOptions in_process{.in_process = true};
  CHECK(cli::find_implementation("builtin:reference", test.environment, in_process).transport == "in-process");
  for (const char* process : {"exec:true", "python:harness.py"}) {
    const std::string why =
        test::message_of<cli::InputError>([&] { cli::find_implementation(process, test.environment, in_process); });
    CHECK(why ==
          std::string("--in-process: ") + process + " is a process of its own; plugins and builtin: can be called");
  }
}

TEST_CASE("what cannot be started") {
  const test::TemporaryFolder folder;
  CHECK(not_started("./libfoo.so").starts_with("cannot start ./libfoo.so: there is no such file\n"));
  CHECK(not_started("libfoo.so").starts_with("cannot start libfoo.so: there is no such file\n"));
  CHECK(not_started("python:no.py").starts_with("cannot start python:no.py: no such file: no.py"));
  CHECK(not_started(__FILE__) == "cannot start " __FILE__ ": this program cannot find itself, to host the plugin");
  const std::string python = (folder / "harness.py").string();
  std::ofstream(python) << "pass\n";
  CHECK(not_started(python) == "cannot start " + python + ": it is no plugin; did you mean python:" + python + "?");
}
