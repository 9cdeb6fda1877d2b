// SPDX-License-Identifier: Apache-2.0
// What /proc says about other processes. Each answer may be out of date when it arrives; a process that is gone has none.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace swconform {

struct ProcessEntry {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t group = 0;
  pid_t session = 0;
  char state = '?';
  std::uint64_t started = 0;  // clock ticks since boot: with the pid, the identity of a process
  std::string name;           // at most 15 bytes

  bool ended() const { return state == 'Z' || state == 'X'; }
  friend bool operator==(const ProcessEntry& a, const ProcessEntry& b) {
    return a.pid == b.pid && a.started == b.started;
  }
};

std::optional<ProcessEntry> read_process(pid_t pid);

/// The processes whose parent is `pid`, those that have ended and wait to be reaped included.
std::vector<pid_t> children_of(pid_t pid);

/// Bytes of memory it has resident; 0 where it is gone.
std::size_t resident_size(pid_t pid);

/// Whether the environment it was started with has this NAME=VALUE; false where that cannot be read.
bool was_started_with(pid_t pid, std::string_view assignment);

}  // namespace swconform
