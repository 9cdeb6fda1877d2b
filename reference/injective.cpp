// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>
#include <utility>

#include "reference/algebra.hpp"
#include "reference/big_int.hpp"
#include "reference/inline_vector.hpp"
#include "reference/kernel.hpp"

namespace strideweave {
namespace {

/// A leaf of extent most + 1. Two coordinates collide when their difference d is not 0, |d_i| <= most_i for every leaf,
/// and the sum of d_i stride_i is 0: a layout is injective when no such d exists.
template <class Number>
struct Term {
  Number stride;
  Number most;
};
template <class Number>
using Terms = std::span<const Term<Number>>;
template <class Number>
using TermList = InlineVector<Term<Number>, 6>;

/// Some collision moves along two leaves only. Then it is a multiple of (s_j, -s_i) / gcd(s_i, s_j).
template <class Number>
bool two_collide(Terms<Number> terms) {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Number common = gcd(terms[i].stride, terms[j].stride);
      if (terms[j].stride / common <= terms[i].most && terms[i].stride / common <= terms[j].most) return true;
    }
  }
  return false;
}

/// Each stride is larger than the largest index of the leaves below it.
template <class Number>
bool nests(Terms<Number> terms) {
  Number span = 0;
  for (const Term<Number>& term : terms) {
    if (term.stride <= span) return false;
    span += term.stride * term.most;
  }
  return true;
}

/// There are more coordinates than indices to hold them (stride gcd 1).
template <class Number>
bool overcrowded(Terms<Number> terms) {
  Number span = 0;
  for (const Term<Number>& term : terms) span += term.stride * term.most;
  // The number of coordinates is compared as it grows, so that it never grows far past the span.
  Number coordinates = 1;
  for (const Term<Number>& term : terms) {
    coordinates *= term.most + 1;
    if (coordinates > span + 1) return true;
  }
  return false;
}

/// The integer program. d and -d collide together, so the first leaf that moves may be taken to move forwards; with
/// fewer than three leaves left `two_collide` has decided.
template <class Number>
bool any_collide(TermList<Number> terms) {
  std::reverse(terms.begin(), terms.end());
  for (std::size_t first = 0; first + 3 <= terms.size(); ++first) {
    kernel::System system;
    kernel::Constraint balanced{{}, "0", "0"};
    for (std::size_t i = first; i < terms.size(); ++i) {
      system.low.push_back(i == first ? "1" : "-" + to_string(terms[i].most));
      system.high.push_back(to_string(terms[i].most));
      balanced.coefficients.push_back(to_string(terms[i].stride));
    }
    system.constraints.push_back(std::move(balanced));
    if (kernel::feasible(system)) return true;
  }
  return false;
}

template <class Number>
bool block_injective(TermList<Number> terms) {
  if (terms.size() <= 1) return true;
  Number common = 0;
  for (const auto& term : terms) common = gcd(common, term.stride);
  for (auto& term : terms) term.stride /= common;
  const Terms<Number> view(terms.data(), terms.size());
  if (nests(view)) return true;
  if (overcrowded(view) || two_collide(view)) return false;
  return terms.size() == 2 || !any_collide(std::move(terms));
}

template <class Number>
bool terms_injective(TermList<Number> terms) {
  std::sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) { return a.stride < b.stride; });
  if (nests(Terms<Number>(terms.data(), terms.size()))) return true;
  InlineVector<Number, 8> gcd_from(terms.size() + 1, Number(0));
  for (std::size_t i = terms.size(); i-- > 0;) gcd_from[i] = gcd(gcd_from[i + 1], terms[i].stride);

  // Cut wherever the gcd of all strides above exceeds the largest index below: the upper part of a collision is a
  // multiple of that gcd, the lower part smaller than it, so both are 0 and each block may be decided alone.
  TermList<Number> block;
  Number span = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!block.empty() && gcd_from[i] > span) {
      if (!block_injective(std::move(block))) return false;
      block.clear();
      span = 0;
    }
    span += terms[i].stride * terms[i].most;
    block.push_back(terms[i]);
  }
  return block_injective(std::move(block));
}

}  // namespace

bool injective(const Layout& layout) {
  return exactly([&]<class Number>() {
    TermList<Number> terms;
    for (std::size_t k = 0; k < layout.leaf_count(); ++k) {
      if (layout.extents()[k] == 1) continue;
      if (layout.strides()[k] == 0) return false;
      terms.push_back({widen<Number>(layout.strides()[k]), widen<Number>(layout.extents()[k]) - 1});
    }
    return terms_injective(std::move(terms));
  });
}

}  // namespace strideweave
