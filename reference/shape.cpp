// SPDX-License-Identifier: Apache-2.0
#include "reference/shape.hpp"

#include <fmt/format.h>

#include <ostream>
#include <utility>

#include "reference/big_int.hpp"
#include "reference/error.hpp"
#include "reference/int_tree.hpp"

namespace strideweave {
namespace {

/// The coordinates of the modes marks[at...] up to the end or to the pop that closes them; takes them out of `ordinal`.
IntTuple decode(std::span<const Mark> marks, std::span<const Int> extents, std::size_t& at, std::size_t& leaf,
                Int& ordinal) {
  IntTuple::List items;
  for (; at < marks.size() && marks[at] != Mark::pop; ++at) {
    if (marks[at] == Mark::push) {
      items.push_back(decode(marks, extents, ++at, leaf, ordinal));
    } else {
      const Int extent = extents[leaf++];
      items.emplace_back(ordinal % extent);
      ordinal /= extent;
    }
  }
  return IntTuple(std::move(items));
}

}  // namespace

Shape::Shape(std::initializer_list<IntTuple> modes) : Shape(IntTuple(modes)) {}

Shape::Shape(const IntTuple& modes) {
  int_tree::flatten(modes, profile_, extents_);
  int_tree::check(extents(), 1, "extent");
}

Shape::Shape(Profile profile, Leaves extents) : profile_(std::move(profile)), extents_(std::move(extents)) {
  int_tree::check(this->extents(), 1, "extent");
}

Shape Shape::parse(std::string_view text) { return Shape(IntTuple::parse(text)); }

Shape Shape::mode(std::size_t index) const {
  const Profile::Mode mode = profile_.mode(index);
  if (mode.is_leaf()) return Shape(Profile::flat(1), {extents_[mode.first_leaf]});
  Profile profile;
  profile.append(profile_.marks().subspan(mode.first_mark + 1, mode.end_mark - mode.first_mark - 2));
  const auto inside = extents().subspan(mode.first_leaf, mode.leaf_count());
  return Shape(std::move(profile), Leaves(inside.begin(), inside.end()));
}

Int Shape::size() const {
  Int product = 1;
  for (const Int extent : extents_) product *= extent;
  return product;
}

Int Shape::saturating_size() const noexcept {
  Int product = 1;
  for (const Int extent : extents_) product = saturating_mul(product, extent);
  return product;
}

bool Shape::contains(Int ordinal) const {
  // ordinal < e1 e2 ... en exactly when dividing it by each extent in turn leaves 0: no product is formed,
  // and a negative one stays negative.
  for (const Int extent : extents_) ordinal /= extent;
  return ordinal == 0;
}

IntTuple Shape::coordinate(Int ordinal) const {
  if (!contains(ordinal)) {
    raise_value_error(fmt::format("ordinal {} is outside shape {}", to_string(ordinal), to_string(*this)));
  }
  std::size_t at = 0;
  std::size_t leaf = 0;
  return decode(profile_.marks(), extents(), at, leaf, ordinal);
}

bool same_size(const Shape& a, const Shape& b) {
  const auto size = [](const Shape& shape) {
    BigInt product = 1;
    for (const Int extent : shape.extents()) product *= to_big(extent);
    return product;
  };
  const Int small = a.saturating_size();
  return small == b.saturating_size() && (small < Int::max() || size(a) == size(b));
}

std::string to_string(const Shape& shape) { return int_tree::text(shape.profile(), shape.extents()); }
IntTuple to_int_tuple(const Shape& shape) { return int_tree::unflatten(shape.profile(), shape.extents()); }
std::ostream& operator<<(std::ostream& out, const Shape& shape) { return out << to_string(shape); }

}  // namespace strideweave
