// SPDX-License-Identifier: Apache-2.0
// views.slice
#include <algorithm>
#include <iterator>

#include "tests/judgement/rows.hpp"
#include "tests/judgement/slice_mutation.hpp"

namespace swconform::judgement {
namespace {

using namespace slices;
using strideweave::ErrorKind;
using strideweave::LayoutBuilder;
using strideweave::Profile;
using LayoutMode = Profile::Mode;

Int wrapped(Int value, int bits) { return value % Int::from_raw(Int::Raw{1} << bits); }
void leaves(LayoutBuilder& builder, const Layout& layout, const LayoutMode& mode) {
  for (std::size_t k = mode.first_leaf; k < mode.end_leaf; ++k) builder.leaf(layout.extents()[k], layout.strides()[k]);
}

Item padded(const Call& call, Key key, std::size_t rank) {
  while (key.size() < rank) key.push_back(whole());
  return again(call, std::move(key));
}
Item shortened(const Call& call, Key key, std::size_t rank) {
  key.resize(std::min(key.size(), rank));
  return again(call, std::move(key));
}
Item from_zero(const Item& entry, const Mode& mode) {
  const auto cut = cut_of(entry, mode);
  if (!cut) return entry;
  return slice_of(0, number(cut->width()), number(cut->step));
}
Item zero(const Item& entry, const Mode& mode) { return integer(entry) && !outside(entry, mode) ? Item(0) : entry; }

std::vector<Mutant> mutants_of_modes() {
  return {
      {"views.slice.1", "returns the source where all is selected",
       around("index",
              [](const Call& call) {
                const Item view = call();
                const Tensor* tensor = view.as<Tensor>();
                return tensor != nullptr && tensor->layout() == call.tensor()->layout() ? call.arguments.item(0) : view;
              })},
      {"views.slice.1", "returns the value where one element is selected",
       around("index",
              [](const Call& call) {
                const Item view = call();
                const Tensor* tensor = view.as<Tensor>();
                return tensor != nullptr && tensor->size() == 1 ? read(*tensor, tensor->offset()) : view;
              })},
      {"views.slice.1", "copies what is selected", viewed([](Parts& result, const Tensor&, const Key&) {
         for (auto& level : result.levels) level.carrier = copy_of(level.carrier);
       })},
      {"views.slice.2", "takes whole what the key leaves out", wrong_count(padded)},
      {"views.slice.2", "passes over what is too much", wrong_count(shortened)},
      {"views.slice.2", "counts leaves", wrong_count([](const Call& call, Key key, std::size_t rank) {
         return key.size() == call.tensor()->layout().leaf_count() ? shortened(call, std::move(key), rank) : call();
       })},
      {"views.slice.5", "takes the width for the step", entries([](const Item& entry, const Mode& mode) {
         const auto cut = cut_of(entry, mode);
         const bool unsaid = cut && mode.leaf && entry.slice()->parts[2].is_none() && cut->width() > 0;
         return unsaid ? slice_of(number(cut->start), number(cut->stop), number(cut->width())) : entry;
       })},
      {"views.slice.5", "takes two for the step",
       parts(2, [](const Item& step, const Mode&) { return step.is_none() ? Item(2) : step; })},
      {"views.slice.5", "demands a step",
       raises_where(
           [](const Item& entry, const Mode&) {
             return entry.slice() != nullptr && entry.slice()->parts[2].is_none() && !entry.slice()->parts[0].is_none();
           },
           ErrorKind::type_error)},
      {"views.slice.6", "refuses a negative start",
       bound(0,
             [](Int start, const Mode&) {
               if (start < 0) strideweave::raise_value_error("start");
               return start;
             })},
      {"views.slice.6", "refuses a negative stop",
       bound(1,
             [](Int stop, const Mode&) {
               if (stop < 0) strideweave::raise_value_error("stop");
               return stop;
             })},
      {"views.slice.6", "refuses a stop past the end",
       bound(1,
             [](Int stop, const Mode& mode) {
               if (stop > mode.size()) strideweave::raise_value_error("stop");
               return stop;
             })},
      {"views.slice.6", "takes a negative start for zero",
       bound(0, [](Int start, const Mode&) { return std::max(start, Int(0)); })},
      {"views.slice.6", "counts from the last element",
       bound(1, [](Int stop,
                   const Mode& mode) { return stop < 0 && stop > -mode.size() ? stop + mode.size() - 1 : stop; })},
      {"views.slice.6", "counts a start from the end again and again",
       bound(0, [](Int start, const Mode& mode) { return start < 0 ? start % mode.size() : start; })},
      {"views.slice.6", "counts bounds in 64 bits",
       all({bound(0, [](Int start, const Mode&) { return wrapped(start, 64); }),
            bound(1, [](Int stop, const Mode&) { return stop >= 0 ? wrapped(stop, 64) : stop; })})},
      {"views.slice.6", "leaves the last element out where there is no stop",
       parts(1, [](const Item& stop,
                   const Mode& mode) { return stop.is_none() && mode.size() > 1 ? number(mode.size() - 1) : stop; })},
      {"views.slice.10", "includes the stop", cuts([](const Cut& cut, const Mode& mode) -> std::optional<Cut> {
         if (cut.step != 1 || cut.width() < 1 || cut.stop >= mode.size()) return std::nullopt;
         return Cut{cut.start, cut.stop + 1, 1};
       })},
      {"views.slice.10", "divides the stop by the step",
       leaf([](Int& extent, Int&, const Cut& cut) { extent = std::max(cut.stop / cut.step, Int(1)); })},
      {"views.slice.10", "forgets to divide", leaf([](Int& extent, Int&, const Cut& cut) { extent = cut.width(); })},
      {"views.slice.10", "subtracts one before it divides",
       leaf([](Int& extent, Int&, const Cut& cut) { extent = std::max((cut.width() - 1) / cut.step, Int(1)); })},
      {"views.slice.11", "leaves the stride as it was",
       leaf([](Int&, Int& stride, const Cut& cut) { stride /= cut.step; })},
      {"views.slice.11", "takes the step for the stride",
       leaf([](Int&, Int& stride, const Cut& cut) { stride = std::min(stride, cut.step); })},
      {"views.slice.11", "counts strides in 32 bits",
       leaf([](Int&, Int& stride, const Cut&) { stride = wrapped(stride, 32); })},
      {"views.slice.12", "keeps a mode of extent one",
       under_integers([](LayoutBuilder& builder, const Layout&, const LayoutMode&) { builder.leaf(1, 0); })},
      {"views.slice.12", "keeps a mode of extent one for a nested one",
       under_integers([](LayoutBuilder& builder, const Layout&, const LayoutMode& mode) {
         if (!mode.is_leaf()) builder.leaf(1, 0);
       })},
      {"views.slice.13", "takes any slice of a nested mode for a whole one",
       whole_where([](const Item&, const Mode&) { return true; })},
      {"views.slice.13", "takes any step for one in a nested mode", whole_where([](const Item& entry, const Mode&) {
         return entry.slice()->parts[0].is_none() && entry.slice()->parts[1].is_none();
       })},
      {"views.slice.13", "refuses whole slices of nested modes",
       raises_where(is_whole_of_nested, ErrorKind::value_error)},
      {"views.slice.13", "refuses whole slices where one leaf is nested",
       raises_where([](const Item& entry,
                       const Mode& mode) { return is_whole_of_nested(entry, mode) && mode.extents.size() == 1; },
                    ErrorKind::value_error)},
      {"views.slice.14", "refuses integers for nested modes",
       raises_where([](const Item& entry,
                       const Mode& mode) { return !mode.leaf && integer(entry).has_value() && !outside(entry, mode); },
                    ErrorKind::value_error)},
      {"views.slice.14", "counts inside first mode slowest", integers_as(row_major)},
      {"views.slice.14", "takes the first extent for the size",
       raises_where(
           [](const Item& entry, const Mode& mode) {
             return !mode.leaf && integer(entry).has_value() && *integer(entry) >= mode.extents[0];
           },
           ErrorKind::value_error)},
      {"views.slice.14", "counts inside modulo the size",
       integers_as([](Int value, const Mode& mode) { return mode.leaf ? value : value % mode.size(); })},
      {"views.slice.15", "drops the source's offset",
       offset([](Int, Int distance, const Tensor&, const Key&) { return distance; })},
      {"views.slice.15", "keeps the source's offset",
       offset([](Int own, Int, const Tensor&, const Key&) { return own; })},
      {"views.slice.15", "adds an ordinal",
       offset([](Int own, Int, const Tensor& source, const Key& key) { return own + ordinal(source, key); })},
      {"views.slice.15", "adds the starts only",
       offset([](Int own, Int distance, const Tensor& source, const Key& key) {
         Int skipped = 0;
         for (std::size_t i = 0; i < key.size(); ++i) {
           const auto value = integer(key[i]);
           const LayoutMode mode = source.layout().profile().mode(i);
           if (value && mode.is_leaf()) skipped += *value * source.layout().strides()[mode.first_leaf];
         }
         return own + distance - skipped;
       })},
      {"views.slice.30", "flattens nested modes", nested(leaves)},
      {"views.slice.30", "unwraps a nested mode of one leaf",
       nested([](LayoutBuilder& builder, const Layout& layout, const LayoutMode& mode) {
         if (mode.leaf_count() == 1) return leaves(builder, layout, mode);
         builder.mode(layout, mode);
       })},
      {"views.slice.30", "turns a nested mode into one leaf",
       nested([](LayoutBuilder& builder, const Layout& layout, const LayoutMode& mode) {
         Int extent = 1;
         for (std::size_t k = mode.first_leaf; k < mode.end_leaf; ++k) extent *= layout.extents()[k];
         builder.leaf(extent, layout.strides()[mode.first_leaf]);
       })},
  };
}

std::vector<Mutant> mutants_of_values_and_several() {
  return {
      {"views.slice.3", "drops the offset", value([](const Item&, const Tensor& tensor, const Key& key) {
         return read(tensor, linear_index(tensor.layout(), key));
       })},
      {"views.slice.3", "takes the ordinal for the index", value([](const Item&, const Tensor& tensor, const Key& key) {
         return read(tensor, tensor.offset() + ordinal(tensor, key));
       })},
      {"views.slice.3", "counts inside first mode slowest", integers_as(row_major)},
      {"views.slice.3", "returns a Tensor without modes", value([](const Item&, const Tensor& tensor, const Key& key) {
         return Item::object(at(tensor, tensor.offset() + linear_index(tensor.layout(), key), Layout()));
       })},
      {"views.slice.3", "answers floats", value([](const Item& right, const Tensor&, const Key&) {
         return right.integer() != nullptr ? Item(static_cast<double>(integer(right)->raw())) : right;
       })},
      {"views.slice.4", "writes the value back", value([](const Item& right, const Tensor& tensor, const Key&) {
         write_back(*tensor.carrier());
         return right;
       })},
      {"views.slice.4", "releases the carrier", value([](const Item& right, const Tensor& tensor, const Key&) {
         tensor.carrier()->release();
         return right;
       })},
      {"views.slice.16", "takes any start for zero", on_several(from_zero)},
      {"views.slice.16", "looks at the first mode only",
       on_several([](const Item& entry, const Mode& mode) { return mode.place > 0 ? from_zero(entry, mode) : entry; })},
      {"views.slice.16", "looks at the start as it is written", on_several([](const Item& entry, const Mode&) {
         if (entry.slice() != nullptr && !entry.slice()->parts[0].is_none() && *integer(entry.slice()->parts[0]) != 0) {
           strideweave::raise_not_implemented_error("start");
         }
         return entry;
       })},
      {"views.slice.17", "takes any integer for zero", on_several(zero)},
      {"views.slice.17", "refuses integers", on_several([](const Item& entry, const Mode&) {
         if (integer(entry)) strideweave::raise_not_implemented_error("integer");
         return entry;
       })},
      {"views.slice.17", "looks at the last mode only",
       on_several([](const Item& entry, const Mode& mode) { return mode.place == 0 ? zero(entry, mode) : entry; })},
      {"views.slice.18", "drops the offsets", viewed([](Parts& result, const Tensor& source, const Key&) {
         if (several(source)) result.levels[0].offset = 0;
       })},
      {"views.slice.18", "drops the offsets of deeper levels", viewed([](Parts& result, const Tensor&, const Key&) {
         for (std::size_t level = 1; level < result.levels.size(); ++level) result.levels[level].offset = 0;
       })},
      {"views.slice.27", "refuses several subtensors with ValueError",
       raises_where(
           [](const Item& entry, const Mode& mode) {
             const auto cut = cut_of(entry, mode);
             return mode.several && cut && cut->start != 0;
           },
           ErrorKind::value_error)},
      {"views.slice.27", "refuses an integer with ValueError",
       raises_where([](const Item& entry, const Mode& mode) { return mode.several && integer(entry).value_or(0) != 0; },
                    ErrorKind::value_error)},
      {"views.slice.27", "begins where it is asked to",
       on_several([](const Item& entry, const Mode& mode) { return zero(from_zero(entry, mode), mode); })},
      {"views.slice.28", "reads the leading level", several_values([](const Call& call, const Tensor& tensor) {
         return call.with(at(tensor, tensor.offset(), tensor.layout()));
       })},
      {"views.slice.28", "reads the leading level at the origin",
       several_values([](const Call& call, const Tensor& tensor) {
         const Item::List& key = *call.arguments.item(1).list();
         const bool origin =
             std::all_of(key.begin(), key.end(), [](const Item& entry) { return integer(entry) == Int(0); });
         return origin ? call.with(at(tensor, tensor.offset(), tensor.layout())) : call();
       })},
      {"views.slice.28", "refuses with TypeError",
       several_values([](const Call&, const Tensor&) -> Item { strideweave::raise_type_error("no value"); })},
  };
}

}  // namespace

std::vector<Mutant> mutants_of_slice() {
  std::vector<Mutant> mutants = mutants_of_modes();
  for (auto family : {mutants_of_values_and_several, mutants_of_refused_slices}) {
    std::vector<Mutant> some = family();
    std::move(some.begin(), some.end(), std::back_inserter(mutants));
  }
  return mutants;
}

}  // namespace swconform::judgement
