// SPDX-License-Identifier: Apache-2.0
#include "reference/no_grad.hpp"

#include <thread>

#include "reference/backward.hpp"
#include "reference/broadcast_to.hpp"
#include "reference/index.hpp"
#include "reference/permute.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/views.hpp"

using namespace strideweave;
using namespace swconform::test;

namespace {

Tensor sliced(const Tensor& source, const char* key) { return std::get<Tensor>(index(source, key_of(key))); }

}  // namespace

TEST_CASE("the guard is a matter of its thread and ends with its scope", "[views][no_grad]") {
  CHECK(is_grad_enabled());
  {
    const NoGrad outer;
    CHECK_FALSE(is_grad_enabled());
    {
      const NoGrad inner;
      CHECK_FALSE(is_grad_enabled());
    }
    CHECK_FALSE(is_grad_enabled());
    bool elsewhere = false;
    std::thread([&] { elsewhere = is_grad_enabled(); }).join();
    CHECK(elsewhere);
  }
  CHECK(is_grad_enabled());
  CHECK(thrown_by([] {
          const NoGrad guard;
          permute(tensor("2:1"), {});
        }).kind == "ValueError");
  CHECK(is_grad_enabled());
}

TEST_CASE("a view made without recording is a leaf of its own", "[views][no_grad]") {
  const Tensor x = tensor("[2,3]:[3,1]");
  const Tensor view = [&] {
    const NoGrad guard;
    return permute(x, {1, 0});
  }();
  CHECK(view.is_leaf());
  CHECK(view.carrier() == x.carrier());
  CHECK_FALSE(permute(x, {1, 0}).is_leaf());
  backward(view, tensor_of("[3,2]:[1,3]", {1, 2, 3, 4, 5, 6}));
  backward(view, tensor_of("[3,2]:[1,3]", {1, 1, 1, 1, 1, 2}));
  CHECK(view.grad()->layout() == Layout::parse("[3,2]:[1,3]"));
  CHECK(numbers(*view.grad()) == std::vector<double>{2, 3, 4, 5, 6, 8});
  CHECK_FALSE(x.grad());
  // Recording starts again behind it, and ends there.
  const Tensor later = sliced(view, "1, :");
  CHECK_FALSE(later.is_leaf());
  backward(later, tensor_of("2:3", {10, 20}));
  CHECK(numbers(*view.grad()) == std::vector<double>{2, 13, 4, 5, 26, 8});
  CHECK_FALSE(x.grad());
}

TEST_CASE("what a detached view refuses changes nothing", "[views][no_grad]") {
  const Tensor x = tensor("[2,3]:[3,1]");
  const NoGrad guard;
  const Tensor view = permute(x, {1, 0});
  const auto kind = [&](const Argument& gradient) { return thrown_by([&] { backward(view, gradient); }).kind; };
  CHECK(kind(1.0) == "TypeError");
  CHECK(kind("x") == "TypeError");
  CHECK(kind(None()) == "ValueError");
  CHECK(kind(counted("[3,2]:[2,1]")) == "ValueError");
  CHECK(kind(counted("[2,3]:[3,1]")) == "ValueError");
  CHECK_FALSE(view.grad());
  CHECK_FALSE(x.grad());
  // Nothing was recorded, so writes do not matter, and the graph cannot be used up.
  assign(x, key_of("0, 0"), 5);
  backward(view, counted("[3,2]:[1,3]"));
  CHECK(numbers(*view.grad()) == std::vector<double>{1, 2, 3, 4, 5, 6});
}

TEST_CASE("a detached broadcast view sums over each storage slot", "[views][no_grad]") {
  const Tensor x = tensor("[2,1]:[1,1]");
  const NoGrad guard;
  const Tensor view = broadcast_to(x, Shape{2, 3});
  backward(view, counted("[2,3]:[3,1]"));
  // RT017: 1 + 3 + 5 and 2 + 4 + 6, at every logical position of their slot
  CHECK(numbers(*view.grad()) == std::vector<double>{9, 12, 9, 12, 9, 12});
  CHECK(view.grad()->layout().shape() == Shape{2, 3});
}
