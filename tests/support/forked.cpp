// SPDX-License-Identifier: Apache-2.0
#include "tests/support/forked.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace swconform::test {
namespace {

struct Pipe {
  int read = -1;
  int write = -1;
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
    read = ends[0];
    write = ends[1];
  }
};

// What leaves a main ends the process.
[[noreturn]] void run_as_main(const std::function<int()>& program) noexcept {
  const int code = program();
  std::cout.flush();
  std::fflush(nullptr);
  _exit(code);
}

std::string read_all(int descriptor) {
  std::string text;
  char block[4096];
  for (ssize_t count = 0; (count = read(descriptor, block, sizeof block)) > 0;) {
    text.append(block, static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

Forked::Forked(const std::function<int()>& program) {
  const Pipe in;
  const Pipe out;
  const Pipe err;
  std::fflush(nullptr);
  child_ = fork();
  if (child_ < 0) throw std::runtime_error("fork");
  if (child_ == 0) {
    signal(SIGABRT, SIG_DFL);  // not the test framework's
    dup2(in.read, STDIN_FILENO);
    dup2(out.write, STDOUT_FILENO);
    dup2(err.write, STDERR_FILENO);
    for (const Pipe& each : {in, out, err}) {
      close(each.read);
      close(each.write);
    }
    run_as_main(program);
  }
  close(in.read);
  close(out.write);
  close(err.write);
  in_ = in.write;
  out_ = out.read;
  err_ = err.read;
  signal(SIGPIPE, SIG_IGN);
}

Forked::~Forked() {
  if (child_ > 0) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  for (const int descriptor : {in_, out_, err_}) {
    if (descriptor >= 0) close(descriptor);
  }
}

void Forked::write(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(in_, text.data() + done, text.size() - done);
    if (count < 0) return;  // the child is gone
    done += static_cast<std::size_t>(count);
  }
}

std::string Forked::read_line() {
  std::string line;
  char byte = 0;
  while (read(out_, &byte, 1) == 1 && byte != '\n') line += byte;
  return line;
}

void Forked::close_out() {
  close(out_);
  out_ = -1;
}

Said Forked::end(const std::string& text) {
  Said said;
  // The child may answer before it has read everything.
  std::thread input([&] {
    write(text);
    close(in_);
    in_ = -1;
  });
  std::thread errors([&] { said.err = read_all(err_); });
  std::istringstream out(out_ >= 0 ? read_all(out_) : "");
  errors.join();
  input.join();
  for (std::string line; std::getline(out, line);) said.out.push_back(line);
  int status = 0;
  waitpid(child_, &status, 0);
  child_ = -1;
  said.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return said;
}

Said fork_and_say(const std::function<int()>& program, const std::string& input) { return Forked(program).end(input); }

}  // namespace swconform::test
