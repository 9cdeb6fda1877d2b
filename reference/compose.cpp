// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "reference/algebra.hpp"
#include "reference/big_int.hpp"
#include "reference/coalesce.hpp"
#include "reference/error.hpp"
#include "reference/kernel.hpp"

namespace strideweave {
namespace {

// Let a coalesce to leaves (a_k, s_k), and N_k = a_1 ... a_(k-1). On [0, size(a)),
//   a(x) = s_1 x + sum over k >= 2 of delta_k floor(x / N_k),   delta_k = s_k - a_(k-1) s_(k-1), which is never 0.
// With b's leaves (b_j, t_j) the strides of the result can only be a(t_j), and a(b(q)) differs from sum q_j a(t_j) by
//   sum of delta_k K_k(q),   K_k(q) = floor(sum_j q_j (t_j mod N_k) / N_k),
// the carry past N_k. The composition is that layout when this sum is 0 for every q.

/// The fractions (t_j mod N_k) / N_k, reduced. Two k with the same one carry together.
template <class Number>
struct Carry {
  Number denominator;
  InlineVector<Number, 6> numerators;

  friend bool operator<(const Carry& a, const Carry& b) {
    return std::tie(a.denominator, a.numerators) < std::tie(b.denominator, b.numerators);
  }
};

template <class Number>
using Carries = std::map<Carry<Number>, Number>;  // to the sum of the deltas, never 0

/// The sum of numerators[j] * (extent_j - 1): the numerator of the carry at the far corner.
template <class Number>
Number at_far_corner(const InlineVector<Number, 6>& numerators, const LeafList<Number>& selector) {
  Number sum = 0;
  for (std::size_t j = 0; j < selector.size(); ++j) sum += numerators[j] * (selector[j].extent - 1);
  return sum;
}

template <class Number>
Carries<Number> carries(const LeafList<Number>& source, const LeafList<Number>& selector) {
  Carries<Number> result;
  Number below = 1;  // N_k
  for (std::size_t k = 1; k < source.size(); ++k) {
    below *= source[k - 1].extent;
    const Number delta = source[k].stride - source[k - 1].extent * source[k - 1].stride;
    Carry<Number> carry{below, {}};
    for (const Leaf<Number>& leaf : selector) {
      carry.numerators.push_back(leaf.stride < below ? leaf.stride : leaf.stride % below);
    }
    if (at_far_corner(carry.numerators, selector) < below) continue;  // never carries
    Number common = below;
    for (const Number& numerator : carry.numerators) common = gcd(common, numerator);
    carry.denominator /= common;
    for (Number& numerator : carry.numerators) numerator /= common;
    result[std::move(carry)] += delta;
  }
  std::erase_if(result, [](const auto& entry) { return entry.second == 0; });
  return result;
}

/// Whether some of the deltas add up to 0. A carry grows by 0 or 1 a unit step, so the deltas of the carries that
/// happen first must. With many deltas the answer "perhaps" costs less than 2^n sums.
template <class Number>
bool may_cancel(const Carries<Number>& carries) {
  constexpr std::size_t worthwhile = 12;
  if (carries.size() > worthwhile) return true;
  std::vector<Number> sums{0};
  for (const auto& entry : carries) {
    const std::size_t known = sums.size();
    for (std::size_t i = 0; i < known; ++i) {
      sums.push_back(sums[i] + entry.second);
      if (sums.back() == 0) return true;
    }
  }
  return false;
}

/// Whether the sum of delta_k K_k is 0 everywhere: the variables are q, then the carries.
template <class Number>
bool always_cancel(const Carries<Number>& carries, const LeafList<Number>& selector) {
  const std::size_t variables = selector.size() + carries.size();
  kernel::System system;
  system.low.assign(variables, "0");
  for (const Leaf<Number>& leaf : selector) system.high.push_back(to_string(leaf.extent - 1));

  kernel::Constraint difference{std::vector<kernel::Number>(variables, "0"), "", ""};
  Number most = 0;
  std::size_t k = selector.size();
  for (const auto& [carry, delta] : carries) {
    const Number highest = at_far_corner(carry.numerators, selector) / carry.denominator;
    system.high.push_back(to_string(highest));
    // 0 <= sum numerators q - denominator K < denominator
    kernel::Constraint floor{std::vector<kernel::Number>(variables, "0"), "0", to_string(carry.denominator - 1)};
    for (std::size_t j = 0; j < selector.size(); ++j) floor.coefficients[j] = to_string(carry.numerators[j]);
    floor.coefficients[k] = "-" + to_string(carry.denominator);
    system.constraints.push_back(std::move(floor));
    difference.coefficients[k] = to_string(delta);
    most += abs(delta) * highest;
    ++k;
  }
  const auto reached = [&](kernel::Number low, kernel::Number high) {
    kernel::System asked = system;
    asked.constraints.push_back({difference.coefficients, std::move(low), std::move(high)});
    return kernel::feasible(asked);
  };
  return !reached("1", to_string(most)) && !reached("-" + to_string(most), "-1");
}

/// a(x) for coalesced leaves; x < size.
template <class Number>
Number index(const LeafList<Number>& source, Number x) {
  Number sum = 0;
  for (const Leaf<Number>& leaf : source) {
    if (x < leaf.extent) return sum + x * leaf.stride;
    const Number rest = x / leaf.extent;
    sum += (x - rest * leaf.extent) * leaf.stride;
    x = rest;
  }
  return sum;
}

}  // namespace

bool covers(const Shape& shape, const Layout& layout) {
  const Int size = shape.saturating_size();
  if (size < Int::max()) return layout.fits(size);
  return exactly([&]<class Number>() {
    Number product = 1;
    for (const Int extent : shape.extents()) product *= widen<Number>(extent);
    Number last = 0;
    for (std::size_t j = 0; j < layout.leaf_count(); ++j) {
      last += (widen<Number>(layout.extents()[j]) - 1) * widen<Number>(layout.strides()[j]);
    }
    return last < product;
  });
}

std::optional<Layout> compose(const Layout& a, const Layout& b) {
  if (!covers(a.shape(), b)) {
    raise_value_error(fmt::format("{} reaches past the {} ordinals of {}", to_string(b),
                                  to_string(a.shape().saturating_size()), to_string(a)));
  }
  return exactly([&]<class Number>() -> std::optional<Layout> {
    const LeafList<Number> source = coalesced_leaves<Number>(a);
    LeafList<Number> selector;
    for (std::size_t j = 0; j < b.leaf_count(); ++j) {
      if (b.extents()[j] == 1) continue;
      selector.push_back({widen<Number>(b.extents()[j]), widen<Number>(b.strides()[j])});
    }
    const Carries<Number> carried = carries(source, selector);
    if (!carried.empty() && !(may_cancel(carried) && always_cancel(carried, selector))) return {};

    Leaves strides;
    for (std::size_t j = 0; j < b.leaf_count(); ++j) {
      strides.push_back(b.extents()[j] == 1 ? Int(0) : to_int(index(source, widen<Number>(b.strides()[j]))));
    }
    return Layout(b.shape(), std::move(strides));
  });
}

}  // namespace strideweave
