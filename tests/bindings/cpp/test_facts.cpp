// SPDX-License-Identifier: Apache-2.0
// What the SDK tells of objects, and how it knows them again.
#include <stdexcept>

#include "tests/bindings/cpp/toy_harness.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using sdk::Arguments;
using sdk::FactSheet;
using sdk::Item;
using sdk::Session;
using toy::Lines;
using toy::run;

TEST_CASE("the facts go to every object reached, and only what changed is sent again") {
  const Lines lines = run(toy::harness(), R"([{"do":"box","arguments":[1],"as":"a"},
      {"do":"box","arguments":[2,{"ref":"a"}],"as":"b","facts":true},
      {"do":"drop","arguments":[{"ref":"a"}],"facts":true},
      {"do":"write","arguments":[{"ref":"b.next"},7],"facts":true},
      {"do":"read","arguments":[{"ref":"b"}],"as":"n","facts":true}])");
  CHECK(lines[2] == R"({"facts":{"names":{"a":{"object":1},"b":{"object":2}},"objects":{)"
                    R"("1":{"kind":"box","alive":true,"facts":{"number":1,"next":null}},)"
                    R"("2":{"kind":"box","alive":true,"facts":{"number":2,"next":{"object":1}}}}}})");
  CHECK(lines[4] == R"({"facts":{"names":{},"objects":{}}})");
  CHECK(lines[6] ==
        R"({"facts":{"names":{},"objects":{"1":{"kind":"box","alive":true,"facts":{"number":7,"next":null}}}}})");
  CHECK(lines[8] == R"({"facts":{"names":{"n":2},"objects":{}}})");
}

TEST_CASE("an object nobody refers to any more is no longer alive, and its token is not used again") {
  const Lines lines = run(toy::harness(), R"([{"do":"box","arguments":[1],"as":"a","facts":true},
      {"do":"drop","arguments":[{"ref":"a"}],"facts":true},
      {"do":"box","arguments":[1],"as":"a2","facts":true}])");
  CHECK(lines[3] == R"({"facts":{"names":{},"objects":{"1":{"alive":false}}}})");
  CHECK(lines[4] == R"({"step":2,"value":{"object":2}})");
  CHECK(lines[5] == R"({"facts":{"names":{"a2":{"object":2}},"objects":{)"
                    R"("2":{"kind":"box","alive":true,"facts":{"number":1,"next":null}}}}})");
}

TEST_CASE("another object at the address of a dead one has another token") {
  static toy::Box place;
  auto harness = toy::harness();
  harness.operation("settle", {}, [](const Arguments&) { return toy::BoxPtr(&place, [](toy::Box*) {}); });
  const Lines lines = run(harness, R"([{"do":"settle","as":"a"},{"do":"drop","arguments":[{"ref":"a"}]},
                                       {"do":"settle","as":"b"},{"do":"settle","as":"c"}])");
  CHECK(lines[0] == R"({"step":0,"value":{"object":1}})");
  CHECK(lines[2] == R"({"step":2,"value":{"object":2}})");
  CHECK(lines[3] == R"({"step":3,"value":{"object":2}})");
}

TEST_CASE("an object somebody else refers to stays alive when its name is dropped") {
  const Lines lines = run(toy::harness(), R"([{"do":"box","arguments":[1],"as":"a"},
      {"do":"box","arguments":[2,{"ref":"a"}],"as":"b","facts":true},
      {"do":"drop","arguments":[{"ref":"a"}],"facts":true},
      {"do":"drop","arguments":[{"ref":"b"}],"facts":true}])");
  CHECK(lines[4] == R"({"facts":{"names":{},"objects":{}}})");
  CHECK(lines[6] == R"({"facts":{"names":{},"objects":{"1":{"alive":false},"2":{"alive":false}}}})");
}

TEST_CASE("nothing of a case is left when done is sent") {
  std::weak_ptr<toy::Box> last;
  auto harness = toy::harness();
  harness.wrap("box", [&](const sdk::Operation& next, Session& session, const Arguments& arguments) {
    Item item = next(session, arguments);
    last = *item.as<toy::BoxPtr>();
    return item;
  });
  bool left = true;
  harness.answer(from_json(R"({"verb":"case","steps":[{"do":"box","arguments":[1],"as":"a","facts":true}]})"),
                 [&](const Value& line) {
                   if (is_done(line)) left = !last.expired();
                 });
  CHECK_FALSE(left);
}

TEST_CASE("cycles are walked once") {
  auto harness = toy::harness();
  harness.operation("tie", {"box"}, [](const Arguments& arguments) {
    const auto box = arguments.get<toy::BoxPtr>(0);
    box->next = box;
  });
  harness.operation("untie", {"box"},
                    [](const Arguments& arguments) { arguments.get<toy::BoxPtr>(0)->next = nullptr; });
  CHECK(
      run(harness, R"([{"do":"box","arguments":[1],"as":"a"},{"do":"tie","arguments":[{"ref":"a"}],"facts":true},
                         {"do":"untie","arguments":[{"ref":"a"}]}])")[2] ==
      R"({"facts":{"names":{"a":{"object":1}},"objects":{"1":{"kind":"box","alive":true,"facts":{"number":1,"next":{"object":1}}}}}})");
}

TEST_CASE("a fact may be an error, may be unreadable, and a harness that cannot tell spoils nothing else") {
  auto harness = toy::harness();
  harness.wrap_facts("box", [](const sdk::FactsFunction& next, Session& session, const std::any& object) {
    FactSheet sheet = next(session, object);
    if (std::any_cast<toy::BoxPtr>(object)->number == 13) throw std::runtime_error("unlucky");
    sheet.remove("next");
    sheet.query("bad", []() -> Item { throw std::out_of_range("too far"); });
    sheet.set("dark", sdk::Unreadable{"no light"});
    sheet.set("odd", Item::object(std::string("not registered")));
    return sheet;
  });
  const Lines lines =
      run(harness, R"([{"do":"box","arguments":[1],"as":"a"},{"do":"box","arguments":[13],"as":"b","facts":true},
                                       {"do":"read","arguments":[{"ref":"a.bad"}]},{"do":"read","arguments":[{"ref":"a.dark"}]}])");
  const Facts facts = parse_facts(from_json(lines[2]));
  const Value told = facts.objects.at(1).facts;
  CHECK(*told.find("bad") == from_json(R"({"error":{"kind":"IndexError","message":"too far"}})"));
  CHECK(*told.find("dark") == from_json(R"({"unreadable":"no light"})"));
  CHECK(told.find("odd")->tagged_as("unreadable") != nullptr);
  CHECK(Value(facts.objects.at(2).facts) ==
        from_json(R"({"facts":{"unreadable":"asking for the facts raised unlucky"}})"));
  CHECK(lines[3] == R"({"step":2,"skipped":"a.bad raises IndexError"})");
  CHECK(lines[4] == R"({"step":3,"skipped":"a.dark cannot be read: no light"})");
}

TEST_CASE("values are written, not counted as objects; kinds keep equal addresses apart") {
  struct Point {
    std::int64_t x;
  };
  auto harness = toy::harness();
  harness.operation("point", {"x"}, [](const Arguments& arguments) { return Point{arguments.get<std::int64_t>(0)}; });
  harness.value_type<Point>([](const Point& point) { return Value::tagged("point", point.x); });
  harness.operation("number_of", {"box"},
                    [](const Arguments& arguments) { return &arguments.get<toy::BoxPtr>(0)->number; });
  harness.type<std::int64_t*>(
      {.kind = "number", .identity = [](std::int64_t* number) -> const void* { return number; }});
  const Lines lines = run(harness, R"([{"do":"point","arguments":[4],"as":"p"},{"do":"box","arguments":[1],"as":"b"},
                                       {"do":"number_of","arguments":[{"ref":"b"}],"as":"n"},
                                       {"do":"number_of","arguments":[{"ref":"b"}],"as":"m","facts":true}])");
  CHECK(lines[4] ==
        R"({"facts":{"names":{"p":{"point":4},"b":{"object":1},"n":{"object":2},"m":{"object":2}},"objects":{)"
        R"("1":{"kind":"box","alive":true,"facts":{"number":1,"next":null}},"2":{"kind":"number","facts":{}}}}})");
}

TEST_CASE("an object that cannot be watched keeps its token, its address and has no alive") {
  std::weak_ptr<toy::Box> first;
  bool kept = false;
  auto harness = toy::harness();
  harness.type<toy::BoxPtr>(
      {.kind = "box", .identity = [](const toy::BoxPtr& box) -> const void* { return box.get(); }});
  harness.wrap("box", [&](const sdk::Operation& next, Session& session, const Arguments& arguments) {
    kept = !first.expired();
    Item item = next(session, arguments);
    first = *item.as<toy::BoxPtr>();
    return item;
  });
  const Lines lines = run(harness, R"([{"do":"box","arguments":[1],"as":"a","facts":true},
                                       {"do":"drop","arguments":[{"ref":"a"}],"facts":true},
                                       {"do":"box","arguments":[2],"as":"b"}])");
  CHECK(lines[1] == R"({"facts":{"names":{"a":{"object":1}},"objects":{"1":{"kind":"box","facts":{}}}}})");
  CHECK(lines[3] == R"({"facts":{"names":{},"objects":{}}})");
  CHECK(lines[4] == R"({"step":2,"value":{"object":2}})");
  CHECK(kept);
}

TEST_CASE("constant facts are asked once a case") {
  int asked = 0;
  auto harness = toy::harness();
  auto type = sdk::shared_object<toy::Box>("box", [&](Session&, const toy::BoxPtr&) {
    ++asked;
    return FactSheet();
  });
  type.constant = true;
  harness.type(type);
  const char* steps =
      R"([{"do":"box","arguments":[1],"as":"a","facts":true},{"do":"read","arguments":[{"ref":"a"}],"facts":true}])";
  run(harness, steps);
  CHECK(asked == 1);
  run(harness, steps);
  CHECK(asked == 2);
}
