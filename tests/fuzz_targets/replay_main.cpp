// SPDX-License-Identifier: Apache-2.0
// Replays a corpus: replay FOLDER. What lies in FOLDER/accepted must be accepted, in FOLDER/refused refused.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz_targets/target.hpp"

namespace {

/// How many files there are; -1 where one is not treated as its folder says.
int replay(const std::filesystem::path& folder, bool accepted) {
  int count = 0;
  bool right = true;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string input{std::istreambuf_iterator<char>(in), {}};
    if (swconform::fuzz_targets::accepts(input) != accepted) {
      std::printf("%s: %s\n", entry.path().c_str(), accepted ? "refused" : "accepted");
      right = false;
    }
    ++count;
  }
  return right ? count : -1;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const std::filesystem::path folder = arguments[1];
  const int accepted = replay(folder / "accepted", true);
  const int refused = replay(folder / "refused", false);
  std::printf("%d accepted, %d refused\n", accepted, refused);
  return accepted > 0 && refused > 0 ? 0 : 1;
}
