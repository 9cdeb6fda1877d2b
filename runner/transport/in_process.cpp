// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <new>
#include <stdexcept>
#include <thread>
#include <utility>

#include "bindings/protocol/messages.hpp"
#include "runner/transport/transport.hpp"

namespace swconform {
namespace {

constexpr std::size_t most_lines = 100000;  // more is a flood
std::atomic<std::size_t> abandoned{0};

/// Leaves a call nobody waits for any more, or that answers without end.
struct Unwind {};

struct Service {
  Answerer answerer;
  bool through_json = false;
};

/// Collects the lines of one call. Locked, because a call that hangs is read while it runs.
class Collector {
 public:
  explicit Collector(bool through_json) : through_json_(through_json) {}

  void reply(Value line) {
    const std::scoped_lock lock(mutex_);
    if (closed_) throw Unwind();
    if (exchange_.ending == Exchange::Ending::malformed) return;
    if (exchange_.lines.size() == most_lines) {
      exchange_.ending = Exchange::Ending::died;
      exchange_.what = "stopped after " + std::to_string(most_lines) + " lines";
      throw Unwind();
    }
    if (!through_json_) {
      exchange_.lines.push_back(std::move(line));
      return;
    }
    try {
      exchange_.lines.push_back(from_json(to_json(line)));
    } catch (const std::exception& error) {
      refuse(error.what());
    }
  }

  /// What came after the last line is none.
  void malformed(const std::string& why) {
    const std::scoped_lock lock(mutex_);
    if (exchange_.ending == Exchange::Ending::done) refuse(why);
  }

  void die(std::string what) {
    const std::scoped_lock lock(mutex_);
    if (exchange_.ending != Exchange::Ending::done) return;
    exchange_.ending = Exchange::Ending::died;
    exchange_.what = std::move(what);
  }

  /// What came so far; nothing is taken from now on.
  Exchange close() {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
    return std::move(exchange_);
  }

 private:
  void refuse(const std::string& why) {
    exchange_.ending = Exchange::Ending::malformed;
    exchange_.what = "line " + std::to_string(exchange_.lines.size() + 1) + ": " + why;
  }

  const bool through_json_;
  std::mutex mutex_;
  bool closed_ = false;
  Exchange exchange_;
};

void call(const Service& service, const Value& request, Collector& collector) {
  try {
    const auto reply = [&collector](Value line) { collector.reply(std::move(line)); };
    if (service.through_json) {
      service.answerer(from_json(to_json(request)), reply);
    } else {
      service.answerer(request, reply);
    }
  } catch (const Unwind&) {
  } catch (const ProtocolError& error) {
    collector.malformed(error.what());  // of an implementation that answers in lines
  } catch (const std::bad_alloc&) {
    collector.die("out of memory");
  } catch (const std::exception& error) {
    collector.die(std::string("an exception left the harness: ") + error.what());
  } catch (...) {
    collector.die("an exception left the harness");
  }
}

/// A thread that makes one call after the other. It owns its state together with the transport, so that either may go
/// first.
class Caller {
 public:
  explicit Caller(std::shared_ptr<const Service> service) : state_(std::make_shared<State>()) {
    thread_ = std::thread([state = state_, service = std::move(service)] { work(*state, *service); });
  }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;
  ~Caller() {
    if (!thread_.joinable()) return;
    {
      const std::scoped_lock lock(state_->mutex);
      state_->stop = true;
    }
    state_->asked.notify_one();
    thread_.join();
  }

  /// False where the limit passed: then the thread is left to itself, and this caller is of no more use.
  bool run(const Value& request, std::shared_ptr<Collector> collector, std::chrono::milliseconds limit) {
    std::unique_lock lock(state_->mutex);
    state_->request = request;
    state_->collector = std::move(collector);
    state_->busy = true;
    lock.unlock();
    state_->asked.notify_one();
    await([this] { return !state_->busy; });
    lock.lock();
    if (state_->answered.wait_for(lock, limit, [this] { return !state_->busy; })) return true;
    state_->stop = true;
    thread_.detach();
    return false;
  }

 private:
  struct State {
    std::mutex mutex;
    // One waiter each: with both sides on one variable, glibc before 2.41 can lose a wake-up (its bug 25847).
    std::condition_variable asked;
    std::condition_variable answered;
    Value request;
    std::shared_ptr<Collector> collector;
    // Written under the mutex.
    std::atomic<bool> busy = false;
    std::atomic<bool> stop = false;
  };

  /// Most calls take less time than it takes to put a thread to sleep and to wake it: look for a while first.
  template <class Condition>
  static void await(Condition condition) {
    for (int looks = 0; looks < 200 && !condition(); ++looks) std::this_thread::yield();
  }

  static void work(State& state, const Service& service) {
    std::unique_lock lock(state.mutex, std::defer_lock);
    while (true) {
      await([&state] { return state.busy || state.stop; });
      lock.lock();
      state.asked.wait(lock, [&state] { return state.busy || state.stop; });
      if (!state.busy) return;
      const Value request = std::move(state.request);
      const std::shared_ptr<Collector> collector = std::move(state.collector);
      lock.unlock();
      call(service, request, *collector);
      lock.lock();
      state.busy = false;
      const bool stop = state.stop;
      lock.unlock();
      state.answered.notify_one();
      if (stop) return;
    }
  }

  std::shared_ptr<State> state_;
  std::thread thread_;
};

class InProcess : public Transport {
 public:
  explicit InProcess(Service service) : service_(std::make_shared<const Service>(std::move(service))) {}

  Exchange exchange(const Value& request, std::chrono::milliseconds limit) override {
    const auto collector = std::make_shared<Collector>(service_->through_json);
    if (limit == std::chrono::milliseconds::zero()) {
      call(*service_, request, *collector);
      return collector->close();
    }
    if (!caller_) caller_ = std::make_unique<Caller>(service_);
    if (caller_->run(request, collector, limit)) return collector->close();
    caller_.reset();
    ++abandoned;
    Exchange exchange = collector->close();
    exchange.ending = Exchange::Ending::hung;
    exchange.what = "no answer within " + std::to_string(limit.count()) + " ms";
    return exchange;
  }

 private:
  std::shared_ptr<const Service> service_;
  std::unique_ptr<Caller> caller_;
};

}  // namespace

std::unique_ptr<Transport> connect_in_process(Answerer answerer, bool through_json) {
  const bool always = std::getenv("SWCONFORM_THROUGH_JSON") != nullptr;  // NOLINT(concurrency-mt-unsafe)
  return std::make_unique<InProcess>(Service{std::move(answerer), through_json || always});
}

std::size_t abandoned_calls() { return abandoned.load(); }

}  // namespace swconform
