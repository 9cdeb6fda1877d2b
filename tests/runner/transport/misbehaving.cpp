// SPDX-License-Identifier: Apache-2.0
// misbehaving MODE [NUMBER [TEXT]]: answers as the reference does, but for one request. That is the case whose line holds
// TEXT ("bad" where none is given); some modes act at the start, at hello or at bye. What a mode does is written beside
// its name.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/cpp/answer_line.hpp"
#include "bindings/reference/reference_harness.hpp"

namespace {

using swconform::sdk::answer_line;

int number = 0;
std::string program;

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(descriptor, text.data(), text.size());
    if (count < 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void put(std::string_view text) { write_all(STDOUT_FILENO, text); }
void complain(std::string_view text) { write_all(STDERR_FILENO, text); }

[[noreturn]] void sleep_for_ever() {
  while (true) pause();
}

void moment(int milliseconds) { usleep(static_cast<useconds_t>(milliseconds) * 1000); }

void flood(int descriptor, std::size_t bytes) {
  const std::string piece(65535, 'x');
  for (std::size_t written = 0; written < bytes; written += piece.size() + 1) {
    write_all(descriptor, piece);
    if (descriptor == STDERR_FILENO) write_all(descriptor, "\n");
  }
}

[[noreturn]] void flood_for_ever(int descriptor) {
  while (true) flood(descriptor, std::size_t{1} << 20U);
}

/// Touches half a gigabyte, and keeps it.
[[noreturn]] void grow() {
  std::vector<std::vector<char>> pieces;
  for (int i = 0; i < 512; ++i) pieces.emplace_back(std::size_t{1} << 20U, static_cast<char>(i));
  sleep_for_ever();
}

template <class Work>
void in_child(Work work) {
  if (fork() == 0) {
    work();
    _exit(0);
  }
}

/// A process of another session whose parent is gone.
template <class Work>
void in_daemon(Work work) {
  const pid_t between = fork();
  if (between == 0) {
    setsid();
    in_child(work);
    _exit(0);
  }
  waitpid(between, nullptr, 0);
}

/// With an empty environment nothing tells whose it is.
void become_nameless() {
  std::array<const char*, 3> arguments{program.c_str(), "sleeping", nullptr};
  std::array<char*, 1> nothing{nullptr};
  execve(program.c_str(), const_cast<char* const*>(arguments.data()), nothing.data());
}

/// Reads nothing of the next request, and writes more than a pipe holds.
[[noreturn]] void deaf() {
  pollfd request{STDIN_FILENO, POLLIN, 0};
  poll(&request, 1, -1);
  for (int i = 0; i < 90000; ++i) put("[]\n");
  flood(STDERR_FILENO, std::size_t{4} << 20U);
  sleep_for_ever();
}

struct Mode {
  std::function<void()> at_start = [] {};
  std::function<void()> after_hello = [] {};
  std::function<void()> before = [] {};  // the answer to the one request
  std::function<void()> after = [] {};
  std::function<void()> at_bye = [] {};
};

const std::map<std::string, Mode, std::less<>> modes = {
    // Ends, with a word on stderr.
    {"signal", {.before = [] { complain("about to go\n"), signal(number, SIG_DFL), raise(number), sleep_for_ever(); }}},
    {"exit", {.before = [] { complain("about to go\n"), _exit(number); }}},
    {"exit-after-half-a-line", {.before = [] { put("{\"step\": 0, \"val"), _exit(number); }}},
    {"exit-after-answer", {.after = [] { moment(number), _exit(3); }}},
    // Goes on, but does not answer.
    {"hang", {.before = [] { complain("waiting\n"), sleep_for_ever(); }}},
    {"hang-after-half-a-line", {.before = [] { put("{\"step\": 0, \"val"), sleep_for_ever(); }}},
    {"hang-unkillable", {.before = [] { signal(SIGTERM, SIG_IGN), signal(SIGHUP, SIG_IGN), sleep_for_ever(); }}},
    {"stop", {.before = [] { raise(SIGSTOP); }}},
    {"close-output", {.before = [] { close(STDOUT_FILENO), sleep_for_ever(); }}},
    {"close-both", {.after = [] { close(STDIN_FILENO), close(STDOUT_FILENO), sleep_for_ever(); }}},
    {"close-input", {.after = [] { close(STDIN_FILENO), sleep_for_ever(); }}},
    // Writes what is no answer.
    {"not-utf8", {.before = [] { put("{\"step\": 0, \"value\": \"\xc3\x28\"}\n"); }}},
    {"print", {.before = [] { put("libfoo: cache is cold\n"); }}},
    {"extra-line", {.after = [] { moment(number), put("{\"done\": true}\n"); }}},
    {"extra-piece", {.after = [] { put("{\"do"); }}},
    {"gigabyte", {.before = [] { flood(STDOUT_FILENO, std::size_t{1} << 30U); }}},
    {"long-answer",
     {.before =
          [] {
            const std::string line = "\"" + std::string(100000, 'x') + "\"\n";
            for (int i = 0; i < 10000; ++i) put(line);
          }}},
    {"many-lines",
     {.before =
          [] {
            std::string lines;
            for (int i = 0; i < 10000; ++i) lines += "1\n";
            while (true) put(lines);
          }}},
    {"deaf", {.after_hello = deaf}},
    // Writes much to stderr, and answers, or not.
    {"stderr", {.before = [] { flood(STDERR_FILENO, std::size_t{4} << 20U); }}},
    {"stderr-for-ever", {.before = [] { flood_for_ever(STDERR_FILENO); }}},
    // Memory.
    {"grow", {.before = grow}},
    {"child-grows", {.before = [] { in_child(grow), sleep_for_ever(); }}},
    // Processes: number is their number, or the time in milliseconds they take.
    {"leave-child", {.before = [] { in_child(sleep_for_ever); }}},
    {"leave-daemon", {.before = [] { in_daemon(sleep_for_ever); }}},
    {"hang-with-daemon", {.before = [] { in_daemon(sleep_for_ever), sleep_for_ever(); }}},
    {"leave-many",
     {.before =
          [] {
            for (int i = 0; i < number; ++i) in_daemon([] { in_child(sleep_for_ever), sleep_for_ever(); });
          }}},
    {"leave-nameless", {.before = [] { in_daemon(become_nameless); }}},
    {"leave-child-and-exit", {.before = [] { in_child(sleep_for_ever), _exit(number); }}},
    {"leave-writer-and-exit", {.before = [] { in_child([] { flood_for_ever(STDOUT_FILENO); }), _exit(number); }}},
    {"short-child", {.before = [] { in_child([] { moment(number); }); }}},
    {"zombie", {.before = [] { in_child([] {}), moment(20); }}},
    {"helper", {.at_start = [] { in_child(sleep_for_ever); }}},
    {"helper-daemon", {.at_start = [] { in_daemon(sleep_for_ever); }}},
    // The start and the end.
    {"no-hello", {.at_start = [] { complain("no licence found\n"), _exit(7); }}},
    {"slow-start", {.at_start = [] { moment(number); }}},
    {"bad-hello", {.at_start = [] { put("{\"name\": \"x\"}\n"); }}},
    {"changing-hello",
     {.at_start =
          [] {
            put("{\"name\":\"x\",\"version\":\"" + std::to_string(getpid()) +
                "\",\"language\":\"C\",\"protocol\":1,\"operations\":[],\"facts\":[],\"options\":[]}\n");
            std::string line;
            std::getline(std::cin, line);  // hello has had its answer
          },
      .before = [] { _exit(1); }}},
    {"exit-at-bye", {.at_bye = [] { _exit(number); }}},
    {"hang-at-bye", {.at_bye = sleep_for_ever}},
    {"answer-bye", {.at_bye = [] { put("bye\n"); }}},
    {"sleeping", {.at_start = sleep_for_ever}},
    {"honest", {}},
};

/// A second start fails: the first one makes the file.
void start_only_once(const char* file) {
  if (open(file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600) < 0) complain("a second start\n"), _exit(9);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  program = argv[0];
  const std::string_view name = argv[1];
  if (argc > 2) number = std::atoi(argv[2]);
  const std::string_view text = argc > 3 ? argv[3] : "\"bad\"";
  if (const char* file = std::getenv("MISBEHAVING_STARTS_ONCE")) start_only_once(file);
  const auto found = modes.find(name);
  if (found == modes.end()) return 2;
  const Mode& mode = found->second;
  mode.at_start();
  const swconform::sdk::Harness harness = swconform::reference_harness();
  std::string request;
  while (std::getline(std::cin, request)) {
    const bool is_the_one = request.find(text) != std::string::npos;
    if (is_the_one) mode.before();
    const bool more = answer_line(harness, request, [](std::string_view line) { put(std::string(line) + "\n"); });
    if (!more) break;
    if (request.find("\"hello\"") != std::string::npos) mode.after_hello();
    if (is_the_one) mode.after();
  }
  mode.at_bye();
  return 0;
}
