// SPDX-License-Identifier: Apache-2.0
// One misbehaviour each: what is seen of it, that a fresh process answers the next request, and that nobody is left.
#include <signal.h>

#include <thread>

#include "tests/runner/transport/misbehaviour.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using namespace swconform::test;
using namespace std::chrono_literals;
using Ending = Exchange::Ending;

namespace {

/// The bad request alone is to blame, and it is the one with this ending.
void check_bad(const Seen& seen, Ending ending, const std::string& what) {
  CHECK(seen.bad.ending == ending);
  CHECK(seen.bad.what == what);
  CHECK(is_honest(seen.good));
  CHECK_FALSE(seen.good.before);
  CHECK_FALSE(seen.farewell.before);
  CHECK(seen.farewell.remark.empty());
  CHECK(children_left() == 0);
}

/// The fault comes after the last line of the answer: it is found out at once, or when the next request is due.
void check_after(const Seen& seen, Ending ending, const std::string& what) {
  const bool at_once = seen.bad.ending != Ending::done;
  REQUIRE(seen.good.before.has_value() != at_once);
  CHECK((at_once ? seen.bad.ending : seen.good.before->ending) == ending);
  CHECK((at_once ? seen.bad.what : seen.good.before->what) == what);
  CHECK(seen.bad.lines.size() == 2);
  CHECK(is_honest(seen.good));
  CHECK(seen.farewell.remark.empty());
  CHECK(children_left() == 0);
}

}  // namespace

TEST_CASE("every signal, by its name") {
  const std::vector<std::pair<int, std::string>> signals = {
      {SIGHUP, "SIGHUP (signal 1, Hangup)"},
      {SIGINT, "SIGINT (signal 2, Interrupt)"},
      {SIGQUIT, "SIGQUIT (signal 3, Quit)"},
      {SIGILL, "SIGILL (signal 4, Illegal instruction)"},
      {SIGTRAP, "SIGTRAP (signal 5, Trace/breakpoint trap)"},
      {SIGABRT, "SIGABRT (signal 6, Aborted)"},
      {SIGBUS, "SIGBUS (signal 7, Bus error)"},
      {SIGFPE, "SIGFPE (signal 8, Floating point exception)"},
      {SIGKILL, "SIGKILL (signal 9, Killed)"},
      {SIGUSR1, "SIGUSR1 (signal 10, User defined signal 1)"},
      {SIGSEGV, "SIGSEGV (signal 11, Segmentation fault)"},
      {SIGUSR2, "SIGUSR2 (signal 12, User defined signal 2)"},
      {SIGPIPE, "SIGPIPE (signal 13, Broken pipe)"},
      {SIGALRM, "SIGALRM (signal 14, Alarm clock)"},
      {SIGTERM, "SIGTERM (signal 15, Terminated)"},
      {SIGXCPU, "SIGXCPU (signal 24, CPU time limit exceeded)"},
      {SIGXFSZ, "SIGXFSZ (signal 25, File size limit exceeded)"},
      {SIGVTALRM, "SIGVTALRM (signal 26, Virtual timer expired)"},
      {SIGPROF, "SIGPROF (signal 27, Profiling timer expired)"},
      {SIGSYS, "SIGSYS (signal 31, Bad system call)"},
      {SIGRTMIN + 2, "SIGRTMIN+2 (signal " + std::to_string(SIGRTMIN + 2) + ")"},
  };
  for (const auto& [number, name] : signals) {
    const Seen seen = see(misbehaving("signal", number));
    INFO(number);
    check_bad(seen, Ending::died, "was ended by " + name);
    CHECK(seen.bad.stderr_tail == "about to go\n");
  }
}

TEST_CASE("an exit, whatever its status") {
  for (const int status : {0, 1, 127, 255}) {
    const Seen seen = see(misbehaving("exit", status));
    check_bad(seen, Ending::died, "exited with status " + std::to_string(status));
    CHECK(seen.bad.stderr_tail == "about to go\n");
  }
}

TEST_CASE("half a line and no more") {
  check_bad(see(misbehaving("exit-after-half-a-line", 0)), Ending::died,
            "exited with status 0 in the middle of a line, after `{\"step\": 0, \"val`");
  check_bad(see(misbehaving("hang-after-half-a-line"), 200ms), Ending::hung, "no answer within 200 ms");
}

TEST_CASE("a hang, of a process that does not want to end too") {
  const Seen seen = see(misbehaving("hang"), 200ms);
  check_bad(seen, Ending::hung, "no answer within 200 ms");
  CHECK(seen.bad.stderr_tail == "waiting\n");
  check_bad(see(misbehaving("hang-unkillable"), 200ms), Ending::hung, "no answer within 200 ms");
  check_bad(see(misbehaving("stop"), 200ms), Ending::hung, "no answer within 200 ms");
}

TEST_CASE("a closed pipe") {
  check_bad(see(misbehaving("close-output")), Ending::malformed, "it closed its standard output and went on running");
  check_after(see(misbehaving("close-input"), 30s, quick(), 100ms), Ending::malformed,
              "it closed its standard input and went on running");
  check_after(see(misbehaving("close-both"), 30s, quick(), 100ms), Ending::malformed,
              "it closed its standard output and went on running");
}

TEST_CASE("lines that are none") {
  const Seen text = see(misbehaving("print"));
  CHECK(text.bad.ending == Ending::malformed);
  CHECK(text.bad.what.starts_with("line 1 is `libfoo: cache is cold`: not one JSON value"));
  CHECK(is_honest(text.good));
  const Seen bytes = see(misbehaving("not-utf8"));
  CHECK(bytes.bad.ending == Ending::malformed);
  CHECK(contains(bytes.bad.what, "UTF-8"));
  CHECK(is_honest(bytes.good));
  CHECK(children_left() == 0);
}

TEST_CASE("answers nobody asked for, at once or later, are the fault of the case before") {
  const std::string line = "output nobody asked for: `{\"done\": true}`";
  for (int i = 0; i < 50; ++i) check_after(see(misbehaving("extra-line", 0)), Ending::malformed, line);
  check_after(see(misbehaving("extra-line", 50), 30s, quick(), 200ms), Ending::malformed, line);
  check_after(see(misbehaving("extra-piece"), 30s, quick(), 100ms), Ending::malformed, "output nobody asked for: `{\"do`");
}

TEST_CASE("the end of a process after its answer, at once or later, is the fault of the case before") {
  for (int i = 0; i < 50; ++i)
    check_after(see(misbehaving("exit-after-answer", 0)), Ending::died, "exited with status 3");
  check_after(see(misbehaving("exit-after-answer", 50), 30s, quick(), 200ms), Ending::died, "exited with status 3");
}

TEST_CASE("what the last case leaves behind is told at the end of the connection") {
  const std::unique_ptr<Transport> transport = connect_process(misbehaving("exit-after-answer", 50));
  CHECK(is_honest(transport->exchange(case_of("bad"), 30s)));
  std::this_thread::sleep_for(200ms);
  const Farewell farewell = transport->close();
  REQUIRE(farewell.before);
  CHECK(farewell.before->what == "exited with status 3");
  CHECK(farewell.remark.empty());
}

TEST_CASE("too much: a line, an answer, lines") {
  check_bad(see(misbehaving("gigabyte")), Ending::malformed, "line 1 is longer than 8 MiB");
  check_bad(see(misbehaving("long-answer")), Ending::malformed, "an answer longer than 16 MiB");
  check_bad(see(misbehaving("many-lines")), Ending::malformed, "an answer of more than 100000 lines");
}

TEST_CASE("a flood of stderr harms nobody, and its end is kept") {
  const Seen seen = see(misbehaving("stderr"));
  CHECK(is_honest(seen.bad));
  CHECK(is_honest(seen.good));
  const Seen endless = see(misbehaving("stderr-for-ever"), 200ms);
  CHECK(endless.bad.stderr_tail.size() < 20000);
  CHECK(contains(endless.bad.stderr_tail, " bytes before this]\nx"));
  CHECK(is_honest(endless.good));
  check_bad(see(misbehaving("stderr-for-ever")), Ending::died, "it wrote more than 256 MiB to standard error");
  CHECK(children_left() == 0);
}

TEST_CASE("a process that reads nothing and floods both of its outputs") {
  const std::unique_ptr<Transport> transport = connect_process(misbehaving("deaf"));
  const Exchange exchange = transport->exchange(case_of("bad", 1000000), 300ms);
  CHECK(exchange.ending == Ending::hung);
  CHECK(exchange.lines.size() == 90000);
  CHECK(contains(exchange.stderr_tail, "xxx"));
}

TEST_CASE("memory, of the process or of one it started") {
  ProcessLimits limits = quick();
  limits.memory = std::size_t{64} << 20U;
  for (const char* mode : {"grow", "child-grows"}) {
    INFO(mode);
    check_bad(see(misbehaving(mode), 30s, limits), Ending::died, "its memory grew beyond 64 MiB");
  }
  limits.memory = std::size_t{1} << 30U;
  check_bad(see(misbehaving("grow"), 1s, limits), Ending::hung, "no answer within 1000 ms");
}
