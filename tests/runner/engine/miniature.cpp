// SPDX-License-Identifier: Apache-2.0
#include "tests/runner/engine/miniature.hpp"

#include <memory>

namespace swconform::miniature {

using scenario::Alternative;
using scenario::Check;
using scenario::Matcher;

Value object(std::int64_t token) { return Value::tagged("object", token); }
Value layout(Value::List shape, Value::List stride) {
  return Value::tagged("layout", Value::List{Value(std::move(shape)), Value(std::move(stride))});
}
Value dtype(const char* name) { return Value::tagged("dtype", name); }
Value ref(const char* path) { return Value::tagged("ref", path); }
Value iota(int count) {
  Value::List list;
  for (int i = 0; i < count; ++i) list.emplace_back(static_cast<double>(i));
  return list;
}

Value answer(int step, Value value) {
  Outcome outcome;
  outcome.step = static_cast<std::size_t>(step);
  outcome.value = std::move(value);
  return to_value(outcome);
}

Value error(int step, const char* kind, const char* message, Value token) {
  Outcome outcome;
  outcome.kind = Outcome::Kind::error;
  outcome.step = static_cast<std::size_t>(step);
  outcome.error_kind = kind;
  outcome.message = message;
  outcome.token = std::move(token);
  return to_value(outcome);
}

Value ended(int step, const char* how, const char* why) {
  return Value::Record{{"step", Value(step)}, {how, Value(why)}};
}

Value facts(Value::Record names, Objects objects) {
  Facts facts;
  facts.names = std::move(names);
  for (auto& [token, said] : objects) facts.objects[token] = std::move(said);
  return to_value(facts);
}

Value done() { return Value::tagged("done", true); }

ObjectFacts tensor(Value layout, int offset, std::int64_t carrier, Value::Record more) {
  ObjectFacts result{"tensor", true, {}};
  result.facts = {{"layout", layout}, {"offset", Value(offset)}, {"carrier", object(carrier)}};
  const Value::Record zero = {{"carrier", object(carrier)}, {"offset", Value(offset)}, {"layout", layout}};
  result.facts.emplace_back("subtensors", Value::List{Value(zero)});
  for (auto& field : more) result.facts.push_back(std::move(field));
  return result;
}

ObjectFacts carrier(Value stored, int version, Value::Record more) {
  ObjectFacts result{"carrier", true, {}};
  result.facts = {{"dtype", dtype("Float32")}, {"stored", std::move(stored)}, {"version", Value(version)}};
  for (auto& field : more) result.facts.push_back(std::move(field));
  return result;
}

ObjectFacts plain(const char* kind, Value::Record facts) { return {kind, std::nullopt, std::move(facts)}; }

Matcher equal(Value value) {
  Matcher matcher;
  matcher.value = std::move(value);
  return matcher;
}

Matcher matching(Matcher::Kind kind, const char* path) {
  Matcher matcher;
  matcher.kind = kind;
  matcher.path = path;
  return matcher;
}

Matcher either(std::vector<Alternative> alternatives) {
  Matcher matcher;
  matcher.kind = Matcher::Kind::one_of;
  matcher.alternatives = std::move(alternatives);
  return matcher;
}

Check fact_is(const char* path, Matcher matcher) {
  return {Check::Subject::fact, path, std::move(matcher), {"f.yaml", 7, 5}};
}
Check raises(Matcher matcher) { return {Check::Subject::raises, "", std::move(matcher), {"f.yaml", 8, 5}}; }
Check returns(Matcher matcher) { return {Check::Subject::returns, "", std::move(matcher), {"f.yaml", 9, 5}}; }

scenario::Assertion assertion(std::vector<int> clauses, std::vector<Check> checks) {
  return {std::move(clauses), std::move(checks), {}};
}

scenario::GivenStep given(const char* operation, const char* name, std::vector<Check> declared) {
  scenario::GivenStep step;
  step.step.operation = operation;
  step.step.as = name;
  step.written = std::string(name) + ": !" + operation;
  step.declared = std::move(declared);
  step.place = {"f.yaml", 3, 12};
  return step;
}

scenario::CaseStep when(const char* operation, Value::List arguments, const char* as) {
  scenario::CaseStep step;
  step.step.operation = operation;
  step.step.arguments = std::move(arguments);
  step.step.as = as;
  step.written = std::string(operation) + ": [...]";
  step.place = {"f.yaml", 5, 11};
  return step;
}

scenario::Case permute_case(const char* slug) {
  scenario::Case what;
  what.id = std::string("views.permute/hierarchical/") + slug;
  what.requirement = "views.permute";
  what.scenario = "views.permute/hierarchical";
  what.givens = {
      given("tensor", "t",
            {fact_is("t.layout", equal(layout({2, 3}, {1, 2}))), fact_is("t.carrier.stored", equal(iota(6)))})};
  what.when = {when("permute", {ref("t"), Value::List{1, 0}}, "v")};
  what.then = {assertion({2}, {fact_is("v.layout", equal(layout({3, 2}, {2, 1})))}),
               assertion({13}, {fact_is("v.carriers", matching(Matcher::Kind::same_as, "t.carriers"))})};
  return what;
}

Lines permute_lines() {
  return {answer(0, object(1)),
          facts({{"t", object(1)}}, {{1, tensor(layout({2, 3}, {1, 2}), 0, 2)}, {2, carrier(iota(6))}}),
          answer(1, object(3)), facts({{"v", object(3)}}, {{3, tensor(layout({3, 2}, {2, 1}), 0, 2)}}), done()};
}

scenario::Case refusal_case(const char* slug) {
  scenario::Case what;
  what.id = std::string("views.permute/invalid/") + slug;
  what.requirement = "views.permute";
  what.scenario = "views.permute/invalid";
  what.givens = {given("tensor", "t")};
  what.when = {when("permute", {ref("t"), Value::List{0, 1.5}}, "v")};
  what.control = when("permute", {ref("t"), Value::List{1, 0}});
  what.then = {assertion({8}, {raises(equal("TypeError"))}), assertion({10}, {fact_is("t.carrier.writes", equal(0))})};
  what.expects_error = true;
  return what;
}

Value refusal_givens() {
  return facts({{"t", object(1)}},
               {{1, tensor(layout({2, 3}, {1, 2}), 0, 2)}, {2, carrier(iota(6), 3, {{"writes", Value(3)}})}});
}

Lines refusal_lines() {
  return {answer(0, object(1)), refusal_givens(),     error(1, "TypeError", "order entries are integers"),
          facts({}, {}),        answer(2, object(3)), done()};
}

spec::Catalogue catalogue() {
  spec::Requirement permute;
  permute.id = "views.permute";
  permute.title = "Permute";
  for (int number = 1; number <= 15; ++number) {
    spec::Clause clause;
    clause.number = number;
    if (number == 12) clause.standing = spec::Standing::on_error;
    if (number == 14) clause.standing = spec::Standing::on_success;
    // Those no case of these tests asserts.
    const bool asserted = number == 2 || number == 8 || number == 10 || number == 13;
    if (!asserted && clause.standing == spec::Standing::none) clause.untestable = "nobody can see it";
    permute.clauses.push_back(clause);
  }
  for (const char* slug : {"hierarchical", "invalid"}) {
    spec::Scenario scenario;
    scenario.id = std::string("views.permute/") + slug;
    scenario.title = slug;
    permute.scenarios.push_back(scenario);
  }
  spec::Capability views;
  views.id = "views";
  views.name = "core-tensor-views";
  views.requirements = {permute};
  std::vector<spec::Reading> readings(2);
  readings[0].id = "Q4";
  readings[1].id = "Q5";
  return spec::Catalogue({views}, readings);
}

Hello hello() {
  Hello hello;
  hello.name = "miniature";
  hello.version = "1";
  hello.language = "C++";
  hello.operations = {"tensor", "permute"};
  hello.facts = {"layout", "offset", "carrier", "subtensors", "dtype", "stored", "version", "writes", "grad"};
  return hello;
}

Implementation implementation(std::function<void(const Value& request, const std::function<void(Value)>& reply)> play,
                              bool through_json) {
  return {"miniature", "in-process", [play = std::move(play), through_json] {
            return connect_in_process(
                [play](const Value& request, const std::function<void(Value)>& reply) {
                  if (request == hello_request()) {
                    reply(to_value(hello()));
                  } else {
                    play(request, reply);
                  }
                },
                through_json);
          }};
}

Implementation playing(Lines lines, bool through_json) {
  return implementation(
      [lines = std::move(lines)](const Value&, const std::function<void(Value)>& reply) {
        for (const Value& line : lines) reply(line);
      },
      through_json);
}

CaseResult result_of(const scenario::Case& what, const Implementation& implementation) {
  RunOptions options;
  options.timeout = std::chrono::milliseconds(0);
  const RunResult result = run(catalogue(), {&what}, {&what}, implementation, options);
  return result.cases.front();
}

CaseResult result_of(const scenario::Case& what, Lines lines) { return result_of(what, playing(std::move(lines))); }

Verdict verdict_of(const CaseResult& result, int clause) {
  for (const ClauseResult& one : result.clauses) {
    if (one.clause == clause) return one.verdict;
  }
  return Verdict::untested;
}

}  // namespace swconform::miniature
