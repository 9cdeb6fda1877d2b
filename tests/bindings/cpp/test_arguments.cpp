// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "tests/bindings/cpp/toy_harness.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;
using sdk::Arguments;
using sdk::convert;
using sdk::Item;
using sdk::Stop;

TEST_CASE("items become the types C++ would accept them as") {
  CHECK(convert<bool>(Item(true)));
  CHECK(convert<std::int64_t>(Item(-5)) == -5);
  CHECK(convert<Integer>(Item(*Integer::parse("99999999999999999999"))).text() == "99999999999999999999");
  CHECK(convert<double>(Item(0.5)) == 0.5);
  CHECK(convert<double>(Item(2)) == 2.0);
  CHECK(convert<std::string>(Item("x")) == "x");
  CHECK(convert<std::vector<std::int64_t>>(Item(Item::List{1, 2})) == std::vector<std::int64_t>{1, 2});
  CHECK_FALSE(convert<std::optional<double>>(Item()).has_value());
  CHECK(convert<std::optional<double>>(Item(1.0)) == 1.0);
}

TEST_CASE("what C++ would not accept is absent") {
  CHECK_THROWS_AS(convert<bool>(Item(1)), Stop);
  CHECK_THROWS_AS(convert<std::int64_t>(Item(true)), Stop);
  CHECK_THROWS_AS(convert<std::int64_t>(Item(1.0)), Stop);
  CHECK_THROWS_AS(convert<double>(Item("1")), Stop);
  CHECK_THROWS_AS(convert<double>(Item(true)), Stop);
  CHECK_THROWS_AS(convert<std::string>(Item()), Stop);
  CHECK_THROWS_AS(convert<std::vector<std::int64_t>>(Item(Item::List{1, 2.0})), Stop);
  CHECK_THROWS_AS(convert<toy::BoxPtr>(Item::object(std::make_shared<int>(3))), Stop);
}

TEST_CASE("parameters left out differ from None") {
  auto harness = toy::harness();
  harness.operation("given", {"a", "b?"}, [](const Arguments& arguments) { return arguments.has("b"); });
  CHECK(toy::run(harness, R"([{"do":"given","arguments":[1]},{"do":"given","arguments":[1,null]}])", 2) ==
        toy::Lines{R"({"step":0,"value":false})", R"({"step":1,"value":true})"});
}

TEST_CASE("the last parameter may take all further arguments") {
  auto harness = toy::harness();
  harness.operation("rest", {"first", "others*"}, [](const Arguments& arguments) { return arguments.item("others"); });
  CHECK(toy::run(harness, R"([{"do":"rest","arguments":[1]},{"do":"rest","arguments":[1,2,[3]]},
                              {"do":"rest","arguments":[1],"keywords":{"others":[4]}},
                              {"do":"rest","arguments":[1,2],"keywords":{"others":[4]}}])",
                 4) == toy::Lines{R"({"step":0,"value":[]})", R"({"step":1,"value":[2,[3]]})",
                                  R"({"step":2,"value":[4]})",
                                  R"({"step":3,"internal":"rest takes at most 1 arguments, not 2"})"});
  CHECK_THROWS_AS(sdk::Parameters({"a?", "b"}), std::invalid_argument);
  CHECK_THROWS_AS(sdk::Parameters({"a*", "b"}), std::invalid_argument);
  CHECK_THROWS_AS(sdk::Parameters({"a*", "b?"}), std::invalid_argument);
}

TEST_CASE("asking for a parameter that does not exist is the harness's fault") {
  auto harness = toy::harness();
  harness.operation("wrong", {"a"}, [](const Arguments& arguments) { return arguments.item("b"); });
  harness.operation("far", {"a"}, [](const Arguments& arguments) { return arguments.item(1); });
  CHECK(toy::run(harness, R"([{"do":"wrong","arguments":[1]},{"do":"far","arguments":[1]}])", 2) ==
        toy::Lines{R"({"step":0,"internal":"the operation has no parameter b"})",
                   R"({"step":1,"internal":"the operation has no parameter 1"})"});
}

TEST_CASE("every kind of argument reaches the operation and comes back as it was") {
  auto harness = toy::harness();
  harness.operation("echo", {"item"}, [](const Arguments& arguments) { return arguments.item(0); });
  for (const std::string item :
       {"null", "true", "5", R"({"int":"18446744073709551616"})", R"({"float":"1.5"})", R"("x")", "[1,[null]]",
        R"({"slice":[1,null,{"float":"1"}]})", R"({"map":{"a":[1],"b":{"map":{}}}})"}) {
    CHECK(toy::run(harness, R"([{"do":"echo","arguments":[)" + item + "]}]")[0] ==
          R"({"step":0,"value":)" + item + "}");
  }
}
