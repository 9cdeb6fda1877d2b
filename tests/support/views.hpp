// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reference/argument.hpp"
#include "tests/support/objects.hpp"

// What the tests of views are written with.
namespace swconform::test {

/// "1:9:2" as a slice; a part left out is None.
strideweave::Argument slice_of(const std::string& text);

/// "2, 1:9, :" as a key: integers and slices.
strideweave::Argument key_of(const std::string& text);

/// The layout and by how much the offset grew: "+7 8:5", or the kind of the Error: "ValueError". Asserts what holds for
/// every view: a new Tensor with the source's dtype and very carriers, whose versions and releases are untouched, also
/// where it fails; and for several subtensors that every deeper layout and every offset is kept.
std::string outcome(const strideweave::Tensor& source,
                    const std::function<strideweave::Tensor(const strideweave::Tensor&)>& view);

/// The logical values as numbers, read through the layout's index of each ordinal.
std::vector<double> numbers(const strideweave::Tensor& tensor);

/// A Float32 Tensor of these logical values, on a carrier of its own that just fits. Precondition: injective.
strideweave::Tensor tensor_of(const char* layout, const std::vector<double>& logical_values);
/// The logical values 1, 2, 3, ...
strideweave::Tensor counted(const char* layout);

}  // namespace swconform::test
