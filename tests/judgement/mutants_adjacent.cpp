// SPDX-License-Identifier: Apache-2.0
// representation.adjacent
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "bindings/reference/conversions.hpp"
#include "tests/judgement/leading_mutations.hpp"
#include "tests/judgement/representation_mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using strideweave::Carrier;

constexpr const char* construction = "representation";

/// S_i between L_i and L_(i+1).
struct Transition {
  const Construction& asked;
  std::size_t at;

  const Layout& map() const { return *asked.adjacent.at(at).as<Layout>(); }
  const Layout& from() const { return *asked.levels.at(at).placement(); }
  const Layout& to() const { return *asked.levels.at(at + 1).placement(); }
  std::size_t count() const { return asked.adjacent.size(); }

  Int size() const { return to().shape().saturating_size(); }
  Int cosize() const { return map().saturating_cosize(); }
};
using Of = std::function<bool(const Transition&)>;

Transition transition(const Refused& refused) { return {refused.asked, refused.at}; }

/// Takes a map for one of the right shape.
Change takes_shape(Of where) {
  return lets_pass(construction, Refusal::adjacent_shape,
                   [where = std::move(where)](const Refused& refused) { return where(transition(refused)); });
}
/// Takes a map for one that stays in the next level.
Change takes_range(Of where) {
  return lets_pass(construction, Refusal::adjacent_range,
                   [where = std::move(where)](const Refused& refused) { return where(transition(refused)); });
}
/// Refuses representations with such a map.
Change refuses(Of unwanted) {
  return too_strict(construction, [unwanted = std::move(unwanted)](const Construction& asked) {
    for (std::size_t at = 0; at < asked.adjacent.size(); ++at) {
      if (unwanted({asked, at})) return true;
    }
    return false;
  });
}
/// Compares the cosize of the map with another bound than the size of the next level, wherever the two differ.
Change bounded_by(const std::function<Int(const Transition&)>& bound) {
  const Of inside = [bound](const Transition& one) { return one.cosize() <= bound(one); };
  const Of outside = [bound](const Transition& one) { return one.cosize() > bound(one); };
  return all({takes_range(inside), refuses(outside)});
}
/// Works out where the map leads to in another way.
Change reaching(const std::function<Int(const Transition&)>& cosize) {
  const Of inside = [cosize](const Transition& one) { return cosize(one) <= one.size(); };
  const Of outside = [cosize](const Transition& one) { return cosize(one) > one.size(); };
  return all({takes_range(inside), refuses(outside)});
}

Int reach(const Layout& layout, std::size_t leaf) { return (layout.extents()[leaf] - 1) * layout.strides()[leaf]; }

// Shapes, compared by less than all there is to them.
using Extents = std::vector<Int>;
Extents extents(const Layout& layout) { return {layout.extents().begin(), layout.extents().end()}; }
Extents sorted(const Layout& layout) {
  Extents result = extents(layout);
  std::sort(result.begin(), result.end());
  return result;
}
Extents without_ones(const Layout& layout) {
  Extents result = extents(layout);
  std::erase(result, Int(1));
  return result;
}
Extents mode_sizes(const Layout& layout) {
  Extents result;
  for (const auto& mode : layout.profile().modes()) {
    Int size = 1;
    for (std::size_t leaf = mode.first_leaf; leaf < mode.end_leaf; ++leaf) size = size * layout.extents()[leaf];
    result.push_back(size);
  }
  return result;
}
bool begins_with(const Extents& whole, const Extents& part) {
  return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}
bool broadcasts_to(const Extents& to, const Extents& from) {
  return from.size() == to.size() &&
         std::equal(from.begin(), from.end(), to.begin(), [](Int a, Int b) { return a == b || a == 1; });
}
bool all_at_most(const Layout& a, const Layout& b) {
  return a.rank() == b.rank() && a.leaf_count() == b.leaf_count() &&
         std::equal(a.extents().begin(), a.extents().end(), b.extents().begin(),
                    [](Int one, Int other) { return one <= other; });
}

// Messages.
using Text = std::function<std::string(const Transition&)>;
Change saying_of(Refusal why, const Text& text) {
  return saying(construction, why,
                [text](const std::string&, const Refused& refused) { return text(transition(refused)); });
}
Change shape_text(const Text& text) { return saying_of(Refusal::adjacent_shape, text); }
Change range_text(const Text& text) { return saying_of(Refusal::adjacent_range, text); }
std::string shape_message(std::string_view level, const Shape& map, const std::string& required) {
  return fmt::format("adjacent layout {}: shape {} is not the placement shape {}", level, to_string(map), required);
}
Change shape_level(std::function<std::string(const Transition&)> level) {
  return shape_text([level = std::move(level)](const Transition& one) {
    return shape_message(level(one), one.map().shape(), to_string(one.from().shape()));
  });
}
Change shape_required(std::function<std::string(const Transition&)> required) {
  return shape_text([required = std::move(required)](const Transition& one) {
    return shape_message(std::to_string(one.at), one.map().shape(), required(one));
  });
}
using Number = std::function<Int(const Transition&)>;
Change range_message(std::function<std::string(const Transition&)> level, Number index, Number size) {
  return range_text(
      [level = std::move(level), index = std::move(index), size = std::move(size)](const Transition& one) {
        return fmt::format("adjacent layout {} reaches index {}, size {}", level(one), to_string(index(one)),
                           to_string(size(one)));
      });
}
std::string own_level(const Transition& one) { return std::to_string(one.at); }
Int last_index(const Transition& one) { return one.cosize() - 1; }
Int target_size(const Transition& one) { return one.size(); }

std::string next_level(const Transition& one) { return std::to_string(one.at + 1); }
std::string no_level(const Transition&) { return "here"; }
std::string first_level(const Transition&) { return "0"; }
std::string last_level(const Transition& one) { return std::to_string(one.count()); }

void write_first(const Refused& refused) { write_back(*refused.asked.levels.front().store()); }
void write_last(const Refused& refused) { write_back(*refused.asked.levels.back().store()); }
void write_next(const Refused& refused) { write_back(*refused.asked.levels.at(refused.at + 1).store()); }
void release_first(const Refused& refused) { refused.asked.levels.front().store()->release(); }
void ask(const Refused& refused) { ask_rules(refused.asked); }
void ask_first(const Refused& refused) {
  if (refused.at == 0) ask_rules(refused.asked);
}
void ask_deeper(const Refused& refused) {
  if (refused.at > 0) ask_rules(refused.asked);
}

/// Something happens to carriers once the whole has been found valid.
Change once_valid(std::function<void(const Construction&)> effect) {
  return constructing(construction, [effect = std::move(effect)](Construction& asked) {
    Item result = asked();
    effect(asked);
    return result;
  });
}

/// Whoever has one of these Layouts sees it changed, as where Layouts are objects that can be changed.
Change layouts_rewritten(Refusal or_refused, std::function<Layout(const Layout&)> edit) {
  const auto rewrite = [edit = std::move(edit)](const Construction& asked) {
    for (const char* name : {"S", "L", "A", "B"}) {
      const Item* bound = asked.call.session.find(name);
      if (bound == nullptr || bound->as<Layout>() == nullptr) continue;
      const_cast<Item&>(*bound) = Item::object(edit(*bound->as<Layout>()));
    }
  };
  if (or_refused == Refusal::any) return once_valid(rewrite);
  return with_effect(construction, or_refused, [rewrite](const Refused& refused) { rewrite(refused.asked); });
}
Layout compacted(const Layout& layout) { return strideweave::compact(layout.shape()); }
Layout without_strides_of_ones(const Layout& layout) {
  return with_strides(layout, [](std::size_t, Int extent, Int stride) { return extent == 1 ? Int(0) : stride; });
}

Change adjacent_made(std::function<Layout(const Layout&)> edit) {
  return made_of(construction, [edit = std::move(edit)](Parts& result, const Construction&) {
    for (std::size_t at = 0; at < result.adjacent.size(); ++at) {
      const Layout edited = edit(result.adjacent[at]);
      if (edited.fits(result.levels[at + 1].layout.shape().saturating_size())) result.adjacent[at] = edited;
    }
  });
}
Change placements_made(std::function<Layout(const Layout&)> edit) {
  return made_of(construction, [edit = std::move(edit)](Parts& result, const Construction&) {
    for (auto& level : result.levels) {
      const Layout edited = edit(level.layout);
      if (edited.fits(level.carrier->size(), level.offset)) level.layout = edited;
    }
  });
}

std::vector<Mutant> mutants_of_adjacent_maps() {
  const auto zero_strides = [](const Layout& layout) {
    for (std::size_t leaf = 0; leaf < layout.leaf_count(); ++leaf) {
      if (layout.extents()[leaf] > 1 && layout.strides()[leaf] == 0) return true;
    }
    return false;
  };
  return {
      {"representation.adjacent.1", "both levels must have the same shape",
       refuses([](const Transition& one) { return one.from().shape() != one.to().shape(); })},
      {"representation.adjacent.1", "both levels must have the same size",
       refuses([](const Transition& one) { return !same_size(one.from().shape(), one.to().shape()); })},
      {"representation.adjacent.1", "the map must not lead to one element twice",
       refuses([&](const Transition& one) { return zero_strides(one.map()); })},
      {"representation.adjacent.1", "the map must lead to the last element of the next level",
       refuses([](const Transition& one) { return one.cosize() != one.size(); })},
      {"representation.adjacent.1", "the map must be that of the placement",
       refuses([](const Transition& one) { return one.map() != one.from(); })},
      {"representation.adjacent.1", "levels of rank zero are none",
       refuses([](const Transition& one) { return one.to().rank() == 0 || one.from().rank() == 0; })},
      {"representation.adjacent.1", "maps are made compact", adjacent_made(compacted)},
      {"representation.adjacent.4", "one layout plays one role only",
       refuses([](const Transition& one) { return one.count() > 1 && one.map() == one.to(); })},
      {"representation.adjacent.4", "placements with stride zero are refused",
       refuses([&](const Transition& one) { return zero_strides(one.from()); })},
      {"representation.adjacent.4", "placements lose the strides of extents of one",
       placements_made(without_strides_of_ones)},
      {"representation.adjacent.4", "placements are made compact", placements_made(compacted)},
      {"representation.adjacent.4", "maps are kept as strides alone",
       told_of_tensors([](const Tensor& tensor, sdk::FactSheet& sheet) {
         Item::List strides;
         for (const Layout& one : tensor.representation().adjacent_layouts()) {
           strides.push_back(Item::object(one.stride()));
         }
         sheet.set("adjacent", Item(std::move(strides)));
       })},
      {"representation.adjacent.6", "an index of the map selects a place of the next carrier",
       bounded_by([](const Transition& one) { return one.to().saturating_cosize(); })},
      {"representation.adjacent.6", "the next level is addressed by storage, where that is less",
       refuses([](const Transition& one) { return one.cosize() > one.to().saturating_cosize(); })},
      {"representation.adjacent.7", "answers nothing where all is valid",
       constructing(construction,
                    [](Construction& asked) {
                      const Item built = asked();
                      return asked.adjacent.size() == 1 ? Item() : built;
                    })},
      {"representation.adjacent.7", "the Tensor has the dtype of its first level",
       told_of_tensors([](const Tensor& tensor, sdk::FactSheet& sheet) {
         sheet.set("dtype", Item::object(static_cast<const DType*>(tensor.representation().subtensors()[0].dtype)));
       })},
      {"representation.adjacent.8", "validation makes the layouts compact", layouts_rewritten(Refusal::any, compacted)},
      {"representation.adjacent.8", "validation drops the strides of extents of one",
       layouts_rewritten(Refusal::any, without_strides_of_ones)},
      {"representation.adjacent.8", "a layout of the wrong shape is made compact",
       layouts_rewritten(Refusal::adjacent_shape, compacted)},
      {"representation.adjacent.8", "a layout that reaches too far is made compact",
       layouts_rewritten(Refusal::adjacent_range, compacted)},
      {"representation.adjacent.9", "validation writes to the first carrier",
       once_valid([](const Construction& asked) { write_back(*asked.levels.front().store()); })},
      {"representation.adjacent.9", "validation writes to the last carrier",
       once_valid([](const Construction& asked) { write_back(*asked.levels.back().store()); })},
      {"representation.adjacent.9", "validation marks what it has looked at by its offset",
       once_valid([](const Construction& asked) {
         for (const Level& level : asked.levels) {
           if (level.start().value_or(0) > 0) write_back(*level.store());
         }
       })},
  };
}

// An index of the placement layout is counted from the offset.
std::vector<Mutant> mutants_of_access() {
  const auto from = [](const std::string& operation, std::function<Int(Int offset)> edit) {
    return instead(operation, [edit = std::move(edit)](const Tensor& tensor) {
      return at(tensor, edit(tensor.offset()), tensor.layout());
    });
  };
  const auto zero = [](Int) { return Int(0); };
  const auto one_less = [](Int offset) { return std::max(offset - 1, Int(0)); };
  return {
      {"representation.adjacent.5", "reads one value without the offset", from("index", zero)},
      {"representation.adjacent.5", "reads values without the offset", from("to_list", zero)},
      {"representation.adjacent.5", "writes without the offset", from("assign", zero)},
      {"representation.adjacent.5", "counts the offset from one", from("index", one_less)},
      {"representation.adjacent.5", "counts the offset from one in a list", from("to_list", one_less)},
      {"representation.adjacent.5", "counts the offset from one in a write", from("assign", one_less)},
      {"representation.adjacent.5", "reads the values one after the other, whatever the strides",
       instead("to_list",
               [](const Tensor& tensor) { return at(tensor, tensor.offset(), compacted(tensor.layout())); })},
  };
}

std::vector<Mutant> mutants_of_domains() {
  std::vector<Mutant> mutants;
  const auto takes = [&](const std::string& clause, const std::string& name, Of where) {
    mutants.push_back({"representation.adjacent." + clause, name, takes_shape(std::move(where))});
  };
  takes("2", "compares sizes", [](const Transition& one) { return same_size(one.map().shape(), one.from().shape()); });
  takes("2", "compares extents without their nesting",
        [](const Transition& one) { return extents(one.map()) == extents(one.from()); });
  takes("2", "compares the number of modes",
        [](const Transition& one) { return one.map().rank() == one.from().rank(); });
  takes("2", "compares the number of leaves",
        [](const Transition& one) { return one.map().leaf_count() == one.from().leaf_count(); });
  takes("2", "compares the sizes of the modes",
        [](const Transition& one) { return mode_sizes(one.map()) == mode_sizes(one.from()); });
  takes("2", "compares extents in any order",
        [](const Transition& one) { return sorted(one.map()) == sorted(one.from()); });
  takes("2", "leaves out extents of one",
        [](const Transition& one) { return without_ones(one.map()) == without_ones(one.from()); });
  takes("2", "compares as many modes as the map has",
        [](const Transition& one) { return begins_with(extents(one.from()), extents(one.map())); });
  takes("2", "compares as many modes as the placement has",
        [](const Transition& one) { return begins_with(extents(one.map()), extents(one.from())); });
  takes("2", "broadcasts the map",
        [](const Transition& one) { return broadcasts_to(extents(one.from()), extents(one.map())); });
  takes("2", "a larger map will do", [](const Transition& one) { return all_at_most(one.from(), one.map()); });
  takes("2", "a smaller map will do", [](const Transition& one) { return all_at_most(one.map(), one.from()); });
  takes("2", "compares with the shape of the next level",
        [](const Transition& one) { return one.map().shape() == one.to().shape(); });
  takes("2", "an element for rank zero",
        [](const Transition& one) { return one.map().rank() == 0 || one.from().rank() == 0; });
  takes("2", "looks at the first map alone", [](const Transition& one) { return one.at > 0; });
  takes("2", "does not look at the first of several maps",
        [](const Transition& one) { return one.at == 0 && one.count() > 1; });
  takes("2", "does not look at the last of several maps",
        [](const Transition& one) { return one.count() > 1 && one.at + 1 == one.count(); });
  append(mutants, {
                      {"representation.adjacent.10", "another shape is a TypeError",
                       of_kind(construction, Refusal::adjacent_shape, ErrorKind::type_error)},
                      {"representation.adjacent.10", "another number of modes is an IndexError",
                       of_kind(construction, Refusal::adjacent_shape, ErrorKind::index_error,
                               [](const Refused& refused) {
                                 return transition(refused).map().rank() != transition(refused).from().rank();
                               })},
                      {"representation.adjacent.11", "the level is not named", shape_level(no_level)},
                      {"representation.adjacent.11", "the next level is named", shape_level(next_level)},
                      {"representation.adjacent.11", "always the first level is named", shape_level(first_level)},
                      {"representation.adjacent.11", "always the last level is named", shape_level(last_level)},
                      {"representation.adjacent.12", "the required shape is not named",
                       shape_required([](const Transition&) { return "of its level"; })},
                      {"representation.adjacent.12", "the shape of the next level is named",
                       shape_required([](const Transition& one) { return to_string(one.to().shape()); })},
                      {"representation.adjacent.12", "the required size is named",
                       shape_required([](const Transition& one) { return to_string(one.from().size()); })},
                      {"representation.adjacent.12", "the required number of modes is named",
                       shape_required([](const Transition& one) { return std::to_string(one.from().rank()); })},
                      {"representation.adjacent.13", "another shape: writes to the first carrier",
                       with_effect(construction, Refusal::adjacent_shape, write_first)},
                      {"representation.adjacent.13", "another shape: writes to the last carrier",
                       with_effect(construction, Refusal::adjacent_shape, write_last)},
                      {"representation.adjacent.13", "another shape: releases a carrier",
                       with_effect(construction, Refusal::adjacent_shape, release_first)},
                      {"representation.adjacent.14", "another shape: the rules have been asked",
                       with_effect(construction, Refusal::adjacent_shape, ask)},
                      {"representation.adjacent.14", "another shape at level zero: the rules have been asked",
                       with_effect(construction, Refusal::adjacent_shape, ask_first)},
                      {"representation.adjacent.14", "another shape below level zero: the rules have been asked",
                       with_effect(construction, Refusal::adjacent_shape, ask_deeper)},
                  });
  return mutants;
}

std::vector<Mutant> mutants_of_ranges() {
  std::vector<Mutant> mutants;
  const auto add = [&](const std::string& clause, const std::string& name, Change change) {
    mutants.push_back({"representation.adjacent." + clause, name, std::move(change)});
  };
  add("3", "compares with the cosize of the next level",
      bounded_by([](const Transition& one) { return one.to().saturating_cosize(); }));
  add("3", "compares with the size of the next carrier",
      takes_range([](const Transition& one) { return one.cosize() <= one.asked.levels[one.at + 1].store()->size(); }));
  add("3", "compares with the size of its own level",
      takes_range([](const Transition& one) { return one.cosize() <= one.from().shape().saturating_size(); }));
  add("3", "allows the size itself", takes_range([](const Transition& one) { return one.cosize() - 1 <= one.size(); }));
  add("3", "counts extents without taking one off", reaching([](const Transition& one) {
        Int sum = 0;
        for (std::size_t leaf = 0; leaf < one.map().leaf_count(); ++leaf) {
          sum = strideweave::saturating_add(sum, reach(one.map(), leaf) + one.map().strides()[leaf]);
        }
        return sum;
      }));
  add("3", "takes the largest mode instead of the sum", reaching([](const Transition& one) {
        Int most = 0;
        for (std::size_t leaf = 0; leaf < one.map().leaf_count(); ++leaf) {
          most = std::max(most, reach(one.map(), leaf));
        }
        return most + 1;
      }));
  add("3", "looks at the first mode alone",
      reaching([](const Transition& one) { return one.map().leaf_count() == 0 ? Int(1) : reach(one.map(), 0) + 1; }));
  add("3", "looks at the last mode alone", reaching([](const Transition& one) {
        return one.map().leaf_count() == 0 ? Int(1) : reach(one.map(), one.map().leaf_count() - 1) + 1;
      }));
  add("3", "looks at modes that are not nested", reaching([](const Transition& one) {
        Int sum = 1;
        for (const auto& mode : one.map().profile().modes()) {
          if (mode.is_leaf()) sum = strideweave::saturating_add(sum, reach(one.map(), mode.first_leaf));
        }
        return sum;
      }));
  add("3", "compares the strides", reaching([](const Transition& one) {
        Int most = 0;
        for (std::size_t leaf = 0; leaf < one.map().leaf_count(); ++leaf) {
          if (one.map().extents()[leaf] > 1) most = std::max(most, one.map().strides()[leaf]);
        }
        return most + 1;
      }));
  add("3", "adds in 32 bits", reaching([](const Transition& one) { return wrapped_cosize(one.map(), 32); }));
  add("3", "adds in 64 bits", reaching([](const Transition& one) { return wrapped_cosize(one.map(), 64); }));
  add("3", "adds in 64 bits with a sign",
      reaching([](const Transition& one) { return wrapped_signed(wrapped_cosize(one.map(), 64), 64); }));
  add("3", "compares in single precision", reaching([](const Transition& one) {
        const auto rounded = [](Int value) { return static_cast<float>(value.raw()); };
        return rounded(one.cosize()) <= rounded(one.size()) ? Int(0) : one.cosize();
      }));
  add("3", "compares in double precision", reaching([](const Transition& one) {
        const auto rounded = [](Int value) { return static_cast<double>(value.raw()); };
        return rounded(one.cosize()) <= rounded(one.size()) ? Int(0) : one.cosize();
      }));
  add("3", "multiplies extents in 32 bits",
      bounded_by([](const Transition& one) { return wrapped_unsigned(one.size(), 32); }));
  add("3", "does not go through more than a million coordinates",
      takes_range([](const Transition& one) { return one.map().shape().saturating_size() > Int(1 << 20); }));
  add("3", "goes through four coordinates",
      takes_range([](const Transition& one) { return one.map().shape().saturating_size() > Int(4); }));
  add("3", "looks at the first map alone", takes_range([](const Transition& one) { return one.at > 0; }));
  add("3", "does not look at the first of several maps",
      takes_range([](const Transition& one) { return one.at == 0 && one.count() > 1; }));
  add("3", "does not look at the last of several maps",
      takes_range([](const Transition& one) { return one.count() > 1 && one.at + 1 == one.count(); }));
  add("3", "looks only where the next level has no aliases",
      takes_range([](const Transition& one) { return one.to().saturating_cosize() < one.size(); }));
  add("15", "an index past the end is an IndexError",
      of_kind(construction, Refusal::adjacent_range, ErrorKind::index_error));
  add("15", "an index past 32 bits is an OverflowError",
      of_kind(construction, Refusal::adjacent_range, ErrorKind::overflow_error,
              [](const Refused& refused) { return transition(refused).cosize() > Int(std::int64_t{1} << 31); }));
  add("15", "takes an index past the end for the last one",
      takes_range([](const Transition& one) { return one.cosize() == one.size() + 1; }));
  add("16", "the level is not named", range_message(no_level, last_index, target_size));
  add("16", "the next level is named", range_message(next_level, last_index, target_size));
  add("16", "always the first level is named", range_message(first_level, last_index, target_size));
  add("16", "always the last level is named", range_message(last_level, last_index, target_size));
  add("17", "the cosize is named for the index",
      range_message(
          own_level, [](const Transition& one) { return one.cosize(); }, target_size));
  add("17", "the index is not named", range_message(own_level, target_size, target_size));
  add("17", "the stride is named for the index",
      range_message(
          own_level, [](const Transition& one) { return one.map().strides()[0]; }, target_size));
  add("17", "the index is named by its lower 32 bits",
      range_message(
          own_level, [](const Transition& one) { return wrapped_unsigned(last_index(one), 32); }, target_size));
  add("18", "the size is not named", range_message(own_level, last_index, last_index));
  add("18", "the cosize of the next level is named",
      range_message(own_level, last_index, [](const Transition& one) { return one.to().saturating_cosize(); }));
  add("18", "the size of its own level is named",
      range_message(own_level, last_index, [](const Transition& one) { return one.from().shape().saturating_size(); }));
  add("18", "the size of the carrier is named", range_message(own_level, last_index, [](const Transition& one) {
        return one.asked.levels[one.at + 1].store()->size();
      }));
  add("18", "the last index that is allowed is named for the size",
      range_message(own_level, last_index, [](const Transition& one) { return one.size() - 1; }));
  add("19", "an index past the end: writes to the first carrier",
      with_effect(construction, Refusal::adjacent_range, write_first));
  add("19", "an index past the end: writes to the carrier it leads to",
      with_effect(construction, Refusal::adjacent_range, write_next));
  add("19", "an index past the end: releases a carrier",
      with_effect(construction, Refusal::adjacent_range, release_first));
  add("20", "an index past the end: the rules have been asked",
      with_effect(construction, Refusal::adjacent_range, ask));
  add("20", "an index past the end at level zero: the rules have been asked",
      with_effect(construction, Refusal::adjacent_range, ask_first));
  add("20", "an index past the end below level zero: the rules have been asked",
      with_effect(construction, Refusal::adjacent_range, ask_deeper));
  return mutants;
}

}  // namespace

std::vector<Mutant> mutants_of_adjacent() {
  std::vector<Mutant> mutants = mutants_of_adjacent_maps();
  append(mutants, mutants_of_access());
  append(mutants, mutants_of_domains());
  append(mutants, mutants_of_ranges());
  return mutants;
}

}  // namespace swconform::judgement
