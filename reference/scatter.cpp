// SPDX-License-Identifier: Apache-2.0
#include "reference/scatter.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "reference/elementwise.hpp"
#include "reference/error.hpp"
#include "reference/gradient.hpp"

namespace strideweave {
namespace {

using Ordinals = std::vector<std::size_t>;

class RecordedScatter final : public RecordedOperation {
 public:
  RecordedScatter(const Tensor& source, const Tensor& onto, Ordinals ordinals)
      : RecordedOperation({source, onto}), ordinals_(std::move(ordinals)) {}

  void propagate(std::size_t source, std::span<const double> cotangent, std::span<double> gradient) const override {
    if (source == 0) {
      for (std::size_t k = 0; k < ordinals_.size(); ++k) gradient[k] += cotangent[ordinals_[k]];
      return;
    }
    std::vector<bool> replaced(cotangent.size());
    for (const std::size_t ordinal : ordinals_) replaced[ordinal] = true;
    for (std::size_t q = 0; q < cotangent.size(); ++q) {
      if (!replaced[q]) gradient[q] += cotangent[q];
    }
  }

 private:
  Ordinals ordinals_;
};

const Tensor& operand(const Argument& argument, std::string_view what) {
  const Tensor& tensor = require<Tensor>(argument, what, "a Tensor");
  require_one_subtensor(tensor, "scatter");  // representation.boundary.10
  return tensor;
}

/// Types before counts and domains. (Q7)
Ordinals checked(const Argument& argument, const Layout& source, const Layout& onto) {
  const auto& list = require<Argument::List>(argument, "the ordinals", "a list");
  std::vector<Int> given;
  given.reserve(list.size());
  for (const Argument& ordinal : list) given.push_back(require_integer(ordinal, "an ordinal"));

  if (source.shape().saturating_size() != given.size()) {
    raise_value_error(fmt::format("{} ordinals for the values of shape {}", given.size(), to_string(source.shape())));
  }
  Ordinals ordinals;
  ordinals.reserve(given.size());
  for (const Int ordinal : given) {
    if (!onto.shape().contains(ordinal)) {
      raise_value_error(fmt::format("ordinal {} is outside {}", to_string(ordinal), to_string(onto.shape())));
    }
    ordinals.push_back(ordinal.to_size());
  }
  std::vector<bool> taken(element_count(onto));
  for (const std::size_t ordinal : ordinals) {
    if (taken[ordinal]) raise_value_error(fmt::format("ordinal {} repeats", ordinal));
    taken[ordinal] = true;
  }
  return ordinals;
}

}  // namespace

Tensor scatter(const Argument& source, const Argument& onto, const Argument& ordinals) {
  const Tensor& from = operand(source, "the source of scatter");
  const Tensor& base = operand(onto, "what scatter goes onto");
  if (from.dtype() != base.dtype()) {
    raise_value_error(fmt::format("scatter of {} onto {}", from.dtype().name(), base.dtype().name()));
  }
  Ordinals places = checked(ordinals, from.layout(), base.layout());
  const std::vector<Scalar> scattered = logical_values(from);
  std::vector<Scalar> values = logical_values(base);
  for (std::size_t k = 0; k < places.size(); ++k) values[places[k]] = scattered[k];
  const Tensor result = compact_like(base, base.carrier()->new_like(values));
  if (records(base)) record(result, std::make_unique<RecordedScatter>(from, base, std::move(places)));
  return result;
}

}  // namespace strideweave
