// SPDX-License-Identifier: Apache-2.0
#include "tests/runner/cli/cli_support.hpp"

#include <stdlib.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "bindings/protocol/messages.hpp"
#include "runner/cli/application.hpp"

namespace swconform::test {

TestEnvironment::TestEnvironment() : environment{out, err} {
  environment.builtins["reference"] = [] {
    return [](const Value&, const std::function<void(Value)>& reply) { reply(to_value(Hello{})); };
  };
}

Finished call(const std::vector<std::string>& arguments) {
  TestEnvironment test;
  const int code = cli::run_application(arguments, test.environment);
  return {code, test.out.str(), test.err.str()};
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "swconform-XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("mkdtemp");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace swconform::test
