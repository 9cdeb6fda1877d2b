// SPDX-License-Identifier: Apache-2.0
// Implementations that do nothing.
#include <utility>

#include "tests/judgement/representation_mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

sdk::OperationWrapper answering(Item answer) {
  return [answer = std::move(answer)](const sdk::Operation&, sdk::Session&, const sdk::Arguments&) { return answer; };
}

/// What it answers to its arguments, of which there is at least one.
sdk::OperationWrapper echoing(std::function<Item(const Item::List&)> echo) {
  return [echo = std::move(echo)](const sdk::Operation&, sdk::Session&, const sdk::Arguments& arguments) {
    Item::List given;
    for (std::size_t place = 0; arguments.has(place); ++place) given.push_back(arguments.item(place));
    return given.empty() ? Item() : echo(given);
  };
}

/// The text is the one that the spec quotes.
sdk::OperationWrapper refusing_with(ErrorKind kind) {
  return [kind](const sdk::Operation&, sdk::Session&, const sdk::Arguments&) -> Item {
    strideweave::raise(kind, "item requires a tensor with exactly one element");
  };
}

/// Refuses whatever it is asked: where that is right, as it should; elsewhere with a ValueError.
Item refuse_rightly(const sdk::Operation& next, sdk::Session& session, const sdk::Arguments& arguments) {
  next(session, arguments);
  strideweave::raise_value_error("no");
}
Item tensor_of_its_own(const sdk::Operation&, sdk::Session&, const sdk::Arguments&) {
  return Item::object(some_tensor());
}
Item raise_something_else(const sdk::Operation&, sdk::Session&, const sdk::Arguments&) {
  throw sdk::Raised("Other", "no");
}
Item say_absent(const sdk::Operation&, sdk::Session&, const sdk::Arguments&) { sdk::absent("it does not compile"); }
Item say_unsupported(const sdk::Operation&, sdk::Session&, const sdk::Arguments&) { sdk::unsupported("not yet"); }
Item say_broken(const sdk::Operation&, sdk::Session&, const sdk::Arguments&) { sdk::internal("broken"); }

}  // namespace

std::vector<Vacuous> all_vacuous() {
  std::vector<Vacuous> rows = {
      {"answers none", answering(Item())},
      {"reports success", answering(Item(true))},
      {"reports failure", answering(Item(false))},
      {"answers zero", answering(Item(0))},
      {"answers zero as a float", answering(Item(0.0))},
      {"answers an empty text", answering(Item(""))},
      {"answers an empty list", answering(Item(Item::List()))},
      {"answers a Tensor of its own", tensor_of_its_own},
      {"echoes its first argument", echoing([](const Item::List& given) { return given.front(); })},
      {"echoes its last argument", echoing([](const Item::List& given) { return given.back(); })},
      {"echoes its arguments", echoing([](const Item::List& given) { return Item(given); })},
      {"refuses with an error of no known kind", raise_something_else},
      {"refuses everything, with the right kind of error where there is one", refuse_rightly},
      {"says absent", say_absent},
      {"says unsupported", say_unsupported},
      {"says that it is broken", say_broken},
      {"offers no operation", {}},
  };
  for (const ErrorKind kind :
       {ErrorKind::type_error, ErrorKind::value_error, ErrorKind::index_error, ErrorKind::overflow_error,
        ErrorKind::not_implemented_error, ErrorKind::runtime_error, ErrorKind::attribute_error}) {
    rows.push_back({"refuses with " + std::string(strideweave::name(kind)), refusing_with(kind)});
  }
  return rows;
}

}  // namespace swconform::judgement
