// SPDX-License-Identifier: Apache-2.0
#include "reference/dtype.hpp"

#include <atomic>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/objects.hpp"

using namespace strideweave;
using namespace swconform::test;

TEST_CASE("the built-in hierarchy", "[dtype]") {
  const auto check = [](const SimpleDType& simple, const char* name, int bits, const DType& supertype) {
    INFO(name);
    CHECK(simple.name() == name);
    CHECK(simple.bits() == bits);
    CHECK(simple.supertype() == &supertype);
    CHECK(find_dtype(name) == &simple);
  };
  check(dtype::boolean(), "Bool", 8, dtype::any());
  check(dtype::int8(), "Int8", 8, dtype::integer());
  check(dtype::int32(), "Int32", 32, dtype::integer());
  check(dtype::float32(), "Float32", 32, dtype::floating());
  check(dtype::float64(), "Float64", 64, dtype::floating());
  check(dtype::e8m0(), "E8M0", 8, dtype::floating());
  check(dtype::e5m2(), "E5M2", 8, dtype::floating());
  check(dtype::e4m3(), "E4M3", 8, dtype::floating());
  check(dtype::e3m2(), "E3M2", 6, dtype::floating());
  check(dtype::e2m3(), "E2M3", 6, dtype::floating());
  check(dtype::e2m1(), "E2M1", 4, dtype::floating());
  CHECK(dtype::any().supertype() == nullptr);
  CHECK(dtype::floating().supertype() == &dtype::any());
  CHECK(dtype::integer().supertype() == &dtype::any());
  CHECK(find_dtype("Floating") == &dtype::floating());
  CHECK(find_dtype("Nothing") == nullptr);
}

TEST_CASE("only simple floating dtypes are differentiable", "[dtype]") {
  CHECK(dtype::float32().is_differentiable());
  CHECK(dtype::float64().is_differentiable());
  CHECK_FALSE(dtype::int32().is_differentiable());
  CHECK_FALSE(dtype::boolean().is_differentiable());
  CHECK_FALSE(dtype::floating().is_differentiable());
  CHECK_FALSE(
      CompoundDType::create("TestFloatCompound", {&dtype::float32()}, {}, dtype::floating()).is_differentiable());
}

TEST_CASE("storage schemas", "[dtype]") {
  const auto simple = dtype::float32().storage_schema();  // representation.schema.1
  REQUIRE(simple.has_value());
  REQUIRE(simple->size() == 1);
  CHECK((*simple)[0] == &dtype::float32());
  const CompoundDType& compound =
      CompoundDType::create("TestSchema", {&dtype::int32(), &dtype::float32(), &dtype::int32()});
  const auto ordered = compound.storage_schema();  // representation.schema.2
  REQUIRE(ordered.has_value());
  CHECK(std::vector<const SimpleDType*>(ordered->begin(), ordered->end()) ==
        std::vector<const SimpleDType*>{&dtype::int32(), &dtype::float32(), &dtype::int32()});
  CHECK_FALSE(dtype::any().storage_schema().has_value());  // representation.schema.3
}

TEST_CASE("extensions register under an unused, non-empty name", "[dtype]") {
  const DTypeCategory& category = DTypeCategory::create("TestCategory", dtype::floating());
  const SimpleDType& simple = SimpleDType::create("TestSimple", 16, category);
  CHECK(find_dtype("TestSimple") == &simple);
  CHECK(simple.is_subtype_of(dtype::floating()));
  CHECK_FALSE(simple.is_subtype_of(dtype::integer()));
  CHECK(simple.is_differentiable());
  CHECK(simple != dtype::float32());

  CHECK(thrown_by([] { SimpleDType::create("Float32", 32, dtype::floating()); }).kind == "ValueError");
  CHECK(thrown_by([] { DTypeCategory::create("TestSimple", dtype::any()); }).kind == "ValueError");
  CHECK(thrown_by([] { CompoundDType::create("Any", {&dtype::int8()}); }).kind == "ValueError");
  CHECK(thrown_by([] { SimpleDType::create("", 8, dtype::any()); }).kind == "ValueError");
  CHECK(find_dtype("TestSimple") == &simple);
  CHECK(find_dtype("Float32") == &dtype::float32());
}

TEST_CASE("a descriptor that is refused is not registered", "[dtype]") {
  CHECK(thrown_by([] { CompoundDType::create("TestEmpty", {}); }).kind == "ValueError");
  CHECK(thrown_by([] { SimpleDType::create("TestBitless", 0, dtype::any()); }).kind == "ValueError");
  CHECK(find_dtype("TestEmpty") == nullptr);
  CHECK(find_dtype("TestBitless") == nullptr);
}

TEST_CASE("of many threads, one gets each name", "[dtype]") {
  constexpr int names = 500;
  std::latch start(8);
  std::atomic<int> winners = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      start.arrive_and_wait();
      for (int n = 0; n < names; ++n) {
        const std::string name = "TestRace" + std::to_string(n);
        if (thrown_by([&] { SimpleDType::create(name, 8, dtype::any()); }).kind.empty()) ++winners;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(winners == names);
}
