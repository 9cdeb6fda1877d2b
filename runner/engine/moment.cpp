// SPDX-License-Identifier: Apache-2.0
#include "runner/engine/moment.hpp"

#include <algorithm>
#include <charconv>
#include <variant>

#include "runner/engine/layout_values.hpp"
#include "runner/engine/notation.hpp"

namespace swconform {
namespace {

constexpr int longest_label = 6;  // facts between a name and the object it leads to

/// Walks one path, a component at a time.
class Walk {
 public:
  Walk(const Moment& moment, std::string_view path) : moment_(moment), path_(path) {}

  Answer run() {
    const Value* bound = nullptr;
    const std::string_view facts = after_name(bound);
    if (bound == nullptr) return Answer::nothing("no object is bound to " + std::string(split_path(path_).front()));
    Answer answer = Answer::borrowed(*bound);
    if (!facts.empty()) {
      for (const std::string_view part : split_path(facts)) {
        answer = step(answer, part);
        if (answer.kind() != Answer::Kind::value) return answer;
      }
    }
    if (const Value* why = answer.value().tagged_as("unreadable")) return Answer::untold(notation(*why, moment_));
    return answer;
  }

 private:
  /// Names may contain dots: the longest bound one counts. What follows it are facts.
  std::string_view after_name(const Value*& bound) const {
    for (std::size_t end = path_.size(); end != std::string_view::npos && end > 0; end = path_.rfind('.', end - 1)) {
      bound = moment_.after.name(path_.substr(0, end));
      if (bound != nullptr) return end < path_.size() ? path_.substr(end + 1) : std::string_view();
    }
    return {};
  }

  Answer step(const Answer& from, std::string_view part) {
    const Value& value = from.value();
    if (const auto key = token(value)) {
      const ObjectFacts* object = moment_.after.object(*key);
      if (object == nullptr) return Answer::untold("nothing was told of " + moment_.name_of(*key));
      return of_object(*key, *object, part);
    }
    if (const Value* why = value.tagged_as("unreadable")) return Answer::untold(notation(*why, moment_));
    if (const Value::List* list = value.list()) return of_list(from, *list, part);
    if (const Value* map = value.tagged_as("map")) {
      if (const Value* field = map->find(part)) return Answer::owned(*field);
    }
    if (const Value* field = value.find(part)) return Answer::owned(*field);
    return Answer::nothing(notation(value, moment_) + " has no " + std::string(part));
  }

  static Answer of_list(const Answer& from, const Value::List& list, std::string_view part) {
    if (part == "count") return Answer::owned(static_cast<std::int64_t>(list.size()));
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
    if (error != std::errc() || end != part.data() + part.size())
      return Answer::nothing("a list has no " + std::string(part));
    if (index >= list.size())
      return Answer::nothing("a list of " + std::to_string(list.size()) + " has no " + std::string(part));
    Answer item = Answer::owned(list[index]);
    return from.dtype() ? std::move(item).as_numbers(*from.dtype()) : std::move(item);
  }

  Answer of_object(std::int64_t key, const ObjectFacts& object, std::string_view part) {
    if (part == "alive") {
      if (!object.alive) return Answer::untold(moment_.name_of(key) + " cannot be referred to weakly");
      return Answer::owned(*object.alive);
    }
    if (part == "values" || part == "shape" || part == "carriers" || part == "offsets" || part == "count") {
      if (fact(object, "layout") != nullptr || fact(object, "subtensors") != nullptr)
        return worked_out(key, object, part);
    }
    const Value* value = fact(object, part);
    if (value == nullptr) return missing(key, object, part);
    if (is_spy_count(part)) return increase(*value, moment_.before, key, part);
    if (part == "version") return increase(*value, moment_.givens, key, part);
    if (part == "snapshot") return Answer::owned(with_increases(*value));
    if (part == "stored") return Answer::borrowed(*value).as_numbers(dtype_name(object));
    return Answer::borrowed(*value);
  }

  Answer missing(std::int64_t key, const ObjectFacts& object, std::string_view part) const {
    const auto& facts = moment_.hello.facts;
    if (std::find(facts.begin(), facts.end(), part) == facts.end())
      return Answer::untold("the harness does not tell " + std::string(part));
    // Virtual and released carriers store nothing.
    if (part == "stored" && object.kind == "carrier")
      return Answer::untold(moment_.name_of(key) + " does not say what it stores");
    return Answer::nothing(moment_.name_of(key) + " (" + (object.kind.empty() ? "gone" : object.kind) + ") has no " +
                           std::string(part));
  }

  static std::int64_t earlier(const Snapshot& then, std::int64_t key, std::string_view part) {
    const ObjectFacts* object = then.object(key);
    const Value* value = object != nullptr ? fact(*object, part) : nullptr;
    return value != nullptr && value->integer() != nullptr ? value->integer()->to_int64().value_or(0) : 0;
  }

  static Answer increase(const Value& value, const Snapshot& since, std::int64_t key, std::string_view part) {
    const auto number = value.integer() != nullptr ? value.integer()->to_int64() : std::nullopt;
    std::int64_t difference = 0;
    if (!number || __builtin_sub_overflow(*number, earlier(since, key, part), &difference))
      return Answer::borrowed(value);
    return Answer::owned(difference);
  }

  /// A snapshot names carriers, each with its version: [carrier, version], or fields of those names.
  Value with_increases(const Value& value) const {
    if (const Value::List* list = value.list()) {
      if (list->size() == 2 && token((*list)[0]) && (*list)[1].integer() != nullptr)
        return Value::List{(*list)[0], increase((*list)[1], moment_.givens, *token((*list)[0]), "version").value()};
      Value::List result;
      for (const Value& item : *list) result.push_back(with_increases(item));
      return result;
    }
    const Value* carrier = value.find("carrier");
    if (carrier == nullptr || !token(*carrier)) return value;
    Value::Record result;
    for (const auto& [name, field] : *value.record()) {
      const bool version = name == "version" && field.integer() != nullptr;
      result.emplace_back(name, version ? increase(field, moment_.givens, *token(*carrier), name).value() : field);
    }
    return result;
  }

  static std::string dtype_name(const ObjectFacts& carrier) {
    const Value* dtype = fact(carrier, "dtype");
    const Value* name = dtype != nullptr ? dtype->tagged_as("dtype") : nullptr;
    return name != nullptr && name->text() != nullptr ? *name->text() : std::string();
  }

  /// A fact of subtensor `index`; subtensor zero is the tensor itself where the harness tells of no subtensors.
  Answer of_subtensor(std::int64_t key, const ObjectFacts& tensor, std::size_t index, std::string_view part) {
    const Value* all = fact(tensor, "subtensors");
    if (all == nullptr) {
      const Value* value = fact(tensor, part);
      return value != nullptr ? Answer::borrowed(*value) : missing(key, tensor, part);
    }
    if (all->list() == nullptr) return Answer::nothing("its subtensors are " + notation(*all, moment_));
    if (index >= all->list()->size()) return Answer::nothing("it has no subtensor " + std::to_string(index));
    return step(Answer::borrowed((*all->list())[index]), part);
  }

  Answer worked_out(std::int64_t key, const ObjectFacts& tensor, std::string_view part) {
    if (part == "values") return values(key, tensor);
    if (part == "shape") return shape(key, tensor);
    const Value* all = fact(tensor, "subtensors");
    if (all != nullptr && all->tagged_as("unreadable") != nullptr) return Answer::borrowed(*all);
    if (all != nullptr && all->list() == nullptr)
      return Answer::nothing("its subtensors are " + notation(*all, moment_));
    const std::size_t count = all != nullptr ? all->list()->size() : 1;
    if (part == "count") return Answer::owned(static_cast<std::int64_t>(count));
    Value::List result;
    for (std::size_t i = 0; i < count; ++i) {
      Answer item = of_subtensor(key, tensor, i, part == "carriers" ? "carrier" : "offset");
      if (item.kind() != Answer::Kind::value) return item;
      result.push_back(item.value());
    }
    return Answer::owned(std::move(result));
  }

  Answer shape(std::int64_t key, const ObjectFacts& tensor) {
    if (const Value* told = fact(tensor, "shape")) return Answer::borrowed(*told);
    Answer layout = of_subtensor(key, tensor, 0, "layout");
    if (layout.kind() != Answer::Kind::value) return layout;
    const Value* pair = layout.value().tagged_as("layout");
    if (pair == nullptr || pair->list() == nullptr || pair->list()->size() != 2)
      return Answer::nothing("its layout is " + notation(layout.value(), moment_));
    return Answer::owned(Value::tagged("shape", (*pair->list())[0]));
  }

  Answer values(std::int64_t key, const ObjectFacts& tensor) {
    Answer layout = of_subtensor(key, tensor, 0, "layout");
    if (layout.kind() != Answer::Kind::value) return layout;
    Answer offset = of_subtensor(key, tensor, 0, "offset");
    if (offset.kind() != Answer::Kind::value) return offset;
    Answer carrier = of_subtensor(key, tensor, 0, "carrier");
    if (carrier.kind() != Answer::Kind::value) return carrier;
    Answer stored = step(carrier, "stored");
    if (stored.kind() != Answer::Kind::value) return stored;
    if (const Value* why = stored.value().tagged_as("unreadable")) return Answer::untold(notation(*why, moment_));
    auto found = logical_values(layout.value(), offset.value(), stored.value());
    if (const NoValues* none = std::get_if<NoValues>(&found))
      return none->impossible ? Answer::nothing(none->why) : Answer::untold(none->why);
    return Answer::owned(std::get<Value::List>(std::move(found))).as_numbers(stored.dtype().value_or(""));
  }

  const Moment& moment_;
  std::string_view path_;
};

}  // namespace

Answer Answer::borrowed(const Value& value) {
  Answer answer;
  answer.borrowed_ = &value;
  return answer;
}

Answer Answer::owned(Value value) {
  Answer answer;
  answer.owned_ = std::move(value);
  return answer;
}

Answer Answer::untold(std::string why) {
  Answer answer;
  answer.kind_ = Kind::untold;
  answer.why_ = std::move(why);
  return answer;
}

Answer Answer::nothing(std::string why) {
  Answer answer;
  answer.kind_ = Kind::nothing;
  answer.why_ = std::move(why);
  return answer;
}

Answer Answer::as_numbers(std::string dtype) && {
  dtype_ = std::move(dtype);
  return std::move(*this);
}

Answer Moment::at(std::string_view path) const { return Walk(*this, path).run(); }

std::string Moment::name_of(std::int64_t key) const {
  // Breadth first from the names, so that the shortest path is found.
  std::vector<std::pair<std::string, std::int64_t>> reached;
  const auto reach = [&](const std::string& label, const Value& value, const auto& self) -> void {
    if (const auto found = token(value)) {
      const bool seen = std::any_of(reached.begin(), reached.end(), [&](const auto& r) { return r.second == *found; });
      if (!seen) reached.emplace_back(label, *found);
    } else if (const Value::List* list = value.list()) {
      for (std::size_t i = 0; i < list->size(); ++i) self(label + "." + std::to_string(i), (*list)[i], self);
    } else if (const Value::Record* record = value.record()) {
      for (const auto& [name, field] : *record) self(label + "." + name, field, self);
    }
  };
  for (const auto& [name, value] : after.names()) {
    if (!is_hidden(name)) reach(name, value, reach);
  }
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const auto [label, found] = reached[i];
    if (found == key) return label;
    if (std::count(label.begin(), label.end(), '.') >= longest_label) continue;
    if (const ObjectFacts* object = after.object(found)) {
      for (const auto& [name, value] : object->facts) reach(label + "." + name, value, reach);
    }
  }
  const ObjectFacts* object = after.object(key);
  return (object != nullptr && !object->kind.empty() ? object->kind : "object") + "#" + std::to_string(key);
}

bool is_hidden(std::string_view name) { return name.find('$') != std::string_view::npos; }

std::vector<std::string_view> split_path(std::string_view path) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t dot = path.find('.');
    parts.push_back(path.substr(0, dot));
    if (dot == std::string_view::npos) return parts;
    path.remove_prefix(dot + 1);
  }
}

}  // namespace swconform
