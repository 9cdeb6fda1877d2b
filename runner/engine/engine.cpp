// SPDX-License-Identifier: Apache-2.0
#include "runner/engine/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "runner/engine/hangs.hpp"
#include "runner/engine/judge.hpp"
#include "runner/verdict/ledger.hpp"
#include "runner/verdict/rollup.hpp"

namespace swconform {
namespace {

using Clock = std::chrono::steady_clock;
using scenario::Case;

[[noreturn]] void refuse(const Implementation& implementation, std::string_view why, const std::string& stderr_tail) {
  std::string message = fmt::format("{} cannot be started: {}", implementation.spelling, why);
  if (!stderr_tail.empty()) message += "\nits stderr ends with:\n" + stderr_tail;
  throw StartError(message);
}

Hello greet(const Implementation& implementation, Transport& transport, std::chrono::milliseconds timeout) {
  const Exchange exchange = transport.exchange(hello_request(), timeout);
  if (exchange.ending != Exchange::Ending::done) refuse(implementation, exchange.what, exchange.stderr_tail);
  if (exchange.lines.size() != 1)
    refuse(implementation, fmt::format("{} lines came in answer to hello", exchange.lines.size()),
           exchange.stderr_tail);
  Hello hello;
  try {
    hello = parse_hello(exchange.lines.front());
  } catch (const ProtocolError& error) {
    refuse(implementation, fmt::format("what came in answer to hello is none: {}", error.what()), exchange.stderr_tail);
  }
  if (hello.protocol != protocol_version)
    refuse(implementation,
           fmt::format("it speaks version {} of the protocol, this is version {}", hello.protocol, protocol_version),
           exchange.stderr_tail);
  return hello;
}

/// The workers of one run: each takes the next case until none is left.
class Pool {
 public:
  Pool(const spec::Catalogue& catalogue, const std::vector<const Case*>& selected, const Implementation& implementation,
       const RunOptions& options, const Hello& hello)
      : catalogue_(catalogue),
        selected_(selected),
        implementation_(implementation),
        options_(options),
        hello_(hello),
        results_(selected.size()) {}

  /// Gives the cases of `result` their verdicts, and what else is to be said.
  void run(std::unique_ptr<Transport> first, RunResult& result) {
    const std::size_t workers =
        std::min(std::max<std::size_t>(options_.jobs, 1), std::max<std::size_t>(selected_.size(), 1));
    std::vector<std::thread> others;
    others.reserve(workers - 1);
    for (std::size_t i = 1; i < workers; ++i) others.emplace_back([this] { work({}); });
    work({std::move(first)});
    for (std::thread& other : others) other.join();
    if (failure_) std::rethrow_exception(failure_);
    result.cases = std::move(results_);
    result.restarts = restarts_;
    if (not_run_ > 0) {
      remarks_.push_back(fmt::format("the implementation was started afresh {1} times, which is the limit: cases not run "
                                     "because of that: {0}",
                                     not_run_.load(), options_.restarts));
    }
    result.remarks = std::move(remarks_);
  }

 private:
  /// One connection, and how it stands.
  struct Worker {
    std::unique_ptr<Transport> transport{};
    CaseResult* previous = nullptr;  // the last case it was asked
    bool broken = false;             // the next case starts the implementation afresh
  };

  void work(Worker worker) {
    try {
      while (true) {
        const std::size_t index = next_.fetch_add(1);
        if (index >= selected_.size()) break;
        const auto start = Clock::now();
        CaseResult result = run_case(index, worker);
        result.duration = Clock::now() - start;
        results_[index] = std::move(result);
        report(results_[index]);
      }
      if (worker.transport) part(worker);
    } catch (...) {
      // A defect of the runner itself: stop the others, and pass it on.
      next_ = selected_.size();
      const std::scoped_lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  CaseResult run_case(std::size_t index, Worker& worker) {
    const Case& what = *selected_[index];
    const CaseRequest request = request_for(what);
    if (const auto operation = hangs_.given_up(request))
      return whole_case(what, Verdict::crash, fmt::format("not run: {} hung three times", *operation));
    if (worker.broken && restarts_ >= options_.restarts) {
      ++not_run_;
      return whole_case(what, Verdict::crash,
                        fmt::format("not run: the implementation was started afresh {} times", options_.restarts));
    }
    if (worker.broken) ++restarts_;
    Exchange exchange = talk(request, worker.transport);
    if (exchange.before) {
      ++restarts_;
      blame(worker.previous, *exchange.before);
    }
    worker.previous = &results_[index];
    worker.broken = exchange.ending != Exchange::Ending::done;
    if (exchange.ending == Exchange::Ending::hung) hangs_.note(request, exchange.lines.size());
    return judge(what, catalogue_.requirement(what.requirement), request, hello_, std::move(exchange));
  }

  Exchange talk(const CaseRequest& request, std::unique_ptr<Transport>& transport) {
    try {
      if (!transport) transport = implementation_.connect();
      return transport->exchange(to_value(request), options_.timeout);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      transport.reset();
      Exchange exchange;
      exchange.ending = Exchange::Ending::died;
      exchange.what = fmt::format("no connection: {}", error.what());
      return exchange;
    }
  }

  void part(Worker& worker) {
    const Farewell farewell = worker.transport->close();
    if (farewell.before) blame(worker.previous, *farewell.before);
    if (!farewell.remark.empty()) remark(fmt::format("at bye: {}", farewell.remark));
  }

  /// Without a case to blame it was the answer to hello.
  void blame(CaseResult* previous, const Exchange::Aftermath& aftermath) {
    if (previous != nullptr) {
      amend(*previous, aftermath);
    } else {
      remark(fmt::format("after hello: {}", aftermath.what));
    }
  }

  void remark(std::string text) {
    const std::scoped_lock lock(mutex_);
    if (std::find(remarks_.begin(), remarks_.end(), text) == remarks_.end()) remarks_.push_back(std::move(text));
  }

  void report(const CaseResult& result) {
    if (!options_.progress) return;
    const std::scoped_lock lock(mutex_);
    options_.progress(result, ++done_, selected_.size());
  }

  const spec::Catalogue& catalogue_;
  const std::vector<const Case*>& selected_;
  const Implementation& implementation_;
  const RunOptions& options_;
  const Hello& hello_;
  std::vector<CaseResult> results_;  // each written by one worker alone
  std::atomic<std::size_t> next_{0};
  Hangs hangs_;
  std::atomic<std::size_t> restarts_{0};
  std::atomic<std::size_t> not_run_{0};
  std::mutex mutex_;
  std::vector<std::string> remarks_;
  std::size_t done_ = 0;
  std::exception_ptr failure_;
};

bool as_expected(const RunResult& result) {
  Ledger ledger;
  for (const CaseResult& of_case : result.cases) ledger.note(of_case.what->id, of_case.verdict);
  // A probe whose cases pass one by one still fails where they take different readings.
  for (const ReadingResult& reading : result.readings) {
    if (reading.taken == "neither") ledger.note(reading.requirement + "?" + reading.id, reading.verdict);
  }
  return ledger.finish().as_expected;
}

}  // namespace

RunResult run(const spec::Catalogue& catalogue, const std::vector<const Case*>& selected,
              const std::vector<const Case*>& all, const Implementation& implementation, const RunOptions& options) {
  const auto start = Clock::now();
  RunResult result;
  result.implementation = implementation.spelling;
  result.transport = implementation.transport;
  std::unique_ptr<Transport> transport;
  try {
    transport = implementation.connect();
  } catch (const std::exception& error) {
    refuse(implementation, error.what(), {});
  }
  result.hello = greet(implementation, *transport, options.start_timeout);
  Pool(catalogue, selected, implementation, options, result.hello).run(std::move(transport), result);
  result.capabilities = roll_up(catalogue, result.cases, all);
  result.readings = roll_up_readings(catalogue, result.cases);
  result.as_expected = as_expected(result);
  result.duration = Clock::now() - start;
  return result;
}

}  // namespace swconform
