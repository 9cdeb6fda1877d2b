// SPDX-License-Identifier: Apache-2.0
#include "tests/support/objects.hpp"

#include <vector>

#include "reference/error.hpp"

namespace swconform::test {

using namespace strideweave;

Thrown thrown_by(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return {std::string(name(error.kind())), error.message()};
  } catch (...) {
    return {"other", ""};
  }
  return {"", ""};
}

Scalar Spy::do_get(Int index) const {
  if (++reads == fails_at) throw Boom{7};
  return static_cast<double>(index.raw());
}

void Spy::do_set(Int, const Scalar&) {
  if (fails_to_write) throw Boom{8};
  ++writes;
}

CarrierPtr Spy::do_new_like(std::span<const Scalar> values) const { return std::make_shared<Spy>(values.size()); }

Scalar OneMore::do_get(Int index) const { return std::get<double>(Host::do_get(index)) + 1; }

CarrierPtr iota(const DType& dtype, int n) {
  std::vector<Scalar> values;
  for (int i = 0; i < n; ++i) values.emplace_back(Int(i));
  return std::make_shared<Host>(dtype, values);
}

Tensor tensor(const char* layout_text, int offset) {
  const Layout layout = Layout::parse(layout_text);
  const Int size = layout.cosize() + offset;
  return Tensor(iota(dtype::float32(), *size.to<int>()), offset, layout);
}

const CompoundDType& new_pair(CompoundDType::Rules rules) {
  static int count = 0;
  return CompoundDType::create("TestPair" + std::to_string(++count), {&dtype::float32(), &dtype::int32()},
                               std::move(rules));
}

Tensor two_levels(const CompoundDType& pair, const char* placement_text, const char* adjacent, int next_size) {
  const Layout placement = Layout::parse(placement_text);
  const Layout next = compact(Shape{Int(next_size)});
  const std::vector<SubtensorArguments> levels{
      {dtype::float32(), iota(dtype::float32(), *placement.cosize().to<int>()), 0, placement},
      {dtype::int32(), iota(dtype::int32(), next_size), 0, next}};
  const std::vector<Argument> adjacent_layouts{Layout::parse(adjacent)};
  return Tensor::from_representation(Representation::create(pair, levels, adjacent_layouts));
}

}  // namespace swconform::test
