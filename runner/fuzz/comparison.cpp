// SPDX-License-Identifier: Apache-2.0
#include "runner/fuzz/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "runner/engine/layout_values.hpp"
#include "runner/engine/numbers.hpp"
#include "runner/fuzz/modes.hpp"
#include "runner/fuzz/settled.hpp"

namespace swconform::fuzz {
namespace {

using Kind = Outcome::Kind;

constexpr std::array<std::string_view, 8> leading_views = {
    "permute", "reshape", "as_strided", "broadcast_to", "broadcast_in_dim", "squeeze", "unsqueeze", "index"};

std::string shown(const Value& value) {
  if (const Value* layout = value.tagged_as("layout"); layout != nullptr && layout->list()->size() == 2) {
    return layout_text((*layout->list())[0], (*layout->list())[1]);
  }
  return to_json(value);
}

std::string shown(const Outcome& outcome) {
  switch (outcome.kind) {
    case Kind::value:
      return token(outcome.value) ? "a result" : shown(outcome.value);
    case Kind::error:
      return fmt::format("{} (\"{}\")", outcome.error_kind, outcome.message);
    default:
      return outcome.message;
  }
}

/// A layout in which extents of one have no stride.
Value without_idle_strides(const Value& layout) {
  const Value* parts = layout.tagged_as("layout");
  if (parts == nullptr || parts->list() == nullptr || parts->list()->size() != 2) return layout;
  const Value& shape = (*parts->list())[0];
  const Numbers extents = leaves_of(shape);
  Numbers strides = leaves_of((*parts->list())[1]);
  if (strides.size() != extents.size()) return layout;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    if (extents[i] == 1) strides[i] = 0;
  }
  return Value::tagged("layout", Value::List{shape, with_leaves(shape, strides)});
}

/// Compares what two implementations show of one moment.
class Comparer {
 public:
  explicit Comparer(const Session& session) : idle_strides_(with_idle_strides(session)) {}

  /// What differs, or nothing.
  std::string compare(const std::string& name, const Snapshot& mine, const Snapshot& theirs) {
    const Value* a = mine.name(name);
    const Value* b = theirs.name(name);
    if (a == nullptr || b == nullptr) return {};
    if (!token(*a) || !token(*b)) return {};
    mine_ = &mine;
    theirs_ = &theirs;
    open_strides_ = idle_strides_.contains(name);
    return compare_tensors(name, *token(*a), *token(*b));
  }

 private:
  std::string differs(const std::string& path, const Value& a, const Value& b) {
    return fmt::format("{} is {}, not {}", path, shown(b), shown(a));
  }

  /// Two facts, where both tell.
  template <class Compare>
  std::string fact(const ObjectFacts& a, const ObjectFacts& b, std::string_view name, Compare compare) {
    const Value* x = swconform::fact(a, name);
    const Value* y = swconform::fact(b, name);
    if (x == nullptr || y == nullptr || y->tagged_as("unreadable") != nullptr) return {};
    return compare(*x, *y);
  }

  std::string equal(const ObjectFacts& a, const ObjectFacts& b, std::string_view name, const std::string& path) {
    return fact(a, b, name, [&](const Value& x, const Value& y) {
      const std::string where = fmt::format("{}.{}", path, name);
      if (token(x) && token(y)) return paired(*token(x), *token(y)) ? "" : where + " is another object";
      const bool open = open_strides_ && (name == "layout");
      if ((open ? without_idle_strides(x) : x) == (open ? without_idle_strides(y) : y)) return std::string();
      return differs(where, x, y);
    });
  }

  /// Whether the objects correspond: they do from when they are met first.
  bool paired(std::int64_t a, std::int64_t b) {
    const auto forth = theirs_of_.emplace(a, b).first->second;
    const auto back = mine_of_.emplace(b, a).first->second;
    return forth == b && back == a;
  }

  std::string compare_carriers(const std::string& path, const Value& x, const Value& y) {
    const auto a = token(x);
    const auto b = token(y);
    if (!a || !b) return {};
    if (!paired(*a, *b)) return path + " is another object";
    const ObjectFacts* mine = mine_->object(*a);
    const ObjectFacts* theirs = theirs_->object(*b);
    if (mine == nullptr || theirs == nullptr) return {};
    for (const std::string_view name : {"dtype", "size", "version", "released", "stored"}) {
      std::string found = equal(*mine, *theirs, name, path);
      if (!found.empty()) return found;
    }
    return {};
  }

  std::string compare_levels(const std::string& path, const Value& x, const Value& y) {
    if (x.list() == nullptr || y.list() == nullptr) return {};
    const Value::List& mine = *x.list();
    const Value::List& theirs = *y.list();
    if (mine.size() != theirs.size()) return fmt::format("{} has {} levels, not {}", path, theirs.size(), mine.size());
    for (std::size_t i = 0; i < mine.size(); ++i) {
      const Value* a = mine[i].tagged_as("map");
      const Value* b = theirs[i].tagged_as("map");
      if (a == nullptr || b == nullptr) continue;
      const std::string level = fmt::format("{}.subtensors.{}", path, i);
      const auto part = [&](const Value& whole, std::string_view name) {
        const Value* found = whole.find(name);
        return found != nullptr ? *found : Value();
      };
      std::string found = compare_carriers(level + ".carrier", part(*a, "carrier"), part(*b, "carrier"));
      if (!found.empty()) return found;
      if (part(*a, "offset") != part(*b, "offset")) return differs(level + ".offset", part(*a, "offset"), part(*b, "offset"));
      const auto layout = [&](const Value& whole) {
        return open_strides_ ? without_idle_strides(part(whole, "layout")) : part(whole, "layout");
      };
      if (layout(*a) != layout(*b)) return differs(level + ".layout", part(*a, "layout"), part(*b, "layout"));
    }
    return {};
  }

  std::string compare_adjacent(const std::string& path, const Value& x, const Value& y) {
    if (x.list() == nullptr || y.list() == nullptr) return {};
    if (x.list()->size() != y.list()->size()) return path + ".adjacent has another length";
    for (std::size_t i = 0; i < x.list()->size(); ++i) {
      const Value& a = (*x.list())[i];
      const Value& b = (*y.list())[i];
      const bool same = open_strides_ ? without_idle_strides(a) == without_idle_strides(b) : a == b;
      if (!same) return differs(fmt::format("{}.adjacent.{}", path, i), a, b);
    }
    return {};
  }

  /// Of a gradient the shape and the values count; its layout where the target's is injective.
  std::string compare_gradients(const std::string& path, const ObjectFacts& target, const Value& x, const Value& y) {
    const auto a = token(x);
    const auto b = token(y);
    if (!a || !b) {
      if (x.tagged_as("error") != nullptr && y.tagged_as("error") != nullptr) return {};
      return x == y ? "" : differs(path, x, y);
    }
    const ObjectFacts* mine = mine_->object(*a);
    const ObjectFacts* theirs = theirs_->object(*b);
    if (mine == nullptr || theirs == nullptr) return {};
    const Value* layout = swconform::fact(target, "layout");
    const auto modes = layout != nullptr ? leaves(*layout) : std::nullopt;
    if (modes && injective(*modes) == true) {
      std::string found = equal(*mine, *theirs, "layout", path);
      if (!found.empty()) return found;
    }
    const auto values = [](const ObjectFacts& tensor, const Snapshot& moment) -> std::optional<Value> {
      const Value* carrier = swconform::fact(tensor, "carrier");
      const auto key = carrier != nullptr ? token(*carrier) : std::nullopt;
      const ObjectFacts* object = key ? moment.object(*key) : nullptr;
      const Value* stored = object != nullptr ? swconform::fact(*object, "stored") : nullptr;
      const Value* place = swconform::fact(tensor, "layout");
      const Value* offset = swconform::fact(tensor, "offset");
      if (stored == nullptr || stored->list() == nullptr || place == nullptr || offset == nullptr) return std::nullopt;
      auto found = logical_values(*place, *offset, *stored);
      if (const auto* list = std::get_if<Value::List>(&found)) return Value(*list);
      return Value(std::get<NoValues>(found).why);
    };
    const auto expected = values(*mine, *mine_);
    const auto actual = values(*theirs, *theirs_);
    if (!expected || !actual) return {};
    const Value::List* p = expected->list();
    const Value::List* q = actual->list();
    const bool same = p != nullptr && q != nullptr && p->size() == q->size() &&
                      std::equal(p->begin(), p->end(), q->begin(),
                                 [](const Value& i, const Value& j) { return same_number(i, j, "Float32"); });
    return same ? "" : differs(path + ".values", *expected, *actual);
  }

  std::string compare_tensors(const std::string& path, std::int64_t a, std::int64_t b) {
    if (!paired(a, b)) return path + " is another object";
    const ObjectFacts* mine = mine_->object(a);
    const ObjectFacts* theirs = theirs_->object(b);
    if (mine == nullptr || theirs == nullptr || mine->kind != "tensor" || theirs->kind != "tensor") return {};
    for (const std::string_view name : {"layout", "offset", "size"}) {
      std::string found = equal(*mine, *theirs, name, path);
      if (!found.empty()) return found;
    }
    std::string found = fact(*mine, *theirs, "carrier", [&](const Value& x, const Value& y) {
      return compare_carriers(path + ".carrier", x, y);
    });
    if (found.empty()) found = equal(*mine, *theirs, "dtype", path);
    if (found.empty()) {
      found = fact(*mine, *theirs, "subtensors",
                   [&](const Value& x, const Value& y) { return compare_levels(path, x, y); });
    }
    if (found.empty()) {
      found = fact(*mine, *theirs, "adjacent",
                   [&](const Value& x, const Value& y) { return compare_adjacent(path, x, y); });
    }
    if (found.empty()) {
      found = fact(*mine, *theirs, "grad", [&](const Value& x, const Value& y) {
        return compare_gradients(path + ".grad", *mine, x, y);
      });
    }
    return found;
  }

  std::set<std::string> idle_strides_;  // names whose extents of one may have any stride
  bool open_strides_ = false;
  const Snapshot* mine_ = nullptr;
  const Snapshot* theirs_ = nullptr;
  std::map<std::int64_t, std::int64_t> theirs_of_;
  std::map<std::int64_t, std::int64_t> mine_of_;
};

/// Whether the spec leaves open how this call ends.
bool is_open(const Session& session, std::size_t index, const Outcome& mine, const Outcome& theirs,
             const Performance& other) {
  const Call& call = session.calls[index];
  if (mine.kind != Kind::error) return false;
  if (theirs.kind == Kind::error) {
    // Q18: the kind of a refusal of several subtensors.
    const bool pure = std::find(leading_views.begin(), leading_views.end(), call.operation) != leading_views.end();
    return level_count(session, subject(call)) > 1 && !pure;
  }
  // Q1: with leaves refined.
  const ObjectFacts* view = other.facts(call.as, index + 1);
  const Value* layout = view != nullptr ? fact(*view, "layout") : nullptr;
  const Value* parts = layout != nullptr ? layout->tagged_as("layout") : nullptr;
  const Value* asked = call.arguments.size() > 1 ? call.arguments[1].tagged_as("shape") : nullptr;
  return call.operation == "as_strided" && parts != nullptr && asked != nullptr && (*parts->list())[0] != *asked;
}

}  // namespace

std::optional<Departure> compare(const Session& session, const Performance& reference, const Performance& other) {
  if (!other.given) return std::nullopt;  // what it cannot build is no departure of an operation
  Comparer comparer(session);
  const auto compare_all = [&](std::size_t moment) {
    for (const Source& source : session.sources) {
      std::string found = comparer.compare(source.name, reference.moments[moment], other.moments[moment]);
      if (!found.empty()) return found;
    }
    for (std::size_t i = 0; i < moment; ++i) {
      if (session.calls[i].as.empty()) continue;
      std::string found = comparer.compare(session.calls[i].as, reference.moments[moment], other.moments[moment]);
      if (!found.empty()) return found;
    }
    return std::string();
  };
  if (!compare_all(0).empty()) return std::nullopt;

  for (std::size_t i = 0; i < reference.outcomes.size(); ++i) {
    if (i >= other.outcomes.size()) {
      if (!other.fault) return std::nullopt;
      return Departure{i, other.fault->what};
    }
    const Outcome& mine = reference.outcomes[i];
    const Outcome& theirs = other.outcomes[i];
    if (!is_settled(session, i, reference)) return std::nullopt;
    if (theirs.kind == Kind::internal) return Departure{i, "the harness itself failed: " + theirs.message};
    if (theirs.kind != Kind::value && theirs.kind != Kind::error) return std::nullopt;
    const bool same_end = mine.kind == theirs.kind && mine.error_kind == theirs.error_kind;
    const bool same_value = token(mine.value) ? token(theirs.value).has_value() : mine.value == theirs.value;
    if (!same_end || !same_value) {
      if (is_open(session, i, mine, theirs, other)) return std::nullopt;
      return Departure{i, fmt::format("{} ends with {}, not {}", session.calls[i].operation, shown(theirs), shown(mine))};
    }
    if (i + 1 < reference.moments.size() && i + 1 < other.moments.size()) {
      std::string found = compare_all(i + 1);
      if (!found.empty()) return Departure{i, std::move(found)};
    }
  }
  if (other.fault) return Departure{session.calls.size() - 1, other.fault->what};
  return std::nullopt;
}

}  // namespace swconform::fuzz
