// SPDX-License-Identifier: Apache-2.0
#include "tests/judgement/representation_mutation.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "bindings/reference/conversions.hpp"
#include "reference/carriers.hpp"

namespace swconform::judgement {
namespace {

/// By `Refusal`: what its message contains.
constexpr std::array<std::string_view, 16> words = {
    "cannot provide the conventional",
    "has no Tensor storage schema",
    " subtensors, not ",
    " adjacent layouts, not ",
    "expects the storage dtype",
    "carrier must be a Carrier",
    "offset must be an integer",
    "placement layout must be a Layout",
    "are of different classes",
    "is not the storage dtype",
    "offset must be non-negative",
    "carrier size must be non-negative",
    "exceeds the carrier size",
    " must be a Layout",
    "is not the placement shape",
    "but the next level has size",
};

bool is_refusal(const strideweave::Error& error, Refusal why) {
  const auto says = [&](Refusal one) {
    return error.message().find(words.at(static_cast<std::size_t>(one))) != std::string::npos;
  };
  if (why == Refusal::any) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view part) { return error.message().find(part) != std::string::npos; });
  }
  if (why == Refusal::adjacent_type) return says(why) && !says(Refusal::layout_type);
  return says(why);
}

/// "subtensor 1: ...", "adjacent layout 1: ...", "the carriers of subtensors 0 and 1 ..."
std::size_t place_in(const std::string& message) {
  for (const std::string_view before : {"subtensors 0 and ", "subtensor ", "adjacent layout "}) {
    const std::size_t at = message.find(before);
    if (at == std::string::npos) continue;
    const std::size_t digit = at + before.size();
    if (digit < message.size() && std::isdigit(static_cast<unsigned char>(message[digit])) != 0) {
      return std::stoul(message.substr(digit));
    }
  }
  return 0;
}

std::vector<Level> levels_of(const sdk::Arguments& arguments) {
  std::vector<Level> levels;
  for (const Item& map : *arguments.item("subtensors").list()) {
    levels.push_back({*map.find("dtype"), *map.find("carrier"), *map.find("offset"), *map.find("layout")});
  }
  return levels;
}

/// The Tensors some operations returned, without keeping them alive.
struct Results {
  std::vector<std::weak_ptr<const void>> objects;

  bool contain(const Tensor& tensor) const {
    return std::any_of(objects.begin(), objects.end(),
                       [&](const auto& object) { return object.lock() == tensor.object(); });
  }
};

Item note_result(const Call& call) {
  Item result = call();
  if (const Tensor* tensor = result.as<Tensor>()) call.session.state<Results>().objects.push_back(tensor->object());
  return result;
}

}  // namespace

const DType* Level::stored() const {
  const auto* descriptor = dtype.as<const DType*>();
  return descriptor == nullptr ? nullptr : *descriptor;
}
CarrierPtr Level::store() const {
  const auto* pointer = carrier.as<CarrierPtr>();
  return pointer == nullptr ? nullptr : *pointer;
}
std::optional<Int> Level::start() const {
  if (offset.integer() == nullptr) return std::nullopt;
  return reference::to_int(*offset.integer());
}
const Layout* Level::placement() const { return layout.as<Layout>(); }

const DType* Construction::logical() const {
  const auto* descriptor = dtype.as<const DType*>();
  return descriptor == nullptr ? nullptr : *descriptor;
}

Item Construction::operator()() const {
  if (conventional) {
    const Level& level = levels.front();
    return call.next(call.session, call.arguments.with(0, level.carrier).with(1, level.offset).with(2, level.layout));
  }
  Item::List maps;
  for (const Level& level : levels) {
    maps.emplace_back(Item::Map{
        {"dtype", level.dtype}, {"carrier", level.carrier}, {"offset", level.offset}, {"layout", level.layout}});
  }
  return call.next(
      call.session,
      call.arguments.with("dtype", dtype).with("subtensors", Item(std::move(maps))).with("adjacent", Item(adjacent)));
}

Change constructing(const std::string& operation, std::function<Item(Construction&)> body) {
  return around(operation, [conventional = operation == "tensor", body = std::move(body)](const Call& call) {
    const sdk::Arguments& given = call.arguments;
    Construction asked{call, conventional, Item(), {}, {}};
    if (conventional) {
      asked.levels = {{Item(), given.item(0), given.item(1), given.item(2)}};
    } else {
      asked.dtype = given.item("dtype");
      asked.levels = levels_of(given);
      if (given.has("adjacent")) asked.adjacent = *given.item("adjacent").list();
    }
    return body(asked);
  });
}

Change asked_otherwise(const std::string& operation, std::function<void(Construction&)> edit) {
  return constructing(operation, [edit = std::move(edit)](Construction& asked) {
    edit(asked);
    return asked();
  });
}

Change refusing(const std::string& operation, Refusal why, std::function<Item(const Refused&)> body) {
  return constructing(operation, [why, body = std::move(body)](Construction& asked) {
    try {
      return asked();
    } catch (const strideweave::Error& error) {
      if (!is_refusal(error, why)) throw;
      return body({asked, place_in(error.message()), error});
    }
  });
}

Change lets_pass(const std::string& operation, Refusal why, Where where) {
  return refusing(operation, why, [where = std::move(where)](const Refused& refused) {
    if (where && !where(refused)) throw;
    return Item::object(some_tensor());
  });
}

Change of_kind(const std::string& operation, Refusal why, ErrorKind kind, Where where) {
  return refusing(operation, why, [kind, where = std::move(where)](const Refused& refused) -> Item {
    if (where && !where(refused)) throw;
    strideweave::raise(kind, refused.error.message());
  });
}

Change saying(const std::string& operation, Refusal why,
              std::function<std::string(const std::string& message, const Refused&)> edit) {
  return refusing(operation, why, [edit = std::move(edit)](const Refused& refused) -> Item {
    strideweave::raise(refused.error.kind(), edit(refused.error.message(), refused));
  });
}

Change with_effect(const std::string& operation, Refusal why, std::function<void(const Refused&)> effect) {
  return refusing(operation, why, [effect = std::move(effect)](const Refused& refused) -> Item {
    effect(refused);
    throw;
  });
}

Change too_strict(const std::string& operation, std::function<bool(const Construction&)> unwanted, ErrorKind kind) {
  return constructing(operation, [kind, unwanted = std::move(unwanted)](Construction& asked) {
    Item result = asked();
    if (unwanted(asked)) strideweave::raise(kind, "not like this");
    return result;
  });
}

Change made_of(const std::string& operation, std::function<void(Parts& result, const Construction&)> edit) {
  return constructing(operation, [edit = std::move(edit)](Construction& asked) {
    const Item result = asked();
    Parts parts = parts_of(*result.as<Tensor>());
    edit(parts, asked);
    return Item::object(assemble(std::move(parts)));
  });
}

Change told_in_session(std::function<void(sdk::Session& session, const Tensor& tensor, sdk::FactSheet& sheet)> edit) {
  return [edit = std::move(edit)](sdk::Harness& harness) {
    harness.wrap_facts("tensor", [edit](const sdk::FactsFunction& next, sdk::Session& session, const std::any& object) {
      sdk::FactSheet sheet = next(session, object);
      edit(session, *std::any_cast<Tensor>(&object), sheet);
      return sheet;
    });
  };
}

Change told_of_tensors(std::function<void(const Tensor& tensor, sdk::FactSheet& sheet)> edit) {
  return told_in_session(
      [edit = std::move(edit)](sdk::Session&, const Tensor& tensor, sdk::FactSheet& sheet) { edit(tensor, sheet); });
}

Change told_of_results(std::vector<std::string> operations,
                       std::function<void(const Tensor& tensor, sdk::FactSheet& sheet)> edit) {
  std::vector<Change> changes;
  for (std::string& operation : operations) changes.push_back(around(std::move(operation), note_result));
  changes.push_back(
      told_in_session([edit = std::move(edit)](sdk::Session& session, const Tensor& tensor, sdk::FactSheet& sheet) {
        if (session.state<Results>().contain(tensor)) edit(tensor, sheet);
      }));
  return all(std::move(changes));
}

void retell_subtensors(sdk::FactSheet& sheet, std::string_view field,
                       const std::function<Item(std::size_t level, const Item& told)>& edit) {
  Item::List levels = *std::get<Item>(*sheet.find("subtensors")).list();
  for (std::size_t level = 0; level < levels.size(); ++level) {
    for (auto& [name, told] : *levels[level].map()) {
      if (name == field) told = edit(level, told);
    }
  }
  sheet.set("subtensors", Item(std::move(levels)));
}

Tensor some_tensor() {
  return {std::make_shared<strideweave::Host>(strideweave::dtype::float32(),
                                              std::initializer_list<strideweave::Scalar>{0.0}),
          0, Layout()};
}

void ask_rules(const Construction& asked) {
  if (asked.logical() == nullptr) return;
  const Tensor shown = some_tensor();
  const strideweave::RepresentationValidationContext context(shown.representation());
  for (const auto& rule : asked.logical()->representation_rules()) rule->validate(context);
}

void each_carrier(const Construction& asked, const std::function<void(strideweave::Carrier&)>& effect) {
  for (const Level& level : asked.levels) {
    if (const CarrierPtr carrier = level.store()) effect(*carrier);
  }
}

std::string with_numbers(const std::string& text, const std::function<std::string(const std::string& number)>& edit) {
  const auto is_digit = [](char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; };
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_digit(text[at])) {
      result += text[at++];
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    result += edit(text.substr(at, end - at));
    at = end;
  }
  return result;
}

Int wrapped_unsigned(Int value, int bits) { return value % Int::from_raw(Int::Raw{1} << bits); }

Int wrapped_signed(Int value, int bits) {
  const Int wrapped = wrapped_unsigned(value, bits);
  return wrapped < Int::from_raw(Int::Raw{1} << (bits - 1)) ? wrapped : wrapped - Int::from_raw(Int::Raw{1} << bits);
}

Int wrapped_cosize(const Layout& layout, int bits) {
  const auto word = [](Int value) { return *wrapped_unsigned(value, 64).to<std::uint64_t>(); };
  std::uint64_t sum = 1;
  for (std::size_t leaf = 0; leaf < layout.leaf_count(); ++leaf) {
    sum += word(layout.extents()[leaf] - 1) * word(layout.strides()[leaf]);
  }
  return wrapped_unsigned(Int(sum), bits);
}

}  // namespace swconform::judgement
