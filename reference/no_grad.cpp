// SPDX-License-Identifier: Apache-2.0
#include "reference/no_grad.hpp"

#include <utility>

namespace strideweave {
namespace {

thread_local bool enabled = true;

}  // namespace

bool is_grad_enabled() noexcept { return enabled; }

NoGrad::NoGrad() noexcept : before_(std::exchange(enabled, false)) {}

NoGrad::~NoGrad() { enabled = before_; }

}  // namespace strideweave
