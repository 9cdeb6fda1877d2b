// SPDX-License-Identifier: Apache-2.0
#include "reference/export_dlpack.hpp"

#include <dlpack/dlpack.h>

#include "reference/backward.hpp"
#include "reference/permute.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/views.hpp"

using namespace strideweave;
using namespace swconform::test;

namespace {

std::vector<std::int64_t> vector_of(const std::int64_t* first, int count) { return {first, first + count}; }

std::string kind_of_export(const CarrierPtr& carrier, const char* layout = "1:1") {
  return thrown_by([&] { export_dlpack(Tensor(carrier, 0, Layout::parse(layout))); }).kind;
}

/// Its memory is its own, and it has none of Host's storage.
class Window : public Spy, public HostMemory {
 public:
  Window() : Spy(4) {}
  std::shared_ptr<void> memory() const override { return values; }
  std::shared_ptr<float[]> values{new float[4]{0, 1, 2, 3}};
};

}  // namespace

TEST_CASE("a DLPack export describes the tensor, leaf by leaf", "[dlpack]") {
  const Tensor t = tensor("[2,[3,1]]:[4,[1,9]]", 2);
  const DLPackPtr managed = export_dlpack(t);
  const DLTensor& exported = managed->dl_tensor;
  REQUIRE(exported.ndim == 3);
  CHECK(vector_of(exported.shape, 3) == std::vector<std::int64_t>{2, 3, 1});
  CHECK(vector_of(exported.strides, 3) == std::vector<std::int64_t>{4, 1, 9});
  CHECK(exported.byte_offset == 0);
  CHECK(exported.device.device_type == kDLCPU);
  CHECK(exported.device.device_id == 0);
  CHECK(exported.dtype.code == kDLFloat);
  CHECK(exported.dtype.bits == 32);
  CHECK(exported.dtype.lanes == 1);
  const auto* const data = static_cast<const float*>(exported.data);
  CHECK(data[0] == 2.0F);          // coordinate [0,[0,0]], at offset 2
  CHECK(data[4 + 2 * 1] == 8.0F);  // [1,[2,0]]
}

TEST_CASE("nothing is copied", "[dlpack]") {
  const Tensor t = tensor("[2,2]:[1,2]");
  const DLPackPtr managed = export_dlpack(permute(t, {1, 0}));
  CHECK(vector_of(managed->dl_tensor.strides, 2) == std::vector<std::int64_t>{2, 1});
  auto* const data = static_cast<float*>(managed->dl_tensor.data);
  t.carrier()->set(3, 9.0);
  CHECK(data[3] == 9.0F);
  data[1] = 5.0F;
  CHECK(t.carrier()->get(1) == Scalar(5.0));
  CHECK(t.carrier()->version() == 1);  // only the write it was told of
}

TEST_CASE("what the library's carriers store, by type", "[dlpack]") {
  const auto type_of = [](const DType& dtype, const Scalar& value) {
    const Tensor t(std::make_shared<Host>(dtype, std::vector<Scalar>{value, value}), 1, Layout());
    return export_dlpack(t);
  };
  const DLPackPtr f64 = type_of(dtype::float64(), 0.1);
  CHECK(f64->dl_tensor.dtype.bits == 64);
  CHECK(f64->dl_tensor.ndim == 0);
  CHECK(*static_cast<const double*>(f64->dl_tensor.data) == 0.1);
  const DLPackPtr i32 = type_of(dtype::int32(), Int(-70000));
  CHECK(i32->dl_tensor.dtype.code == kDLInt);
  CHECK(i32->dl_tensor.dtype.bits == 32);
  CHECK(*static_cast<const std::int32_t*>(i32->dl_tensor.data) == -70000);
  const DLPackPtr i8 = type_of(dtype::int8(), Int(-8));
  CHECK(i8->dl_tensor.dtype.code == kDLInt);
  CHECK(i8->dl_tensor.dtype.bits == 8);
  CHECK(*static_cast<const std::int8_t*>(i8->dl_tensor.data) == -8);
}

TEST_CASE("an export keeps the carrier and, after its release, the memory", "[dlpack]") {
  CarrierPtr carrier = iota(dtype::int32(), 3);
  const std::weak_ptr<Carrier> weak = carrier;
  std::optional<Tensor> t(Tensor(carrier, 0, Layout::parse("3:1")));
  DLPackPtr managed = export_dlpack(*t);
  t.reset();
  carrier.reset();
  REQUIRE_FALSE(weak.expired());
  CHECK_FALSE(weak.lock()->is_released());
  weak.lock()->release();
  CHECK(static_cast<const std::int32_t*>(managed->dl_tensor.data)[2] == 2);
  DLManagedTensor* const handed_over = managed.release();  // as a consumer holds it
  handed_over->deleter(handed_over);
  CHECK(weak.expired());
}

TEST_CASE("what cannot be exported", "[dlpack]") {
  const std::vector<Scalar> one{1.0};
  CHECK(kind_of_export(std::make_shared<Host>(dtype::float32(), one)) == "");
  CHECK(kind_of_export(std::make_shared<Generic>(dtype::float32(), one)) == "RuntimeError");
  CHECK(kind_of_export(std::make_shared<OneMore>(dtype::float32(), one)) == "RuntimeError");  // it reads other values
  CHECK(kind_of_export(std::make_shared<VirtualCarrier>(dtype::float32(), 1)) == "RuntimeError");
  CHECK(kind_of_export(std::make_shared<Host>(dtype::float32(), one, false)) == "RuntimeError");
  CHECK(kind_of_export(std::make_shared<Host>(dtype::boolean(), std::vector<Scalar>{true})) == "ValueError");
  CHECK(kind_of_export(std::make_shared<VirtualCarrier>(dtype::e4m3(), 1)) == "ValueError");
  const CarrierPtr released = iota(dtype::float32(), 1);
  released->release();
  CHECK(kind_of_export(released) == "RuntimeError");
  CHECK(kind_of_export(iota(dtype::float32(), 1), "9223372036854775807:0") == "");
  CHECK(kind_of_export(iota(dtype::float32(), 1), "9223372036854775808:0") == "OverflowError");
  CHECK(kind_of_export(iota(dtype::float32(), 1), "1:9223372036854775808") == "OverflowError");

  const Tensor multi = two_levels(new_pair(), "2:1", "2:0", 1);
  for (const Subtensor& level : multi.representation().subtensors()) level.carrier->release();
  const Thrown thrown = thrown_by([&] { export_dlpack(multi); });
  CHECK(thrown.kind == "NotImplementedError");  // representation.boundary.12, 18: before the dtype and the release
  CHECK(thrown.mentions("one-subtensor"));
}

TEST_CASE("a user's carrier may offer its memory", "[dlpack]") {
  const auto window = std::make_shared<Window>();
  const DLPackPtr managed = export_dlpack(Tensor(window, 1, Layout::parse("2:2")));
  CHECK(managed->dl_tensor.data == window->values.get() + 1);
  CHECK(window->reads == 0);
}

TEST_CASE("a released carrier still makes gradients of its class", "[dlpack][backward]") {
  const Tensor x = tensor("2:1");
  const Tensor view = permute(x, {0});
  x.carrier()->release();
  backward(view, counted("2:1"));
  CHECK(numbers(*x.grad()) == std::vector<double>{1, 2});
}
