// SPDX-License-Identifier: Apache-2.0
#include "reference/move.hpp"

#include <utility>

#include "reference/elementwise.hpp"
#include "reference/error.hpp"

namespace strideweave {

Tensor move(const Tensor& tensor, const CarrierMaker& make) {
  require_one_subtensor(tensor, "move");  // representation.boundary.9
  CarrierPtr carrier = make(*tensor.representation().subtensors()[0].dtype, logical_values(tensor));
  if (carrier == nullptr) raise_runtime_error("no carrier was made to move to");
  const Tensor result = compact_like(tensor, std::move(carrier));
  if (records(tensor)) record(result, std::make_unique<RecordedSum>(std::initializer_list<Tensor>{tensor}));
  return result;
}

}  // namespace strideweave
