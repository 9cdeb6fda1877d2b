// SPDX-License-Identifier: Apache-2.0
#include "runner/transport/spawn.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace swconform {
namespace {

bool is_program(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(path.c_str(), X_OK) == 0;
}

/// Looked for here and not by the child, so that a name that is wrong is called so.
std::string find_program(const std::string& name) {
  if (name.empty()) throw SpawnError("no program is named");
  if (name.find('/') != std::string::npos) {
    if (access(name.c_str(), F_OK) != 0) throw SpawnError("no such file: " + name);
    if (!is_program(name)) throw SpawnError("not an executable file: " + name);
    return name;
  }
  const char* path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nothing sets variables
  std::string_view rest = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    const std::string candidate = (folder.empty() ? "." : std::string(folder)) + "/" + name;
    if (is_program(candidate)) return candidate;
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
  }
  throw SpawnError("no such program on PATH: " + name);
}

std::vector<std::string> with_ours(const std::vector<std::pair<std::string, std::string>>& additions) {
  std::vector<std::string> variables;
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
    const std::string_view variable = *each;
    const std::string_view name = variable.substr(0, variable.find('='));
    bool replaced = false;
    for (const auto& addition : additions) replaced = replaced || addition.first == name;
    if (!replaced) variables.emplace_back(variable);
  }
  for (const auto& [name, value] : additions) variables.push_back(name + "=" + value);
  return variables;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// All signals wait while it lives: between fork and exec the child must not run our handlers.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

struct Plan {
  const char* program;
  char* const* arguments;
  char* const* environment;
  int in, out, err, failure;
  pid_t parent;
};

/// In the child, after fork: only what is async-signal-safe.
[[noreturn]] void become(const Plan& plan) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != plan.parent) _exit(127);  // it ended before we could ask to be told
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  if (dup2(plan.in, STDIN_FILENO) >= 0 && dup2(plan.out, STDOUT_FILENO) >= 0 && dup2(plan.err, STDERR_FILENO) >= 0) {
    // Also what other parts of the program have opened without close-on-exec. Older kernels lack it: no harm done.
    syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execve(plan.program, plan.arguments, plan.environment);
  }
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(plan.failure, &error, sizeof error);
  _exit(127);
}

/// Nothing once exec has succeeded, else its errno.
int failure_of_exec(const Descriptor& failure) {
  int error = 0;
  ssize_t count = 0;
  do {
    count = read(failure.get(), &error, sizeof error);
  } while (count < 0 && errno == EINTR);
  return count == static_cast<ssize_t>(sizeof error) ? error : 0;
}

void reap(pid_t pid) {
  while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::string why_not(const std::string& program, int error) {
  std::string why = program + " cannot be executed: " + std::generic_category().message(error);
  if (error == ENOEXEC) why += " (a script begins with a line such as #!/bin/sh)";
  if (error == ENOENT) why += " (is the interpreter its first line names there?)";
  return why;
}

}  // namespace

Spawned spawn(const std::vector<std::string>& arguments,
              const std::vector<std::pair<std::string, std::string>>& environment) {
  if (arguments.empty()) throw SpawnError("no program is named");
  const std::string program = find_program(arguments.front());
  std::vector<std::string> words = arguments;
  std::vector<std::string> variables = with_ours(environment);
  const std::vector<char*> word_pointers = pointers(words);
  const std::vector<char*> variable_pointers = pointers(variables);
  try {
    Pipe in = make_pipe();
    Pipe out = make_pipe();
    Pipe err = make_pipe();
    Pipe failure = make_pipe();
    const Plan plan{program.c_str(), word_pointers.data(), variable_pointers.data(), in.read.get(),
                    out.write.get(), err.write.get(),      failure.write.get(),      getpid()};
    pid_t pid = 0;
    {
      const SignalsBlocked blocked;
      pid = fork();
      if (pid == 0) become(plan);
    }
    if (pid < 0) throw std::system_error(errno, std::generic_category(), "fork");
    failure.write.close();
    if (const int error = failure_of_exec(failure.read); error != 0) {
      reap(pid);
      throw SpawnError(why_not(program, error));
    }
    Descriptor end(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
    if (end.get() < 0) {
      const int error = errno;
      kill(pid, SIGKILL);
      reap(pid);
      throw std::system_error(error, std::generic_category(), "pidfd_open");
    }
    set_nonblocking(in.write);
    set_nonblocking(out.read);
    set_nonblocking(err.read);
    return {pid, std::move(end), std::move(in.write), std::move(out.read), std::move(err.read)};
  } catch (const std::system_error& error) {
    throw SpawnError(std::string("no process can be started: ") + error.what());
  }
}

}  // namespace swconform
