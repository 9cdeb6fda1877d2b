// SPDX-License-Identifier: Apache-2.0
#include "reference/error.hpp"

#include <utility>

namespace strideweave {

std::string_view name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::type_error:
      return "TypeError";
    case ErrorKind::value_error:
      return "ValueError";
    case ErrorKind::index_error:
      return "IndexError";
    case ErrorKind::overflow_error:
      return "OverflowError";
    case ErrorKind::not_implemented_error:
      return "NotImplementedError";
    case ErrorKind::runtime_error:
      return "RuntimeError";
    case ErrorKind::attribute_error:
      return "AttributeError";
  }
  return "Error";
}

Error::Error(ErrorKind kind, std::string message) : kind_(kind), message_(std::move(message)) {}

void raise(ErrorKind kind, std::string message) { throw Error(kind, std::move(message)); }
void raise_type_error(std::string message) { raise(ErrorKind::type_error, std::move(message)); }
void raise_value_error(std::string message) { raise(ErrorKind::value_error, std::move(message)); }
void raise_index_error(std::string message) { raise(ErrorKind::index_error, std::move(message)); }
void raise_overflow_error(std::string message) { raise(ErrorKind::overflow_error, std::move(message)); }
void raise_not_implemented_error(std::string message) { raise(ErrorKind::not_implemented_error, std::move(message)); }
void raise_runtime_error(std::string message) { raise(ErrorKind::runtime_error, std::move(message)); }
void raise_attribute_error(std::string message) { raise(ErrorKind::attribute_error, std::move(message)); }

}  // namespace strideweave
