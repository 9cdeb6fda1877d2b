// SPDX-License-Identifier: Apache-2.0
#include "reference/error.hpp"

#include "tests/support/catch.hpp"

using strideweave::Error;
using strideweave::ErrorKind;

TEST_CASE("an Error carries its kind and message", "[error]") {
  const auto check = [](ErrorKind kind, void (*raise)(std::string), const char* expected) {
    CHECK(strideweave::name(kind) == expected);
    try {
      raise("why");
      FAIL("did not raise " << expected);
    } catch (const Error& error) {
      CHECK(error.kind() == kind);
      CHECK(error.message() == "why");
      CHECK(std::string(error.what()) == "why");
    }
  };
  check(ErrorKind::type_error, strideweave::raise_type_error, "TypeError");
  check(ErrorKind::value_error, strideweave::raise_value_error, "ValueError");
  check(ErrorKind::index_error, strideweave::raise_index_error, "IndexError");
  check(ErrorKind::overflow_error, strideweave::raise_overflow_error, "OverflowError");
  check(ErrorKind::not_implemented_error, strideweave::raise_not_implemented_error, "NotImplementedError");
  check(ErrorKind::runtime_error, strideweave::raise_runtime_error, "RuntimeError");
  check(ErrorKind::attribute_error, strideweave::raise_attribute_error, "AttributeError");
}
