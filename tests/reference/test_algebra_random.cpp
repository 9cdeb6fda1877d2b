// SPDX-License-Identifier: Apache-2.0
// Random layouts against brute force. The shares of accepted, refused and nested layouts are asserted, so that neither
// answer goes untested, and printed.
#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "reference/algebra.hpp"
#include "reference/rearrangement.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/layout_laws.hpp"
#include "tests/support/random_layout.hpp"

using strideweave::Int;
using strideweave::Layout;
using strideweave::Node;
using strideweave::Shape;
using strideweave::Tree;
using namespace swconform::test;

namespace {

class Shares {
 public:
  explicit Shares(const char* question) : question_(question) {}

  void count(bool accepted, bool nested) {
    ++trials_;
    accepted_ += accepted ? 1 : 0;
    nested_ += nested ? 1 : 0;
  }

  void check_accepted() const {
    fmt::print("{}: {} random layouts, {} % accepted, {} % nested\n", question_, trials_, percent(accepted_),
               percent(nested_));
    CHECK(percent(accepted_) >= 30);
    CHECK(percent(accepted_) <= 70);
    CHECK(percent(nested_) >= 30);
  }

 private:
  int percent(int part) const { return 100 * part / trials_; }

  const char* question_;
  int trials_ = 0;
  int accepted_ = 0;
  int nested_ = 0;
};

const int trials = trial_count(6000);

}  // namespace

TEST_CASE("injective agrees with brute force", "[random][injective]") {
  RandomLayouts random(1);
  Shares shares("injective");
  for (int i = 0; i < trials; ++i) {
    const int largest_stride = std::vector<int>{12, 40, 90, 200}[static_cast<std::size_t>(random.below(4))];
    const Layout layout = random.layout(300, 2 + random.below(5), largest_stride);
    shares.count(check_injective(layout), is_nested(layout));
  }
  shares.check_accepted();
}

TEST_CASE("compose agrees with brute force", "[random][compose]") {
  RandomLayouts random(2);
  Shares shares("compose");
  for (int i = 0; i < trials; ++i) {
    const Layout a = i % 2 == 0 ? random.layout(200, 4, 12) : random.cancelling();
    const Layout b = random.selector(a.size());
    shares.count(check_compose(a, b), is_nested(a) || is_nested(b));
  }
  shares.check_accepted();
}

TEST_CASE("reshape agrees with brute force", "[random][reshape]") {
  RandomLayouts random(3);
  Shares shares("reshape");
  for (int i = 0; i < trials; ++i) {
    const Layout layout = i % 3 == 0 ? random.regular() : random.layout(100, 5, 6);
    const bool compatible = check_reshape_base(layout);
    if (compatible) check_reshape(layout, random.shape_of_size(layout.size()));
    shares.count(compatible, is_nested(layout));
  }
  shares.check_accepted();
}

TEST_CASE("coalesce keeps every index", "[random][coalesce]") {
  RandomLayouts random(4);
  for (int i = 0; i < 1000; ++i) check_coalesce(random.layout(100, 5, 8));
}

TEST_CASE("permute and rearrange move every index along", "[random][modes]") {
  RandomLayouts random(5);
  for (int i = 0; i < 1000; ++i) {
    const Layout layout = random.layout(60, 4, 12);
    std::vector<Int> order(layout.rank());
    for (std::size_t j = 0; j < order.size(); ++j) order[j] = j;
    for (std::size_t j = order.size(); j > 1; --j) {
      std::swap(order[j - 1], order[static_cast<std::size_t>(random.below(static_cast<int>(j)))]);
    }
    check_permute(layout, order);

    std::vector<Tree::Item> output;
    for (const Int mode : order) {
      if (random.chance(30)) output.emplace_back(Node::leaf());
      if (random.chance(30)) {
        output.emplace_back(Tree(std::vector<Tree::Item>{Node::id(mode)}));
      } else {
        output.emplace_back(Node::id(mode));
      }
    }
    check_rearrange(layout, Tree(output),
                    Tree(strideweave::Profile::flat(order.size()), std::vector<Node>(order.size())));
  }
}

TEST_CASE("every dim of unsqueeze", "[random][squeeze]") {
  RandomLayouts random(6);
  for (int i = 0; i < 300; ++i) {
    const Layout layout = random.layout(40, 4, 12);
    const auto modes = static_cast<int>(layout.rank());
    for (int dim = 0; dim <= modes; ++dim) {
      check_unsqueeze(layout, dim, static_cast<std::size_t>(dim));
      check_unsqueeze(layout, dim - modes - 1, static_cast<std::size_t>(dim));
    }
  }
}
