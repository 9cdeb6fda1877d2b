// SPDX-License-Identifier: Apache-2.0
#include "tests/judgement/slice_mutation.hpp"

#include <algorithm>
#include <numeric>

#include "bindings/reference/conversions.hpp"

namespace swconform::judgement::slices {

using strideweave::ErrorKind;
using strideweave::IntTuple;
using strideweave::LayoutBuilder;
using strideweave::Profile;

Int Mode::size() const {
  return std::accumulate(extents.begin(), extents.end(), Int(1), [](Int a, Int b) { return a * b; });
}

bool several(const Tensor& tensor) { return tensor.representation().subtensors().size() > 1; }

namespace {

std::vector<Mode> modes_of(const Tensor& tensor) {
  std::vector<Mode> modes;
  for (const Profile::Mode& mode : tensor.layout().profile().modes()) {
    Mode one{{}, mode.is_leaf(), several(tensor), modes.size()};
    for (std::size_t k = mode.first_leaf; k < mode.end_leaf; ++k) one.extents.push_back(tensor.layout().extents()[k]);
    modes.push_back(std::move(one));
  }
  return modes;
}

const Key& key_of(const Call& call) { return *call.arguments.item(1).list(); }
const Item* part(const Item& entry, std::size_t which) {
  return entry.slice() != nullptr ? &entry.slice()->parts[which] : nullptr;
}

}  // namespace

Item number(Int value) { return reference::to_integer(value); }
Item slice_of(Item start, Item stop, Item step) {
  return Item::Slice{{std::move(start), std::move(stop), std::move(step)}};
}
Item whole() { return slice_of({}, {}, {}); }
bool has_slice(const Key& key) {
  return std::any_of(key.begin(), key.end(), [](const Item& entry) { return entry.slice() != nullptr; });
}
std::optional<Int> integer(const Item& item) {
  if (item.integer() == nullptr) return std::nullopt;
  return reference::to_int(*item.integer());
}

std::optional<Cut> cut_of(const Item& entry, const Mode& mode) {
  if (entry.slice() == nullptr) return std::nullopt;
  for (const Item& one : entry.slice()->parts) {
    if (!one.is_none() && one.integer() == nullptr) return std::nullopt;
  }
  const auto bound = [&](std::size_t which, Int otherwise) {
    Int value = integer(*part(entry, which)).value_or(otherwise);
    if (value < 0) value = strideweave::saturating_add(value, mode.size());
    return std::clamp(value, Int(0), mode.size());
  };
  return Cut{bound(0, 0), bound(1, mode.size()), integer(*part(entry, 2)).value_or(1)};
}

Change keyed(std::function<void(Key&, const Tensor&)> edit) {
  return around("index", [edit = std::move(edit)](const Call& call) {
    if (call.tensor() == nullptr || call.arguments.item(1).list() == nullptr) return call();
    Key key = key_of(call);
    edit(key, *call.tensor());
    return call.next(call.session, call.arguments.with(1, Item(std::move(key))));
  });
}

/// Every entry of a key of the right length, changed before it is looked at.
Change entries(std::function<Item(const Item&, const Mode&)> edit) {
  return keyed([edit = std::move(edit)](Key& key, const Tensor& tensor) {
    const std::vector<Mode> modes = modes_of(tensor);
    if (key.size() != modes.size()) return;
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = edit(key[i], modes[i]);
  });
}

Change raises_where(Fault fault, ErrorKind kind) {
  return entries([fault = std::move(fault), kind](const Item& entry, const Mode& mode) {
    if (fault(entry, mode)) strideweave::raise(kind, "no such entry");
    return entry;
  });
}

/// The same elements by other slices: where `edit` answers something, that is taken.
Change cuts(std::function<std::optional<Cut>(const Cut&, const Mode&)> edit) {
  return entries([edit = std::move(edit)](const Item& entry, const Mode& mode) {
    const auto cut = cut_of(entry, mode);
    const auto other = cut && mode.leaf ? edit(*cut, mode) : std::nullopt;
    return other ? slice_of(number(other->start), number(other->stop), number(other->step)) : entry;
  });
}

/// One of the parts of slices of leaf modes, changed.
Change parts(std::size_t which, std::function<Item(const Item&, const Mode&)> edit) {
  return entries([which, edit = std::move(edit)](const Item& entry, const Mode& mode) {
    if (entry.slice() == nullptr || !mode.leaf) return entry;
    Item::Slice slice = *entry.slice();
    slice.parts[which] = edit(slice.parts[which], mode);
    return Item(std::move(slice));
  });
}
Change bound(std::size_t which, std::function<Int(Int, const Mode&)> edit) {
  return parts(which, [edit = std::move(edit)](const Item& item, const Mode& mode) {
    const auto value = integer(item);
    return value ? number(edit(*value, mode)) : item;
  });
}
Change integers_as(std::function<Int(Int, const Mode&)> edit) {
  return entries([edit = std::move(edit)](const Item& entry, const Mode& mode) {
    const auto value = integer(entry);
    return value ? number(edit(*value, mode)) : entry;
  });
}

Change viewed(std::function<void(Parts&, const Tensor&, const Key&)> edit) {
  return around("index", [edit = std::move(edit)](const Call& call) {
    const Item result = call();
    if (result.as<Tensor>() == nullptr) return result;
    Parts parts = parts_of(*result.as<Tensor>());
    edit(parts, *call.tensor(), key_of(call));
    return Item::object(assemble(std::move(parts)));
  });
}

namespace {

/// The leading layouts of the view, built another way. What `leaf` makes of a leaf under a slice; what stands for a
/// mode under an integer; what stands for a nested mode under a whole slice.
struct Builder {
  std::function<void(Int& extent, Int& stride, const Cut&)> leaf = {};
  std::function<void(LayoutBuilder&, const Layout&, const Profile::Mode&)> integer = {};
  std::function<void(LayoutBuilder&, const Layout&, const Profile::Mode&)> nested = {};

  Layout build(const Layout& layout, const Tensor& source, const Key& key) const {
    const std::vector<Mode> modes = modes_of(source);
    LayoutBuilder builder;
    for (std::size_t i = 0; i < key.size(); ++i) {
      const Profile::Mode mode = layout.profile().mode(i);
      const auto cut = cut_of(key[i], modes[i]);
      if (!cut) {
        if (integer) integer(builder, layout, mode);
      } else if (mode.is_leaf()) {
        Int extent = cut->width() / cut->step;
        Int stride = layout.strides()[mode.first_leaf] * cut->step;
        if (leaf) leaf(extent, stride, *cut);
        builder.leaf(extent, stride);
      } else if (nested) {
        nested(builder, layout, mode);
      } else {
        builder.mode(layout, mode);
      }
    }
    return builder.build();
  }
};

Change built(Builder builder) {
  return viewed([builder = std::move(builder)](Parts& result, const Tensor& source, const Key& key) {
    result.levels[0].layout = builder.build(source.layout(), source, key);
    if (!result.adjacent.empty()) {
      result.adjacent[0] = builder.build(source.representation().adjacent_layouts()[0], source, key);
    }
  });
}
}  // namespace

Change leaf(std::function<void(Int& extent, Int& stride, const Cut&)> edit) { return built({std::move(edit), {}, {}}); }
Change under_integers(Rebuild rebuild) { return built({{}, std::move(rebuild), {}}); }
Change nested(Rebuild rebuild) { return built({{}, {}, std::move(rebuild)}); }

/// The offset of the view of one subtensor: what `edit` makes of the source's and of the distance from it.
Change offset(std::function<Int(Int own, Int distance, const Tensor& source, const Key& key)> edit) {
  return viewed([edit = std::move(edit)](Parts& result, const Tensor& source, const Key& key) {
    if (several(source)) return;
    result.levels[0].offset = edit(source.offset(), result.levels[0].offset - source.offset(), source, key);
  });
}

/// The value a key of integers gives, changed.
Change value(std::function<Item(const Item& right, const Tensor&, const Key&)> edit) {
  return around("index", [edit = std::move(edit)](const Call& call) {
    const Item result = call();
    return result.as<Tensor>() == nullptr ? edit(result, *call.tensor(), key_of(call)) : result;
  });
}

Int linear_index(const Layout& layout, const Key& key) {
  IntTuple::List coordinate;
  for (const Item& entry : key) coordinate.emplace_back(*integer(entry));
  return layout(IntTuple(std::move(coordinate)));
}

Int ordinal(const Tensor& tensor, const Key& key) {
  Int result = 0;
  Int step = 1;
  const std::vector<Mode> modes = modes_of(tensor);
  for (std::size_t i = 0; i < key.size(); ++i) {
    const auto cut = cut_of(key[i], modes[i]);
    result += step * (cut ? cut->start : *integer(key[i]));
    step *= modes[i].size();
  }
  return result;
}

/// First mode slowest, for an ordinal inside a nested mode.
Int row_major(Int value, const Mode& mode) {
  if (mode.leaf || value < 0 || value >= mode.size()) return value;
  Int result = 0;
  Int step = mode.size();
  for (std::size_t k = mode.extents.size(); k-- > 0;) {
    step /= mode.extents[k];
    result += value % mode.extents[k] * step;
    value /= mode.extents[k];
  }
  return result;
}

bool outside(const Item& entry, const Mode& mode) {
  const auto value = integer(entry);
  return value && (*value < 0 || *value >= mode.size());
}
bool steps_back(const Item& entry, const Mode& mode) {
  const auto cut = cut_of(entry, mode);
  return cut && cut->step <= 0;
}
bool is_empty(const Item& entry, const Mode& mode) {
  const auto cut = cut_of(entry, mode);
  return cut && mode.leaf && cut->step > 0 && cut->width() <= 0;
}
bool is_indivisible(const Item& entry, const Mode& mode) {
  const auto cut = cut_of(entry, mode);
  return cut && mode.leaf && cut->step > 0 && cut->width() > 0 && cut->width() % cut->step != 0;
}
bool is_part_of_nested(const Item& entry, const Mode& mode) {
  const auto cut = cut_of(entry, mode);
  return cut && !mode.leaf && (cut->start != 0 || cut->stop != mode.size() || cut->step != 1);
}
bool is_whole_of_nested(const Item& entry, const Mode& mode) {
  return !mode.leaf && entry.slice() != nullptr && !is_part_of_nested(entry, mode);
}

/// Parts of nested modes are taken for the whole.
Change whole_where(Fault fault) {
  return entries([fault = std::move(fault)](const Item& entry, const Mode& mode) {
    return is_part_of_nested(entry, mode) && fault(entry, mode) ? whole() : entry;
  });
}

Change on_several(std::function<Item(const Item&, const Mode&)> edit) {
  return entries([edit = std::move(edit)](const Item& entry, const Mode& mode) {
    return mode.several && !is_empty(entry, mode) ? edit(entry, mode) : entry;
  });
}
/// What a key of integers gives for several subtensors.
Change several_values(std::function<Item(const Call&, const Tensor&)> body) {
  return around("index", [body = std::move(body)](const Call& call) {
    const bool asked = call.tensor() != nullptr && several(*call.tensor()) && !has_slice(key_of(call));
    return asked ? body(call, *call.tensor()) : call();
  });
}
Change wrong_count(std::function<Item(const Call&, Key, std::size_t rank)> body) {
  return around("index", [body = std::move(body)](const Call& call) {
    const std::size_t rank = call.tensor()->layout().rank();
    return key_of(call).size() != rank ? body(call, key_of(call), rank) : call();
  });
}
Item again(const Call& call, Key key) { return call.next(call.session, call.arguments.with(1, Item(std::move(key)))); }
}  // namespace swconform::judgement::slices
