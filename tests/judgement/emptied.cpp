// SPDX-License-Identifier: Apache-2.0
#include "tests/judgement/emptied.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "bindings/protocol/messages.hpp"
#include "runner/engine/judge.hpp"

namespace swconform::judgement {
namespace {

std::size_t first_empty_step(const scenario::Case& one, Empty empty) {
  switch (empty) {
    case Empty::throughout:
      return 0;
    case Empty::after_the_givens:
      return one.givens.size();
    case Empty::where_judged:
      break;
  }
  return one.givens.size() + one.when.size() - 1;  // a control comes later, and is empty too
}

/// Of the case that is being answered.
struct Progress {
  std::size_t step = 0;
  std::size_t first_empty = 0;

  bool is_empty() const { return step >= first_empty; }
};

}  // namespace

Answerer emptied(sdk::Harness harness, const Vacuous& vacuous, Empty empty,
                 const std::vector<const scenario::Case*>& cases) {
  if (!vacuous.answer) return sdk::Harness("nothing", "0");
  const auto progress = std::make_shared<Progress>();
  for (const std::string& operation : harness.hello().operations) {
    if (operation == "drop") continue;  // it is the SDK's own
    harness.wrap(operation, [progress, answer = vacuous.answer](const sdk::Operation& next, sdk::Session& session,
                                                                const sdk::Arguments& arguments) {
      return progress->is_empty() ? answer(next, session, arguments) : next(session, arguments);
    });
  }
  std::vector<std::pair<Value, std::size_t>> known;
  for (const scenario::Case* one : cases) {
    known.emplace_back(to_value(request_for(*one)), first_empty_step(*one, empty));
  }
  return [harness = std::move(harness), known = std::move(known), progress](const Value& request,
                                                                            const std::function<void(Value)>& reply) {
    const auto found = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == request; });
    *progress = {0, found != known.end() ? found->second : 0};
    harness.answer(request, [&](const Value& line) {
      if (line.find("step") != nullptr) ++progress->step;  // its outcome
      reply(line);
    });
  };
}

}  // namespace swconform::judgement
