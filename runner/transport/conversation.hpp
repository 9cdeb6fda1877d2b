// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/transport/descendants.hpp"
#include "runner/transport/line_buffer.hpp"
#include "runner/transport/process.hpp"
#include "runner/transport/tail.hpp"
#include "runner/transport/transport.hpp"

namespace swconform {

/// One started process, from its first request to its end or to the first thing that goes wrong: then it is of no more
/// use and has been ended, with all it started.
class Conversation {
 public:
  enum class Answer { one_line, up_to_done };

  /// Starts the program. Throws SpawnError.
  Conversation(const ProcessCommand& command, const ProcessLimits& limits);

  /// Writes `line` (which ends with a line break) and reads the answer. Where the exchange ends otherwise than `done`,
  /// is_over(). A limit of zero means none.
  Exchange ask(std::string_view line, Answer answer, std::chrono::milliseconds limit);
  /// What it has done since the last answer, if it was to do nothing; then is_over().
  std::optional<Exchange::Aftermath> look_back();
  /// Says bye with `line`, and what was wrong with how it ended; then is_over().
  std::string part(std::string_view line);

  /// Processes that run now may go on running between the requests: they belong to the harness.
  void accept_others() { accepted_ = family_.others(); }
  bool is_over() const { return over_; }
  /// Whether what is_over() may have been done in the case before the last one: that had been answered, and of the
  /// last one not even the first line came. Only a fresh process can tell.
  bool may_be_late() const { return late_; }
  /// Whether these can be the first lines of an answer to a case: it begins with its step 0, or with a refusal.
  static bool begins_an_answer(const std::vector<Value>& lines);

 private:
  using Clock = std::chrono::steady_clock;
  struct Turn;  // of one request

  std::array<pollfd, 4> watch(int writing) const;
  void step(Turn& turn);
  void check_limits(Turn& turn);
  int timeout(const Turn& turn) const;
  void write_some(Turn& turn);
  void read_answer(Turn& turn);
  void take_lines(Turn& turn);
  void read_stderr(Turn& turn);
  bool read_stderr();
  void ended(Turn& turn);
  void check_what_is_left(Turn& turn);
  void fail(Turn& turn, Exchange::Ending ending, std::string what);
  std::vector<ProcessEntry> left_running() const;
  bool too_much_memory(Clock::time_point now);
  std::string stop();

  Descendants family_;
  const ProcessLimits limits_;
  Clock::time_point memory_seen_{};
  std::vector<ProcessEntry> accepted_;
  LineBuffer lines_;
  Tail stderr_;
  bool stdout_open_ = true;
  bool stderr_open_ = true;
  bool over_ = false;
  bool used_ = false;  // it has answered a case
  bool late_ = false;
};

}  // namespace swconform
