// SPDX-License-Identifier: Apache-2.0
// What mutants of the way a Tensor comes by its representation are written with: around `tensor` and `representation`,
// and around what is told of Tensors.
#pragma once

#include "tests/judgement/mutation.hpp"

namespace swconform::judgement {

using strideweave::DType;
using strideweave::ErrorKind;

/// One level as it was asked for: its fields may be of any type.
struct Level {
  Item dtype;
  Item carrier;
  Item offset;
  Item layout;

  // Null, or nothing, where the field is of another type.
  const DType* stored() const;
  CarrierPtr store() const;
  std::optional<Int> start() const;
  const Layout* placement() const;
};

/// A call of `representation`; or of `tensor`, which names one level without a dtype, and no logical dtype.
struct Construction {
  const Call& call;
  bool conventional;
  Item dtype;
  std::vector<Level> levels;
  Item::List adjacent;

  /// With the arguments as they stand here now.
  Item operator()() const;
  const DType* logical() const;
};
Change constructing(const std::string& operation, std::function<Item(Construction&)> body);
/// It sees other arguments.
Change asked_otherwise(const std::string& operation, std::function<void(Construction&)> edit);

/// Why the reference refuses, told by the words of its message: should these change, mutants survive, and are named.
enum class Refusal {
  unconventional,  // tensor: no simple dtype
  no_schema,
  count,
  adjacent_count,
  storage_dtype,
  carrier_type,
  offset_type,
  layout_type,
  classes,
  carrier_dtype,
  offset,  // negative
  size,    // negative
  bounds,
  adjacent_type,
  adjacent_shape,
  adjacent_range,
  any,  // for where it makes no difference: one of those above
};
struct Refused {
  Construction& asked;
  std::size_t at;  // the subtensor or adjacent layout; of two carriers whose classes differ, the later one; else 0
  const strideweave::Error& error;

  const Level& level() const { return asked.levels.at(at); }
};
using Where = std::function<bool(const Refused&)>;

/// What happens instead of that refusal. Called within the handler: `throw;` refuses.
Change refusing(const std::string& operation, Refusal why, std::function<Item(const Refused&)> body);
/// There is no such refusal, but some Tensor.
Change lets_pass(const std::string& operation, Refusal why, Where where = {});
/// It is of another kind.
Change of_kind(const std::string& operation, Refusal why, ErrorKind kind, Where where = {});
/// It says something else.
Change saying(const std::string& operation, Refusal why,
              std::function<std::string(const std::string& message, const Refused&)> edit);
/// Something happens before the refusal.
Change with_effect(const std::string& operation, Refusal why, std::function<void(const Refused&)> effect);
/// Where it would have returned a Tensor, it raises.
Change too_strict(const std::string& operation, std::function<bool(const Construction&)> unwanted,
                  ErrorKind kind = ErrorKind::value_error);

/// The Tensor it returns is made of other parts.
Change made_of(const std::string& operation, std::function<void(Parts& result, const Construction&)> edit);
/// What is told of Tensors.
Change told_of_tensors(std::function<void(const Tensor& tensor, sdk::FactSheet& sheet)> edit);
/// The same, where it depends on what happened before.
Change told_in_session(std::function<void(sdk::Session& session, const Tensor& tensor, sdk::FactSheet& sheet)> edit);
/// The same for Tensors that these operations have returned.
Change told_of_results(std::vector<std::string> operations,
                       std::function<void(const Tensor& tensor, sdk::FactSheet& sheet)> edit);
/// One field of what is told of every subtensor, changed.
void retell_subtensors(sdk::FactSheet& sheet, std::string_view field,
                       const std::function<Item(std::size_t level, const Item& told)>& edit);

/// Some Tensor.
Tensor some_tensor();
/// The rules of the logical dtype are asked about some representation, too early. What they raise passes.
void ask_rules(const Construction& asked);
/// Every carrier that was offered.
void each_carrier(const Construction& asked, const std::function<void(strideweave::Carrier&)>& effect);

/// Every number of a text, changed: for messages.
std::string with_numbers(const std::string& text, const std::function<std::string(const std::string& number)>& edit);
/// The value modulo 2^bits, from 0 up; or from -2^(bits-1) up. Precondition: bits <= 64.
Int wrapped_unsigned(Int value, int bits);
Int wrapped_signed(Int value, int bits);
/// The cosize as unsigned integers of that many bits have it.
Int wrapped_cosize(const Layout& layout, int bits);

// Rows that `tensor` and `representation` both have, for the offset and the placement of a level.
std::vector<Mutant> mutants_of_offset_types(const std::string& clause, const std::string& operation);
std::vector<Mutant> mutants_of_negative_offsets(const std::string& clause, const std::string& operation);
std::vector<Mutant> mutants_of_bounds(const std::string& clause, const std::string& operation);
/// A failure mutates or releases what it was offered.
std::vector<Mutant> mutants_of_refusals(const std::string& clause, const std::string& operation, Refusal why,
                                        const std::string& what);

}  // namespace swconform::judgement
