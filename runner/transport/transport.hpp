// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/protocol/value.hpp"

namespace swconform {

/// Everything that came back for one request, and how the exchange ended. Crash, hang and garbage are values.
struct Exchange {
  enum class Ending {
    done,       // the last line of the request arrived (hello: its one line; case: {"done": true})
    died,       // a signal, an exit, or an exception that left the harness; `what` says which
    hung,       // the time limit passed
    malformed,  // a line that is not a JSON value, or that nobody asked for; `what` says where
  };
  /// What became of the process after its last `done`, found out when the next request was due: its end, or lines
  /// nobody asked for. It is the fault of the case it had answered; the next one is answered by a fresh process.
  struct Aftermath {
    Ending ending = Ending::died;
    std::string what;
    std::string stderr_tail;
  };
  std::vector<Value> lines;
  Ending ending = Ending::done;
  std::string what;
  std::string stderr_tail;
  std::optional<Aftermath> before{};  // of the exchange before this one
};

/// How a connection ended.
struct Farewell {
  std::optional<Exchange::Aftermath> before;  // of the last exchange
  std::string remark;                         // what was wrong with the end itself, which is no case's fault; or empty
};

/// A connection to one implementation. After any ending but `done` the next exchange starts it afresh. A limit of zero
/// means none.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual Exchange exchange(const Value& request, std::chrono::milliseconds limit) = 0;
  /// Says bye. No exchange may follow.
  virtual Farewell close() { return {}; }
};

/// Answers one request by calling `reply` for each line. Thread-safe where several transports share it.
using Answerer = std::function<void(const Value& request, const std::function<void(Value)>& reply)>;

/// What --impl names: how it is written there, and how to connect (each worker connects for itself).
struct Implementation {
  std::string spelling;   // builtin:reference, ./libfoo.so, ...
  std::string transport;  // "in-process" or "process", for the report
  std::function<std::unique_ptr<Transport>()> connect;
};

/// The harness called directly on Values, in this process. A call past the limit is abandoned on its thread: the
/// process must then end without waiting for it (`std::quick_exit`); `abandoned_calls` counts them. A limit of zero
/// means none. Values pass as they are; `through_json` (also if the environment has SWCONFORM_THROUGH_JSON) sends every
/// line through its text and back, so that what is seen is what a child process would have sent.
std::unique_ptr<Transport> connect_in_process(Answerer answerer, bool through_json = false);
std::size_t abandoned_calls();

}  // namespace swconform
