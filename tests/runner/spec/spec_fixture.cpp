// SPDX-License-Identifier: Apache-2.0
#include "tests/runner/spec/spec_fixture.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace swconform::spec::test {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  INFO(path);
  REQUIRE(stream.is_open());
  return {std::istreambuf_iterator<char>(stream), {}};
}

fs::path data(std::string_view name) { return swconform::test::source_dir() / "tests/runner/spec/data" / name; }

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  INFO(from);
  REQUIRE(at != std::string::npos);
  REQUIRE(text.find(from, at + 1) == std::string::npos);
  return text.replace(at, from.size(), to);
}

ScratchCatalogue::ScratchCatalogue() {
  std::string name = (fs::temp_directory_path() / "swconform-spec-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  path_ = name;
  for (const fs::directory_entry& entry : fs::directory_iterator(data("catalogue"))) {
    fs::copy_file(entry.path(), path_ / entry.path().filename());
  }
}

ScratchCatalogue::~ScratchCatalogue() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void ScratchCatalogue::write(std::string_view file, std::string_view text) const {
  std::ofstream(path_ / file, std::ios::binary) << text;
}

void ScratchCatalogue::replace(std::string_view file, std::string_view from, std::string_view to) const {
  write(file, replaced(read_file(path_ / file), from, to));
}

}  // namespace swconform::spec::test
