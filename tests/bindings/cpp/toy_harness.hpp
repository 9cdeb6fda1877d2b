// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bindings/cpp/sdk.hpp"

namespace toy {

/// A number that may lead to another one.
struct Box {
  std::int64_t number = 0;
  std::shared_ptr<Box> next;
};
using BoxPtr = std::shared_ptr<Box>;

/// box(number, next?) makes one; write(box, number); read(box) gives the number, ValueError below zero.
swconform::sdk::Harness harness();

/// The lines that answer {"verb": "case", "steps": <steps>}, as JSON.
std::vector<std::string> run(const swconform::sdk::Harness& harness, const std::string& steps);
/// The first `count` of them.
std::vector<std::string> run(const swconform::sdk::Harness& harness, const std::string& steps, std::size_t count);

using Lines = std::vector<std::string>;

}  // namespace toy
