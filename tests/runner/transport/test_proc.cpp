// SPDX-License-Identifier: Apache-2.0
#include "runner/transport/proc.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "tests/support/catch.hpp"

using namespace swconform;

TEST_CASE("this process, and one that is gone") {
  const auto self = read_process(getpid());
  REQUIRE(self);
  CHECK(self->pid == getpid());
  CHECK(self->parent == getppid());
  CHECK(self->group == getpgrp());
  CHECK(self->session == getsid(0));
  CHECK(self->state == 'R');
  CHECK_FALSE(self->ended());
  CHECK(self->name == "test_transport");
  CHECK(resident_size(getpid()) > 1000000);
  CHECK(resident_size(getpid()) < (std::size_t{1} << 40U));
  constexpr pid_t nobody = 1 << 30;
  CHECK_FALSE(read_process(nobody));
  CHECK(children_of(nobody).empty());
  CHECK(resident_size(nobody) == 0);
  CHECK_FALSE(was_started_with(nobody, "A=B"));
}

TEST_CASE("a child is found until it is reaped") {
  const pid_t child = fork();
  if (child == 0) {
    while (true) pause();
  }
  const auto is_child = [child] {
    const std::vector<pid_t> children = children_of(getpid());
    return std::find(children.begin(), children.end(), child) != children.end();
  };
  CHECK(is_child());
  REQUIRE(read_process(child));
  const ProcessEntry before = *read_process(child);
  CHECK(before.parent == getpid());
  kill(child, SIGKILL);
  siginfo_t info{};
  waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
  REQUIRE(read_process(child));
  CHECK(read_process(child)->ended());
  CHECK(*read_process(child) == before);
  CHECK(is_child());
  waitpid(child, nullptr, 0);
  CHECK_FALSE(is_child());
}

TEST_CASE("the environment a process was started with, whole entries only") {
  const pid_t child = fork();
  if (child == 0) {
    execle("/bin/sleep", "sleep", "1000", nullptr, std::vector<const char*>{"ONE=a", "TWO=bcd", nullptr}.data());
    _exit(1);
  }
  while (!was_started_with(child, "ONE=a")) usleep(1000);
  CHECK(was_started_with(child, "TWO=bcd"));
  CHECK_FALSE(was_started_with(child, "TWO=bc"));
  CHECK_FALSE(was_started_with(child, "TWO=bcde"));
  CHECK_FALSE(was_started_with(child, "WO=bcd"));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

TEST_CASE("a name with parentheses and blanks in it") {
  const pid_t child = fork();
  if (child == 0) {
    const std::string script = "exec 3>/proc/self/comm; printf 'a) (b 1' >&3; exec 3>&-; read never";
    int ends[2];
    if (pipe(ends) != 0) _exit(1);
    dup2(ends[0], STDIN_FILENO);
    execl("/bin/sh", "sh", "-c", script.c_str(), nullptr);
    _exit(1);
  }
  while (read_process(child)->name != "a) (b 1") usleep(1000);
  CHECK(read_process(child)->parent == getpid());
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}
