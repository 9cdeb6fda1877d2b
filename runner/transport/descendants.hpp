// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "runner/transport/proc.hpp"
#include "runner/transport/spawn.hpp"

namespace swconform {

/// One child of this process, the leader, and every process that descends from it, through whatever has ended between
/// them: orphans come to this process, which is made their reaper (prctl, PR_SET_CHILD_SUBREAPER), and are told apart by
/// their session, their group and a variable of their environment.
class Descendants {
 public:
  /// Starts the leader. Throws SpawnError.
  Descendants(const std::vector<std::string>& arguments,
              const std::vector<std::pair<std::string, std::string>>& environment);
  /// Ends all of them.
  ~Descendants() { kill(); }
  Descendants(const Descendants&) = delete;
  Descendants& operator=(const Descendants&) = delete;

  const Spawned& leader() const { return leader_; }
  Spawned& leader() { return leader_; }

  /// Those that run, without the leader, in no order.
  std::vector<ProcessEntry> others() const;
  /// Bytes all of them have resident.
  std::size_t resident() const;
  /// How the leader ended: "exited with status 3", "was ended by SIGSEGV (signal 11, Segmentation fault)". Empty while
  /// it runs.
  std::string ending() const;
  /// Whether the leader ends within this time.
  bool wait_for_end(std::chrono::milliseconds limit) const;

  /// Ends all of them and returns once they are gone, or after some seconds: a process that is stuck in the kernel
  /// cannot be waited for. Also orphans of which nobody can tell whose they are, where no other leader is left.
  void kill();

 private:
  std::string mark_;
  Spawned leader_;
  bool gone_ = false;
};

}  // namespace swconform
