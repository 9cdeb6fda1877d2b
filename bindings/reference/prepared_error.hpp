// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>
#include <utility>

#include "reference/error.hpp"

namespace swconform::reference {

/// What a case had made to be raised later, by a carrier or a rule of its own: never an error of the library.
class Prepared {
 public:
  virtual ~Prepared() = default;
};

inline bool is_prepared(const std::exception& error) { return dynamic_cast<const Prepared*>(&error) != nullptr; }

/// Of a kind the specs list.
class PreparedError : public strideweave::Error, public Prepared {
 public:
  using Error::Error;
};

/// Of a kind no spec lists.
class UnlistedError : public std::exception, public Prepared {
 public:
  explicit UnlistedError(std::string message) : message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

}  // namespace swconform::reference
