// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "runner/transport/process.hpp"

namespace swconform::test {

/// A case of one step, the operation `operation`; `padding` makes the request so many bytes longer.
Value case_of(const char* operation, std::size_t padding = 0);

/// How the program misbehaving is started.
ProcessCommand misbehaving(const std::string& mode, int number = 0,
                           std::vector<std::pair<std::string, std::string>> environment = {});

/// Limits that do not keep a test waiting.
ProcessLimits quick();

/// What came back for the one request it misbehaves at, and what became of an honest one after it, of a fresh process;
/// then the connection is closed.
struct Seen {
  Exchange bad;
  Exchange good;     // its `before` belongs to the bad one
  Farewell farewell;
};

/// `limit` is for the bad request; `pause` passes before the next one.
Seen see(const ProcessCommand& command, std::chrono::milliseconds limit = std::chrono::seconds(30),
         ProcessLimits limits = quick(), std::chrono::milliseconds pause = {});

/// Whether the exchange is the one of an honest harness that lacks the operation.
bool is_honest(const Exchange& exchange);

/// How many children this process has, zombies included. As it is the reaper of its descendants: 0 means that nobody
/// is left.
std::size_t children_left();

bool contains(const std::string& text, const std::string& part);

}  // namespace swconform::test
