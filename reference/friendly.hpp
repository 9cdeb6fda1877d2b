// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "reference/tensor.hpp"

namespace strideweave {

/// An object that is no Tensor but may look like one: attributes and methods without parameters, by name.
/// As an Argument it is a `std::shared_ptr<const Foreign>`. Another language's objects derive from it.
struct Foreign {
  virtual ~Foreign() = default;
  /// Its class, for messages.
  virtual std::string type_name() const { return "Foreign"; }
  /// AttributeError where it has none of that name; what its own code raises passes through. (Q26)
  virtual Argument attribute(std::string_view name) const;
  virtual Argument call(std::string_view name) const;

  std::map<std::string, Argument, std::less<>> attributes;
  std::map<std::string, std::function<Argument()>, std::less<>> methods;
};

namespace friendly {

/// The only value of a Tensor, or of a Foreign object with `size()`, `layout`, `offset` and `carrier`. ValueError "item
/// requires a tensor with exactly one element" for any other size; AttributeError for an object without a `size` method
/// (Q26); NotImplementedError for more than one subtensor; all before any read. A read failure passes through.
Scalar item(const Argument& tensor);

/// All values, first mode fastest. AttributeError, before any read, for an object without `layout`; NotImplementedError
/// for more than one subtensor; OverflowError where no list could be that long. A read failure passes through.
std::vector<Scalar> to_list(const Argument& tensor);

}  // namespace friendly
}  // namespace strideweave
