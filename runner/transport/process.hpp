// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runner/transport/transport.hpp"

namespace swconform {

/// A program to start, without a shell.
struct ProcessCommand {
  std::vector<std::string> arguments;  // the program, looked for on PATH unless its name has a slash; then its arguments
  std::vector<std::pair<std::string, std::string>> environment{};  // set for it, beside what this process has
};

struct ProcessLimits {
  std::chrono::milliseconds start{30000};  // until hello is answered, wherever it is started afresh
  std::chrono::milliseconds settle{500};     // for what was closed, or forked, to end before that is a fault
  std::chrono::milliseconds farewell{2000};  // from bye to the end of the process
  std::size_t memory = std::size_t{2048} << 20U;  // bytes resident, all its processes together; 0 means any
};

/// The program started as a child that speaks JSON lines on its standard input and output (bindings/protocol/
/// protocol.md). It is started by the first exchange, says hello once, and is started afresh after every ending but
/// `done`, after being told hello again. It leads a session of its own; whatever it does ends with an Exchange, never
/// with an exception, and leaves no process behind. Each exchange is to come from the thread that made the first: the
/// system kills the child when that thread ends.
///
/// The first connection makes this process the reaper of all orphans among its descendants, and has SIGINT, SIGTERM and
/// SIGHUP, where nothing handles them, kill the children first. A process that starts other children beside must not do
/// so while a connection is open.
std::unique_ptr<Transport> connect_process(ProcessCommand command, ProcessLimits limits = {});

}  // namespace swconform
