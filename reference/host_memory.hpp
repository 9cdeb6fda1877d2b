// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace strideweave {

/// What a carrier derives from besides Carrier if its values lie side by side in the memory of this machine, so that
/// others may read and write them there.
class HostMemory {
 public:
  virtual ~HostMemory() = default;

  /// The address of element 0; element i lies i times the width of the dtype behind it. It holds the memory, which a
  /// release of the carrier then does not end. Null where there is none (any more).
  virtual std::shared_ptr<void> memory() const = 0;
};

}  // namespace strideweave
