// SPDX-License-Identifier: Apache-2.0
// Every view, forward and backward, against enumeration on random hierarchical layouts, of one subtensor and of two.
// The shares of what was accepted, refused, nested and differentiated are asserted, so that none goes untested.
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "reference/as_strided.hpp"
#include "reference/backward.hpp"
#include "reference/broadcast_in_dim.hpp"
#include "reference/broadcast_to.hpp"
#include "reference/index.hpp"
#include "reference/modes.hpp"
#include "reference/permute.hpp"
#include "reference/rearrange.hpp"
#include "reference/rearrangement.hpp"
#include "reference/reshape.hpp"
#include "reference/squeeze.hpp"
#include "reference/unsqueeze.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/objects.hpp"
#include "tests/support/random_layout.hpp"
#include "tests/support/view_oracle.hpp"

using namespace strideweave;
using namespace swconform::test;

namespace {

const int trials = trial_count(10000);

/// One view on many random sources.
class Trials {
 public:
  Trials(const char* name, std::uint32_t seed) : random(seed), name_(name) {}

  RandomLayouts random;

  /// L_0 and, one time in five, S_0.
  Leading leading(const Layout& placement) {
    Leading result{placement};
    if (random.chance(20)) {
      Leaves strides;
      for (const Int stride : placement.strides()) strides.push_back(random.chance(60) ? stride : random.below(4));
      result.emplace_back(placement.shape(), strides);
    }
    return result;
  }
  Leading any_source() { return leading(random.layout(24, 4, 12)); }

  void check(const Leading& source, const ViewMap& expected, const std::function<Tensor(const Tensor&)>& view) {
    const Tensor tensor = tensor_on(source);
    count(source[0], expected);
    INFO(name_ << " of " << source[0] << (source.size() > 1 ? " / " + to_string(source[1]) : ""));
    std::optional<Tensor> result;
    const std::string error = thrown_by([&] { result = view(tensor); }).kind;
    if (error != expected.error) FAIL("error '" << error << "', not '" << expected.error << "'");
    if (!result) return;
    check_leading(result->layout(), result->offset() - tensor.offset(), source[0], expected);
    if (source.size() > 1) {
      check_leading(result->representation().adjacent_layouts()[0], 0, source[1], expected);
      if (!result->is_leaf()) FAIL("recorded");
    } else {
      check_backward(tensor, *result, expected);
    }
  }

  /// `refuses_gradients`: whether the view exists of sources that alias by more than strides of 0.
  void check_shares(bool refuses_gradients = true) const {
    fmt::print(
        "{}: {} random sources, {} % accepted, {} % nested, {} % of two levels; {} gradients, {} of them summed "
        "over slots, {} refused\n",
        name_, count_, percent(accepted_), percent(nested_), percent(two_levels_), gradients_, summed_, refused_);
    CHECK(count_ >= trials);
    CHECK(percent(accepted_) >= 30);
    CHECK(percent(accepted_) <= 75);
    CHECK(percent(nested_) >= 25);
    CHECK(gradients_ >= trials / 8);
    CHECK(summed_ >= trials / 200);
    CHECK((refused_ >= trials / 200) == refuses_gradients);
  }

 private:
  int percent(int part) const { return 100 * part / count_; }

  void count(const Layout& source, const ViewMap& expected) {
    ++count_;
    accepted_ += expected.error.empty() ? 1 : 0;
    nested_ += is_nested(source) ? 1 : 0;
  }

  Tensor tensor_on(const Leading& source) {
    if (source.size() == 1) {
      const int offset = random.below(3);
      const Int size = source[0].cosize() + offset;
      return Tensor(std::make_shared<VirtualCarrier>(dtype::float32(), size), offset, source[0]);
    }
    ++two_levels_;
    static const CompoundDType& pair = new_pair();
    const auto carrier = [](const DType& dtype, Int size) { return std::make_shared<VirtualCarrier>(dtype, size); };
    const Layout next = compact(Shape{source[1].cosize()});
    Representation::Subtensors levels;
    levels.push_back({&dtype::float32(), carrier(dtype::float32(), source[0].cosize() + 1), 1, source[0]});
    levels.push_back({&dtype::int32(), carrier(dtype::int32(), next.size() + 2), 2, next});
    return Tensor::from_representation(Representation(pair, std::move(levels), {source[1]}));
  }

  static void check_leading(const Layout& layout, Int offset, const Layout& source, const ViewMap& expected) {
    if (layout.shape() != expected.shape) FAIL("shape of " << layout << ", not " << expected.shape);
    const std::vector<Int> before = flat_indices(source);
    const std::vector<Int> after = flat_indices(layout);
    if (after.size() != expected.ordinals.size()) FAIL("size of " << layout);
    for (std::size_t q = 0; q < after.size(); ++q) {
      if (offset + after[q] != before[expected.ordinals[q].to_size()]) FAIL("element " << q << " of " << layout);
    }
  }

  void check_backward(const Tensor& source, const Tensor& view, const ViewMap& map) {
    const std::vector<Int> indices = flat_indices(view.layout());
    const bool injective = std::set<Int>(indices.begin(), indices.end()).size() == indices.size();
    const Layout layout = injective ? view.layout() : compact(view.layout().shape(), 1 + random.below(2));
    std::vector<double> cotangent;
    std::vector<Scalar> stored(layout.cosize().to_size(), 1000.0);
    for (const Int place : flat_indices(layout)) {
      cotangent.push_back(random.below(20) - 9);
      stored[place.to_size()] = cotangent.back();
    }
    const auto expected = gradient_by_map(source.layout(), map, cotangent);
    const Argument gradient = Tensor(std::make_shared<Host>(dtype::float32(), stored), 0, layout);
    const std::string error = thrown_by([&] { backward(view, gradient); }).kind;
    if (error != (expected ? "" : "ValueError")) FAIL("backward: error '" << error << "'");
    if (source.grad().has_value() != expected.has_value()) FAIL("backward: grad or none");
    if (!expected) {
      ++refused_;
      return;
    }
    check_gradient(source, *expected);
  }

  void check_gradient(const Tensor& source, const std::vector<double>& expected) {
    ++gradients_;
    const Tensor grad = *source.grad();
    const std::vector<Int> slots = flat_indices(source.layout());
    if (std::set<Int>(slots.begin(), slots.end()).size() == slots.size()) {
      if (grad.layout() != source.layout()) FAIL("backward: layout " << grad.layout());
    } else {
      ++summed_;
      const std::vector<Int> places = flat_indices(grad.layout());
      if (grad.layout().shape() != source.layout().shape()) FAIL("backward: shape of " << grad.layout());
      if (std::set<Int>(places.begin(), places.end()).size() != places.size()) FAIL("backward: " << grad.layout());
    }
    const std::vector<Int> places = flat_indices(grad.layout());
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double value = std::get<double>(grad.carrier()->get(grad.offset() + places[i]));
      if (value != expected[i]) FAIL("backward: ordinal " << i << " is " << value << ", not " << expected[i]);
    }
  }

  const char* name_;
  int count_ = 0;
  int accepted_ = 0;
  int nested_ = 0;
  int two_levels_ = 0;
  int gradients_ = 0;
  int summed_ = 0;
  int refused_ = 0;
};

Argument to_argument(const KeyEntry& entry) {
  if (entry.integer) return *entry.integer;
  const auto part = [](const std::optional<Int>& value) { return value ? Argument(*value) : Argument(); };
  return Argument::slice(part(entry.start), part(entry.stop), part(entry.step));
}

KeyEntry random_entry(RandomLayouts& random, int size, bool nested) {
  KeyEntry entry;
  if (random.chance(35)) {
    entry.integer = random.below(size + (random.chance(10) ? 2 : 0)) - (random.chance(4) ? 1 : 0);
  } else if (!nested || random.chance(15)) {
    if (random.chance(50)) entry.start = random.below(2 * size + 3) - size - 1;
    if (random.chance(50)) entry.stop = random.below(2 * size + 3) - size - 1 + (random.chance(70) ? size : 0);
    if (random.chance(30)) entry.step = random.below(4) + (random.chance(90) ? 1 : -1);
  }
  return entry;
}

/// A Tree over leaves or whole modes, at times one that is refused.
Tree random_output(RandomLayouts& random, std::size_t parts) {
  std::vector<int> ids;
  for (std::size_t i = 0; i < parts; ++i) ids.push_back(static_cast<int>(i));
  for (std::size_t i = parts; i > 1; --i) {
    std::swap(ids[i - 1], ids[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
  }
  if (!ids.empty() && random.chance(25)) ids.pop_back();
  if (random.chance(8)) ids.push_back(random.below(static_cast<int>(parts) + 2));
  std::vector<std::vector<Tree::Item>> open(1);
  for (const int id : ids) {
    if (random.chance(20)) open.emplace_back();
    if (random.chance(15)) open.back().emplace_back(Node());
    open.back().emplace_back(Node::id(id));
    if (open.size() > 1 && random.chance(50)) {
      Tree closed(std::move(open.back()));
      open.pop_back();
      open.back().emplace_back(std::move(closed));
    }
  }
  while (open.size() > 1) {
    Tree closed(std::move(open.back()));
    open.pop_back();
    open.back().emplace_back(std::move(closed));
  }
  return Tree(open.back());
}

/// A selection that matches the shape, some nested modes taken whole; or at times one that does not.
Tree random_selection(RandomLayouts& random, const IntTuple& tree) {
  std::vector<Tree::Item> items;
  for (const IntTuple& item : tree.items()) {
    if (item.is_int() ? random.chance(97) : random.chance(40)) {
      items.emplace_back(Node());
    } else {
      items.emplace_back(item.is_int() ? Tree({Node()}) : random_selection(random, item));
    }
  }
  return Tree(items);
}

/// The shape with some extents changed: one becomes 1 to 4, and rarely another does.
Shape widened(RandomLayouts& random, const Shape& shape) {
  Leaves extents(shape.extents().begin(), shape.extents().end());
  for (Int& extent : extents) {
    if (extent == 1 ? random.chance(70) : random.chance(9)) extent = 1 + random.below(4);
  }
  return Shape(shape.profile(), std::move(extents));
}

}  // namespace

TEST_CASE("slices against enumeration", "[views][random]") {
  Trials slices("slice", 11);
  for (int done = 0; done < trials;) {
    const Leading source = slices.any_source();
    std::vector<KeyEntry> key;
    for (std::size_t i = 0; i < source[0].rank(); ++i) {
      const int size = *source[0].shape().mode(i).size().to<int>();
      key.push_back(random_entry(slices.random, size, !source[0].shape().is_leaf(i)));
    }
    if (slices.random.chance(3)) key.emplace_back();
    if (std::all_of(key.begin(), key.end(), [](const KeyEntry& entry) { return entry.integer.has_value(); })) continue;
    Argument::List entries;
    for (const KeyEntry& entry : key) entries.push_back(to_argument(entry));
    slices.check(source, slice_map(source, key),
                 [&](const Tensor& tensor) { return std::get<Tensor>(index(tensor, entries)); });
    ++done;
  }
  slices.check_shares();
}

TEST_CASE("permutations against enumeration", "[views][random]") {
  Trials permutes("permute", 12);
  for (int i = 0; i < trials; ++i) {
    const Leading source = permutes.any_source();
    const auto rank = static_cast<int>(source[0].rank());
    std::vector<Int> order;
    for (int mode = 0; mode < rank; ++mode) {
      order.insert(order.begin() + permutes.random.below(mode + 1), mode);
    }
    if (permutes.random.chance(45)) {
      const int at = permutes.random.below(rank + 1);
      if (at < rank) {
        order[static_cast<std::size_t>(at)] = permutes.random.below(rank + 2) - 1;
      } else {
        order.push_back(permutes.random.below(rank + 1));
      }
    }
    const std::vector<Argument> arguments(order.begin(), order.end());
    permutes.check(source, permute_map(source, order),
                   [&](const Tensor& tensor) { return permute(tensor, arguments); });
  }
  permutes.check_shares();
}

TEST_CASE("rearrangements against enumeration", "[views][random]") {
  Trials rearranges("rearrange", 13);
  for (int i = 0; i < trials; ++i) {
    const Leading source = rearranges.any_source();
    const bool by_default = rearranges.random.chance(40);
    const Tree selection = by_default ? default_selection(source[0].shape())
                                      : random_selection(rearranges.random, to_int_tuple(source[0].shape()));
    const Tree output = random_output(rearranges.random, selection.nodes().size());
    rearranges.check(source, rearrange_map(source, output, selection), [&](const Tensor& tensor) {
      return by_default ? rearrange(tensor, output) : rearrange(tensor, output, selection);
    });
  }
  rearranges.check_shares();
}

TEST_CASE("reshapes against enumeration", "[views][random]") {
  Trials reshapes("reshape", 14);
  for (int i = 0; i < trials; ++i) {
    const bool regular = reshapes.random.chance(85);
    const Leading source = reshapes.leading(regular ? reshapes.random.regular() : reshapes.random.layout(24, 4, 12));
    const Int size = source[0].size() + (reshapes.random.chance(10) ? 1 : 0);
    const Shape target = reshapes.random.shape_of_size(size);
    reshapes.check(source, reshape_map(source, target), [&](const Tensor& tensor) { return reshape(tensor, target); });
  }
  reshapes.check_shares(false);
}

TEST_CASE("as_strided against enumeration", "[views][random]") {
  Trials strided("as_strided", 15);
  for (int i = 0; i < trials; ++i) {
    const Leading source =
        strided.leading(strided.random.chance(50) ? strided.random.layout(36, 4, 12) : strided.random.cancelling());
    const Int reach = source[0].size() + (strided.random.chance(15) ? 2 : 0);
    const Layout selector = strided.random.selector(reach);
    strided.check(source, as_strided_map(source, selector),
                  [&](const Tensor& tensor) { return as_strided(tensor, selector.shape(), selector.stride()); });
  }
  strided.check_shares();
}

TEST_CASE("broadcast_to against enumeration", "[views][random]") {
  Trials broadcasts("broadcast_to", 16);
  for (int i = 0; i < trials; ++i) {
    const Leading source = broadcasts.any_source();
    const Shape target = broadcasts.random.chance(25) ? broadcasts.random.layout(24, 3, 1).shape()
                                                      : widened(broadcasts.random, source[0].shape());
    broadcasts.check(source, broadcast_to_map(source, target),
                     [&](const Tensor& tensor) { return broadcast_to(tensor, target); });
  }
  broadcasts.check_shares();
}

TEST_CASE("broadcast_in_dim against enumeration", "[views][random]") {
  Trials broadcasts("broadcast_in_dim", 17);
  for (int i = 0; i < trials; ++i) {
    const Leading source = broadcasts.any_source();
    RandomLayouts& random = broadcasts.random;
    IntTuple::List modes;
    std::vector<Int> dimensions;
    const auto insert = [&] {
      if (random.chance(25)) modes.push_back(random.chance(95) ? IntTuple(1 + random.below(3)) : IntTuple{2});
    };
    const IntTuple named = to_int_tuple(widened(random, source[0].shape()));
    for (const IntTuple& mode : named.items()) {
      insert();
      dimensions.emplace_back(modes.size());
      modes.push_back(mode);
    }
    insert();
    if (random.chance(12)) dimensions.emplace_back(random.below(4));
    if (!dimensions.empty() && random.chance(15)) {
      dimensions[static_cast<std::size_t>(random.below(static_cast<int>(dimensions.size())))] = random.below(5) - 1;
    }
    const Shape target((IntTuple(modes)));
    const std::vector<Argument> arguments(dimensions.begin(), dimensions.end());
    broadcasts.check(source, broadcast_in_dim_map(source, target, dimensions),
                     [&](const Tensor& tensor) { return broadcast_in_dim(tensor, target, arguments); });
  }
  broadcasts.check_shares();
}

TEST_CASE("unsqueeze against enumeration", "[views][random]") {
  Trials unsqueezes("unsqueeze", 18);
  for (int i = 0; i < trials; ++i) {
    const Leading source = unsqueezes.any_source();
    const auto rank = static_cast<int>(source[0].rank());
    const Int dim = unsqueezes.random.below(4 * rank + 8) - 2 * rank - 4;
    unsqueezes.check(source, unsqueeze_map(source, dim), [&](const Tensor& tensor) { return unsqueeze(tensor, dim); });
  }
  unsqueezes.check_shares();
}

TEST_CASE("squeeze against enumeration", "[views][random]") {
  Trials squeezes("squeeze", 19);
  for (int i = 0; i < trials; ++i) {
    const Layout layout = squeezes.random.layout(24, 4, 12);
    const auto rank = static_cast<int>(layout.rank());
    const int unit = squeezes.random.below(rank + 1);
    LayoutBuilder with_unit;
    for (int mode = 0; mode <= rank; ++mode) {
      if (mode == unit) with_unit.leaf(1, squeezes.random.below(9));
      if (mode < rank) with_unit.mode(layout, static_cast<std::size_t>(mode));
    }
    const Leading source = squeezes.leading(with_unit.build());
    const Int dim = squeezes.random.chance(50) ? Int(unit - (squeezes.random.chance(50) ? rank + 1 : 0))
                                               : Int(squeezes.random.below(2 * rank + 6) - rank - 3);
    squeezes.check(source, squeeze_map(source, dim), [&](const Tensor& tensor) { return squeeze(tensor, dim); });
  }
  squeezes.check_shares();
}
