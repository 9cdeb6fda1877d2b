// SPDX-License-Identifier: Apache-2.0
#include "tests/support/random_layout.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace swconform::test {

using strideweave::Int;
using strideweave::Layout;
using strideweave::Leaves;
using strideweave::Mark;
using strideweave::Profile;
using strideweave::Shape;

Layout RandomLayouts::nested(std::vector<int> extents, std::vector<int> strides) {
  const bool nest = !extents.empty() && chance(45);
  const std::size_t certain = nest ? static_cast<std::size_t>(below(static_cast<int>(extents.size()))) : 0;
  Profile profile;
  int open = 0;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    const int opened = nest ? (k == certain ? 1 : 0) + (chance(25) ? 1 : 0) : 0;
    for (int i = 0; i < opened; ++i, ++open) profile.push();
    profile.append_leaf();
    for (; open > 0 && chance(60); --open) profile.pop();
  }
  for (; open > 0; --open) profile.pop();
  return Layout(Shape(profile, Leaves(extents.begin(), extents.end())), Leaves(strides.begin(), strides.end()));
}

Layout RandomLayouts::layout(int most, int leaves, int largest_stride) {
  static constexpr std::array<int, 9> choices{1, 2, 2, 2, 3, 3, 4, 5, 6};
  std::vector<int> extents;
  std::vector<int> strides;
  int size = 1;
  for (int k = below(leaves + 1); k > 0; --k) {
    const int extent = choices[static_cast<std::size_t>(below(9))];
    if (size * extent > most) continue;
    size *= extent;
    const int kind = below(100);
    strides.push_back(kind < 30 && !extents.empty() ? extents.back() * strides.back()
                      : kind < 33                   ? 0
                                                    : below(largest_stride + 1));
    extents.push_back(extent);
  }
  return nested(std::move(extents), std::move(strides));
}

Layout RandomLayouts::cancelling() {
  const int distance = below(10) - 3;
  std::vector<int> extents;
  std::vector<int> strides;
  for (int k = 3 + below(3); k > 0; --k) {
    const std::array<int, 4> departures{0, distance, -distance, 2 * distance};
    const int departure = departures[static_cast<std::size_t>(below(4))];
    strides.push_back(extents.empty() ? below(6) : std::max(0, extents.back() * strides.back() + departure));
    extents.push_back(2 + (chance(25) ? 1 : 0) + (chance(25) ? 1 : 0));
  }
  return nested(std::move(extents), std::move(strides));
}

Layout RandomLayouts::regular() {
  const int base = below(6);
  std::vector<int> extents;
  std::vector<int> strides;
  int size = 1;
  for (int k = below(5); k > 0; --k) {
    const int extent = 1 + below(3);
    strides.push_back(extent > 1 && chance(85) ? base * size : below(10));
    extents.push_back(extent);
    size *= extent;
  }
  return nested(std::move(extents), std::move(strides));
}

Layout RandomLayouts::selector(Int size) {
  static constexpr std::array<int, 9> choices{1, 2, 2, 3, 3, 4, 5, 6, 8};
  std::vector<int> extents;
  std::vector<int> strides;
  int room = *size.to<int>() - 1;
  for (int k = 1 + below(3); k > 0; --k) {
    const int extent = choices[static_cast<std::size_t>(below(9))];
    const int most = extent == 1 ? 50 : room / (extent - 1);
    if (most < 1) continue;
    const int stride = extent == 1 ? below(most) : 1 + below(most);
    if (extent > 1) room -= (extent - 1) * stride;
    const auto at = below(static_cast<int>(extents.size()) + 1);
    extents.insert(extents.begin() + at, extent);
    strides.insert(strides.begin() + at, stride);
  }
  return nested(std::move(extents), std::move(strides));
}

Shape RandomLayouts::shape_of_size(Int size) {
  std::vector<int> extents;
  int rest = *size.to<int>();
  while (rest > 1) {
    std::vector<int> divisors;
    for (int d = 1; d <= rest; ++d) {
      if (rest % d == 0) divisors.push_back(d);
    }
    const int extent = divisors[static_cast<std::size_t>(below(static_cast<int>(divisors.size())))];
    extents.push_back(extent);
    rest /= extent;
  }
  return nested(extents, std::vector<int>(extents.size(), 0)).shape();
}

// NOLINTNEXTLINE(concurrency-mt-unsafe): nothing sets variables
int trial_count(int usual) { return std::getenv("SWCONFORM_LONG") != nullptr ? 20 * usual : usual; }

bool is_nested(const Layout& layout) {
  const auto marks = layout.profile().marks();
  return std::find(marks.begin(), marks.end(), Mark::push) != marks.end();
}

}  // namespace swconform::test
