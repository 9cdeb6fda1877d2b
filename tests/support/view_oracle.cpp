// SPDX-License-Identifier: Apache-2.0
#include "tests/support/view_oracle.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "tests/support/brute_force.hpp"

namespace swconform::test {
namespace {

/// What each coordinate of one axis adds.
using Axis = std::vector<Int>;

/// The sums over all coordinates, first axis fastest.
std::vector<Int> sums(const std::vector<Axis>& axes, Int start = 0) {
  std::vector<Int> result{start};
  for (const Axis& axis : axes) {
    std::vector<Int> next;
    for (const Int added : axis) {
      for (const Int sum : result) next.push_back(sum + added);
    }
    result = std::move(next);
  }
  return result;
}

Axis steps(Int count, Int step, Int start = 0) {
  Axis axis;
  for (Int i = 0; i < count; i += 1) axis.push_back(start + i * step);
  return axis;
}

/// A subtree of the source's shape and how far apart its coordinates are in source ordinals.
struct Part {
  IntTuple tree;
  Int size;
  Int weight;
};

Int size_of(const IntTuple& tree) {
  Int size = 1;
  for (const Int extent : leaves(tree)) size *= extent;
  return size;
}

/// The items of a tree whose own weight is `weight`.
std::vector<Part> parts_of(const IntTuple& tree, Int weight = 1) {
  std::vector<Part> parts;
  for (const IntTuple& item : tree.items()) {
    parts.push_back({item, size_of(item), weight});
    weight *= parts.back().size;
  }
  return parts;
}
std::vector<Part> modes_of(const Leading& source) { return parts_of(to_int_tuple(source[0].shape())); }

Axis whole(const Part& part) { return steps(part.size, part.weight); }

ViewMap refused(const char* kind = "ValueError") { return {kind, {}, {}}; }

ViewMap accepted(IntTuple::List modes, const std::vector<Axis>& axes, Int start = 0) {
  return {"", Shape(IntTuple(std::move(modes))), sums(axes, start)};
}

/// Broadcasts `part` to `target`, appending an axis for each leaf; false if it cannot.
bool widen(const Part& part, const IntTuple& target, std::vector<Axis>& axes) {
  if (part.tree.is_int() != target.is_int()) return false;
  if (target.is_int()) {
    if (part.size == target.value()) {
      axes.push_back(whole(part));
    } else if (part.size == 1) {
      axes.push_back(steps(target.value(), 0));
    } else {
      return false;
    }
    return true;
  }
  const std::vector<Part> inside = parts_of(part.tree, part.weight);
  if (inside.size() != target.items().size()) return false;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (!widen(inside[i], target.items()[i], axes)) return false;
  }
  return true;
}

bool select_parts(const std::vector<Part>& source, const std::vector<Tree::Item>& selection, std::vector<Part>& parts) {
  if (source.size() != selection.size()) return false;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (!std::holds_alternative<Tree>(selection[i])) {
      parts.push_back(source[i]);
    } else if (source[i].tree.is_int() ||
               !select_parts(parts_of(source[i].tree, source[i].weight), std::get<Tree>(selection[i]).items(), parts)) {
      return false;
    }
  }
  return true;
}

/// The tree that `output` builds, with an axis for each of its nodes; nothing if an id is out of range or repeated.
std::optional<IntTuple::List> build(const std::vector<Tree::Item>& output, const std::vector<Part>& parts,
                                    std::set<Int>& used, std::vector<Axis>& axes) {
  IntTuple::List items;
  for (const Tree::Item& item : output) {
    if (const Tree* const tree = std::get_if<Tree>(&item)) {
      auto inside = build(tree->items(), parts, used, axes);
      if (!inside) return {};
      items.emplace_back(std::move(*inside));
      continue;
    }
    const std::optional<Int> id = std::get<strideweave::Node>(item).id();
    if (!id) {
      items.emplace_back(1);
      continue;
    }
    if (*id >= parts.size() || !used.insert(*id).second) return {};
    const Part& part = parts[id->to_size()];
    items.push_back(part.tree);
    axes.push_back(whole(part));
  }
  return items;
}

Int bound(std::optional<Int> given, Int otherwise, Int size) {
  if (!given) return otherwise;
  Int value = *given;
  if (value < 0) value += size;
  return std::min(std::max(value, Int(0)), size);
}

}  // namespace

std::vector<Int> flat_indices(const Layout& layout) {
  std::vector<Axis> axes;
  for (std::size_t k = 0; k < layout.leaf_count(); ++k) axes.push_back(steps(layout.extents()[k], layout.strides()[k]));
  return sums(axes);
}

ViewMap slice_map(const Leading& source, const std::vector<KeyEntry>& key) {
  const std::vector<Part> modes = modes_of(source);
  if (key.size() != modes.size()) return refused();
  IntTuple::List shape;
  std::vector<Axis> axes;
  Int start = 0;
  bool at_zero = true;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const Part& mode = modes[i];
    if (key[i].integer) {
      if (*key[i].integer < 0 || *key[i].integer >= mode.size) return refused();
      start += *key[i].integer * mode.weight;
      at_zero = at_zero && *key[i].integer == 0;
      continue;
    }
    const Int step = key[i].step.value_or(1);
    const Int low = bound(key[i].start, 0, mode.size);
    const Int high = bound(key[i].stop, mode.size, mode.size);
    if (step <= 0 || low >= high || (high - low) % step != 0) return refused();
    if (!mode.tree.is_int() && (step != 1 || low != 0 || high != mode.size)) return refused();
    at_zero = at_zero && low == 0;
    axes.push_back(steps((high - low) / step, step * mode.weight, low * mode.weight));
    shape.push_back(mode.tree.is_int() ? IntTuple((high - low) / step) : mode.tree);
  }
  if (source.size() > 1 && !at_zero) return refused("NotImplementedError");
  return accepted(std::move(shape), axes, start);
}

ViewMap permute_map(const Leading& source, const std::vector<Int>& order) {
  const std::vector<Part> modes = modes_of(source);
  std::vector<Int> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != steps(modes.size(), 1)) return refused();
  IntTuple::List shape;
  std::vector<Axis> axes;
  for (const Int mode : order) {
    shape.push_back(modes[mode.to_size()].tree);
    axes.push_back(whole(modes[mode.to_size()]));
  }
  return accepted(std::move(shape), axes);
}

ViewMap rearrange_map(const Leading& source, const Tree& output, const Tree& selection) {
  if (source.size() > 1) return refused("NotImplementedError");
  std::vector<Part> parts;
  if (!select_parts(modes_of(source), selection.items(), parts)) return refused();
  std::set<Int> used;
  std::vector<Axis> axes;
  auto shape = build(output.items(), parts, used, axes);
  if (!shape) return refused();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].size != 1 && used.count(i) == 0) return refused();
  }
  return accepted(std::move(*shape), axes);
}

ViewMap reshape_map(const Leading& source, const Shape& target) {
  const Int size = size_of(to_int_tuple(target));
  if (size != size_of(to_int_tuple(source[0].shape()))) return refused();
  for (const Layout& layout : source) {
    const std::vector<Int> indices = flat_indices(layout);
    for (std::size_t q = 0; q < indices.size(); ++q) {
      if (indices[q] != (indices.size() == 1 ? Int(0) : indices[1]) * q) return refused();
    }
  }
  return {"", target, steps(size, 1)};
}

ViewMap as_strided_map(const Leading& source, const Layout& selector) {
  const std::vector<Int> ordinals = flat_indices(selector);
  const std::set<Int> selected(ordinals.begin(), ordinals.end());
  if (selected.size() != ordinals.size()) return refused();
  if (*selected.rbegin() >= size_of(to_int_tuple(source[0].shape()))) return refused();
  for (const Layout& layout : source) {
    // The only candidate moves along each leaf as far as the first step along it.
    const std::vector<Int> indices = flat_indices(layout);
    std::vector<Axis> axes;
    for (std::size_t k = 0; k < selector.leaf_count(); ++k) {
      const bool moves = selector.extents()[k] > 1;
      axes.push_back(steps(selector.extents()[k], moves ? indices.at(selector.strides()[k].to_size()) : Int(0)));
    }
    const std::vector<Int> candidate = sums(axes);
    for (std::size_t q = 0; q < ordinals.size(); ++q) {
      if (candidate[q] != indices.at(ordinals[q].to_size())) return refused();
    }
    if (&layout == &source[0] && std::set<Int>(candidate.begin(), candidate.end()).size() != candidate.size()) {
      return refused();
    }
  }
  return {"", selector.shape(), ordinals};
}

ViewMap broadcast_to_map(const Leading& source, const Shape& target) {
  std::vector<Axis> axes;
  const IntTuple tree = to_int_tuple(source[0].shape());
  if (!widen({tree, size_of(tree), 1}, to_int_tuple(target), axes)) return refused();
  return {"", target, sums(axes)};
}

ViewMap broadcast_in_dim_map(const Leading& source, const Shape& target, const std::vector<Int>& dimensions) {
  const std::vector<Part> modes = modes_of(source);
  const IntTuple::List wanted = to_int_tuple(target).items();
  if (dimensions.size() != modes.size()) return refused();
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i] < 0 || dimensions[i] >= wanted.size()) return refused();
    if (i > 0 && dimensions[i] <= dimensions[i - 1]) return refused();
  }
  std::vector<Axis> axes;
  for (std::size_t j = 0; j < wanted.size(); ++j) {
    const auto named = std::find(dimensions.begin(), dimensions.end(), Int(j));
    const Part part = named == dimensions.end() ? Part{IntTuple(1), 1, 0}
                                                : modes[static_cast<std::size_t>(named - dimensions.begin())];
    if (!widen(part, wanted[j], axes)) return refused();
  }
  return {"", target, sums(axes)};
}

ViewMap unsqueeze_map(const Leading& source, Int dim) {
  const std::vector<Part> modes = modes_of(source);
  const Int places = modes.size() + 1;
  if (dim < -places || dim >= places) return refused();
  const Int at = dim < 0 ? dim + places : dim;
  IntTuple::List shape = to_int_tuple(source[0].shape()).items();
  shape.insert(shape.begin() + *at.to<std::ptrdiff_t>(), IntTuple(1));
  return {"", Shape(IntTuple(std::move(shape))), steps(source[0].size(), 1)};
}

ViewMap squeeze_map(const Leading& source, Int dim) {
  const std::vector<Part> modes = modes_of(source);
  if (dim < -Int(modes.size()) || dim >= modes.size()) return refused();
  const Int at = dim < 0 ? dim + modes.size() : dim;
  IntTuple::List shape = to_int_tuple(source[0].shape()).items();
  if (shape[at.to_size()] != IntTuple(1)) return refused();
  shape.erase(shape.begin() + *at.to<std::ptrdiff_t>());
  return {"", Shape(IntTuple(std::move(shape))), steps(source[0].size(), 1)};
}

std::optional<std::vector<double>> gradient_by_map(const Layout& source, const ViewMap& map,
                                                   const std::vector<double>& cotangent) {
  const std::vector<Int> slots = flat_indices(source);
  std::vector<double> gradient(slots.size(), 0.0);
  for (std::size_t q = 0; q < cotangent.size(); ++q) gradient[map.ordinals[q].to_size()] += cotangent[q];

  std::vector<Axis> moving;
  for (std::size_t k = 0; k < source.leaf_count(); ++k) {
    if (source.strides()[k] != 0) moving.push_back(steps(source.extents()[k], source.strides()[k]));
  }
  const std::vector<Int> distinct = sums(moving);
  if (std::set<Int>(distinct.begin(), distinct.end()).size() != distinct.size()) return {};
  std::map<Int, double> of_slot;
  for (std::size_t i = 0; i < slots.size(); ++i) of_slot[slots[i]] += gradient[i];
  for (std::size_t i = 0; i < slots.size(); ++i) gradient[i] = of_slot[slots[i]];
  return gradient;
}

}  // namespace swconform::test
