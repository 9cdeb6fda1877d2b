// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "runner/transport/descriptor.hpp"

namespace swconform {

/// The program cannot be started. what() says why, for people.
class SpawnError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Spawned {
  pid_t pid = 0;
  Descriptor end;  // a pidfd: readable once the process has ended
  Descriptor in;   // what is written here it reads; this and the others are non-blocking on this side
  Descriptor out;
  Descriptor err;
};

/// Starts the program `arguments[0]` (looked for on PATH unless the name has a slash) as the leader of a session and
/// group of its own, without terminal, with default signal handling, with no descriptor of ours but its standard ones,
/// and with `environment` set beside ours. It is killed when the calling thread ends. Returns once it runs; throws
/// SpawnError.
Spawned spawn(const std::vector<std::string>& arguments,
              const std::vector<std::pair<std::string, std::string>>& environment);

}  // namespace swconform
