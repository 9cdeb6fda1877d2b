// SPDX-License-Identifier: Apache-2.0
// friendly.values
#include <cmath>

#include "bindings/reference/conversions.hpp"
#include "tests/judgement/mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using strideweave::ErrorKind;

Item integer_as_float(const Item& value) {
  return value.integer() != nullptr ? Item(static_cast<double>(reference::to_int(*value.integer()).raw())) : value;
}
Item truth_as_integer(const Item& value) { return value.boolean() != nullptr ? Item(*value.boolean() ? 1 : 0) : value; }
Item one_as_truth(const Item& value) {
  return value.integer() != nullptr && *value.integer() == Integer(1) ? Item(true) : value;
}
Item whole_as_integer(const Item& value) {
  const double* number = value.floating();
  return number != nullptr && std::isfinite(*number) && *number == std::floor(*number)
             ? Item(static_cast<std::int64_t>(*number))
             : value;
}
Item without_fraction(const Item& value) {
  return value.floating() != nullptr ? Item(std::trunc(*value.floating())) : value;
}
Item unsigned_bits(const Item& value) {
  if (value.integer() == nullptr) return value;
  const Int number = reference::to_int(*value.integer());
  return reference::to_integer(number < 0 ? number + (std::int64_t{1} << 32) : number);
}
Item without_sign_of_zero(const Item& value) {
  return value.floating() != nullptr ? Item(*value.floating() + 0.0) : value;
}
Item nan_as_none(const Item& value) {
  return value.floating() != nullptr && std::isnan(*value.floating()) ? Item() : value;
}
Item in_half_precision_range(const Item& value) {
  return value.floating() != nullptr && std::isinf(*value.floating()) ? Item(65504.0) : value;
}

/// The Tensor is told to stand on a copy of its carrier once the operation was called.
Change moved_to_a_copy(std::string operation) {
  struct Copy {
    CarrierPtr carrier;
  };
  return all({around(std::move(operation),
                     [](const Call& call) {
                       Item result = call();
                       if (call.tensor() != nullptr) {
                         call.session.state<Copy>().carrier = copy_of(call.tensor()->carrier());
                       }
                       return result;
                     }),
              facts_of("tensor", [](sdk::Session& session, sdk::FactSheet& sheet) {
                const CarrierPtr copy = session.state<Copy>().carrier;
                if (copy != nullptr) sheet.set("carrier", Item::object(copy));
              })});
}

void release(strideweave::Carrier& carrier) { carrier.release(); }

/// A read failure of that kind alone is wrapped.
Change wraps(std::string operation, bool listed) {
  return on_read_failure(std::move(operation), [listed](const Call&) -> Item {
    try {
      throw;
    } catch (const strideweave::Error& error) {
      if (listed) strideweave::raise_runtime_error(std::string("reading failed: ") + error.what());
      throw;
    } catch (const std::exception& error) {
      if (!listed) strideweave::raise_runtime_error(std::string("reading failed: ") + error.what());
      throw;
    }
  });
}

}  // namespace

std::vector<Mutant> mutants_of_friendly_values() {
  return {
      {"friendly.values.1", "item returns an integer as a float", answer("item", integer_as_float)},
      {"friendly.values.1", "item returns a whole float as an integer", answer("item", whole_as_integer)},
      {"friendly.values.1", "item returns a truth value as an integer", answer("item", truth_as_integer)},
      {"friendly.values.1", "item returns the integer one as a truth value", answer("item", one_as_truth)},
      {"friendly.values.1", "item drops the fraction", answer("item", without_fraction)},
      {"friendly.values.1", "item reads integers without sign", answer("item", unsigned_bits)},
      {"friendly.values.2", "to_list returns integers as floats", each("to_list", integer_as_float)},
      {"friendly.values.2", "to_list returns whole floats as integers", each("to_list", whole_as_integer)},
      {"friendly.values.2", "to_list returns truth values as integers", each("to_list", truth_as_integer)},
      {"friendly.values.2", "to_list returns the integer one as a truth value", each("to_list", one_as_truth)},
      {"friendly.values.2", "to_list drops fractions", each("to_list", without_fraction)},
      {"friendly.values.2", "to_list reads integers without sign", each("to_list", unsigned_bits)},
      {"friendly.values.2", "to_list loses the sign of zero", each("to_list", without_sign_of_zero)},
      {"friendly.values.2", "to_list returns nothing for what is not a number", each("to_list", nan_as_none)},
      {"friendly.values.2", "to_list clamps infinities", each("to_list", in_half_precision_range)},
      {"friendly.values.3", "item leaves the Tensor on a copy of its carrier", moved_to_a_copy("item")},
      {"friendly.values.3", "to_list leaves the Tensor on a copy of its carrier", moved_to_a_copy("to_list")},
      {"friendly.values.5", "item releases the carrier", on_success("item", release)},
      {"friendly.values.5", "to_list releases the carrier", on_success("to_list", release)},
      {"friendly.values.5", "item releases the carrier when a read fails", on_error("item", release)},
      {"friendly.values.5", "to_list releases the carrier when a read fails", on_error("to_list", release)},
      {"friendly.values.6", "item writes back what it has read", on_success("item", write_back)},
      {"friendly.values.6", "to_list writes back what it has read", on_success("to_list", write_back)},
      {"friendly.values.6", "to_list writes when a read fails", on_error("to_list", write_back)},
      {"friendly.values.7", "item wraps an exception it knows", wraps("item", true)},
      {"friendly.values.7", "item wraps an exception it does not know", wraps("item", false)},
      {"friendly.values.7", "item raises a copy of the exception", on_read_failure("item", raise_a_copy)},
      {"friendly.values.7", "item takes a TypeError for an unreadable value",
       other_kind("item", ErrorKind::type_error, ErrorKind::attribute_error)},
      {"friendly.values.8", "to_list wraps an exception it knows", wraps("to_list", true)},
      {"friendly.values.8", "to_list wraps an exception it does not know", wraps("to_list", false)},
      {"friendly.values.8", "to_list raises a copy of the exception", on_read_failure("to_list", raise_a_copy)},
      {"friendly.values.8", "to_list leaves out values that cannot be read",
       on_read_failure("to_list", [](const Call&) { return Item(Item::List{}); })},
  };
}

}  // namespace swconform::judgement
