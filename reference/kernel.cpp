// SPDX-License-Identifier: Apache-2.0
#include "reference/kernel.hpp"

#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <memory>

#include "reference/error.hpp"

namespace strideweave::kernel {
namespace {

// isl contexts are not thread-safe; each thread has its own. Its objects follow the rule that a failed call gives a
// null pointer and every call on a null pointer fails, so only the last answer needs a check.

struct FreeContext {
  void operator()(isl_ctx* context) const { isl_ctx_free(context); }
};
struct FreeSpace {
  void operator()(isl_local_space* space) const { isl_local_space_free(space); }
};
struct FreeSet {
  void operator()(isl_basic_set* set) const { isl_basic_set_free(set); }
};

isl_ctx* context() {
  thread_local const std::unique_ptr<isl_ctx, FreeContext> owned = [] {
    isl_ctx* const made = isl_ctx_alloc();
    if (made != nullptr) isl_options_set_on_error(made, ISL_ON_ERROR_CONTINUE);
    return std::unique_ptr<isl_ctx, FreeContext>(made);
  }();
  if (!owned) raise_runtime_error("no memory for the integer solver");
  return owned.get();
}

isl_val* value(const Number& number) { return isl_val_read_from_str(context(), number.c_str()); }

/// Adds `sign * (sum of coefficients x - bound)` >= 0, or == 0.
void add(std::unique_ptr<isl_basic_set, FreeSet>& set, isl_local_space* space, const std::vector<Number>& coefficients,
         const Number& bound, int sign, bool equality) {
  isl_constraint* constraint = equality ? isl_constraint_alloc_equality(isl_local_space_copy(space))
                                        : isl_constraint_alloc_inequality(isl_local_space_copy(space));
  const auto signed_value = [sign](isl_val* v) { return sign < 0 ? isl_val_neg(v) : v; };
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    if (coefficients[i] == "0") continue;
    constraint = isl_constraint_set_coefficient_val(constraint, isl_dim_set, static_cast<int>(i),
                                                    signed_value(value(coefficients[i])));
  }
  constraint = isl_constraint_set_constant_val(constraint, isl_val_neg(signed_value(value(bound))));
  set.reset(isl_basic_set_add_constraint(set.release(), constraint));
}

void add_range(std::unique_ptr<isl_basic_set, FreeSet>& set, isl_local_space* space,
               const std::vector<Number>& coefficients, const Number& low, const Number& high) {
  add(set, space, coefficients, low, 1, low == high);
  if (low != high) add(set, space, coefficients, high, -1, false);
}

}  // namespace

bool feasible(const System& system) {
  const std::size_t variables = system.low.size();
  isl_space* const plain = isl_space_set_alloc(context(), 0, static_cast<unsigned>(variables));
  std::unique_ptr<isl_basic_set, FreeSet> set(isl_basic_set_universe(isl_space_copy(plain)));
  const std::unique_ptr<isl_local_space, FreeSpace> space(isl_local_space_from_space(plain));
  const Number zero = "0";
  const Number one = "1";
  for (std::size_t i = 0; i < variables; ++i) {
    std::vector<Number> unit(variables, zero);
    unit[i] = one;
    add_range(set, space.get(), unit, system.low[i], system.high[i]);
  }
  for (const Constraint& constraint : system.constraints) {
    add_range(set, space.get(), constraint.coefficients, constraint.low, constraint.high);
  }
  const isl_bool empty = isl_basic_set_is_empty(set.get());
  if (empty == isl_bool_error) {
    const char* const message = isl_ctx_last_error_msg(context());
    isl_ctx_reset_error(context());
    raise_runtime_error(std::string("the integer solver failed: ") +
                        (message != nullptr ? message : "no reason given"));
  }
  return empty == isl_bool_false;
}

}  // namespace strideweave::kernel
