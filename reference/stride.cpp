// SPDX-License-Identifier: Apache-2.0
#include "reference/stride.hpp"

#include <ostream>
#include <utility>

#include "reference/int_tree.hpp"

namespace strideweave {

Stride::Stride(std::initializer_list<IntTuple> modes) : Stride(IntTuple(modes)) {}

Stride::Stride(const IntTuple& modes) {
  int_tree::flatten(modes, profile_, strides_);
  int_tree::check(strides(), 0, "stride");
}

Stride::Stride(Profile profile, Leaves strides) : profile_(std::move(profile)), strides_(std::move(strides)) {
  int_tree::check(this->strides(), 0, "stride");
}

Stride Stride::parse(std::string_view text) { return Stride(IntTuple::parse(text)); }

bool congruent(const Shape& shape, const Stride& stride) { return shape.profile() == stride.profile(); }

std::string to_string(const Stride& stride) { return int_tree::text(stride.profile(), stride.strides()); }
IntTuple to_int_tuple(const Stride& stride) { return int_tree::unflatten(stride.profile(), stride.strides()); }
std::ostream& operator<<(std::ostream& out, const Stride& stride) { return out << to_string(stride); }

}  // namespace strideweave
