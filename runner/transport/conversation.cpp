// SPDX-License-Identifier: Apache-2.0
#include "runner/transport/conversation.hpp"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <thread>
#include <utility>

#include "bindings/protocol/messages.hpp"
#include "runner/transport/limits.hpp"

namespace swconform {
namespace {

using namespace std::chrono_literals;
using Ending = Exchange::Ending;

constexpr std::size_t longest_quote = 120;
constexpr std::size_t most_named = 5;
constexpr std::size_t mebibyte = std::size_t{1} << 20U;

std::string quote(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  if (text.size() <= longest_quote) return fmt::format("`{}`", text);
  return fmt::format("`{}...`", text.substr(0, longest_quote));
}

std::string running(const std::vector<ProcessEntry>& processes) {
  std::string text =
      fmt::format("left {} process{} running", processes.size(), processes.size() == 1 ? "" : "es");
  for (std::size_t i = 0; i < std::min(processes.size(), most_named); ++i)
    text += (i == 0 ? ": " : ", ") + processes[i].name;
  return text + (processes.size() > most_named ? ", ..." : "");
}

/// write(2) where a reader that is gone is EPIPE and no signal, whatever this process does with SIGPIPE.
ssize_t write_without_signal(int descriptor, std::string_view text) {
  sigset_t pipe_signal;
  sigset_t before;
  sigset_t pending;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  sigpending(&pending);
  const ssize_t count = write(descriptor, text.data(), text.size());
  const int error = errno;
  if (count < 0 && error == EPIPE && sigismember(&pending, SIGPIPE) == 0) {
    const timespec now{};
    sigtimedwait(&pipe_signal, nullptr, &now);  // ours: taken back
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return count;
}

// Places in what poll watches.
constexpr std::size_t watched_out = 0;
constexpr std::size_t watched_err = 1;
constexpr std::size_t watched_end = 2;
constexpr std::size_t watched_in = 3;

std::string went_on_without(const std::string& closed) {
  return fmt::format("it closed its standard {} and went on running", closed);
}

std::string unasked(std::string_view text) { return "output nobody asked for: " + quote(text); }

enum class Came { bytes, nothing, end };

/// Reads once from a non-blocking descriptor.
Came read_some(int descriptor, std::span<char> room, std::size_t& bytes) {
  while (true) {
    const ssize_t count = read(descriptor, room.data(), room.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return Came::nothing;
    if (count <= 0) return Came::end;
    bytes = static_cast<std::size_t>(count);
    return Came::bytes;
  }
}

}  // namespace

struct Conversation::Turn {
  std::string_view unwritten;
  Answer answer = Answer::one_line;
  std::chrono::milliseconds limit{};
  Clock::time_point deadline = Clock::time_point::max();
  std::string closed;  // which of its ends it has closed; it is given a moment to end
  Clock::time_point closed_deadline = Clock::time_point::max();
  std::size_t bytes = 0;  // of the answer
  bool complete = false;  // the last line has come
  bool failed = false;
  Exchange exchange;

  void close(const char* what, Clock::time_point until) {
    if (!closed.empty()) return;
    closed = what;
    closed_deadline = until;
  }
};

Conversation::Conversation(const ProcessCommand& command, const ProcessLimits& limits)
    : family_(command.arguments, command.environment),
      limits_(limits),
      memory_seen_(Clock::now()),
      stderr_(stderr_kept) {}

Exchange Conversation::ask(std::string_view line, Answer answer, std::chrono::milliseconds limit) {
  stderr_.clear();
  Turn turn;
  turn.unwritten = line;
  turn.answer = answer;
  turn.limit = limit;
  if (limit > 0ms) turn.deadline = Clock::now() + limit;
  write_some(turn);
  while (!turn.complete && !turn.failed) step(turn);
  if (!turn.failed) check_what_is_left(turn);
  used_ = used_ || answer == Answer::up_to_done;
  return std::move(turn.exchange);
}

/// Its descriptors as poll wants them; one that is closed is -1, which poll leaves out.
std::array<pollfd, 4> Conversation::watch(int writing) const {
  const Spawned& leader = family_.leader();
  std::array<pollfd, 4> watched{};
  watched[watched_out] = {stdout_open_ ? leader.out.get() : -1, POLLIN, 0};
  watched[watched_err] = {stderr_open_ ? leader.err.get() : -1, POLLIN, 0};
  watched[watched_end] = {leader.end.get(), POLLIN, 0};
  watched[watched_in] = {leader.in.get(), static_cast<short>(writing), 0};  // with 0 it tells of no reader only
  return watched;
}

/// Waits until something happens, and deals with it.
void Conversation::step(Turn& turn) {
  auto watched = watch(turn.unwritten.empty() ? 0 : POLLOUT);
  if (turn.unwritten.empty()) watched[watched_in].fd = -1;  // whoever has read all of it may close it
  const int ready = poll(watched.data(), watched.size(), timeout(turn));
  if (ready > 0) {
    if (watched[watched_out].revents != 0) read_answer(turn);
    if (!turn.failed && watched[watched_err].revents != 0) read_stderr(turn);
    if (!turn.failed && watched[watched_end].revents != 0) ended(turn);
    if (!turn.failed && watched[watched_in].revents != 0) write_some(turn);
  }
  if (!turn.failed && !turn.complete) check_limits(turn);
}

void Conversation::check_limits(Turn& turn) {
  const auto now = Clock::now();
  if (now >= turn.deadline) {
    fail(turn, Ending::hung, fmt::format("no answer within {} ms", turn.limit.count()));
  } else if (now >= turn.closed_deadline) {
    fail(turn, Ending::malformed, went_on_without(turn.closed));
  } else if (too_much_memory(now)) {
    fail(turn, Ending::died, fmt::format("its memory grew beyond {} MiB", limits_.memory / mebibyte));
  }
}

int Conversation::timeout(const Turn& turn) const {
  auto next = std::min(turn.deadline, turn.closed_deadline);
  if (limits_.memory > 0) next = std::min(next, memory_seen_ + memory_check_interval);
  if (next == Clock::time_point::max()) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
  return static_cast<int>(std::clamp<std::chrono::milliseconds::rep>(left.count(), 0, 60000));
}

void Conversation::write_some(Turn& turn) {
  while (!turn.unwritten.empty()) {
    const ssize_t count = write_without_signal(family_.leader().in.get(), turn.unwritten);
    if (count >= 0) {
      turn.unwritten.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return;
    } else if (errno != EINTR) {
      turn.unwritten = {};
      turn.close("input", Clock::now() + limits_.settle);
    }
  }
}

void Conversation::read_answer(Turn& turn) {
  std::size_t count = 0;
  switch (read_some(family_.leader().out.get(), lines_.room(), count)) {
    case Came::nothing:
      return;
    case Came::end:
      stdout_open_ = false;
      turn.close("output", Clock::now() + limits_.settle);
      return;
    case Came::bytes:
      break;
  }
  lines_.filled(count);
  turn.bytes += count;
  take_lines(turn);
  if (turn.failed || turn.complete) return;
  if (lines_.rest().size() > longest_line) {
    fail(turn, Ending::malformed,
         fmt::format("line {} is longer than {} MiB", turn.exchange.lines.size() + 1, longest_line / mebibyte));
  } else if (turn.bytes > longest_answer) {
    fail(turn, Ending::malformed, fmt::format("an answer longer than {} MiB", longest_answer / mebibyte));
  }
}

void Conversation::take_lines(Turn& turn) {
  std::vector<Value>& taken = turn.exchange.lines;
  while (!turn.complete) {
    const auto line = lines_.next();
    if (!line) return;
    if (taken.size() == most_lines) {
      fail(turn, Ending::malformed, fmt::format("an answer of more than {} lines", most_lines));
      return;
    }
    try {
      taken.push_back(from_json(*line));
    } catch (const ProtocolError& error) {
      fail(turn, Ending::malformed, fmt::format("line {} is {}: {}", taken.size() + 1, quote(*line), error.what()));
      return;
    }
    if (used_ && !begins_an_answer(taken)) {
      fail(turn, Ending::malformed, unasked(*line));
      return;
    }
    turn.complete = turn.answer == Answer::one_line || is_done(taken.back());
  }
}

bool Conversation::read_stderr() {
  char piece[std::size_t{64} << 10U];
  std::size_t count = 0;
  const Came came = read_some(family_.leader().err.get(), piece, count);
  if (came == Came::bytes) stderr_.add({piece, count});
  if (came == Came::end) stderr_open_ = false;
  return came == Came::bytes;
}

void Conversation::read_stderr(Turn& turn) {
  if (read_stderr() && stderr_.total() > most_stderr)
    fail(turn, Ending::died, fmt::format("it wrote more than {} MiB to standard error", most_stderr / mebibyte));
}

/// The process is a zombie. What it wrote before is still to be read; nobody can write more once the others are gone.
void Conversation::ended(Turn& turn) {
  std::string what = family_.ending();
  const std::vector<ProcessEntry> left = left_running();
  family_.kill();
  while (stdout_open_ && !turn.complete && !turn.failed) {
    const std::size_t before = turn.bytes;
    read_answer(turn);
    if (turn.bytes == before) break;
  }
  if (turn.failed) return;
  if (!turn.complete && !lines_.rest().empty())
    what += fmt::format(" in the middle of a line, after {}", quote(lines_.rest()));
  if (!left.empty()) what += " and " + running(left);
  fail(turn, Ending::died, std::move(what));
}

/// Once the last line has come: nothing else may have, and nothing that was started may go on.
void Conversation::check_what_is_left(Turn& turn) {
  if (!turn.unwritten.empty()) {
    fail(turn, Ending::malformed, "the last line came before all of the request was read");
    return;
  }
  if (!lines_.rest().empty()) {
    fail(turn, Ending::malformed, unasked(lines_.rest()));
    return;
  }
  if (turn.answer == Answer::one_line) return;
  if (too_much_memory(Clock::now())) {
    fail(turn, Ending::died, fmt::format("its memory grew beyond {} MiB", limits_.memory / mebibyte));
    return;
  }
  const auto deadline = Clock::now() + limits_.settle;
  std::vector<ProcessEntry> left = left_running();
  while (!left.empty() && Clock::now() < deadline) {
    std::this_thread::sleep_for(1ms);
    left = left_running();
  }
  if (!left.empty()) fail(turn, Ending::died, running(left));
}

std::optional<Exchange::Aftermath> Conversation::look_back() {
  const auto aftermath = [this](Ending ending, std::string what) {
    std::string tail = stop();
    return Exchange::Aftermath{ending, std::move(what), std::move(tail)};
  };
  auto watched = watch(0);
  if (poll(watched.data(), watched.size(), 0) <= 0) return std::nullopt;
  if (watched[watched_err].revents != 0) read_stderr();
  std::string closed = watched[watched_in].revents != 0 ? "input" : "";
  if (watched[watched_out].revents != 0) {
    std::size_t count = 0;
    const Came came = read_some(family_.leader().out.get(), lines_.room(), count);
    if (came == Came::bytes) {
      lines_.filled(count);
      return aftermath(Ending::malformed, unasked(lines_.rest()));
    }
    if (came == Came::end) closed = "output";
  }
  // An end of its pipes may be the beginning of its own.
  if (!closed.empty()) family_.wait_for_end(limits_.settle);
  if (std::string ending = family_.ending(); !ending.empty()) return aftermath(Ending::died, std::move(ending));
  if (closed.empty()) return std::nullopt;
  return aftermath(Ending::malformed, went_on_without(closed));
}


std::string Conversation::part(std::string_view line) {
  Turn turn;
  turn.unwritten = line;
  write_some(turn);
  family_.leader().in.close();
  std::vector<std::string> faults;
  const auto deadline = Clock::now() + limits_.farewell;
  // Its output is read so that it is not stopped by a full pipe, and once more when it has ended: it may have answered
  // and gone before anybody looked.
  for (bool over = false; !over;) {
    over = !family_.ending().empty() || Clock::now() >= deadline;
    auto watched = watch(0);
    poll(watched.data(), watched.size(), over ? 0 : static_cast<int>(limits_.farewell.count()));
    if (watched[watched_err].revents != 0) read_stderr();
    std::size_t count = 0;
    if (watched[watched_out].revents == 0) continue;
    const Came came = read_some(family_.leader().out.get(), lines_.room(), count);
    if (came == Came::end) stdout_open_ = false;
    if (came == Came::bytes && faults.empty()) faults.emplace_back("it answered");
  }
  const std::string ending = family_.ending();
  if (ending.empty()) faults.push_back(fmt::format("it did not end within {} ms", limits_.farewell.count()));
  if (!ending.empty() && ending != "exited with status 0") faults.push_back("it " + ending);
  const std::vector<ProcessEntry> left = family_.others();
  if (!ending.empty() && !left.empty()) faults.push_back("it " + running(left));
  stop();
  return fmt::format("{}", fmt::join(faults, ", and "));
}

bool Conversation::begins_an_answer(const std::vector<Value>& lines) {
  if (lines.empty()) return false;
  const Value* step = lines.front().find("step");
  return (step != nullptr && *step == Value(0)) || lines.front().find("internal") != nullptr;
}

void Conversation::fail(Turn& turn, Ending ending, std::string what) {
  turn.failed = true;
  late_ = used_ && ending != Ending::hung && !begins_an_answer(turn.exchange.lines);
  turn.exchange.ending = ending;
  turn.exchange.what = std::move(what);
  turn.exchange.stderr_tail = stop();
}

/// Those it did not have when it was ready.
std::vector<ProcessEntry> Conversation::left_running() const {
  std::vector<ProcessEntry> left = family_.others();
  std::erase_if(left, [this](const ProcessEntry& entry) {
    return std::find(accepted_.begin(), accepted_.end(), entry) != accepted_.end();
  });
  return left;
}

bool Conversation::too_much_memory(Clock::time_point now) {
  if (limits_.memory == 0 || now - memory_seen_ < memory_check_interval) return false;
  const bool too_much = family_.resident() > limits_.memory;
  memory_seen_ = Clock::now();
  return too_much;
}

/// Ends all processes; the end of what they wrote to standard error.
std::string Conversation::stop() {
  over_ = true;
  family_.kill();
  while (stderr_open_ && stderr_.total() <= most_stderr && read_stderr()) {
  }
  return stderr_.text();
}

}  // namespace swconform
