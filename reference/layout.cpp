// SPDX-License-Identifier: Apache-2.0
#include "reference/layout.hpp"

#include <fmt/format.h>

#include <optional>
#include <ostream>
#include <utility>

#include "reference/error.hpp"
#include "reference/int_tree.hpp"

namespace strideweave {
namespace {

/// Adds up the index of a coordinate. The whole coordinate is checked before an overflow is reported.
class Indexer {
 public:
  explicit Indexer(const Layout& layout) : layout_(layout) {}

  /// A list stands for the modes of a tree, item by item.
  void add(const Profile::Modes& modes, const IntTuple::List& items) {
    if (modes.size() != items.size()) {
      raise_value_error(
          fmt::format("{} coordinates for {} modes of {}", items.size(), modes.size(), to_string(layout_.shape())));
    }
    for (std::size_t i = 0; i < modes.size(); ++i) {
      if (items[i].is_int()) {
        add(modes[i], items[i].value());
      } else if (modes[i].is_leaf()) {
        raise_value_error(
            fmt::format("nested coordinate {} for a leaf of {}", to_string(items[i]), to_string(layout_.shape())));
      } else {
        add(layout_.profile().modes(modes[i]), items[i].items());
      }
    }
  }

  /// An integer in place of a subtree counts its coordinates, first mode fastest.
  void add(const Profile::Mode& mode, Int ordinal) {
    Int rest = ordinal;
    for (std::size_t leaf = mode.first_leaf; rest > 0 && leaf < mode.end_leaf; ++leaf) {
      add_product(rest % layout_.extents()[leaf], layout_.strides()[leaf]);
      rest /= layout_.extents()[leaf];
    }
    if (rest != 0) {
      raise_value_error(fmt::format("coordinate {} is outside {}", to_string(ordinal), to_string(layout_.shape())));
    }
  }

  Int index() const {
    if (!index_) raise_overflow_error(fmt::format("an index of {} passes 2^127", to_string(layout_)));
    return *index_;
  }

 private:
  void add_product(Int coordinate, Int stride) {
    const std::optional<Int> term = checked_mul(coordinate, stride);
    index_ = index_ && term ? checked_add(*index_, *term) : std::nullopt;
  }

  const Layout& layout_;
  std::optional<Int> index_ = 0;  // nothing once it has passed 2^127
};

}  // namespace

Layout::Layout(Shape shape, const Stride& stride)
    : shape_(std::move(shape)), strides_(stride.strides().begin(), stride.strides().end()) {
  if (!congruent(shape_, stride)) {
    raise_value_error(fmt::format("stride {} is not congruent with shape {}", to_string(stride), to_string(shape_)));
  }
}

Layout::Layout(Shape shape, Leaves strides) : shape_(std::move(shape)), strides_(std::move(strides)) {
  int_tree::check(this->strides(), 0, "stride");
}

Layout Layout::parse(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) raise_value_error(fmt::format("no ':' in layout '{}'", text));
  return Layout(Shape::parse(text.substr(0, colon)), Stride::parse(text.substr(colon + 1)));
}

Int Layout::cosize() const {
  Int result = 1;
  for (std::size_t leaf = 0; leaf < leaf_count(); ++leaf) result += (extents()[leaf] - 1) * strides()[leaf];
  return result;
}

Int Layout::saturating_cosize() const noexcept {
  Int result = 1;
  for (std::size_t leaf = 0; leaf < leaf_count(); ++leaf) {
    result = saturating_add(result, saturating_mul(saturating_add(extents()[leaf], -1), strides()[leaf]));
  }
  return result;
}

bool Layout::fits(Int limit, Int offset) const noexcept {
  // Every term is >= 0, so a product or sum that leaves the range is larger than any limit.
  std::optional<Int> last = checked_add(offset, 1);
  for (std::size_t leaf = 0; last && leaf < leaf_count(); ++leaf) {
    const std::optional<Int> span = checked_mul(saturating_add(extents()[leaf], -1), strides()[leaf]);
    last = span ? checked_add(*last, *span) : std::nullopt;
  }
  return last && *last <= limit;
}

Int Layout::operator()(Int ordinal) const {
  Indexer indexer(*this);
  indexer.add({0, profile().marks().size(), 0, leaf_count()}, ordinal);
  return indexer.index();
}

Int Layout::operator()(const IntTuple& coordinate) const {
  if (coordinate.is_int()) return (*this)(coordinate.value());
  Indexer indexer(*this);
  indexer.add(profile().modes(), coordinate.items());
  return indexer.index();
}

Layout compact(Shape shape, Int base) {
  Leaves strides;
  Int stride = base;
  for (std::size_t leaf = 0; leaf < shape.leaf_count(); ++leaf) {
    strides.push_back(stride);
    // The product after the last leaf is nobody's stride and may pass the range.
    if (leaf + 1 < shape.leaf_count()) stride *= shape.extents()[leaf];
  }
  return Layout(std::move(shape), std::move(strides));
}

std::string to_string(const Layout& layout) {
  return to_string(layout.shape()) + ":" + int_tree::text(layout.profile(), layout.strides());
}

std::ostream& operator<<(std::ostream& out, const Layout& layout) { return out << to_string(layout); }

}  // namespace strideweave
