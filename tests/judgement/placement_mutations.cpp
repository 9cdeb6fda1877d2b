// SPDX-License-Identifier: Apache-2.0
// Rows for how the offset and the placement of a level are checked, whichever operation is asked to make it.
#include <algorithm>
#include <cmath>

#include "bindings/reference/conversions.hpp"
#include "reference/carrier.hpp"
#include "tests/judgement/representation_mutation.hpp"

namespace swconform::judgement {
namespace {

using strideweave::saturating_add;
using strideweave::saturating_mul;

/// Such offsets, wherever they are, are changed into integers.
Change read_as(const std::string& operation, std::function<std::optional<Int>(const Level&)> edit) {
  return asked_otherwise(operation, [edit = std::move(edit)](Construction& asked) {
    for (Level& level : asked.levels) {
      if (const auto start = edit(level)) level.offset = Item(reference::to_integer(*start));
    }
  });
}

/// A float that is cut to an integer.
std::optional<Int> cut(const Level& level) {
  const double* number = level.offset.floating();
  if (number == nullptr || !std::isfinite(*number) || *number < 0) return std::nullopt;
  return Int(static_cast<std::int64_t>(*number));
}
std::optional<Int> whole(const Level& level) {
  const double* number = level.offset.floating();
  return number != nullptr && *number == std::floor(*number) ? cut(level) : std::nullopt;
}
std::optional<Int> zero_where(bool concerned) { return concerned ? std::optional<Int>(0) : std::nullopt; }

/// Negative ones.
Change negative_as(const std::string& operation, std::function<Int(Int start, const Level&)> edit) {
  return read_as(operation, [edit = std::move(edit)](const Level& level) -> std::optional<Int> {
    if (!level.start() || *level.start() >= 0 || level.store() == nullptr) return std::nullopt;
    return edit(*level.start(), level);
  });
}

/// What a placement is taken to need, from index 0.
using Need = std::function<Int(const Layout&)>;

/// A placement passes where what it is taken to need fits.
Change needs_only(const std::string& operation, Need need) {
  return lets_pass(operation, Refusal::bounds, [need = std::move(need)](const Refused& refused) {
    const Level& level = refused.level();
    return saturating_add(*level.start(), need(*level.placement())) <= level.store()->size();
  });
}

/// A placement is refused unless that fits as well.
Change needs_also(const std::string& operation, Need need) {
  return too_strict(operation, [need = std::move(need)](const Construction& asked) {
    return std::any_of(asked.levels.begin(), asked.levels.end(), [&](const Level& level) {
      return saturating_add(*level.start(), need(*level.placement())) > level.store()->size();
    });
  });
}

/// The end of the placement as unsigned or signed machine integers have it.
Change wraps_end(const std::string& operation, int bits, std::function<Int(Int value, int bits)> wrap) {
  return lets_pass(operation, Refusal::bounds, [bits, wrap = std::move(wrap)](const Refused& refused) {
    const Level& level = refused.level();
    return wrap(wrap(*level.start(), bits) + wrapped_cosize(*level.placement(), bits), bits) <= level.store()->size();
  });
}

/// 1 + the sum of (extent - 1) * stride over some of the leaves.
Need over_leaves(std::function<bool(std::size_t leaf, const Layout&)> counts) {
  return [counts = std::move(counts)](const Layout& layout) {
    Int sum = 1;
    for (std::size_t leaf = 0; leaf < layout.leaf_count(); ++leaf) {
      if (!counts(leaf, layout)) continue;
      sum = saturating_add(sum, saturating_mul(layout.extents()[leaf] - 1, layout.strides()[leaf]));
    }
    return sum;
  };
}

Int largest_leaf(const Layout& layout) {
  Int largest = 1;
  for (std::size_t leaf = 0; leaf < layout.leaf_count(); ++leaf) {
    largest = std::max(largest, saturating_mul(layout.extents()[leaf], layout.strides()[leaf]));
  }
  return largest;
}

Int all_leaves_whole(const Layout& layout) {
  Int sum = 0;
  for (std::size_t leaf = 0; leaf < layout.leaf_count(); ++leaf) {
    sum = saturating_add(sum, saturating_mul(layout.extents()[leaf], layout.strides()[leaf]));
  }
  return sum;
}

bool moves(const Layout& layout) { return layout.saturating_cosize() > 1; }

}  // namespace

std::vector<Mutant> mutants_of_offset_types(const std::string& clause, const std::string& operation) {
  return {
      {clause, "takes whole floats for an offset", read_as(operation, whole)},
      {clause, "cuts the fraction off an offset", read_as(operation, cut)},
      {clause, "takes what is not a number for an offset",
       read_as(operation,
               [](const Level& level) {
                 return zero_where(level.offset.floating() != nullptr && std::isnan(*level.offset.floating()));
               })},
      {clause, "reads an offset out of text",
       read_as(operation, [](const Level& level) { return zero_where(level.offset.text() != nullptr); })},
      {clause, "takes None for offset zero",
       read_as(operation, [](const Level& level) { return zero_where(level.offset.is_none()); })},
      {clause, "opens an offset that is a list of one",
       read_as(operation,
               [](const Level& level) {
                 return zero_where(level.offset.list() != nullptr && level.offset.list()->size() == 1);
               })},
      {clause, "takes any object for offset zero",
       read_as(operation, [](const Level& level) { return zero_where(level.offset.any() != nullptr); })},
      {clause, "refuses an offset of the wrong type with ValueError",
       of_kind(operation, Refusal::offset_type, ErrorKind::value_error)},
      {clause, "takes a float for an offset that is out of range",
       of_kind(operation, Refusal::offset_type, ErrorKind::value_error,
               [](const Refused& refused) { return refused.level().offset.floating() != nullptr; })},
  };
}

std::vector<Mutant> mutants_of_negative_offsets(const std::string& clause, const std::string& operation) {
  return {
      {clause, "takes a negative offset for zero", negative_as(operation, [](Int, const Level&) { return Int(0); })},
      {clause, "takes minus one for zero",
       negative_as(operation, [](Int start, const Level&) { return start == -1 ? Int(0) : start; })},
      {clause, "counts a negative offset from the end",
       negative_as(operation,
                   [](Int start, const Level& level) {
                     // one that would still begin before the carrier stays as it is
                     return saturating_add(start, level.store()->size()) < 0 ? start : start + level.store()->size();
                   })},
      {clause, "counts offsets in 32 bits",
       negative_as(operation, [](Int start, const Level&) { return wrapped_signed(start, 32); })},
      {clause, "counts offsets in 64 bits",
       negative_as(operation, [](Int start, const Level&) { return wrapped_signed(start, 64); })},
      {clause, "refuses a negative offset with IndexError",
       of_kind(operation, Refusal::offset, ErrorKind::index_error)},
      {clause, "refuses a negative offset with TypeError", of_kind(operation, Refusal::offset, ErrorKind::type_error)},
  };
}

std::vector<Mutant> mutants_of_bounds(const std::string& clause, const std::string& operation) {
  return {
      {clause, "takes the size for the cosize",
       needs_only(operation, [](const Layout& layout) { return layout.shape().saturating_size(); })},
      {clause, "asks for the size where that is more",
       needs_also(operation, [](const Layout& layout) { return layout.shape().saturating_size(); })},
      {clause, "looks at the offset alone", needs_only(operation, [](const Layout&) { return Int(1); })},
      {clause, "looks at the cosize alone",
       lets_pass(operation, Refusal::bounds,
                 [](const Refused& refused) {
                   return refused.level().placement()->saturating_cosize() <= refused.level().store()->size();
                 })},
      {clause, "lets a placement end one too far",
       needs_only(operation, [](const Layout& layout) { return saturating_add(layout.saturating_cosize(), -1); })},
      {clause, "lets a placement begin where the carrier ends if nothing moves",
       needs_only(operation, [](const Layout& layout) { return moves(layout) ? layout.saturating_cosize() : Int(0); })},
      {clause, "asks for one element more",
       needs_also(operation, [](const Layout& layout) { return saturating_add(layout.saturating_cosize(), 1); })},
      {clause, "takes the largest leaf for all", needs_only(operation, largest_leaf)},
      {clause, "asks for whole leaves", needs_also(operation, all_leaves_whole)},
      {clause, "forgets the last leaf", needs_only(operation, over_leaves([](std::size_t leaf, const Layout& layout) {
                                                     return leaf + 1 < layout.leaf_count();
                                                   }))},
      {clause, "forgets leaves inside modes",
       needs_only(operation, over_leaves([](std::size_t leaf, const Layout& layout) {
                    const auto modes = layout.profile().modes();
                    return std::any_of(modes.begin(), modes.end(),
                                       [&](const auto& mode) { return mode.is_leaf() && mode.first_leaf == leaf; });
                  }))},
      {clause, "counts in 32 bits", wraps_end(operation, 32, wrapped_signed)},
      {clause, "counts in 64 bits", wraps_end(operation, 64, wrapped_signed)},
      {clause, "counts in unsigned 64 bits", wraps_end(operation, 64, wrapped_unsigned)},
      {clause, "does not look at an empty carrier",
       lets_pass(operation, Refusal::bounds,
                 [](const Refused& refused) { return refused.level().store()->size() == 0; })},
      {clause, "refuses a placement that does not fit with IndexError",
       of_kind(operation, Refusal::bounds, ErrorKind::index_error)},
      {clause, "refuses a placement that does not fit with RuntimeError",
       of_kind(operation, Refusal::bounds, ErrorKind::runtime_error)},
  };
}

std::vector<Mutant> mutants_of_refusals(const std::string& clause, const std::string& operation, Refusal why,
                                        const std::string& what) {
  const auto row = [&](const std::string& does, std::function<void(strideweave::Carrier&)> effect) {
    return Mutant{clause, does + " when " + what,
                  with_effect(operation, why, [effect = std::move(effect)](const Refused& refused) {
                    each_carrier(refused.asked, effect);
                  })};
  };
  return {row("releases the carriers", [](strideweave::Carrier& carrier) { carrier.release(); }),
          row("writes", write_back)};
}

}  // namespace swconform::judgement
