// SPDX-License-Identifier: Apache-2.0
// What wrong reverse modes are written with: recorded operations changed, and what `backward` leaves behind.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/gradient.hpp"
#include "tests/judgement/view_mutations.hpp"

namespace swconform::judgement::reverse {

using strideweave::Gradient;

/// The reverse of one view, as it goes: element q of the view is the element of the source with ordinal ordinals[q].
struct Step {
  const Tensor& source;
  const Layout& view;
  const std::vector<std::size_t>& ordinals;
  std::span<const double> cotangent;
};
/// The gradient of the source, by ordinals; `right` is the right one.
using Propagation = std::function<Gradient(const Step&, Gradient right)>;

/// The reverse of the operation, changed.
Change reverse_of(const std::string& operation, Propagation propagation);
/// Its views are connected to nothing.
Change unrecorded(const std::string& operation);
/// Its views know the version that is there when they are traversed.
Change forgets_versions(const std::string& operation);
/// Views know the version that is there when they are traversed, where `may` says so of a view and of the values its
/// source's carrier had when it was made.
using Values = std::vector<strideweave::Scalar>;
Change forgives(std::function<bool(const Tensor& view, const Tensor& source, const Values& then)> may);
Values values_of(const CarrierPtr& carrier);
/// A view made later renews the versions of all views of the same carrier.
Change newest_version_counts();
/// Only the view that `backward` is called on is compared.
Change compares_the_last_view_only();
/// The source of a view lives only as long as somebody else wants it to.
Change holds_sources_weakly();

/// The Tensor and all it was computed from.
std::vector<Tensor> reached_from(const Tensor& tensor);
/// Where `backward` fails and `concerns`, what it does to every Tensor it could have reached.
Change after_failure(std::function<bool(const Call&, ErrorKind)> concerns, std::function<void(const Tensor&)> effect);
void give_zeros(const Tensor& tensor);
void take_grad(const Tensor& tensor);

/// A `.grad` that a successful `backward` has set, replaced.
struct Grad {
  const Tensor& target;
  const std::optional<Tensor>& before;
  const Tensor& now;
  const Tensor* cotangent;  // null for the unit one
};
Change grads(std::function<Tensor(const Grad&)> edit);

/// A Tensor on a carrier like that one, with these values by ordinals. Precondition: injective.
Tensor like(const CarrierPtr& carrier, const Layout& layout, const Gradient& values);
/// The same on a carrier of the library's own.
Tensor tensor_of(const Layout& layout, const Gradient& values);

/// What is given as cotangent, where it is not right: a right one, with the values found in `given`, again and again.
Item with_values(const Call& call, const Gradient& given);
/// Where `backward` refuses a Tensor with ValueError and `wanted`, it takes its values.
Change takes_cotangents(std::function<bool(const Tensor& view, const Tensor& cotangent)> wanted);
/// Where there is no cotangent.
bool is_implicit(const Call& call);
/// The kind of error becomes another where `concerns`.
Change backward_kind(std::function<bool(const Call&)> concerns, ErrorKind from, ErrorKind to);

}  // namespace swconform::judgement::reverse
