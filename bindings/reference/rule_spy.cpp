// SPDX-License-Identifier: Apache-2.0
#include "bindings/reference/rule_spy.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <type_traits>
#include <utility>

#include "bindings/cpp/errors.hpp"

namespace swconform::reference {
namespace {

using strideweave::RepresentationValidationContext;

// Whether C++ lets a rule write what the accessor gives out. What does not compile is refused.
template <class Given>
constexpr bool writable = std::is_assignable_v<Given, std::remove_cvref_t<Given>>&& std::is_lvalue_reference_v<Given>;

template <class Span>
constexpr bool element_writable = writable<decltype(std::declval<Span>()[0])>;

using Context = const RepresentationValidationContext&;
constexpr std::array<std::pair<std::string_view, bool>, 5> field_writable = {{
    {"logical_dtype", writable<decltype(std::declval<Context>().logical_dtype())>},
    {"storage_dtypes", element_writable<decltype(std::declval<Context>().storage_dtypes())>},
    {"placement_layouts", element_writable<decltype(std::declval<Context>().placement_layouts())>},
    {"adjacent_layouts", element_writable<decltype(std::declval<Context>().adjacent_layouts())>},
    {"level_shapes", element_writable<decltype(std::declval<Context>().level_shapes())>},
}};

bool refuses_write(const std::string& field) {
  for (const auto& [name, allowed] : field_writable) {
    if (name == field) return !allowed;
  }
  sdk::internal("a validation context has no field " + field);
}

}  // namespace

RuleSpy::RuleSpy(std::shared_ptr<RuleLog> log, std::exception_ptr raise, bool armed, std::vector<std::string> writes)
    : log_(std::move(log)),
      raise_(std::move(raise)),
      armed_(armed),
      refused_writes_a_call_(std::count_if(writes.begin(), writes.end(), refuses_write)) {}

void RuleSpy::validate(const RepresentationValidationContext& context) const {
  ++calls_;
  writes_refused_ += refused_writes_a_call_;
  context_ = see(context);
  log_->calls.push_back(weak_from_this());
  if (armed_ && raise_) std::rethrow_exception(raise_);
}

// Contexts may live on the stack one after the other at one address: a rule that is called again, or one that is shown
// another content, sees another one.
std::shared_ptr<SeenContext> RuleSpy::see(const RepresentationValidationContext& context) const {
  std::shared_ptr<SeenContext>& last = log_->last;
  const bool same = last && last->address == &context &&
                    &last->content.logical_dtype() == &context.logical_dtype() &&
                    std::find(last->seen_by.begin(), last->seen_by.end(), this) == last->seen_by.end();
  if (!same) last = std::make_shared<SeenContext>(SeenContext{&context, {}, context});
  last->seen_by.push_back(this);
  return last;
}

}  // namespace swconform::reference
