// SPDX-License-Identifier: Apache-2.0
// A harness as a process, over pipes.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "bindings/cpp/serve.hpp"
#include "tests/bindings/cpp/toy_harness.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/forked.hpp"

using namespace swconform;
using sdk::Arguments;
using test::fork_and_say;
using test::Forked;
using test::Said;
using toy::Lines;

namespace {

const std::string done = R"({"done":true})";

int serve_toy() {
  sdk::Harness harness = toy::harness();
  harness.operation("echo", {"text"}, [](const Arguments& arguments) { return arguments.get<std::string>(0); });
  harness.operation("print", {}, [](const Arguments&) {
    std::cout << "from a stream\n" << std::flush;
    std::printf("from stdio\n");
    std::fflush(stdout);
    (void)!write(STDOUT_FILENO, "from a system call\n", 19);
    (void)!std::system("echo from a child");  // NOLINT(concurrency-mt-unsafe)
  });
  harness.operation("read_input", {}, [](const Arguments&) {
    char byte = 0;
    return static_cast<std::int64_t>(read(STDIN_FILENO, &byte, 1));
  });
  harness.operation("crash", {}, [](const Arguments&) { raise(SIGKILL); });
  harness.operation("exhaust", {}, [](const Arguments&) { throw std::bad_alloc(); });
  return sdk::serve(harness);
}

std::string case_of(const std::string& steps) { return R"({"verb":"case","steps":[)" + steps + "]}\n"; }

}  // namespace

TEST_CASE("serve: hello, a case, bye") {
  const std::string steps = R"({"do":"box","arguments":[5],"as":"b","facts":true},)"
                            R"({"do":"read","arguments":[{"ref":"b"}]})";
  const Said said = fork_and_say(
      serve_toy, "{\"verb\":\"hello\",\"protocol\":1}\n" + case_of(steps) + "{\"verb\":\"bye\"}\n" + case_of(steps));
  REQUIRE(said.out.size() == 5);  // nothing after bye
  CHECK(parse_hello(from_json(said.out[0])).name == "toy");
  CHECK(Lines(said.out.begin() + 1, said.out.end()) == toy::run(toy::harness(), "[" + steps + "]"));
  CHECK(said.err.empty());
  CHECK(said.code == 0);
}

TEST_CASE("serve: the end of input is bye") {
  const Said said = fork_and_say(serve_toy, "");
  CHECK(said.out.empty());
  CHECK(said.code == 0);
}

TEST_CASE("serve: each answer arrives before the next request is sent") {
  Forked child(serve_toy);
  for (int i = 0; i < 3; ++i) {
    child.write(case_of(R"({"do":"read_input"})"));
    CHECK(child.read_line() == R"({"step":0,"value":0})");
    CHECK(child.read_line() == done);
  }
  CHECK(child.end().code == 0);
}

TEST_CASE("serve: lines of any length, in pieces of any size") {
  const std::string text(3'000'000, 'x');
  const std::string request = case_of(R"({"do":"echo","arguments":[")" + text + "\"]}");
  const std::string answer = R"({"step":0,"value":")" + text + "\"}";
  SECTION("long ones, one after the other") {
    CHECK(fork_and_say(serve_toy, request + request).out == Lines{answer, done, answer, done});
  }
  SECTION("over descriptors that do not block") {
    const auto serve = [] {
      for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO}) fcntl(descriptor, F_SETFL, O_NONBLOCK);
      return serve_toy();
    };
    Forked child(serve);
    child.write(request);
    CHECK(child.read_line() == answer);
    CHECK(child.end().out == Lines{done});
  }
  SECTION("byte by byte") {
    Forked child(serve_toy);
    for (const char byte : case_of(R"({"do":"echo","arguments":["a"]})")) child.write({byte});
    CHECK(child.read_line() == R"({"step":0,"value":"a"})");
    CHECK(child.end().out == Lines{done});
  }
  SECTION("the last one without its line break, and with that of other systems") {
    const std::string empty = R"({"verb":"case","steps":[]})";
    CHECK(fork_and_say(serve_toy, empty + "\r\n" + empty).out == Lines{done, done});
  }
}

TEST_CASE("serve: what is no request is refused, and the next one is served") {
  for (const std::string& wrong : std::vector<std::string>{
           "", "nonsense", R"({"verb":"case","steps":[)", "\xff\xfe", std::string(1, '\0'), R"({"verb":"dance"})",
           R"({"verb":"case","steps":[{"do":"echo","arguments":[1.5]}]})", std::string(200, '['), "5"}) {
    INFO(wrong);
    const std::string right = case_of(R"({"do":"echo","arguments":["a"]})");
    const Said said = fork_and_say(serve_toy, right + wrong + "\n" + right);
    REQUIRE(said.out.size() == 5);
    const Value refused = from_json(said.out[2]);
    CHECK(refused.find("internal") != nullptr);
    CHECK(is_done(refused));
    CHECK(said.out[3] == R"({"step":0,"value":"a"})");
    CHECK(said.code == 0);
  }
}

TEST_CASE("serve: what the implementation prints goes to standard error, and it reads nothing") {
  const Said said = fork_and_say(serve_toy, case_of(R"({"do":"print"},{"do":"read_input"})"));
  CHECK(said.out == Lines{R"({"step":0,"value":null})", R"({"step":1,"value":0})", done});
  CHECK(said.err == "from a stream\nfrom stdio\nfrom a system call\nfrom a child\n");
  CHECK(said.code == 0);
}

TEST_CASE("serve: without standard error too") {
  const Said said = fork_and_say(
      [] {
        close(STDERR_FILENO);
        return serve_toy();
      },
      case_of(R"({"do":"print"})"));
  CHECK(said.out == Lines{R"({"step":0,"value":null})", done});
  CHECK(said.code == 0);
}

TEST_CASE("serve: a crash points at its step") {
  SECTION("in an operation") {
    const Said said =
        fork_and_say(serve_toy, case_of(R"({"do":"echo","arguments":["a"]},)"
                                        R"({"do":"echo","arguments":["b"],"facts":true},{"do":"crash"})"));
    CHECK(said.out ==
          Lines{R"({"step":0,"value":"a"})", R"({"step":1,"value":"b"})", R"({"facts":{"names":{},"objects":{}}})"});
    CHECK(said.code == 128 + SIGKILL);
  }
  SECTION("while the facts are taken") {
    const Said said = fork_and_say(
        [] {
          sdk::Harness harness = toy::harness();
          harness.wrap_facts("box", [](const sdk::FactsFunction&, sdk::Session&, const std::any&) {
            raise(SIGKILL);
            return sdk::FactSheet();
          });
          return sdk::serve(harness);
        },
        case_of(R"({"do":"box","arguments":[1],"as":"b","facts":true})"));
    CHECK(said.out == Lines{R"({"step":0,"value":{"object":1}})"});
    CHECK(said.code == 128 + SIGKILL);
  }
  SECTION("running out of memory is one") {
    const Said said = fork_and_say(serve_toy, case_of(R"({"do":"echo","arguments":["a"]},{"do":"exhaust"})"));
    CHECK(said.out == Lines{R"({"step":0,"value":"a"})"});
    CHECK(said.code == 128 + SIGABRT);
  }
}

TEST_CASE("serve: nobody listens any more") {
  const auto serve = [] {
    signal(SIGPIPE, SIG_IGN);
    return serve_toy();
  };
  Forked child(serve);
  child.close_out();
  child.write(case_of(R"({"do":"echo","arguments":["a"]})"));
  const Said said = child.end();
  CHECK(said.code == 1);
  CHECK(said.err == "harness: writing replies: Broken pipe\n");
}

TEST_CASE("serve: without standard input or output there is nothing to serve") {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO}) {
    const Said said = fork_and_say(
        [descriptor] {
          close(descriptor);
          return serve_toy();
        },
        "");
    CHECK(said.code == 1);
    CHECK(said.err.find("Bad file descriptor") != std::string::npos);
  }
}
