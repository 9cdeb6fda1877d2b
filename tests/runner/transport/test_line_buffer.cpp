// SPDX-License-Identifier: Apache-2.0
#include "runner/transport/line_buffer.hpp"

#include <algorithm>
#include <string>

#include "tests/support/catch.hpp"

using swconform::LineBuffer;

namespace {

void fill(LineBuffer& buffer, std::string_view text) {
  while (!text.empty()) {
    const auto room = buffer.room();
    REQUIRE(room.size() >= 32768);
    const std::size_t count = std::min(room.size(), text.size());
    std::copy_n(text.begin(), count, room.begin());
    buffer.filled(count);
    text.remove_prefix(count);
  }
}

std::vector<std::string> take_all(LineBuffer& buffer) {
  std::vector<std::string> lines;
  while (const auto line = buffer.next()) lines.emplace_back(*line);
  return lines;
}

}  // namespace

TEST_CASE("lines, however they come in") {
  const std::string text = "one\n\nthree is longer\nfour\nhalf";
  const std::vector<std::string> lines = {"one", "", "three is longer", "four"};
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    INFO(piece);
    LineBuffer buffer;
    std::vector<std::string> taken;
    for (std::size_t begin = 0; begin < text.size(); begin += piece) {
      fill(buffer, std::string_view(text).substr(begin, piece));
      for (std::string& line : take_all(buffer)) taken.push_back(std::move(line));
    }
    CHECK(taken == lines);
    CHECK(buffer.rest() == "half");
  }
}

TEST_CASE("a line longer than the buffer, with others around it") {
  LineBuffer buffer;
  const std::string longest(1000000, 'x');
  fill(buffer, "a\n" + longest + "\nb\nc");
  CHECK(take_all(buffer) == std::vector<std::string>{"a", longest, "b"});
  CHECK(buffer.rest() == "c");
  fill(buffer, "d\n");
  CHECK(take_all(buffer) == std::vector<std::string>{"cd"});
  CHECK(buffer.rest().empty());
}

TEST_CASE("many lines do not need more room than the longest") {
  LineBuffer buffer;
  const std::string line(1000, 'y');
  std::size_t most = 0;
  for (int i = 0; i < 10000; ++i) {
    fill(buffer, line + "\nbegin");
    CHECK(buffer.next()->size() >= line.size());
    most = std::max(most, buffer.room().size() + buffer.rest().size());
  }
  CHECK(most <= 128 * 1024);
}
