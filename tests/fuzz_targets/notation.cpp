// SPDX-License-Identifier: Apache-2.0
// Rearrangement strings, and layouts and coordinates as they are written.
#include <exception>
#include <string>

#include "reference/error.hpp"
#include "reference/int_tuple.hpp"
#include "reference/layout.hpp"
#include "reference/rearrangement.hpp"
#include "tests/fuzz_targets/target.hpp"

namespace swconform::fuzz_targets {
namespace {

template <class Read>
bool reads(const Read& read) {
  try {
    read();
    return true;
  } catch (const strideweave::Error& error) {
    require(error.kind() == strideweave::ErrorKind::value_error, std::string("not a ValueError: ") + error.what());
    require(!error.message().empty(), "an error that says nothing");
    return false;
  }
}

}  // namespace

bool accepts(std::string_view input) {
  try {
    const bool rearrangement = reads([&] {
      const strideweave::Rearrangement read = strideweave::parse_rearrangement(input);
      require(read == strideweave::parse_rearrangement(input), "the same text was read otherwise");
    });
    const bool layout = reads([&] {
      const strideweave::Layout read = strideweave::Layout::parse(input);
      require(strideweave::Layout::parse(strideweave::to_string(read)) == read,
              "a layout is read otherwise than written");
    });
    const bool tuple = reads([&] {
      const strideweave::IntTuple read = strideweave::IntTuple::parse(input);
      require(strideweave::IntTuple::parse(strideweave::to_string(read)) == read,
              "a tuple is read otherwise than written");
    });
    return rearrangement || layout || tuple;
  } catch (const std::exception& error) {
    require(false, std::string("not an error of the library: ") + error.what());
  }
  return false;
}

}  // namespace swconform::fuzz_targets
