// SPDX-License-Identifier: Apache-2.0
#include "runner/fuzz/shrink.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "runner/fuzz/modes.hpp"

namespace swconform::fuzz {
namespace {

using List = Value::List;

void rename(Value& argument, std::string_view from, std::string_view to) {
  if (referred(argument) == from) argument = reference(to);
}

class Simplifier {
 public:
  explicit Simplifier(const Session& session) : session_(session) {}

  std::vector<Session> all() {
    without_calls();
    without_sources();
    fewer_levels();
    for (std::size_t i = 0; i < session_.sources.size(); ++i) simpler_source(i);
    for (std::size_t i = 0; i < session_.calls.size(); ++i) simpler_call(i);
    return std::move(found_);
  }

 private:
  template <class Edit>
  void propose(Edit edit) {
    Session changed = session_;
    if (edit(changed)) found_.push_back(std::move(changed));
  }

  /// A view left out: who used it uses what it was made of.
  void without_calls() {
    for (std::size_t i = 0; i < session_.calls.size(); ++i) {
      if (session_.calls.size() == 1) return;
      propose([&](Session& changed) {
        const Call gone = changed.calls[i];
        changed.calls.erase(changed.calls.begin() + static_cast<std::ptrdiff_t>(i));
        for (Call& call : changed.calls) {
          for (Value& argument : call.arguments) {
            if (!gone.as.empty()) rename(argument, gone.as, subject(gone));
          }
        }
        return true;
      });
    }
  }

  bool is_used(const std::string& name) const {
    return std::any_of(session_.calls.begin(), session_.calls.end(), [&](const Call& call) {
      return std::any_of(call.arguments.begin(), call.arguments.end(),
                         [&](const Value& argument) { return referred(argument) == name; });
    });
  }

  void without_sources() {
    for (std::size_t i = 0; i < session_.sources.size(); ++i) {
      if (is_used(session_.sources[i].name)) continue;
      propose([&](Session& changed) {
        changed.sources.erase(changed.sources.begin() + static_cast<std::ptrdiff_t>(i));
        return !changed.sources.empty();
      });
    }
  }

  void fewer_levels() {
    for (std::size_t i = 0; i < session_.sources.size(); ++i) {
      propose([&](Session& changed) {
        Source& source = changed.sources[i];
        if (source.levels.size() == 1) return false;
        source.levels.pop_back();
        source.adjacent.pop_back();
        return true;
      });
    }
  }

  void simpler_source(std::size_t index) {
    const Source& source = session_.sources[index];
    for (std::size_t level = 0; level < source.levels.size(); ++level) {
      const auto edit_level = [&](auto edit) {
        propose([&](Session& changed) { return edit(changed.sources[index].levels[level]); });
      };
      edit_level([](Level& one) { return std::exchange(one.offset, 0) != 0; });
      edit_level([](Level& one) { return one.dtype != "Float32" && (one.dtype = "Float32", true); });
      edit_level([](Level& one) {
        const Value compact = compact_strides(one.shape);
        return one.stride != compact && (one.stride = compact, true);
      });
      simpler_modes(index, level);
      const std::size_t count = leaves_of(source.levels[level].shape).size();
      for (std::size_t leaf = 0; leaf < count; ++leaf) {
        const auto edit_leaf = [&](bool extents, std::int64_t to) {
          edit_level([&](Level& one) {
            Value& tree = extents ? one.shape : one.stride;
            Numbers numbers = leaves_of(tree);
            if (to >= numbers[leaf] || to < (extents ? 1 : 0)) return false;
            numbers[leaf] = to;
            tree = with_leaves(tree, numbers);
            return true;
          });
        };
        const std::int64_t extent = leaves_of(source.levels[level].shape)[leaf];
        const std::int64_t stride = leaves_of(source.levels[level].stride)[leaf];
        for (const std::int64_t to : {std::int64_t{1}, std::int64_t{2}, extent - 1}) edit_leaf(true, to);
        for (const std::int64_t to : {std::int64_t{0}, std::int64_t{1}, stride - 1}) edit_leaf(false, to);
      }
    }
  }

  /// A mode less, or a group dissolved, of a tensor of one level; its values are counted anew.
  void simpler_modes(std::size_t index, std::size_t level) {
    if (session_.sources[index].levels.size() != 1) return;
    const List& modes = *session_.sources[index].levels[level].shape.list();
    for (std::size_t i = 0; i < modes.size(); ++i) {
      for (const bool dissolve : {false, true}) {
        propose([&](Session& changed) {
          Source& source = changed.sources[index];
          for (Value* tree : {&source.levels[level].shape, &source.levels[level].stride}) {
            List& list = *tree->list();
            const auto place = list.begin() + static_cast<std::ptrdiff_t>(i);
            if (dissolve && place->list() == nullptr) return false;
            const List inside = dissolve ? *place->list() : List();
            const auto next = list.erase(place);
            list.insert(next, inside.begin(), inside.end());
          }
          if (!source.values.empty()) {
            source.values.resize(static_cast<std::size_t>(size_of(source.levels[level].shape)), 1);
          }
          return true;
        });
      }
    }
    propose([&](Session& changed) {
      std::vector<std::int64_t>& values = changed.sources[index].values;
      bool counted = true;
      for (std::size_t i = 0; i < values.size(); ++i) counted = counted && values[i] == static_cast<std::int64_t>(i) + 1;
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int64_t>(i) + 1;
      return !counted;
    });
  }

  void simpler_call(std::size_t index) {
    propose([&](Session& changed) { return std::exchange(changed.calls[index].no_grad, false); });
    for (std::size_t i = 1; i < session_.calls[index].arguments.size(); ++i) {
      std::vector<Value> others;
      simpler_value(session_.calls[index].arguments[i], others);
      for (Value& other : others) {
        propose([&](Session& changed) {
          changed.calls[index].arguments[i] = other;
          return true;
        });
      }
    }
  }

  /// Numbers nearer to zero, lists with an entry less, parts of slices left out.
  static void simpler_value(const Value& value, std::vector<Value>& found) {
    if (value.integer() != nullptr) {
      const std::int64_t number = value.integer()->to_int64().value_or(0);
      for (const std::int64_t to : {std::int64_t{0}, std::int64_t{1}, number / 2, number > 0 ? number - 1 : number + 1}) {
        if (std::abs(to) < std::abs(number)) found.emplace_back(to);
      }
    } else if (value.list() != nullptr) {
      simpler_list(*value.list(), found, true);
    } else if (const Value* slice = value.tagged_as("slice")) {
      for (std::size_t i = 0; i < 3; ++i) {
        if ((*slice->list())[i].is_null()) continue;
        List parts = *slice->list();
        parts[i] = Value();
        found.push_back(Value::tagged("slice", std::move(parts)));
      }
      std::vector<Value> others;
      simpler_list(*slice->list(), others, false);
      for (Value& other : others) found.push_back(Value::tagged("slice", std::move(other)));
    } else {
      for (const char* tag : {"shape", "stride", "tree"}) {
        const Value* content = value.tagged_as(tag);
        if (content == nullptr) continue;
        std::vector<Value> others;
        simpler_value(*content, others);
        for (Value& other : others) found.push_back(Value::tagged(tag, std::move(other)));
      }
    }
  }

  static void simpler_list(const List& list, std::vector<Value>& found, bool may_lose) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (may_lose) {
        List fewer = list;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        found.emplace_back(std::move(fewer));
      }
      std::vector<Value> others;
      simpler_value(list[i], others);
      for (Value& other : others) {
        List changed = list;
        changed[i] = std::move(other);
        found.emplace_back(std::move(changed));
      }
    }
  }

  const Session& session_;
  std::vector<Session> found_;
};

}  // namespace

std::vector<Session> simpler(const Session& session) { return Simplifier(session).all(); }

Session shrink(Session session, const std::function<bool(const Session&)>& still_departs) {
  constexpr int most_attempts = 20000;
  for (int attempts = 0; attempts < most_attempts;) {
    std::vector<Session> candidates = simpler(session);
    const auto better = std::find_if(candidates.begin(), candidates.end(), [&](const Session& candidate) {
      ++attempts;
      return still_departs(candidate);
    });
    if (better == candidates.end()) break;
    session = std::move(*better);
  }
  return session;
}

}  // namespace swconform::fuzz
