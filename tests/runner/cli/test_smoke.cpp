// SPDX-License-Identifier: Apache-2.0
// Harnesses that are wrong in one way each, made of the reference's.
#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/reference/reference_harness.hpp"
#include "runner/cli/smoke_checks.hpp"
#include "runner/engine/engine.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using cli::WrongHarness;
using Lines = std::vector<std::string>;

namespace {

/// Changes the lines that answer one request.
using Change = std::function<void(const std::string& request, Lines& lines)>;

Answerer changed(const sdk::Harness& harness, const Change& change) {
  return [harness, change](const Value& request, const std::function<void(Value)>& reply) {
    Lines lines;
    harness.answer(request, [&](const Value& line) { lines.push_back(to_json(line)); });
    change(to_json(request), lines);
    for (const std::string& line : lines) reply(from_json(line));
  };
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Writes `to` for the first `from` of each line, in answers to requests that hold `where`.
Change replaced(const std::string& from, const std::string& to, const std::string& where = "") {
  return [=](const std::string& request, Lines& lines) {
    if (!contains(request, where)) return;
    for (std::string& line : lines) {
      const std::size_t at = line.find(from);
      if (at != std::string::npos) line.replace(at, from.size(), to);
    }
  };
}

struct Checked {
  Lines passed;
  Lines later;
  std::string wrong;  // empty: nothing
  WrongHarness details{"", Value(), {}};
};

Checked check(const Answerer& answerer) {
  Hello everything;
  reference_harness().answer(hello_request(), [&](const Value& line) { everything = parse_hello(line); });
  const Implementation implementation{"builtin:wrong", "in-process",
                                      [&] { return connect_in_process(answerer, true); }};
  Checked result;
  try {
    cli::check_harness(implementation, {everything, std::chrono::seconds(20),
                                        [&](const std::string& what) { result.passed.push_back(what); },
                                        [&](const std::string& what) { result.later.push_back(what); }});
  } catch (const WrongHarness& wrong) {
    result.wrong = wrong.what;
    result.details = wrong;
  }
  return result;
}

void finds(const Answerer& answerer, const std::string& what) {
  const std::string wrong = check(answerer).wrong;
  INFO("found: " << wrong);
  CHECK(contains(wrong, what));
}

void finds(const Change& change, const std::string& what) { finds(changed(reference_harness(), change), what); }

sdk::Harness wrapped(const std::string& operation, const sdk::OperationWrapper& wrapper) {
  return reference_harness().wrap(operation, wrapper);
}

/// The facts of one kind of object, changed.
sdk::Harness telling(const std::string& kind, const std::function<void(sdk::FactSheet&)>& change) {
  return reference_harness().wrap_facts(
      kind, [change](const sdk::FactsFunction& next, sdk::Session& session, const std::any& object) {
        sdk::FactSheet sheet = next(session, object);
        change(sheet);
        return sheet;
      });
}

}  // namespace

TEST_CASE("smoke: the reference's harness works") {
  const Checked checked = check(reference_harness());
  CHECK(checked.wrong.empty());
  CHECK(checked.later.empty());
  CHECK(checked.passed.size() == 11);
}

TEST_CASE("smoke: an empty harness works, and what cannot be checked yet is said") {
  const Checked checked = check(sdk::Harness("empty", "0"));
  CHECK(checked.wrong.empty());
  CHECK(checked.later == Lines{"values: no operation layout, dtype, shape, stride or tree yet",
                               "the form of calls: no simple operation (dtype, layout, public_name) yet",
                               "carriers: no operation dtype, carrier yet",
                               "tensors: no operation dtype, carrier, layout, tensor yet"});
}

TEST_CASE("smoke: values that a harness cannot take yet are no fault, and none that came back is no pass") {
  const auto takes_nothing = [](const sdk::Operation&, sdk::Session&, const sdk::Arguments&) -> sdk::Item {
    sdk::unsupported("not yet");
  };
  sdk::Harness some = reference_harness();
  some.wrap("shape", takes_nothing);
  const Checked checked = check(some);
  CHECK(checked.later == Lines{"values: unsupported: not yet in step 0 (shape)"});
  CHECK(std::count(checked.passed.begin(), checked.passed.end(), "values: 5 of 6 come back as they were sent") == 1);

  sdk::Harness none("beginning", "0");
  none.operation("shape", {"modes"}, [](const sdk::Arguments&) { sdk::unsupported("not yet"); });
  for (const std::string& passed : check(none).passed) CHECK_FALSE(contains(passed, "values"));
}

TEST_CASE("smoke: hello") {
  const auto hello = [](const std::string& from, const std::string& to) { return replaced(from, to, "\"hello\""); };
  finds(hello("\"permute\"", "\"permut\""),
        "it lists an operation that no fixture asks for: permut; did you mean permute?");
  finds(hello("\"offset\"", "\"offfset\""), "it lists a fact that no fixture asks for: offfset; did you mean offset?");
  finds(hello("\"offset\"", "\"layout\""), "the fact layout is listed twice");
  finds(hello("\"protocol\":1", "\"protocol\":2"), "it speaks version 2 of the protocol");
  finds(hello("\"language\"", "\"tongue\""), "this is no answer to hello: hello: expected a member \"language\"");
  finds(hello("\"StrideWeave reference\"", "\"\""), "its name is empty");
  finds(
      [](const std::string& request, Lines& lines) {
        if (contains(request, "\"hello\"")) lines.push_back("{}");
      },
      "hello is answered by one line, not by 2");
  finds(
      [count = std::make_shared<int>(0)](const std::string& request, Lines& lines) {
        if (contains(request, "\"hello\"") && ++*count == 2) lines[0].replace(lines[0].find("0.1.0"), 5, "0.1.1");
      },
      "a second hello is answered otherwise than the first");
}

TEST_CASE("smoke: the frame of a case") {
  finds(
      [](const std::string& request, Lines& lines) {
        if (contains(request, "\"steps\":[]")) lines.insert(lines.begin(), R"({"step":0,"value":null})");
      },
      "after the last step: ");
  finds(replaced("unsupported", "skipped", "no_such_operation"),
        "in step 1 (no_such_operation): expected unsupported, got skipped");
  finds(replaced("\"names\":{}", "\"names\":{\"x\":1}", "no_such_operation"), "since nothing was made");
  finds(replaced("skipped", "unsupported", "\"do\":\"drop\",\"arguments\":[{\"ref\":\"x\"}"),
        "in step 2 (drop): expected skipped, since the name is not bound, got unsupported");
  finds(replaced(",\"done\":true", "", "\"steps\":5"), "what is no request must be answered by the one line");
  finds(
      [](const std::string& request, Lines& lines) {
        if (contains(request, "no_such_operation")) lines.erase(lines.begin());
      },
      "in step 0 (no_such_operation): ");
}

TEST_CASE("smoke: values and calls") {
  finds(replaced("\"layout\":[[2,[3]],[1,", "\"layout\":[[2,3],[1,"),
        "in step 2 (layout): expected {\"layout\":[[2,[3]]");
  finds(replaced("1152921504606846976", "1152921504606846977"), "in step 2 (layout): ");
  finds(replaced("\"dtype\":\"Float32\"", "\"object\":1"), "(dtype): expected {\"dtype\":\"Float32\"}, got ");
  finds(replaced("unsupported\":\"", "value\":\"", "no_such_option"), "in step 0 (dtype): expected unsupported, since");
  finds(replaced("internal\":\"dtype needs", "skipped\":\"dtype needs"),
        "in step 1 (dtype): expected internal, since an");
  finds(replaced("internal\":\"dtype takes", "skipped\":\"dtype takes"),
        "in step 2 (dtype): expected internal, since th");
  finds(replaced("skipped\":\"nobody", "unsupported\":\"nobody"), "in step 3 (dtype): expected skipped, since");
}

TEST_CASE("smoke: carriers") {
  finds(telling("carrier", [](sdk::FactSheet& sheet) { sheet.set("size", sdk::Item(5)); }),
        "in step 1 (carrier): the fact size of the carrier is 5, expected 6");
  finds(telling("carrier", [](sdk::FactSheet& sheet) { sheet.set("stored", sdk::Item::List(6, sdk::Item(0))); }),
        "in step 1 (carrier): the fact stored of the carrier is [0, 0, 0, 0, 0, 0], expected [0, 1, 2, 3, 4, 5]");
  finds(telling("carrier", [](sdk::FactSheet& sheet) { sheet.remove("dtype"); }),
        "in step 1 (carrier): hello lists the fact dtype, and the carrier does not tell it");
  finds(telling("carrier", [](sdk::FactSheet& sheet) { sheet.set("released", sdk::Item(true)); }),
        "the fact released of the carrier is true, expected false");
  finds(telling("carrier",
                [n = std::make_shared<int>(0)](sdk::FactSheet& sheet) { sheet.set("reads", sdk::Item(++*n)); }),
        "the facts after step 2 tell the first carrier again");
  finds(replaced("\"kind\":\"carrier\"", "\"kind\":\"buffer\""),
        "the facts say that it is a buffer, expected a carrier");
  finds(replaced("{\"step\":1,\"value\":{\"object\":1}}", "{\"step\":1,\"value\":null}"),
        "in step 1 (carrier): expected {\"object\": token}, got null");
  finds(replaced("\"c\":{\"object\":1}", "\"c\":{\"object\":7}"),
        "it answered {\"object\":1}, and in the facts c is {\"object\":7}");
  finds(replaced("\"c\":{\"object\":1}", "\"b\":{\"object\":1}"), "the facts after it do not say what c is");
  finds(wrapped("carrier",
                [kept = std::make_shared<std::vector<sdk::Item>>()](const sdk::Operation& next, sdk::Session& session,
                                                                    const sdk::Arguments& arguments) {
                  kept->push_back(next(session, arguments));
                  return kept->back();
                }),
        "its alive is still true: something keeps it");
}

TEST_CASE("smoke: tensors and identity") {
  finds(telling("tensor", [](sdk::FactSheet& sheet) { sheet.set("offset", sdk::Item(0)); }),
        "in step 3 (tensor): the fact offset of the tensor is 0, expected 1");
  finds(replaced("\"carrier\":{\"object\":1}", "\"carrier\":{\"object\":2}", "\"do\":\"tensor\""),
        "the fact carrier of the tensor is");
  finds(replaced("{\"step\":4,\"value\":{\"object\":4}}", "{\"step\":4,\"value\":{\"object\":2}}", "\"as\":\"u\""),
        "in step 4 (tensor): it answered {\"object\":2}, and in the facts u is {\"object\":4}");
}

TEST_CASE("smoke: errors") {
  finds(replaced("\"kind\":\"ValueError\"", "\"kind\":\"Other\""), "(permute): an error of the kind Other");
  finds(wrapped("permute",
                [](const sdk::Operation&, sdk::Session&, const sdk::Arguments&) -> sdk::Item {
                  sdk::internal("permute raised");
                }),
        "(permute): expected an error, since the implementation must refuse this call, got internal");
  finds(wrapped("item", [](const sdk::Operation&, sdk::Session&, const sdk::Arguments&) { return sdk::Item(1); }),
        "(item): expected an error, since the implementation must refuse this call, got 1");
  finds(
      [](const std::string& request, Lines& lines) {
        if (!contains(request, "\"do\":\"permute\"")) return;
        for (std::string& line : lines) {
          if (line == R"({"facts":{"names":{},"objects":{}}})") line = R"({"facts":{"names":{"v":null},"objects":{}}})";
        }
      },
      "(permute): a call that fails must bind nothing");
}

TEST_CASE("smoke: what one case leaves for the next") {
  finds(replaced("skipped", "value", "{\"ref\":\"d\"}]},{\"do\":\"drop\",\"arguments\":[{\"ref\":\"t\"}"),
        "in step 0 (drop): expected skipped, since the name was bound in an earlier case");
}

TEST_CASE("smoke: a crash is told with what was sent and what came") {
  const Checked checked = check([](const Value& request, const std::function<void(Value)>& reply) {
    if (!contains(to_json(request), "\"steps\":[]")) return reference_harness().answer(request, reply);
    throw std::runtime_error("boom");
  });
  CHECK(contains(checked.wrong, "boom"));
  CHECK(contains(checked.details.sent, "\"steps\":[]"));
  CHECK(contains(checked.details.ending, "boom"));
  CHECK(checked.details.came.empty());
}

TEST_CASE("smoke: what does not answer hello cannot be started") {
  const auto silent = [](const Value&, const std::function<void(Value)>&) { throw std::runtime_error("no licence"); };
  CHECK_THROWS_AS(check(silent), StartError);
}
