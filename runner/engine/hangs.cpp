// SPDX-License-Identifier: Apache-2.0
#include "runner/engine/hangs.hpp"

namespace swconform {
namespace {

constexpr int most_hangs = 3;

}  // namespace

void Hangs::note(const CaseRequest& request, std::size_t lines) {
  for (const Step& step : request.steps) {
    const std::size_t due = step.facts ? 2 : 1;
    if (lines >= due) {
      lines -= due;
      continue;
    }
    const std::scoped_lock lock(mutex_);
    ++hangs_[step.operation];
    return;
  }
}

std::optional<std::string> Hangs::given_up(const CaseRequest& request) const {
  const std::scoped_lock lock(mutex_);
  if (hangs_.empty()) return std::nullopt;
  for (const Step& step : request.steps) {
    const auto found = hangs_.find(step.operation);
    if (found != hangs_.end() && found->second >= most_hangs) return step.operation;
  }
  return std::nullopt;
}

}  // namespace swconform
