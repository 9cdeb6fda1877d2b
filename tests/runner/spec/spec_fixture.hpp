// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace swconform::spec::test {

/// The text of a file; the test fails if it cannot be read.
std::string read_file(const std::filesystem::path& path);

/// A file of the test data.
std::filesystem::path data(std::string_view name);

/// `text` with `from`, which must stand in it exactly once, replaced by `to`.
std::string replaced(std::string text, std::string_view from, std::string_view to);

/// A copy of the little catalogue in the test data, to be spoilt; gone with the object.
class ScratchCatalogue {
 public:
  ScratchCatalogue();
  ~ScratchCatalogue();
  ScratchCatalogue(const ScratchCatalogue&) = delete;
  ScratchCatalogue& operator=(const ScratchCatalogue&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(std::string_view file, std::string_view text) const;
  void replace(std::string_view file, std::string_view from, std::string_view to) const;

 private:
  std::filesystem::path path_;
};

}  // namespace swconform::spec::test
