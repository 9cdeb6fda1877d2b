// SPDX-License-Identifier: Apache-2.0
// Processes an implementation starts: nobody outlives the case, however they hide.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "bindings/protocol/messages.hpp"
#include "runner/transport/proc.hpp"
#include "tests/runner/transport/misbehaviour.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using namespace swconform::test;
using namespace std::chrono_literals;
using Ending = Exchange::Ending;

namespace {

void check_left(const Seen& seen, const std::string& what) {
  CHECK(seen.bad.ending == Ending::died);
  CHECK(seen.bad.what == what);
  CHECK(is_honest(seen.good));
  CHECK_FALSE(seen.good.before);
  CHECK(seen.farewell.remark.empty());
  CHECK(children_left() == 0);
}

}  // namespace

TEST_CASE("a process left running after the last line is the end of its case") {
  check_left(see(misbehaving("leave-child")), "left 1 process running: misbehaving");
  check_left(see(misbehaving("leave-daemon")), "left 1 process running: misbehaving");
  check_left(see(misbehaving("leave-many", 10)),
             "left 20 processes running: misbehaving, misbehaving, misbehaving, misbehaving, misbehaving, ...");
}

TEST_CASE("a process that outlives the one that started it is gone with it, and keeps nobody waiting") {
  check_left(see(misbehaving("leave-child-and-exit", 2)),
             "exited with status 2 and left 1 process running: misbehaving");
  const Seen hung = see(misbehaving("hang-with-daemon"), 200ms);
  CHECK(hung.bad.ending == Ending::hung);
  CHECK(is_honest(hung.good));
  CHECK(children_left() == 0);
  // It holds the pipe open, and writes.
  const Seen seen = see(misbehaving("leave-writer-and-exit", 2));
  CHECK(seen.bad.ending != Ending::done);
  CHECK(is_honest(seen.good));
  CHECK(children_left() == 0);
}

TEST_CASE("a process nobody can tell whose it is is gone at the end") {
  const Seen seen = see(misbehaving("leave-nameless"));
  CHECK(is_honest(seen.bad));
  CHECK(is_honest(seen.good));
  CHECK(children_left() == 0);
}

TEST_CASE("a process that ends soon, or is not yet reaped, is no fault") {
  for (const char* mode : {"short-child", "zombie"}) {
    INFO(mode);
    const Seen seen = see(misbehaving(mode, 50));
    CHECK(is_honest(seen.bad));
    CHECK(is_honest(seen.good));
    CHECK_FALSE(seen.good.before);
    CHECK(children_left() == 0);
  }
}

TEST_CASE("what runs before hello is answered belongs to the harness") {
  for (const char* mode : {"helper", "helper-daemon"}) {
    INFO(mode);
    const Seen seen = see(misbehaving(mode));
    CHECK(is_honest(seen.bad));
    CHECK(is_honest(seen.good));
    CHECK_FALSE(seen.good.before);
    CHECK(seen.farewell.remark == "it left 1 process running: misbehaving");
    CHECK(children_left() == 0);
  }
  // A program behind a shell is one, too.
  ProcessCommand wrapped = misbehaving("exit", 3);
  wrapped.arguments.insert(wrapped.arguments.begin(), {"sh", "-c", "\"$0\" \"$@\"; exit $?"});
  const Seen seen = see(wrapped);
  CHECK(seen.bad.what == "exited with status 3");
  CHECK(is_honest(seen.good));
  CHECK(seen.farewell.remark.empty());
  CHECK(children_left() == 0);
}

TEST_CASE("connections of several threads do not touch each other's processes") {
  std::vector<Seen> seen(8);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    threads.emplace_back([&seen, i] {
      const char* const modes[] = {"leave-daemon", "helper-daemon", "signal", "leave-child-and-exit"};
      seen[i] = see(misbehaving(modes[i % 4], 9));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < seen.size(); i += 4) {
    CHECK(seen[i].bad.what == "left 1 process running: misbehaving");
    CHECK(is_honest(seen[i + 1].bad));
    CHECK(seen[i + 1].farewell.remark == "it left 1 process running: misbehaving");
    CHECK(seen[i + 2].bad.what == "was ended by SIGKILL (signal 9, Killed)");
    CHECK(seen[i + 3].bad.what == "exited with status 9 and left 1 process running: misbehaving");
  }
  for (const Seen& one : seen) CHECK(is_honest(one.good));
  CHECK(children_left() == 0);
}

TEST_CASE("children from before the first connection are none of its business") {
  // In a process of its own: this one may have had connections before.
  const pid_t tester = fork();
  if (tester == 0) {
    const pid_t other = fork();
    if (other == 0) {
      while (true) pause();
    }
    const Seen seen = see(misbehaving("leave-nameless"));
    const std::vector<pid_t> children = children_of(getpid());
    const bool spared = children == std::vector<pid_t>{other} && read_process(other) && !read_process(other)->ended();
    kill(other, SIGKILL);
    _exit(spared ? 0 : 1);
  }
  int status = 0;
  waitpid(tester, &status, 0);
  CHECK(status == 0);
}

TEST_CASE("an interrupted or killed run leaves no process that hangs") {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGKILL}) {
    INFO(number);
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const pid_t tester = fork();
    if (tester == 0) {
      for (const int deadly : {SIGINT, SIGTERM, SIGHUP}) signal(deadly, SIG_DFL);
      const auto transport = connect_process(misbehaving("hang-unkillable"));
      transport->exchange(hello_request(), 30s);
      const std::vector<pid_t> children = children_of(getpid());
      if (write(ends[1], children.data(), sizeof(pid_t)) < 0) _exit(1);
      transport->exchange(case_of("bad"), 0ms);
      _exit(1);
    }
    close(ends[1]);
    pid_t child = 0;
    REQUIRE(read(ends[0], &child, sizeof child) == sizeof child);
    std::this_thread::sleep_for(50ms);
    kill(tester, number);
    int status = 0;
    waitpid(tester, &status, 0);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == number);
    close(ends[0]);
    // Its end may take a moment; an orphan of the tester comes to this process, which is the next reaper.
    for (int i = 0; i < 1000; ++i) {
      waitpid(child, nullptr, WNOHANG);
      if (!read_process(child)) break;
      std::this_thread::sleep_for(5ms);
    }
    CHECK_FALSE(read_process(child));
  }
}
