// SPDX-License-Identifier: Apache-2.0
#include "tests/bindings/cpp/toy_harness.hpp"

#include <stdexcept>

namespace toy {

using swconform::Value;
using swconform::sdk::Arguments;
using swconform::sdk::FactSheet;
using swconform::sdk::Harness;
using swconform::sdk::Item;
using swconform::sdk::Session;

Harness harness() {
  Harness toy("toy", "1");
  toy.operation("box", {"number", "next?"}, [](const Arguments& arguments) {
    auto box = std::make_shared<Box>();
    box->number = arguments.get<std::int64_t>(0);
    box->next = arguments.get_or<BoxPtr>(1, nullptr);
    return box;
  });
  toy.operation("write", {"box", "number"},
                [](const Arguments& arguments) { arguments.get<BoxPtr>(0)->number = arguments.get<std::int64_t>(1); });
  toy.operation("read", {"box"}, [](const Arguments& arguments) {
    const std::int64_t number = arguments.get<BoxPtr>("box")->number;
    if (number < 0) throw std::invalid_argument("below zero");
    return number;
  });
  toy.type(swconform::sdk::shared_object<Box>("box", [](Session&, const BoxPtr& box) {
    FactSheet sheet;
    sheet.set("number", Item(box->number)).set("next", box->next ? Item::object(box->next) : Item());
    return sheet;
  }));
  return toy;
}

Lines run(const Harness& harness, const std::string& steps) {
  Lines lines;
  harness.answer(swconform::from_json(R"({"verb":"case","steps":)" + steps + "}"),
                 [&](const Value& line) { lines.push_back(to_json(line)); });
  return lines;
}

Lines run(const Harness& harness, const std::string& steps, std::size_t count) {
  Lines lines = run(harness, steps);
  lines.resize(count);
  return lines;
}

}  // namespace toy
