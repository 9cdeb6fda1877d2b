// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "reference/representation_rule.hpp"

namespace swconform::reference {

class RuleSpy;

/// One context as the rules of a case saw it: which object it was, and what it held.
struct SeenContext {
  const void* address;
  std::vector<const RuleSpy*> seen_by;
  strideweave::RepresentationValidationContext content;
};

/// What the rules of one case share.
struct RuleLog {
  std::vector<std::weak_ptr<const RuleSpy>> calls;  // in order
  std::shared_ptr<SeenContext> last;
};

/// A rule that keeps what it was shown and raises when told to.
class RuleSpy : public strideweave::RepresentationRule, public std::enable_shared_from_this<RuleSpy> {
 public:
  /// `writes`: fields of the context it tries to assign to on every call. `raise` may be null.
  RuleSpy(std::shared_ptr<RuleLog> log, std::exception_ptr raise, bool armed, std::vector<std::string> writes);

  void validate(const strideweave::RepresentationValidationContext& context) const override;
  void arm() { armed_ = true; }

  std::int64_t calls() const { return calls_; }
  std::int64_t writes_refused() const { return writes_refused_; }
  const std::shared_ptr<SeenContext>& context() const { return context_; }
  const RuleLog& log() const { return *log_; }

 private:
  std::shared_ptr<SeenContext> see(const strideweave::RepresentationValidationContext& context) const;

  std::shared_ptr<RuleLog> log_;
  std::exception_ptr raise_;
  bool armed_;
  std::int64_t refused_writes_a_call_;
  mutable std::int64_t calls_ = 0;
  mutable std::int64_t writes_refused_ = 0;
  mutable std::shared_ptr<SeenContext> context_;
};

}  // namespace swconform::reference
