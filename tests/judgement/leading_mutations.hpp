// SPDX-License-Identifier: Apache-2.0
// What mutants of the views that transform leading layouts are written with, whichever the operation.
#pragma once

#include "tests/judgement/mutation.hpp"

namespace swconform::judgement {

using strideweave::ErrorKind;
using strideweave::Shape;

/// A leading layout of the result, changed; `source` is the one it was made of.
using Leading = std::function<Layout(const Layout& result, const Layout& source)>;

/// What the operation returns, changed; `source` is what it was given.
Change result_of(std::string operation, std::function<void(Parts& result, const Tensor& source)> edit);
Change placement_of(std::string operation, Leading edit);
Change adjacent_of(std::string operation, Leading edit);
/// Both, each by itself.
Change leading_of(std::string operation, Leading edit);

/// The operation sees another argument than the one it is given.
Change argument_of(std::string operation, std::size_t place, std::function<Item(const Item&)> edit);
/// It raises without having looked at anything else.
Change refuses_where(std::string operation, std::function<bool(const Call&)> unwanted,
                     ErrorKind kind = ErrorKind::value_error);
/// Where it refuses with a ValueError, it returns a Tensor with these leading layouts. Nothing: it refuses all the
/// same.
Change accepts(std::string operation, std::function<std::optional<Layout>(const Call&, const Layout& leading)> instead);
/// It returns the source where it would have returned such a view of it.
Change source_where(std::string operation, std::function<bool(const Tensor& result, const Tensor& source)> where);
/// Refusals with a ValueError that `concerns` become refusals of another kind.
Change kind_where(std::string operation, std::function<bool(const Call&)> concerns, ErrorKind kind);

/// The target of a call, or nullptr where it is no Shape.
const Shape* target_of(const Call& call);

// Rows that every one of these requirements has.
std::vector<Mutant> mutants_of_offsets(const std::string& clause, const std::string& operation);
std::vector<Mutant> mutants_of_sharing(const std::string& clause, const std::string& operation);
std::vector<Mutant> mutants_of_wrong_targets(const std::string& clause, const std::string& operation);
/// `standing` forbids that a failure mutates or releases, `copying` that it copies.
std::vector<Mutant> mutants_of_failures(const std::string& standing, const std::string& copying,
                                        const std::string& operation);
void append(std::vector<Mutant>& mutants, std::vector<Mutant> more);

/// Leaf by leaf.
Layout with_strides(const Layout& layout, const std::function<Int(std::size_t leaf, Int extent, Int stride)>& edit);
/// The strides in the order of the leaves, whatever the shape. Precondition: as many as it has leaves.
Layout with_strides_of(const Shape& shape, const Layout& strides);
/// Compact, last mode fastest, scaled.
Layout last_mode_fastest(const Shape& shape, Int base);
/// The same leaves without nesting.
Layout flat(const Layout& layout);
/// Nested modes of one leaf become leaves.
Layout singles_opened(const Layout& layout);

}  // namespace swconform::judgement
