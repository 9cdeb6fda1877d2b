// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/smoke_checks.hpp"

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "runner/cli/answered_case.hpp"
#include "runner/cli/nearest.hpp"
#include "runner/engine/engine.hpp"

namespace swconform::cli {
namespace {

using Ended = Outcome::Kind;

// No harness has these.
constexpr const char* no_operation = "no_such_operation";
constexpr const char* no_option = "no_such_option";

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Value reference(std::string name) { return Value::tagged("ref", std::move(name)); }

Value integers(std::initializer_list<std::int64_t> numbers) {
  Value::List list;
  for (const std::int64_t number : numbers) list.emplace_back(number);
  return list;
}

Value iota(std::int64_t count) {
  Value::List list;
  for (std::int64_t i = 0; i < count; ++i) list.emplace_back(i);
  return list;
}

Step call(std::string operation, Value::List arguments, std::string as = "") {
  Step step;
  step.operation = std::move(operation);
  step.arguments = std::move(arguments);
  step.as = std::move(as);
  return step;
}

Step with_facts(Step step) {
  step.facts = true;
  return step;
}

class Smoke {
 public:
  Smoke(const Implementation& implementation, const SmokeOptions& options)
      : options_(options), implementation_(implementation), transport_(connect(implementation)) {}

  Hello run() {
    greeting();
    empty_case();
    what_is_missing();
    no_request();
    literals();
    calls();
    if (can_make_carriers()) carriers();
    if (can_make_tensors()) tensors();
    nothing_survives();
    return hello_;
  }

 private:
  static std::unique_ptr<Transport> connect(const Implementation& implementation) {
    try {
      return implementation.connect();
    } catch (const std::exception& error) {
      throw StartError(fmt::format("{} cannot be started: {}", implementation.spelling, error.what()));
    }
  }

  AnsweredCase ask(std::vector<Step> steps) {
    CaseRequest request{std::move(steps)};
    Exchange exchange = transport_->exchange(to_value(request), options_.timeout);
    return {hello_, std::move(request), std::move(exchange)};
  }

  bool has_operation(std::string_view name) const { return has(hello_.operations, name); }

  /// Whether all these can be called; what is missing is told where not.
  bool has_operations(std::string_view purpose, std::initializer_list<const char*> names) {
    std::vector<std::string> missing;
    for (const char* name : names) {
      if (!has_operation(name)) missing.emplace_back(name);
    }
    if (missing.empty()) return true;
    options_.later(fmt::format("{}: no operation {} yet", purpose, fmt::join(missing, ", ")));
    return false;
  }

  // hello ----------------------------------------------------------------------------------------------------------

  void greeting() {
    const Exchange exchange = transport_->exchange(hello_request(), options_.timeout);
    const auto wrong = [&](std::string what) { throw WrongHarness(std::move(what), hello_request(), exchange); };
    if (exchange.ending == Exchange::Ending::died || exchange.ending == Exchange::Ending::hung) {
      std::string message = fmt::format("{} cannot be started: {}", implementation_.spelling, exchange.what);
      if (!exchange.stderr_tail.empty()) message += "\nits stderr ends with:\n" + exchange.stderr_tail;
      throw StartError(message);
    }
    if (exchange.ending != Exchange::Ending::done) wrong(exchange.what);
    if (exchange.lines.size() != 1)
      wrong(fmt::format("hello is answered by one line, not by {}", exchange.lines.size()));
    try {
      hello_ = parse_hello(exchange.lines.front());
    } catch (const ProtocolError& error) {
      wrong(fmt::format("this is no answer to hello: {}", error.what()));
    }
    if (hello_.protocol != protocol_version) {
      wrong(fmt::format("it speaks version {} of the protocol, this is version {}", hello_.protocol, protocol_version));
    }
    if (hello_.name.empty()) wrong("its name is empty");
    const auto known = [&](std::string_view what, const std::vector<std::string>& names,
                           const std::vector<std::string>& all) {
      std::set<std::string_view> seen;
      for (const std::string& name : names) {
        if (!seen.insert(name).second) wrong(fmt::format("the {} {} is listed twice", what, name));
        if (!has(all, name)) {
          wrong(fmt::format("it lists {} {} that no fixture asks for: {}{}", what == "fact" ? "a" : "an", what, name,
                            did_you_mean(name, all)));
        }
      }
    };
    known("operation", hello_.operations, options_.everything.operations);
    known("fact", hello_.facts, options_.everything.facts);
    const Exchange again = transport_->exchange(hello_request(), options_.timeout);
    if (again.ending != Exchange::Ending::done || again.lines != exchange.lines)
      wrong("a second hello is answered otherwise than the first");
    options_.passed(fmt::format("hello: {} {} ({}), protocol {}, with {} of {} operations and {} of {} facts",
                                hello_.name, hello_.version, hello_.language, hello_.protocol, hello_.operations.size(),
                                options_.everything.operations.size(), hello_.facts.size(),
                                options_.everything.facts.size()));
  }

  // the frame ------------------------------------------------------------------------------------------------------

  void empty_case() {
    ask({});
    options_.passed("a case without steps: done");
  }

  void what_is_missing() {
    std::vector<Step> steps = {with_facts(call(no_operation, {reference("x")}, "x")), call(no_operation, {})};
    if (has_operation("drop")) steps.push_back(call("drop", {reference("x")}));
    const AnsweredCase answered = ask(std::move(steps));
    for (const std::size_t step : {0U, 1U}) {
      const Ended kind = answered.outcome(step).kind;
      if (kind != Ended::unsupported && !(step == 0 && kind == Ended::skipped)) {
        answered.wrong(fmt::format("{}: expected unsupported, got {}", answered.at(step), answered.text(step)));
      }
    }
    answered.tells_nothing(0, "nothing was made");
    if (has_operation("drop")) answered.ends(2, Ended::skipped, "skipped, since the name is not bound");
    options_.passed("an operation it does not have: unsupported, and the steps go on");
  }

  void no_request() {
    Value::Record request;
    request.emplace_back("verb", "case");
    request.emplace_back("steps", 5);
    const Exchange exchange = transport_->exchange(request, options_.timeout);
    const bool refused = exchange.ending == Exchange::Ending::done && exchange.lines.size() == 1 &&
                         exchange.lines[0].find("internal") != nullptr && is_done(exchange.lines[0]);
    if (!refused) {
      throw WrongHarness("what is no request must be answered by the one line {\"internal\": \"why\", \"done\": true}",
                         request, exchange);
    }
    ask({});
    options_.passed("what is no request: refused, and the next one is served");
  }

  // values ---------------------------------------------------------------------------------------------------------

  void literals() {
    const Value nested = Value::List{Value(2), Value::List{Value(3)}};
    const Value big = *Integer::parse("1152921504606846976");  // 2^60: no JSON number
    const std::vector<std::pair<Step, Value>> all = {
        {call("shape", {nested}), Value::tagged("shape", nested)},
        {call("stride", {nested}), Value::tagged("stride", nested)},
        {call("layout", {nested, Value::List{Value(1), Value::List{big}}}),
         Value::tagged("layout", Value::List{nested, Value::List{Value(1), Value::List{big}}})},
        {call("layout", {Value::List{}, Value::List{}}),
         Value::tagged("layout", Value::List{Value::List{}, Value::List{}})},
        {call("tree", {Value::List{Value(0), Value(), Value::List{Value(1)}}}),
         Value::tagged("tree", Value::List{Value(0), Value(), Value::List{Value(1)}})},
        {call("dtype", {"Float32"}), Value::tagged("dtype", "Float32")},
    };
    std::vector<Step> steps;
    std::vector<Value> expected;
    for (const auto& [step, value] : all) {
      if (!has_operation(step.operation)) continue;
      steps.push_back(step);
      expected.push_back(value);
    }
    if (steps.empty()) return options_.later("values: no operation layout, dtype, shape, stride or tree yet");
    const AnsweredCase answered = ask(std::move(steps));
    std::size_t given = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const Outcome::Kind kind = answered.outcome(i).kind;
      if (kind == Outcome::Kind::unsupported || kind == Outcome::Kind::absent) {
        // A beginning: no nested modes yet, say.
        options_.later(fmt::format("values: {} {}", answered.text(i), answered.at(i)));
      } else {
        answered.gives(i, expected[i]);
        ++given;
      }
    }
    if (given == expected.size()) {
      options_.passed("values come back as they were sent");
    } else if (given > 0) {
      options_.passed(fmt::format("values: {} of {} come back as they were sent", given, expected.size()));
    }
  }

  void calls() {
    const auto simple = [this]() -> std::optional<Step> {
      const Value extents = integers({2, 3});
      for (const Step& step : {call("dtype", {"Float32"}), call("shape", {extents}), call("stride", {extents}),
                               call("layout", {extents, extents}), call("public_name", {"friendly.item"})}) {
        if (has_operation(step.operation)) return step;
      }
      return std::nullopt;
    }();
    if (!simple) return options_.later("the form of calls: no simple operation (dtype, layout, public_name) yet");
    Step option = *simple;
    option.keywords.emplace_back(no_option, 1);
    Step few = *simple;
    few.arguments.pop_back();
    Step many = *simple;
    many.arguments.resize(many.arguments.size() + 100);
    Step name = *simple;
    name.arguments.back() = reference("nobody");
    const AnsweredCase answered = ask({option, few, many, name});
    answered.ends(0, Ended::unsupported, fmt::format("unsupported, since it has no keyword {}", no_option));
    answered.ends(1, Ended::internal, "internal, since an argument is missing");
    answered.ends(2, Ended::internal, "internal, since there are too many arguments");
    answered.ends(3, Ended::skipped, "skipped, since the name nobody is not bound");
    options_.passed("calls: unknown keywords, wrong numbers of arguments and unbound names are told apart");
  }

  // objects --------------------------------------------------------------------------------------------------------

  bool can_make_carriers() { return has_operations("carriers", {"dtype", "carrier"}); }
  bool can_make_tensors() { return has_operations("tensors", {"dtype", "carrier", "layout", "tensor"}); }

  static Step carrier(std::int64_t size, std::string as) {
    Step step = call("carrier", {}, std::move(as));
    step.keywords.emplace_back("dtype", reference("d"));
    step.keywords.emplace_back("size", size);
    return step;
  }

  void is_carrier(const AnsweredCase& answered, std::size_t step, std::int64_t key, std::int64_t size) const {
    answered.tells(step, key, "dtype", Value::tagged("dtype", "Float32"));
    answered.tells(step, key, "size", size);
    answered.tells(step, key, "stored", iota(size));
    answered.tells(step, key, "released", false);
  }

  void carriers() {
    std::vector<Step> steps = {call("dtype", {"Float32"}, "d"), with_facts(carrier(6, "c")),
                               with_facts(carrier(6, "e")), with_facts(call(no_operation, {}))};
    if (has_operation("drop")) steps.push_back(with_facts(call("drop", {reference("c")})));
    const AnsweredCase answered = ask(std::move(steps));
    answered.ends(0, Ended::value, "the dtype");
    const std::int64_t c = answered.gives_object(1, "carrier");
    const std::int64_t e = answered.gives_object(2, "carrier");
    if (c == e) answered.wrong(fmt::format("{}: another carrier has the token of the first", answered.at(2)));
    is_carrier(answered, 1, c, 6);
    is_carrier(answered, 2, e, 6);
    if (answered.facts(2).objects.contains(c))
      answered.wrong("the facts after step 2 tell the first carrier again, though nothing of it has changed");
    answered.tells_nothing(3, "nothing has changed");
    options_.passed("carriers come back as they were declared, and only changes are told");
    if (!has_operation("drop")) return options_.later("what lives: no operation drop yet");
    lives(answered, c, e);
  }

  void lives(const AnsweredCase& answered, std::int64_t dropped, std::int64_t kept) {
    answered.ends(4, Ended::value, "None");
    if (!answered.after(3).object(dropped)->alive)
      return options_.later("what lives: the facts of carriers do not say whether they are alive");
    for (const std::int64_t key : {dropped, kept}) {
      if (answered.after(3).object(key)->alive != true)
        answered.wrong(fmt::format("the carrier {} has a name and is not alive", key));
    }
    if (answered.after(4).object(dropped)->alive != false) {
      answered.wrong(
          "step 4 has dropped the only name of the first carrier, and its alive is still true: something "
          "keeps it");
    }
    if (answered.after(4).object(kept)->alive != true)
      answered.wrong("step 4 has dropped the name of the first carrier, and the second is not alive any more");
    options_.passed("what has no name any more is not kept alive");
  }

  void tensors() {
    const Step layout = call("layout", {integers({2, 3}), integers({1, 2})}, "l");
    std::vector<Step> steps = {
        call("dtype", {"Float32"}, "d"),
        carrier(7, "c"),
        layout,
        with_facts(call("tensor", {reference("c"), 1, reference("l")}, "t")),
        with_facts(call("tensor", {reference("c"), 0, reference("l")}, "u")),
        with_facts(call(no_operation, {}, "t")),
    };
    const std::size_t frame = steps.size();
    const bool by_fact = has(hello_.facts, "carrier");
    if (by_fact) steps.push_back(with_facts(call("tensor", {reference("t.carrier"), 0, reference("l")}, "v")));
    const AnsweredCase answered = ask(std::move(steps));
    for (const std::size_t step : {0U, 1U, 2U}) answered.ends(step, Ended::value, "a value");
    const std::int64_t t = answered.gives_object(3, "tensor");
    const std::int64_t u = answered.gives_object(4, "tensor");
    if (t == u) answered.wrong(fmt::format("{}: another tensor has the token of the first", answered.at(4)));
    const auto is_tensor = [&](std::size_t step, std::int64_t key, std::int64_t offset) {
      answered.tells(step, key, "layout", answered.outcome(2).value);
      answered.tells(step, key, "offset", offset);
      answered.tells(step, key, "dtype", Value::tagged("dtype", "Float32"));
      answered.tells(step, key, "size", 6);
      answered.tells(step, key, "carrier", answered.outcome(1).value);
    };
    is_tensor(3, t, 1);
    is_tensor(4, u, 0);
    if (by_fact) is_carrier(answered, 3, *token(answered.outcome(1).value), 7);
    answered.tells_nothing(5, "a call that fails binds nothing");
    if (by_fact) is_tensor(frame, answered.gives_object(frame, "tensor"), 0);
    options_.passed("tensors come back as they were declared, tokens are those of the objects");
    refusals();
  }

  /// Calls that every implementation must refuse.
  void refusals() {
    const std::vector<Step> wrong_calls = {
        call("permute", {reference("t"), integers({0, 0})}, "v"),
        call("item", {reference("t")}, "v"),
        call("carrier_get", {reference("c"), 100}, "v"),
        call("reshape", {reference("t"), integers({5})}, "v"),
    };
    std::vector<Step> steps = {call("dtype", {"Float32"}, "d"), carrier(6, "c"),
                               call("layout", {integers({2, 3}), integers({1, 2})}, "l"),
                               with_facts(call("tensor", {reference("c"), 0, reference("l")}, "t"))};
    const std::size_t first = steps.size();
    for (const Step& step : wrong_calls) {
      if (has_operation(step.operation)) steps.push_back(with_facts(step));
    }
    if (steps.size() == first) return options_.later("errors: no operation permute, item or carrier_get yet");
    const std::size_t end = steps.size();
    const AnsweredCase answered = ask(std::move(steps));
    for (std::size_t i = first; i < end; ++i) {
      const Outcome& outcome = answered.outcome(i);
      answered.ends(i, Ended::error, "an error, since the implementation must refuse this call");
      if (outcome.error_kind == "Other") {
        answered.wrong(
            fmt::format("{}: an error of the kind Other; the exceptions of the implementation must be "
                        "mapped to the kinds of the protocol: {}",
                        answered.at(i), answered.text(i)));
      }
      if (!answered.facts(i).names.empty())
        answered.wrong(fmt::format("{}: a call that fails must bind nothing", answered.at(i)));
    }
    options_.passed("errors are told as errors, by kind");
  }

  void nothing_survives() {
    if (!has_operation("drop")) return options_.later("nothing of a case is seen by the next: no operation drop yet");
    const AnsweredCase answered = ask({call("drop", {reference("d")}), call("drop", {reference("t")})});
    answered.ends(0, Ended::skipped, "skipped, since the name was bound in an earlier case");
    answered.ends(1, Ended::skipped, "skipped, since the name was bound in an earlier case");
    options_.passed("nothing of a case is seen by the next");
  }

  const SmokeOptions& options_;
  const Implementation& implementation_;
  std::unique_ptr<Transport> transport_;
  Hello hello_;
};

}  // namespace

Hello check_harness(const Implementation& implementation, const SmokeOptions& options) {
  return Smoke(implementation, options).run();
}

}  // namespace swconform::cli
