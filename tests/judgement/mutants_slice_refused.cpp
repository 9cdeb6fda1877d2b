// SPDX-License-Identifier: Apache-2.0
// views.slice, what is refused
#include <algorithm>
#include <cmath>

#include "tests/judgement/rows.hpp"
#include "tests/judgement/slice_mutation.hpp"

namespace swconform::judgement {
namespace {

using namespace slices;
using strideweave::ErrorKind;
Int wrapped(Int value, int bits) { return value % Int::from_raw(Int::Raw{1} << bits); }
Item whole_number(const Item& item) {
  const double* floating = item.floating();
  const bool is_whole = floating != nullptr && *floating == std::floor(*floating);
  return is_whole ? Item(static_cast<std::int64_t>(*floating)) : item;
}
Item cut_down(const Item& item) {
  return item.floating() != nullptr ? Item(static_cast<std::int64_t>(*item.floating())) : item;
}

Item padded(const Call& call, Key key, std::size_t rank) {
  while (key.size() < rank) key.push_back(whole());
  return again(call, std::move(key));
}
Item shortened(const Call& call, Key key, std::size_t rank) {
  key.resize(std::min(key.size(), rank));
  return again(call, std::move(key));
}
Change counts_as(ErrorKind kind) {
  return wrong_count([kind](const Call&, const Key&, std::size_t) -> Item { strideweave::raise(kind, "count"); });
}

/// An accepted slice of the same start in place of one that must be refused.
Change accepted(bool (*fault)(const Item&, const Mode&),
                std::function<bool(const Item&, const Cut&, const Mode&)> also) {
  return entries([fault, also = std::move(also)](const Item& entry, const Mode& mode) {
    const auto cut = cut_of(entry, mode);
    if (!cut || !mode.leaf || !fault(entry, mode) || !also(entry, *cut, mode)) return entry;
    const Int start = std::min(cut->start, mode.size() - 1);
    return slice_of(number(start), number(start + 1), 1);
  });
}
bool always(const Item&, const Cut&, const Mode&) { return true; }

}  // namespace

std::vector<Mutant> mutants_of_refused_slices() {
  return {
      {"views.slice.7", "takes the step without its sign",
       parts(2, [](const Item& step,
                   const Mode&) { return integer(step) && *integer(step) < 0 ? number(-*integer(step)) : step; })},
      {"views.slice.7", "takes a step of zero for one",
       parts(2, [](const Item& step, const Mode&) { return integer(step) == Int(0) ? Item(1) : step; })},
      {"views.slice.7", "turns the interval round with the step",
       accepted(steps_back, [](const Item&, const Cut& cut, const Mode&) { return cut.step < 0; })},
      {"views.slice.8", "takes one element where there is none", accepted(is_empty, always)},
      {"views.slice.8", "exchanges bounds that stand the wrong way round",
       cuts([](const Cut& cut, const Mode&) -> std::optional<Cut> {
         return cut.width() < 0 ? std::optional(Cut{cut.stop, cut.start, 1}) : std::nullopt;
       })},
      {"views.slice.8", "takes what stands at the start where the bounds are equal",
       accepted(is_empty, [](const Item&, const Cut& cut, const Mode&) { return cut.width() == 0; })},
      {"views.slice.9", "rounds up", accepted(is_indivisible, always)},
      {"views.slice.9", "rounds down", cuts([](const Cut& cut, const Mode&) -> std::optional<Cut> {
         if (cut.step < 2 || cut.width() < cut.step) return std::nullopt;
         return Cut{cut.start, cut.stop - cut.width() % cut.step, cut.step};
       })},
      {"views.slice.9", "clamps after dividing",
       accepted(is_indivisible,
                [](const Item& entry, const Cut& cut, const Mode&) {
                  const auto stop = integer(entry.slice()->parts[1]);
                  return stop && *stop > cut.stop && (*stop - cut.start) % cut.step == 0;
                })},
      {"views.slice.19", "refuses a count with TypeError", counts_as(ErrorKind::type_error)},
      {"views.slice.19", "refuses a count with IndexError", counts_as(ErrorKind::index_error)},
      {"views.slice.19", "takes the empty key for all", wrong_count([](const Call& call, Key key, std::size_t rank) {
         return key.empty() ? padded(call, std::move(key), rank) : call();
       })},
      {"views.slice.19", "passes over what is too much of integers",
       wrong_count([](const Call& call, Key key, std::size_t rank) {
         return !has_slice(key) && key.size() > rank ? shortened(call, std::move(key), rank) : call();
       })},
      {"views.slice.20", "refuses a wrong entry with ValueError",
       raises_where(
           [](const Item& entry, const Mode&) {
             return entry.integer() == nullptr && entry.slice() == nullptr && entry.boolean() == nullptr;
           },
           ErrorKind::value_error)},
      {"views.slice.20", "refuses a wrong entry with IndexError",
       raises_where(
           [](const Item& entry, const Mode&) {
             return entry.integer() == nullptr && entry.slice() == nullptr && entry.boolean() == nullptr;
           },
           ErrorKind::index_error)},
      {"views.slice.20", "accepts whole floats",
       entries([](const Item& entry, const Mode&) { return whole_number(entry); })},
      {"views.slice.20", "cuts floats down to integers",
       entries([](const Item& entry, const Mode&) { return cut_down(entry); })},
      {"views.slice.20", "takes None for a whole slice",
       entries([](const Item& entry, const Mode&) { return entry.is_none() ? whole() : entry; })},
      {"views.slice.20", "takes text for a whole slice",
       entries([](const Item& entry, const Mode&) { return entry.text() != nullptr ? whole() : entry; })},
      {"views.slice.21", "accepts whole floats",
       parts(2, [](const Item& step, const Mode&) { return whole_number(step); })},
      {"views.slice.21", "takes one for a step that is text",
       parts(2, [](const Item& step, const Mode&) { return step.text() != nullptr ? Item(1) : step; })},
      {"views.slice.21", "refuses with ValueError",
       raises_where(
           [](const Item& entry, const Mode&) {
             return entry.slice() != nullptr && !entry.slice()->parts[2].is_none() && !integer(entry.slice()->parts[2]);
           },
           ErrorKind::value_error)},
      {"views.slice.22", "refuses with IndexError", raises_where(outside, ErrorKind::index_error)},
      {"views.slice.22", "refuses huge integers with OverflowError",
       raises_where([](const Item& entry,
                       const Mode&) { return integer(entry).value_or(0) >= Int::from_raw(Int::Raw{1} << 63); },
                    ErrorKind::overflow_error)},
      {"views.slice.22", "counts modulo the size",
       integers_as([](Int value, const Mode& mode) { return value < 0 ? value : value % mode.size(); })},
      {"views.slice.22", "clamps to the last",
       integers_as([](Int value, const Mode& mode) { return std::min(value, mode.size() - 1); })},
      {"views.slice.22", "counts in 64 bits",
       integers_as([](Int value, const Mode&) { return value < 0 ? value : wrapped(value, 64); })},
      {"views.slice.22", "lets the size itself pass",
       integers_as([](Int value, const Mode& mode) { return value == mode.size() ? value - 1 : value; })},
      {"views.slice.22", "clamps in a nested mode",
       integers_as([](Int value, const Mode& mode) { return mode.leaf ? value : std::min(value, mode.size() - 1); })},
      {"views.slice.23", "refuses with NotImplementedError",
       raises_where(steps_back, ErrorKind::not_implemented_error)},
      {"views.slice.23", "refuses zero with RuntimeError",
       raises_where([](const Item& entry,
                       const Mode&) { return entry.slice() != nullptr && integer(entry.slice()->parts[2]) == Int(0); },
                    ErrorKind::runtime_error)},
      {"views.slice.23", "reverses a whole mode",
       accepted(steps_back, [](const Item& entry, const Cut& cut,
                               const Mode&) { return cut.step < 0 && entry.slice()->parts[0].is_none(); })},
      {"views.slice.24", "refuses with IndexError", raises_where(is_empty, ErrorKind::index_error)},
      {"views.slice.24", "takes the last where the start is past the end",
       accepted(is_empty, [](const Item&, const Cut& cut, const Mode& mode) { return cut.start == mode.size(); })},
      {"views.slice.24", "takes one where the stop is before the first",
       accepted(is_empty, [](const Item& entry, const Cut&,
                             const Mode&) { return integer(entry.slice()->parts[1]).value_or(0) < 0; })},
      {"views.slice.25", "refuses with NotImplementedError",
       raises_where(is_indivisible, ErrorKind::not_implemented_error)},
      {"views.slice.25", "takes a step past the width for one element",
       accepted(is_indivisible, [](const Item&, const Cut& cut, const Mode&) { return cut.step > cut.width(); })},
      {"views.slice.25", "refuses huge steps with OverflowError",
       raises_where(
           [](const Item& entry, const Mode& mode) {
             const auto cut = cut_of(entry, mode);
             return cut && cut->step >= Int::from_raw(Int::Raw{1} << 63);
           },
           ErrorKind::overflow_error)},
      {"views.slice.26", "refuses with NotImplementedError",
       raises_where(is_part_of_nested, ErrorKind::not_implemented_error)},
      {"views.slice.26", "refuses with TypeError", raises_where(is_part_of_nested, ErrorKind::type_error)},
      {"views.slice.26", "takes one of a nested mode for all",
       whole_where([](const Item& entry, const Mode& mode) { return cut_of(entry, mode)->width() == 1; })},
      {"views.slice.29", "releases the carrier when it refuses",
       on_error("index", [](strideweave::Carrier& carrier) { carrier.release(); })},
      {"views.slice.29", "writes when it refuses", on_error("index", write_back)},
      {"views.slice.29", "writes before it looks at the types",
       around("index",
              [](const Call& call) {
                try {
                  return call();
                } catch (const strideweave::Error& error) {
                  if (error.kind() == ErrorKind::type_error) write_back(*call.tensor()->carrier());
                  throw;
                }
              })},
  };
}

}  // namespace swconform::judgement
