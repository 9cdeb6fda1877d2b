// SPDX-License-Identifier: Apache-2.0
#include "runner/transport/descendants.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>

namespace swconform {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr const char* mark_name = "SWCONFORM_PROCESS";
constexpr auto patience = 5s;
constexpr std::array<int, 3> deadly_signals = {SIGINT, SIGTERM, SIGHUP};

// For the signal handler, which may lock nothing: the groups to kill. More connections than this are not killed by it.
std::array<std::atomic<pid_t>, 512> groups{};

/// The terminal's interrupt does not reach the children, which have sessions of their own.
void kill_groups_and_end(int number) {
  for (const auto& group : groups) {
    if (const pid_t pid = group.load(); pid > 0) kill(-pid, SIGKILL);
  }
  signal(number, SIG_DFL);
  raise(number);
}

void replace(pid_t from, pid_t to) {
  for (auto& group : groups) {
    pid_t expected = from;
    if (group.compare_exchange_strong(expected, to)) return;
  }
}

/// What is known of the children of this process. One lock for all: nobody may look at our children between fork and
/// the entry of the new one.
class Children {
 public:
  static Children& all() {
    static Children children;
    return children;
  }

  std::string new_mark() {
    const std::scoped_lock lock(mutex_);
    return std::to_string(getpid()) + "." + std::to_string(++marks_);
  }

  Spawned start(const std::vector<std::string>& arguments,
                const std::vector<std::pair<std::string, std::string>>& environment) {
    const std::scoped_lock lock(mutex_);
    prepare();
    Spawned spawned = spawn(arguments, environment);
    leaders_.push_back(spawned.pid);
    replace(0, spawned.pid);
    return spawned;
  }

  void forget(pid_t leader) {
    const std::scoped_lock lock(mutex_);
    std::erase(leaders_, leader);
    replace(leader, 0);
  }

  /// Orphans that came to us and belong to this leader; `unclaimed`: also those that belong to nobody, where it is the
  /// only leader. What has ended is reaped on the way.
  std::vector<ProcessEntry> orphans_of(pid_t leader, const std::string& mark, bool unclaimed) {
    const std::scoped_lock lock(mutex_);
    std::vector<ProcessEntry> found;
    for (const pid_t pid : children_of(getpid())) {
      if (std::find(leaders_.begin(), leaders_.end(), pid) != leaders_.end()) continue;
      const auto entry = read_process(pid);
      if (!entry || std::find(strangers_.begin(), strangers_.end(), *entry) != strangers_.end()) continue;
      if (entry->ended()) {
        waitpid(pid, nullptr, WNOHANG);
      } else if (belongs(*entry, leader, mark) || (unclaimed && leaders_.size() == 1)) {
        found.push_back(*entry);
      }
    }
    return found;
  }

 private:
  void prepare() {
    if (prepared_by_ == getpid()) return;
    prepared_by_ = getpid();  // after a fork all is new
    leaders_.clear();
    strangers_.clear();
    for (auto& group : groups) group = 0;
    for (const pid_t pid : children_of(getpid())) {
      if (const auto entry = read_process(pid)) strangers_.push_back(*entry);
    }
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    for (const int number : deadly_signals) {
      struct sigaction action {};
      if (sigaction(number, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) continue;
      action.sa_handler = kill_groups_and_end;
      sigaction(number, &action, nullptr);
    }
  }

  static bool belongs(const ProcessEntry& entry, pid_t leader, const std::string& mark) {
    return entry.session == leader || entry.group == leader || was_started_with(entry.pid, mark);
  }

  std::mutex mutex_;
  pid_t prepared_by_ = 0;
  std::size_t marks_ = 0;
  std::vector<pid_t> leaders_;
  std::vector<ProcessEntry> strangers_;  // children from before the first connection
};

/// Adds what runs below `pid`.
void collect(pid_t pid, std::vector<ProcessEntry>& found) {
  for (const pid_t child : children_of(pid)) {
    const auto entry = read_process(child);
    if (!entry || entry->ended() || std::find(found.begin(), found.end(), *entry) != found.end()) continue;
    found.push_back(*entry);
    collect(child, found);
  }
}

std::vector<ProcessEntry> others_of(pid_t leader, const std::string& mark, bool unclaimed) {
  std::vector<ProcessEntry> found;
  collect(leader, found);
  for (const ProcessEntry& orphan : Children::all().orphans_of(leader, mark, unclaimed)) {
    found.push_back(orphan);
    collect(orphan.pid, found);
  }
  return found;
}

/// Through a descriptor, and only if the process is still the one meant.
void kill_process(const ProcessEntry& entry) {
  const Descriptor process(static_cast<int>(syscall(SYS_pidfd_open, entry.pid, 0)));
  if (process.get() < 0) return;
  const auto now = read_process(entry.pid);
  if (now && *now == entry) syscall(SYS_pidfd_send_signal, process.get(), SIGKILL, nullptr, 0);
}

std::string name_of_signal(int number) {
  if (const char* name = sigabbrev_np(number)) return std::string("SIG") + name;
  if (number >= SIGRTMIN && number <= SIGRTMAX) return "SIGRTMIN+" + std::to_string(number - SIGRTMIN);
  return "an unknown signal";
}

std::string text_of_signal(int number) {
  std::string text = name_of_signal(number) + " (signal " + std::to_string(number);
  if (const char* description = sigdescr_np(number)) text += std::string(", ") + description;
  return text + ")";
}

}  // namespace

Descendants::Descendants(const std::vector<std::string>& arguments,
                         const std::vector<std::pair<std::string, std::string>>& environment)
    : mark_(std::string(mark_name) + "=") {
  const std::string value = Children::all().new_mark();
  mark_ += value;
  std::vector<std::pair<std::string, std::string>> marked = environment;
  marked.emplace_back(mark_name, value);
  leader_ = Children::all().start(arguments, marked);
}

std::vector<ProcessEntry> Descendants::others() const { return others_of(leader_.pid, mark_, false); }

std::size_t Descendants::resident() const {
  std::size_t bytes = resident_size(leader_.pid);
  for (const ProcessEntry& entry : others()) bytes += resident_size(entry.pid);
  return bytes;
}

std::string Descendants::ending() const {
  siginfo_t info{};
  // It stays a zombie, so that its number, which is that of its group too, is given to nobody else.
  if (gone_ || waitid(P_PID, static_cast<id_t>(leader_.pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid == 0)
    return "";
  if (info.si_code == CLD_EXITED) return "exited with status " + std::to_string(info.si_status);
  return "was ended by " + text_of_signal(info.si_status);
}

bool Descendants::wait_for_end(std::chrono::milliseconds limit) const {
  pollfd end{leader_.end.get(), POLLIN, 0};
  const auto deadline = Clock::now() + limit;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    const int ready = poll(&end, 1, static_cast<int>(std::max(left, 0ms).count()));
    if (ready != 0 && !(ready < 0 && errno == EINTR)) return ready > 0;
    if (ready == 0) return false;
  }
}

void Descendants::kill() {
  if (gone_) return;
  gone_ = true;
  ::kill(-leader_.pid, SIGKILL);
  const bool ended = wait_for_end(patience);
  const auto deadline = Clock::now() + patience;
  while (true) {
    const std::vector<ProcessEntry> rest = others_of(leader_.pid, mark_, true);
    if (rest.empty() || Clock::now() > deadline) break;
    for (const ProcessEntry& entry : rest) kill_process(entry);
    std::this_thread::sleep_for(1ms);
  }
  if (ended) waitpid(leader_.pid, nullptr, 0);
  Children::all().forget(leader_.pid);
}

}  // namespace swconform
