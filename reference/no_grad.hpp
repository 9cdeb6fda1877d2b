// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace strideweave {

/// Whether operations on this thread are recorded for reverse mode. True at the start of each thread.
bool is_grad_enabled() noexcept;

/// Recording is disabled on this thread while one lives. They nest; destroy them in reverse order. (views.no-grad)
class NoGrad {
 public:
  NoGrad() noexcept;
  ~NoGrad();
  NoGrad(const NoGrad&) = delete;
  NoGrad& operator=(const NoGrad&) = delete;

 private:
  bool before_;
};

}  // namespace strideweave
