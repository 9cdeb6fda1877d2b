// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "bindings/protocol/messages.hpp"

namespace swconform {

/// Remembers in which operations an implementation hung, so that a broken one does not cost the time limit for every
/// case. Safe for several threads.
class Hangs {
 public:
  /// Of the operation that was due once `lines` lines had come for this request.
  void note(const CaseRequest& request, std::size_t lines);

  /// An operation of this request that hung three times already.
  std::optional<std::string> given_up(const CaseRequest& request) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, int, std::less<>> hangs_;
};

}  // namespace swconform
