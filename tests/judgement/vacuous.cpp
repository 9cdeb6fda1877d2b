// SPDX-License-Identifier: Apache-2.0
// Implementations that do nothing.
#include "tests/judgement/mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using strideweave::ErrorKind;

struct Way {
  std::string name;
  Body body;
};

Body refusal(ErrorKind kind) {
  return [kind](const Call&) -> Item { strideweave::raise(kind, "item requires a tensor with exactly one element"); };
}

std::vector<Way> ways() {
  return {
      {"answers none", [](const Call&) { return Item(); }},
      {"echoes its first argument",
       [](const Call& call) { return call.arguments.has(0) ? call.arguments.item(0) : Item(); }},
      {"refuses with ValueError", refusal(ErrorKind::value_error)},
      {"refuses with TypeError", refusal(ErrorKind::type_error)},
      {"refuses with AttributeError", refusal(ErrorKind::attribute_error)},
      {"reports success", [](const Call&) { return Item(true); }},
      {"answers an empty list", [](const Call&) { return Item(Item::List()); }},
      {"says absent", [](const Call&) -> Item { sdk::absent("it does not compile"); }},
      {"says unsupported", [](const Call&) -> Item { sdk::unsupported("not yet"); }},
  };
}

Change everywhere(const Body& body) {
  return [body](sdk::Harness& harness) {
    for (const std::string& operation : harness.hello().operations) {
      if (operation != "drop") around(operation, body)(harness);  // drop is the SDK's own
    }
  };
}

}  // namespace

std::vector<Vacuous> all_vacuous(const std::set<std::string>& under_test) {
  std::set<std::string> emptied = under_test;
  emptied.erase("drop");  // drop is the SDK's own
  std::vector<Vacuous> rows;
  for (const Way& way : ways()) {
    rows.push_back({way.name + " to everything", everywhere(way.body)});
    std::vector<Change> changes;
    for (const std::string& operation : emptied) changes.push_back(around(operation, way.body));
    rows.push_back({way.name + " to whatever is tested", all(std::move(changes)), emptied});
  }
  rows.push_back({"offers no operation", [](sdk::Harness& harness) { harness = sdk::Harness("nothing", "0"); }});
  return rows;
}

}  // namespace swconform::judgement
